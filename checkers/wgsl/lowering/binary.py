"""Binary operators (WGSL §8.6 to §8.9), in expressions and in compound assignments."""

from __future__ import annotations

from .. import ir, syntax
from ..constants import ConstError, check_partial, fold_binary
from ..operators import resolve_binary
from ..overloads import Overload, OverloadError
from ..types import BOOL, Type, memory
from .operands import convert, fold_failure, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .context import Lowering

_OVERLOADS: dict[tuple[str, Type, Type, bool], Overload] = memory()
_LOGICAL = {"&&": False, "||": True}
# Operators for which a known right operand can be an error whatever the left one is.
_PARTIAL = frozenset(("/", "%", "<<", ">>"))


def lower_binary(low: Lowering, node: syntax.Binary) -> ir.Expression | None:
    """A chain of binary operators, which is left-deep and of any length: no recursion down its left side."""
    spine = [node]
    left = node.left
    while type(left) is syntax.Binary:
        spine.append(left)
        left = left.left
    made = value(low, left)
    while spine:
        node = spine.pop()
        operator = node.operator
        if operator in _LOGICAL:
            made = _lower_logical(low, node, made)
            continue
        right = value(low, node.right)
        if made is not None and right is not None:
            made = operate(low, node.start, node.end, operator, node.operator_start, made, right, False)
        else:
            made = None
    return made


def _lower_logical(low: Lowering, node: syntax.Binary, left: ir.Expression | None) -> ir.Expression | None:
    decided = left is not None and left.type is BOOL and left.value is _LOGICAL[node.operator]
    low.silent += decided
    right = value(low, node.right)
    low.silent -= decided
    if left is None or right is None:
        return None
    return operate(low, node.start, node.end, node.operator, node.operator_start, left, right, False)


def operate(
    low: Lowering,
    start: int,
    end: int,
    operator: str,
    operator_start: int,
    left: ir.Expression,
    right: ir.Expression,
    compound: bool,
) -> ir.Binary | None:
    """`left operator right`, both values."""
    stage = left.stage
    if right.stage > stage:
        stage = right.stage
    overload = _resolve(low, start, end, operator, left, right, stage == ir.CONST)
    if overload is None:
        return None
    wanted_left, wanted_right = overload.parameters
    converted_left = left if left.type is wanted_left else convert(low, left, wanted_left)
    converted_right = right if right.type is wanted_right else convert(low, right, wanted_right)
    if converted_left is None or converted_right is None:
        return None
    known = None
    if stage == ir.CONST:
        try:
            known = _fold(overload, converted_left.value, converted_right.value)
        except ConstError as problem:
            if not fold_failure(low, start, end, problem):
                return None
    elif operator in _PARTIAL and converted_right.value is not None and not low.silent:
        problem = check_partial(overload, (converted_left.value, converted_right.value))
        if problem is not None:
            low.misuse(start, end, problem)
    made = ir.Binary()
    made.start = start
    made.end = end
    made.type = overload.result  # pyright: ignore[reportAttributeAccessIssue]
    made.stage = stage
    made.value = known
    made.operator = operator
    made.operator_start = operator_start
    made.left = converted_left
    made.right = converted_right
    made.compound = compound
    low.made.append(made)
    return made


def _resolve(
    low: Lowering, start: int, end: int, operator: str, left: ir.Expression, right: ir.Expression, const: bool
) -> Overload | None:
    key = (operator, left.type, right.type, const)
    overload = _OVERLOADS.get(key)
    if overload is None:
        try:
            overload = _OVERLOADS[key] = resolve_binary(operator, left.type, right.type, const)
        except OverloadError as problem:
            low.error(start, end, str(problem))
            return None
    return overload


def _fold(overload: Overload, left: ir.Value | None, right: ir.Value | None) -> ir.Value | None:
    if left is None:
        return None
    if left is _LOGICAL.get(overload.name):
        return left
    return None if right is None else fold_binary(overload, left, right)
