"""Literals, names, unary operators, address-of and indirection (WGSL §8.3, §8.6 to §8.17)."""

from __future__ import annotations

from .. import ir, syntax
from ..constants import ConstError, fold_unary, literal
from ..operators import resolve_unary
from ..overloads import Overload, OverloadError
from ..predeclared import CONSTANTS
from ..types import U32, Pointer, Reference, Type, Vector, memory, pointer
from . import access, binary, calls
from .operands import HANDLERS, convert, fold_failure, valued
from .unresolved import report_unresolved, report_wrong_kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .context import Lowering

_UNARY: dict[tuple[str, Type, bool], Overload] = memory()


def lower_literal(low: Lowering, node: syntax.Literal) -> ir.Expression | None:
    """A literal: its type from its suffix, abstract without one (WGSL §3.5)."""
    text = node.text
    known = low.literals.get(text)
    if known is None:
        try:
            known = low.literals[text] = literal(text)
        except ConstError as problem:
            low.error(node.start, node.end, str(problem))
            return None
    return _literal(low, node, text, known[0], known[1])


def _literal(low: Lowering, node: syntax.Node, text: str, type_: Type, known: ir.Value) -> ir.Literal:
    made = ir.Literal()
    made.start = node.start
    made.end = node.end
    made.type = type_
    made.value = known
    made.stage = ir.CONST
    made.text = text
    low.made.append(made)
    return made


def lower_name(low: Lowering, node: syntax.Name) -> ir.Expression | None:
    """The name of a variable or a value."""
    entity = low.names.get(node.name)
    kind = type(entity)
    if node.templates is not None or kind not in _REFERENCES:
        return _unusable(low, node)
    return _REFERENCES[kind](low, node, entity)


def _variable(low: Lowering, node: syntax.Name, entity: ir.Variable) -> ir.Expression:
    made = ir.VariableRef()
    made.start = node.start
    made.end = node.end
    made.type = entity.reference
    made.stage = ir.RUNTIME
    made.value = None
    made.variable = entity
    low.made.append(made)
    return made


def _named_value(low: Lowering, node: syntax.Name, entity: ir.Let | ir.Parameter | ir.Override) -> ir.Expression:
    made = ir.ValueRef()
    made.start = node.start
    made.end = node.end
    made.type = entity.type
    made.stage = ir.OVERRIDE if type(entity) is ir.Override else ir.RUNTIME
    made.value = None
    made.declaration = entity
    low.made.append(made)
    return made


def _constant(low: Lowering, node: syntax.Name, entity: ir.Constant) -> ir.Expression:
    made = ir.ValueRef()
    made.start = node.start
    made.end = node.end
    made.type = entity.type
    made.stage = ir.CONST
    made.value = entity.initializer.value
    made.declaration = entity
    low.made.append(made)
    return made


_REFERENCES = {
    ir.Variable: _variable,
    ir.Let: _named_value,
    ir.Parameter: _named_value,
    ir.Override: _named_value,
    ir.Constant: _constant,
}


def _unusable(low: Lowering, node: syntax.Name) -> ir.Literal | None:
    entity = low.names.get(node.name)
    if entity is None:
        if node.name in CONSTANTS and node.templates is None:
            return _literal(low, node, node.name, U32, CONSTANTS[node.name])
        report_unresolved(low, node, "a value")
    elif type(entity) in _REFERENCES:
        low.error(node.start, node.end, f"`{node.name}` is not a type generator, so it takes no template arguments")
    else:
        report_wrong_kind(low, node, entity, "a value")
    return None


def lower_unary(low: Lowering, node: syntax.Unary) -> ir.Expression | None:
    """Prefix operators `-`, `!`, `~`, `&` and `*` before an operand, of any number: no recursion along them."""
    prefixes = [node]
    operand = node.operand
    while type(operand) is syntax.Unary:
        prefixes.append(operand)
        operand = operand.operand
    made = HANDLERS[type(operand)](low, operand)
    while prefixes and made is not None:
        node = prefixes.pop()
        if node.operator == "&":
            made = _address_of(low, node, made)
            continue
        made = valued(low, made)
        if made is not None:
            made = _indirection(low, node, made) if node.operator == "*" else _apply(low, node, made)
    return made


def _apply(low: Lowering, node: syntax.Unary, operand: ir.Expression) -> ir.Expression | None:
    operator = node.operator
    const = operand.stage == ir.CONST
    key = (operator, operand.type, const)
    overload = _UNARY.get(key)
    if overload is None:
        try:
            overload = _UNARY[key] = resolve_unary(operator, operand.type, const)
        except OverloadError as problem:
            low.error(node.start, node.end, str(problem))
            return None
    converted = convert(low, operand, overload.parameters[0])
    if converted is None:
        return None
    operand = converted
    known = operand.value
    if known is not None:
        try:
            known = fold_unary(overload, known)
        except ConstError as problem:
            if not fold_failure(low, node.start, node.end, problem):
                return None
            known = None
    made = ir.Unary()
    made.start = node.start
    made.end = node.end
    made.type = overload.result  # pyright: ignore[reportAttributeAccessIssue]
    made.stage = operand.stage
    made.value = known
    made.operator = operator
    made.operand = operand
    low.made.append(made)
    return made


def _address_of(low: Lowering, node: syntax.Unary, operand: ir.Expression) -> ir.AddressOf | None:
    view = operand.type
    if type(view) is not Reference:
        low.error(node.start, node.end, "`&` takes the address of memory, and this is a value: put it in a `var` first")
        return None
    if view.space == "handle":
        low.error(node.start, node.end, f"`{view.store}` is a resource of its own, which has no address to take")
        return None
    if _is_component(operand):
        low.error(node.start, node.end, "a vector's component has no address: take the address of the whole vector")
        return None
    made = ir.AddressOf()
    made.start = node.start
    made.end = node.end
    made.type = pointer(view.space, view.store, view.access)
    made.stage = ir.RUNTIME
    made.value = None
    made.operand = operand
    low.made.append(made)
    return made


def _is_component(operand: ir.Expression) -> bool:
    if type(operand) is ir.Index:
        base = operand.base.type
        return type(base) is Reference and type(base.store) is Vector
    return type(operand) is ir.Swizzle


def _indirection(low: Lowering, node: syntax.Unary, operand: ir.Expression) -> ir.Indirection | None:
    if type(operand.type) is not Pointer:
        low.error(node.start, node.end, f"`*` follows a pointer, and this is of type `{operand.type}`")
        return None
    return access.indirection(low, operand, node.start, node.end)


HANDLERS[syntax.Literal] = lower_literal
HANDLERS[syntax.Name] = lower_name
HANDLERS[syntax.Unary] = lower_unary
HANDLERS[syntax.Binary] = binary.lower_binary
HANDLERS[syntax.Index] = access.lower_access
HANDLERS[syntax.Member] = access.lower_access
HANDLERS[syntax.Call] = calls.lower_call
