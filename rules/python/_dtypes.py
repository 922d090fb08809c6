"""Where a dtype is named: every expression on the decode path that NumPy would read as one."""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import NamedTuple

from ...checkers.diagnostic import Note
from ...checkers.python.definitions import ITEM, At, definitions
from ...checkers.python.listing import listing
from ...checkers.python.origins import origins
from ...checkers.python.passing import argument_of
from ...checkers.python.written import written
from ._references import call_of, references

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ...checkers.python.facts import Facts
    from ...checkers.python.listing import Entry

_CONVERTING = frozenset(("astype", "view"))
_PROMOTING = frozenset(("numpy.result_type", "numpy.promote_types"))
_KEYWORDS = frozenset(("dtype", "formats", "otypes"))
_DISPLAYS = (ast.List, ast.ListComp, ast.Tuple, ast.Dict)
# The parts of a dtype given as a dictionary that name no types.
_LABELS = frozenset(("names", "titles", "offsets", "itemsize", "aligned"))


@lru_cache(maxsize=1)
def dtypes(facts: Facts) -> tuple[ast.expr, ...]:
    """The expressions that name a dtype: of a structured one, that of each field."""
    found: dict[ast.expr, None] = {}
    for given in (*_arguments(facts), *_kept(facts)):
        found.update(dict.fromkeys(_leaves(facts, given)))
    return tuple(found)


class Named(NamedTuple):
    """A place where a type is named: which kind of number, and the literal that says so where it is somewhere else."""

    node: ast.expr
    kind: str
    source: ast.expr | None


def named(facts: Facts, expression: ast.expr, kind_of: Callable[[str], str]) -> Iterator[Named]:
    """The kinds of numbers that the strings an expression may be name, each once."""
    found: dict[str, ast.expr | None] = {}
    for text, sources in written(facts, expression):
        kind = kind_of(text)
        if kind not in found:
            elsewhere = [source for source in sources if not _is_within(facts, source, expression)]
            found[kind] = next((source for source in elsewhere if kind_of(_literal(source)) == kind), None)
    yield from (Named(expression, kind, source) for kind, source in found.items())


def _literal(source: ast.expr) -> str:
    value = source.value if isinstance(source, ast.Constant) else ""
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def _is_within(facts: Facts, node: ast.expr, whole: ast.expr) -> bool:
    (start, end), (first, last) = facts.parsed.span(node), facts.parsed.span(whole)
    return first <= start and end <= last


def note_of(facts: Facts, found: Named) -> tuple[Note, ...]:
    """Says where the literal stands that names a type for some other place."""
    if found.source is None:
        return ()
    return (Note.of(facts.source, *facts.parsed.span(found.source), "named here"),)


def argument(call: ast.Call, position: int, name: str) -> ast.expr | None:
    """An argument by its position (negative: by name only) or name, or the item of what a star passes; None: not given.

    An item that is none of the tree's stands for one that `**` may pass, or not.
    """
    return next(argument_of(call.args, call.keywords, position, name), None)


def stars(call: ast.Call) -> bool:
    """Whether a call passes arguments that are not written out."""
    return any(isinstance(item, ast.Starred) for item in call.args) or any(k.arg is None for k in call.keywords)


def dtype_given(call: ast.Call, entry: Entry) -> bool:
    """Whether a call of a listed function says which dtype it wants, or may say so behind a star."""
    if stars(call):
        return True
    given = argument(call, entry.dtype if entry.dtype is not None else -1, "dtype")
    return given is not None and not is_none(given)


def dtype_left_out(facts: Facts, call: ast.Call, entry: Entry) -> bool:
    """Whether the dtype of a call is a parameter that a call of the function on the decode path leaves at None.

    One that the function looks at, or gives another value, is none of these.
    """
    given = argument(call, entry.dtype if entry.dtype is not None else -1, "dtype")
    if not isinstance(given, ast.Name):
        return False
    known = definitions(facts)
    function = known.parameters.get(known.key(given))
    if function is None or known.key(given) in known.given or _looks_at(facts, function, given.id):
        return False
    return any(is_none(value) for value in known.passed(function, given.id))


def _looks_at(facts: Facts, function: ast.AST, name: str) -> bool:
    """Whether a function does anything with a parameter but hand it on."""
    used = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name]
    return not all(isinstance(facts.parent(node), ast.Call | ast.keyword) for node in used)


def is_none(node: ast.expr) -> bool:
    """Whether an expression is `None`."""
    return isinstance(node, ast.Constant) and node.value is None


def _arguments(facts: Facts) -> Iterator[ast.expr]:
    """Those that calls are given."""
    functions = listing("python_numpy_functions")
    for call in facts.nodes(ast.Call):
        for keyword in call.keywords:
            if keyword.arg in _KEYWORDS:
                yield keyword.value
            elif keyword.arg is None:
                yield from argument_of([], [keyword], -1, "dtype")
        if isinstance(call.func, ast.Attribute) and call.func.attr in _CONVERTING and call.args:
            yield call.args[0]
    for reference in references(facts):
        call = call_of(facts, reference.node)
        if call is None:
            continue
        for name in reference.names:
            entry = functions.entry(name)
            if name in _PROMOTING:
                yield from (each for each in call.args if not isinstance(each, ast.Starred))
            position = 0 if name == "numpy.dtype" else entry.dtype if entry is not None else None
            given = argument(call, position, "dtype") if position is not None and position >= 0 else None
            if given is not None:
                yield given


def _kept(facts: Facts) -> Iterator[ast.expr]:
    """Those that a variable or parameter of such a name holds."""
    for node in facts.nodes(ast.Assign):
        if any(_is_dtype(target) for target in node.targets):
            yield node.value
    for node in facts.nodes(ast.AnnAssign):
        if node.value is not None and _is_dtype(node.target):
            yield node.value
    for arguments in facts.nodes(ast.arguments):
        positional = [*arguments.posonlyargs, *arguments.args]
        defaults = zip(reversed(positional), reversed(arguments.defaults), strict=False)
        for parameter, default in (*defaults, *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)):
            if default is not None and "dtype" in parameter.arg.lower():
                yield default


def _is_dtype(target: ast.expr) -> bool:
    name = target.attr if isinstance(target, ast.Attribute) else target.id if isinstance(target, ast.Name) else ""
    return "dtype" in name.lower()


def _leaves(facts: Facts, given: ast.expr) -> Iterator[ast.expr]:
    """The types in what is given as a dtype: `"f4"`, `[("x", "f4")]`, `("f4", 3)`, `{"formats": ["f4"]}`."""
    stack, seen = [given], set[ast.expr]()
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if isinstance(node, ast.List | ast.ListComp):
            for item in node.elts if isinstance(node, ast.List) else [node.elt]:
                # A field is its name, its type and perhaps a shape.
                is_field = isinstance(item, ast.Tuple) and len(item.elts) > 1
                stack.extend(item.elts[1:2] if is_field and isinstance(item, ast.Tuple) else [item])
        elif isinstance(node, ast.Tuple):
            stack.extend(node.elts)
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                label = key.value if isinstance(key, ast.Constant) else None
                stack.extend([] if label in _LABELS else [value])
        elif isinstance(node, ast.IfExp):
            stack += [node.body, node.orelse]
        elif isinstance(node, ast.BoolOp):
            stack += node.values
        else:
            yield node
            stack += [part for part, steps in origins(facts, node) if not steps and isinstance(part, _DISPLAYS)]
            if isinstance(node, ast.Call):
                # Fields that a call gives: `list(fields.items())`.
                stack += [part for part, steps in origins(facts, node, ITEM, At(1)) if not steps]
