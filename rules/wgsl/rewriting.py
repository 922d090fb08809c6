"""How fixes write expressions."""

from __future__ import annotations

from ...checkers.wgsl import ir
from ...checkers.wgsl.types import Vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...checkers.wgsl.types import Type


def needs_parentheses(expression: ir.Expression) -> bool:
    """Whether the text of an expression needs parentheses to stand as an operand: a bare binary operator does."""
    while isinstance(expression, ir.Convert) and expression.implied:
        expression = expression.operand
    return isinstance(expression, ir.Binary) and expression.start == expression.left.start


def type_names(type: Type) -> tuple[str, ...]:
    """The predeclared names in the text of a scalar or vector type."""
    return (f"vec{type.size}", type.element.name) if isinstance(type, Vector) else (type.name,)
