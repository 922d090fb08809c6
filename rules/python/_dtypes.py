"""Where a dtype is named: every expression on the decode path that NumPy would read as one."""

from __future__ import annotations

import ast
import re
from functools import lru_cache

from ...checkers.python.listing import listing
from ...checkers.python.types import Instance, Reference, members, texts
from ._references import call_of, classes, references

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.python.facts import Facts
    from ...checkers.python.listing import Entry

_CONVERTING = frozenset(("astype", "view"))
_KEYWORDS = frozenset(("dtype", "formats", "otypes"))
# Where a value is put into a format, and what is taken for it there.
_PLACE = re.compile(r"%[-#0 +]*\d*[dis]")
_FIELD = re.compile(r"\{[^{}]*\}")
_PUT_IN = "4"
# The parts of a dtype given as a dictionary that name no types.
_LABELS = frozenset(("names", "titles", "offsets", "itemsize", "aligned"))


@lru_cache(maxsize=1)
def dtypes(facts: Facts) -> tuple[ast.expr, ...]:
    """The expressions that name a dtype: of a structured one, that of each field."""
    found: dict[ast.expr, None] = {}
    for given in (*_arguments(facts), *_kept(facts)):
        found.update(dict.fromkeys(_leaves(given)))
    return tuple(found)


def texts_of(facts: Facts, expression: ast.expr) -> tuple[str, ...]:
    """The strings that an expression is proved to be one of, or may be among other things."""
    if isinstance(expression, ast.Constant):
        value = expression.value
        return (value,) if isinstance(value, str) else (value.decode("latin-1"),) if isinstance(value, bytes) else ()
    if isinstance(expression, ast.Attribute) and (kept := tuple(_kept_by_classes(facts, expression))):
        return kept
    return tuple(text for member in members(facts.types.of(expression)) for text in texts(member))


def _kept_by_classes(facts: Facts, attribute: ast.Attribute) -> Iterator[str]:
    """The strings that classes of the file give an attribute in their bodies."""
    for member in members(facts.types.of(attribute.value)):
        scope = classes(facts).get(member.name) if isinstance(member, Instance | Reference) else None
        for given in scope.bindings.get(attribute.attr, ()) if scope is not None else ():
            text = facts.names.text(given) if isinstance(given, ast.expr) else None
            if text is not None:
                yield text


def written_texts(facts: Facts, expression: ast.expr) -> tuple[str, ...]:
    """The same, of one that is put together of other values too."""
    found = texts_of(facts, expression)
    written = None if found else written_text(facts, expression)
    return found if written is None else (written,)


def text_of(facts: Facts, expression: ast.expr) -> str | None:
    """The string that an expression is proved to be."""
    found = texts_of(facts, expression)
    return found[0] if len(found) == 1 else None


def written_text(facts: Facts, expression: ast.expr) -> str | None:
    """The same, of one that is put together too (`f"<{count}f"`, `"<" + "f" * n`), with a 4 for what is put in."""
    text = text_of(facts, expression)
    if text is not None:
        return text
    if isinstance(expression, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else _PUT_IN for part in expression.values]
        return "".join(map(str, parts))
    if isinstance(expression, ast.BinOp):
        left, right = written_text(facts, expression.left), written_text(facts, expression.right)
        if isinstance(expression.op, ast.Mod) and left is not None:
            return _PLACE.sub(_PUT_IN, left)
        if isinstance(expression.op, ast.Add) and (left is not None or right is not None):
            return (left or "") + (right or "")
        return (left if left is not None else right) if isinstance(expression.op, ast.Mult) else None
    if isinstance(expression, ast.Call) and isinstance(expression.func, ast.Attribute):
        text = text_of(facts, expression.func.value) if expression.func.attr == "format" else None
        return None if text is None else _FIELD.sub(_PUT_IN, text)
    return None


def argument(call: ast.Call, position: int, name: str) -> ast.expr | None:
    """An argument by its position (negative: by name only) or name; None also where a star hides it."""
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    before = call.args[: position + 1] if position >= 0 else []
    if len(before) == position + 1 and not any(isinstance(item, ast.Starred) for item in before):
        return before[position] if before else None
    return None


def stars(call: ast.Call) -> bool:
    """Whether a call passes arguments that are not written out."""
    return any(isinstance(item, ast.Starred) for item in call.args) or any(k.arg is None for k in call.keywords)


def dtype_given(call: ast.Call, entry: Entry) -> bool:
    """Whether a call of a listed function says which dtype it wants, or may say so behind a star."""
    if stars(call):
        return True
    given = argument(call, entry.dtype if entry.dtype is not None else -1, "dtype")
    return given is not None and not (isinstance(given, ast.Constant) and given.value is None)


def _arguments(facts: Facts) -> Iterator[ast.expr]:
    """Those that calls are given."""
    functions = listing("python_numpy_functions")
    for call in facts.nodes(ast.Call):
        for keyword in call.keywords:
            if keyword.arg in _KEYWORDS:
                yield keyword.value
        if isinstance(call.func, ast.Attribute) and call.func.attr in _CONVERTING and call.args:
            yield call.args[0]
    for reference in references(facts):
        call = call_of(facts, reference.node)
        if call is None:
            continue
        for name in reference.names:
            entry = functions.entry(name)
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


def _leaves(given: ast.expr) -> Iterator[ast.expr]:
    """The types in what is given as a dtype: `"f4"`, `[("x", "f4")]`, `("f4", 3)`, `{"formats": ["f4"]}`."""
    stack = [given]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.List):
            for item in node.elts:
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
