"""What to say of a name that means nothing, or not what its place asks for."""

from __future__ import annotations

from .. import ir, overloads, predeclared
from ..problems import did_you_mean
from .context import Poison, declared_here

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .. import syntax
    from .context import Lowering

_KINDS: dict[type, str] = {
    ir.Alias: "a type",
    ir.StructDeclaration: "a structure type",
    ir.Function: "a function",
    ir.Variable: "a variable",
    ir.Constant: "a constant",
    ir.Override: "an override",
    ir.Let: "a value",
    ir.Parameter: "a parameter",
}


# Past this many problems nobody reads suggestions, and each costs a look at all names.
_MOST_SUGGESTIONS = 20


def suggestion(low: Lowering, name: str, candidates: Iterable[str]) -> str:
    """`: did you mean …?`, or nothing when no candidate is near or enough was suggested in this module."""
    return "" if _suggested_enough(low) else did_you_mean(name, candidates)


def _suggested_enough(low: Lowering) -> bool:
    return len(low.module.diagnostics) >= _MOST_SUGGESTIONS


def report_unresolved(low: Lowering, node: syntax.Name, wanted: str) -> None:
    """Report a name that is neither declared nor predeclared as `wanted` (`a type`, `a value`, `a function`)."""
    name = node.name
    if name in low.pending:
        return
    if wanted != "a type" and predeclared.is_type_name(name):
        low.error(node.start, node.end, f"`{name}` is a type, and this place needs {wanted}")
        return
    if wanted != "a function" and overloads.is_builtin_function(name):
        low.error(node.start, node.end, f"`{name}` is a built-in function, and this place needs {wanted}")
        return
    if predeclared.is_enumerant(name):
        low.error(node.start, node.end, f"`{name}` is an enumerant, and this place needs {wanted}")
        return
    low.error(node.start, node.name_end, f"no declaration of `{name}` is in scope{_near(low, name, wanted)}")


def _near(low: Lowering, name: str, wanted: str) -> str:
    if _suggested_enough(low):
        return ""
    fitting = {"a type": _is_type, "a function": _is_function}.get(wanted, _is_value)
    candidates = [known for known, entity in low.names.items() if fitting(entity)]
    if wanted != "a value":
        candidates += [*predeclared.TYPES, *predeclared.GENERATORS]
    if wanted == "a function":
        candidates += overloads.builtin_names()
    return suggestion(low, name, candidates)


def _is_type(entity: ir.Declared | Poison) -> bool:
    return isinstance(entity, ir.Alias | ir.StructDeclaration)


def _is_function(entity: ir.Declared | Poison) -> bool:
    return isinstance(entity, ir.Function | ir.Alias | ir.StructDeclaration)


def _is_value(entity: ir.Declared | Poison) -> bool:
    return not _is_function(entity)


def report_wrong_kind(low: Lowering, node: syntax.Name, entity: ir.Declared | Poison, wanted: str) -> None:
    """Report a name declared as something else than its place needs; silent for a failed declaration."""
    if isinstance(entity, Poison):
        return
    kind = _KINDS[type(entity)]
    low.error(
        node.start, node.name_end, f"`{node.name}` is {kind}, and this place needs {wanted}", declared_here(entity)
    )
