"""Operands: dispatch over expression forms, the load rule (WGSL §6.5.7) and conversions (WGSL §6.1.2)."""

from __future__ import annotations

from .. import ir
from ..constants import ConstError, fold_convert
from ..conversions import concretize, conversion_rank
from ..layout import is_constructible
from ..types import Array, Atomic, BindingArray, Matrix, Opaque, Reference, Sampler, Scalar, Texture, Vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .. import syntax
    from ..types import Type
    from .context import Lowering

    Handler = Callable[[Lowering, Any], ir.Expression | None]

# How each form of expression is lowered; None is an expression whose problem was reported.
HANDLERS: dict[type, Handler] = {}
_VALUES = frozenset((Scalar, Vector, Matrix, Texture, Sampler, BindingArray, Opaque))


def value(low: Lowering, node: syntax.Expression) -> ir.Expression | None:
    """Lower an expression to a value: what a reference views is loaded."""
    made = HANDLERS[type(node)](low, node)
    if made is None:
        return None
    kind = type(made.type)
    if kind is Scalar or kind is Vector:
        return made
    return valued(low, made)


def valued(low: Lowering, made: ir.Expression) -> ir.Expression | None:
    """`made` as a value: loaded when it is a reference."""
    type_ = made.type
    if type(type_) is Reference:
        return load(low, made)
    if type_ is None:
        low.error(made.start, made.end, "this call gives no value, so it cannot be an operand")
        return None
    return made


def load(low: Lowering, reference: ir.Expression) -> ir.Load | None:
    """The load rule: the value in the memory that `reference` views."""
    view = reference.type
    assert type(view) is Reference
    store = view.store
    if type(store) not in _VALUES and not is_constructible(store):
        low.error(reference.start, reference.end, _not_loadable(store))
        return None
    if view.access == "write":
        low.error(reference.start, reference.end, "this memory can only be written, so its value cannot be read")
        return None
    made = ir.Load()
    made.start = reference.start
    made.end = reference.end
    made.type = store
    made.stage = ir.RUNTIME
    made.value = None
    made.reference = reference
    low.made.append(made)
    return made


def _not_loadable(store: Type) -> str:
    if type(store) is Atomic:
        return "an atomic is not read by its name alone: call `atomicLoad(&…)`"
    if type(store) is Array and store.count is None:
        return "a runtime-sized array is not a value: index it, or take its address"
    return f"memory of type `{store}` cannot be read as a value, because the type is not constructible"


def convert(low: Lowering, made: ir.Expression, target: Type) -> ir.Expression | None:
    """`made` as a `target`, to which a feasible conversion exists; a literal takes the type itself."""
    source = made.type
    if source is target:
        return made
    value = made.value
    if value is not None:
        try:
            value = fold_convert(value, source, target)
        except ConstError as problem:
            if not low.silent:
                low.error(made.start, made.end, str(problem))
                return None
            value = None
    if type(made) is ir.Literal:
        made.type = target
        made.value = value
        return made
    return conversion(low, made, target, value, made.start, made.end, True)


def conversion(
    low: Lowering,
    operand: ir.Expression,
    target: Type,
    value: ir.Value | None,
    start: int,
    end: int,
    implied: bool,
) -> ir.Convert:
    """A `Convert` node."""
    made = ir.Convert()
    made.start = start
    made.end = end
    made.type = target
    made.stage = operand.stage
    made.value = value
    made.operand = operand
    made.implied = implied
    low.made.append(made)
    return made


def coerce(low: Lowering, made: ir.Expression, target: Type, place: str) -> ir.Expression | None:
    """`made` as a `target` by automatic conversion, or an error that names the `place` which asks for it."""
    if made.type is target:
        return made
    if conversion_rank(made.type, target) is None:
        low.error(made.start, made.end, f"{place} must be of type `{target}`, and this is of type `{made.type}`")
        return None
    return convert(low, made, target)


def concrete(low: Lowering, made: ir.Expression) -> ir.Expression | None:
    """`made` with abstract types made concrete: i32 and f32."""
    return convert(low, made, concretize(made.type))


def fold_failure(low: Lowering, start: int, end: int, problem: Exception) -> bool:
    """Report a const-evaluation error; True where the expression is not evaluated, so that there is none."""
    if low.silent:
        return True
    low.error(start, end, str(problem))
    return False


def require_stage(low: Lowering, made: ir.Expression, stage: int, place: str) -> bool:
    """Whether `made` is evaluated at `stage` or before; if not, report the operand that is not."""
    if made.stage <= stage:
        return True
    cause = late_operand(made, stage)
    wanted = "a const-expression" if stage == ir.CONST else "a const-expression or an override-expression"
    notes = ()
    if isinstance(cause, ir.ValueRef | ir.VariableRef):
        declared = cause.declaration if isinstance(cause, ir.ValueRef) else cause.variable
        notes = ((declared.name_start, declared.name_end, "declared here"),)
    known = "when the pipeline is made" if cause.stage == ir.OVERRIDE else "at run time"
    low.error(cause.start, cause.end, f"{place} must be {wanted}, and this value is known only {known}", notes)
    return False


def late_operand(made: ir.Expression, stage: int) -> ir.Expression:
    """The innermost first operand that makes `made` later than `stage`."""
    while True:
        for operand in operands(made):
            if operand.stage > stage:
                made = operand
                break
        else:
            return made


def operands(made: ir.Expression) -> tuple[ir.Expression, ...]:
    """The operands of an expression, in order."""
    if isinstance(made, ir.Binary):
        return (made.left, made.right)
    if isinstance(made, ir.Index):
        return (made.base, made.index)
    if isinstance(made, ir.Call | ir.BuiltinCall | ir.Construct):
        return made.arguments
    if isinstance(made, ir.Unary | ir.AddressOf | ir.Indirection | ir.Convert):
        return (made.operand,)
    if isinstance(made, ir.MemberAccess | ir.Swizzle):
        return (made.base,)
    if isinstance(made, ir.Load):
        return (made.reference,)
    return ()
