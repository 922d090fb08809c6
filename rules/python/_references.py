"""Every place on the decode path where a name of a library stands for a value, and what kind of use it is."""

from __future__ import annotations

import ast
from functools import lru_cache

from ...checkers.python.types import Array, Instance, Scalar, members
from ...checkers.python.written import written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.python.facts import Facts
    from ...checkers.python.listing import Entry, Listing
    from ...checkers.python.scopes import Scope

ITEM = "determinism-tiers §2, decode-equivalence"

# Methods of test cases that compare.
COMPARING = frozenset(
    f"assert{name}" for name in ("Equal", "NotEqual", "Is", "IsNot", "In", "NotIn", "IsInstance", "NotIsInstance")
)
# Calls that only ask of what type a value is.
_ASKING = COMPARING | {"assert_type", "isdtype", "isinstance", "issubclass", "issubdtype", "register"}
# Verdicts of the lists that nothing is said of.
PASSING = frozenset(("exact", "same"))
_ORDERINGS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_GROUPING = (ast.Tuple, ast.List, ast.Set, ast.BinOp, ast.Starred)
# Attributes of a type or function that only tell about it.
_TELLING = frozenset(("__class__", "__dict__", "__doc__", "__module__", "__mro__", "__name__", "__qualname__"))


class Reference:
    """An expression that stands for something of a library: the node, and its possible qualified names."""

    __slots__ = ("names", "node")

    def __init__(self, node: ast.expr, names: tuple[str, ...]) -> None:
        self.node = node
        self.names = names


@lru_cache(maxsize=1)
def references(facts: Facts) -> tuple[Reference, ...]:
    """The references that are read, in no order; aliases count where they are called, and where they are made."""
    found = [*_dotted(facts), *_called(facts)]
    known: dict[tuple[Scope | None, str], bool] = {}
    for name in facts.nodes(ast.Name):
        if isinstance(name.ctx, ast.Load) and (_imported(facts, name, known) or _is_called(facts, name)):
            found.append(Reference(name, facts.names.candidates(name)))
    return tuple(reference for reference in found if reference.names)


@lru_cache(maxsize=4)
def listed(facts: Facts, listing: Listing) -> list[tuple[ast.expr, str, Entry]]:
    """The references that a list has a line for, each with its name and entry; of a dotted name, the longest part."""
    found: list[tuple[ast.expr, str, Entry]] = []
    judged: set[ast.AST] = set()
    for reference in references(facts):
        node = reference.node
        parent = facts.parent(node)
        if parent in judged and isinstance(parent, ast.Attribute):
            judged.add(node)
            continue
        entries = [(name, entry) for name in reference.names if (entry := listing.entry(name)) is not None]
        if entries:
            judged.add(node)
            # Of what a name may stand for, the worst counts.
            found.append((node, *min(entries, key=lambda named: named[1].verdict in PASSING)))
    return found


def call_of(facts: Facts, node: ast.AST) -> ast.Call | None:
    """The call that a node is the function of; of one that `functools.partial` is given, a call with what it holds."""
    parent = facts.parent(node)
    if not isinstance(parent, ast.Call) or parent.func is node:
        return parent if isinstance(parent, ast.Call) else None
    if parent.args[:1] == [node] and facts.names.qualified(parent.func) == "functools.partial":
        return _held(parent)
    return None


@lru_cache(maxsize=64)
def _held(partial: ast.Call) -> ast.Call:
    return ast.copy_location(ast.Call(partial.args[0], partial.args[1:], partial.keywords), partial)


def only_asked(facts: Facts, node: ast.AST) -> bool:
    """Whether a type is named so that no value of it is made: to compare with it, or to annotate what does not run."""
    if _annotates_unreached(facts, node):
        return True
    parent = facts.parent(node)
    if isinstance(parent, ast.Attribute):
        return parent.attr in _TELLING
    while isinstance(parent, _GROUPING):
        node, parent = parent, facts.parent(parent)
    if isinstance(parent, ast.Compare):
        # No type is less than another, so a value is compared.
        return not any(isinstance(operator, _ORDERINGS) for operator in parent.ops)
    if isinstance(parent, ast.Subscript):
        # A table by type is written to; a type of types is read.
        return parent.slice is node and not isinstance(parent.ctx, ast.Load)
    if isinstance(parent, ast.Dict):
        return node in _keys(parent)
    if isinstance(parent, ast.MatchClass):
        return parent.cls is node
    return isinstance(parent, ast.Call) and parent.func is not node and _last_name(parent.func) in _ASKING


