"""Overload resolution of operators (WGSL §8.6 to §8.9): no table, the sets are few and regular."""

from __future__ import annotations

from .overloads import Overload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .types import Type


def resolve_unary(operator: str, operand: Type, const: bool = True) -> Overload:
    """The overload of `-`, `!` or `~`; raises OverloadError. `const`: as for `resolve_builtin`."""
    raise NotImplementedError(operator, operand, const)


def resolve_binary(operator: str, left: Type, right: Type, const: bool = True) -> Overload:
    """The overload of a binary operator, `&&` and `||` included; raises OverloadError.

    `parameters` are the types that both operands convert to. `const`: whether both are const-expressions; if not, no abstract
    type is left (`1 << n` is an i32).
    """
    raise NotImplementedError(operator, left, right, const)