@lru_cache(maxsize=64)
def _keys(display: ast.Dict) -> frozenset[ast.AST | None]:
    return frozenset(display.keys)


def _annotates_unreached(facts: Facts, node: ast.AST) -> bool:
    """Whether a node is part of an annotation of a function that is on no decode path, while its module's body is."""
    parent = facts.parent(node)
    while isinstance(parent, ast.expr):
        node, parent = parent, facts.parent(parent)
    annotation = parent.annotation if isinstance(parent, ast.arg) else getattr(parent, "returns", None)
    if annotation is not node:
        return False
    while parent is not None and not isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef):
        parent = facts.parent(parent)
    return parent is not None and not facts.route(parent)


def _last_name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _dotted(facts: Facts) -> list[Reference]:
    """Attributes, outermost first: by their names, or by the type of what they are an attribute of."""
    return [
        Reference(node, facts.names.candidates(node) or _of_value(facts, node))
        for node in facts.nodes(ast.Attribute)
        if isinstance(node.ctx, ast.Load)
    ]


def _of_value(facts: Facts, node: ast.Attribute) -> tuple[str, ...]:
    """The names of an attribute of a value whose class is known; of any other value, `?` and the attribute."""
    found = []
    for member in members(facts.types.of(node.value)):
        if isinstance(member, Instance):
            found.append(f"{member.name}.{node.attr}")
            found += [f"{base}.{node.attr}" for base in _bases(facts, member.name, node.attr)]
        elif isinstance(member, Array | Scalar):
            found.append(f"numpy.ndarray.{node.attr}")
    return tuple(found) or (*_of_made(facts, node), f"?.{node.attr}")


def _bases(facts: Facts, name: str, attribute: str) -> Iterator[str]:
    """The names of the bases of a class of the file, where the class does not define an attribute itself."""
    scope = classes(facts).get(name)
    if scope is not None and isinstance(scope.node, ast.ClassDef) and attribute not in scope.bindings:
        for base in scope.node.bases:
            yield from facts.names.candidates(base)


@lru_cache(maxsize=1)
def classes(facts: Facts) -> dict[str, Scope]:
    """The classes of the file by qualified name."""
    return {scope.qualname: scope for scope in facts.names.scopes.values() if scope.kind == "class"}


def _of_made(facts: Facts, node: ast.Attribute) -> Iterator[str]:
    """The names of an attribute of what a call of a class makes, at once or by way of a variable."""
    made = node.value
    if isinstance(made, ast.Name):
        holder = facts.names.scope_of(made).holder(made.id)
        given = holder.bindings.get(made.id, []) if holder is not None else []
        made = given[0] if len(given) == 1 and isinstance(given[0], ast.expr) else made
    if isinstance(made, ast.Call):
        for name in facts.names.candidates(made.func):
            yield f"{name}.{node.attr}"


def _called(facts: Facts) -> list[Reference]:
    """`getattr(math, "sqrt")`, `vars(math)["sqrt"]`."""
    found: list[Reference] = []
    for call in facts.nodes(ast.Call):
        if len(call.args) > 1:
            found.append(Reference(call, facts.names.candidates(call) or tuple(_looked_up(facts, call))))
    for item in facts.nodes(ast.Subscript):
        if facts.names.text(item.slice) is not None:
            found.append(Reference(item, facts.names.candidates(item)))
    return found


def _looked_up(facts: Facts, call: ast.Call) -> Iterator[str]:
    """The names that `getattr(math, name)` may stand for; `?` for the attribute where it may be any."""
    if facts.names.qualified(call.func) == "builtins.getattr":
        attributes = [text for text, _ in written(facts, call.args[1])] or ["?"]
        for module in facts.names.candidates(call.args[0]) or ("?",):
            yield from (f"{module}.{attribute}" for attribute in attributes)


def _is_called(facts: Facts, node: ast.Name) -> bool:
    return call_of(facts, node) is not None


def _imported(facts: Facts, name: ast.Name, known: dict[tuple[Scope | None, str], bool]) -> bool:
    """Whether a name is an import's or a builtin, no variable that something was assigned to."""
    holder = facts.names.scope_of(name).holder(name.id)
    key = (holder, name.id)
    if key not in known:
        known[key] = holder is None or any(isinstance(binding, str) for binding in holder.bindings.get(name.id, ()))
    return known[key]
