"""Const-evaluation (WGSL §8.1.1): the values of const-expressions, exact.

Values: bool; int; float, rounded to its type; tuples for vectors (components), matrices (columns), arrays and structures.
A large zero-valued array is a `Repeat`, which has `len`, indexing and iteration and no storage. Operands come converted to
the parameters of the overload (`fold_convert`).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .constructors import Constructor
    from .ir import Value
    from .overloads import Overload
    from .types import Type


class ConstError(Exception):
    """A shader-creation error found by const-evaluation; the message says what went wrong."""


def fold_unary(overload: Overload, value: Value) -> Value:
    """The value of a unary operator; `overload` is what `resolve_unary` gave. Raises ConstError."""
    raise NotImplementedError(overload, value)


def fold_binary(overload: Overload, left: Value, right: Value) -> Value:
    """The value of a binary operator; `overload` is what `resolve_binary` gave. Raises ConstError.

    `&&` and `||` come here with both operands known; where `left` alone decides, the caller does not fold `right`.
    """
    raise NotImplementedError(overload, left, right)


def fold_builtin(overload: Overload, values: tuple[Value, ...]) -> Value:
    """The value of a call of an `evaluable` built-in function. Raises ConstError."""
    raise NotImplementedError(overload, values)


def fold_convert(value: Value, source: Type, target: Type) -> Value:
    """The value of a conversion, automatic or written (`u32(x)`). Raises ConstError when it cannot be represented."""
    raise NotImplementedError(value, source, target)


def fold_construct(constructor: Constructor, arguments: tuple[Type, ...], values: tuple[Value, ...]) -> Value:
    """The value of a constructor; `values` are converted to `constructor.parameters`, `arguments` are their types."""
    raise NotImplementedError(constructor, arguments, values)


def fold_index(type: Type, value: Value, index: int) -> Value:
    """Component, column or element `index` of a value of `type`. Raises ConstError when out of range."""
    raise NotImplementedError(type, value, index)


def zero_value(type: Type) -> Value:
    """The zero value of a constructible type with creation-fixed footprint."""
    raise NotImplementedError(type)


def check_partial(overload: Overload, values: tuple[Value | None, ...]) -> str | None:
    """What makes an expression that is not const an error all the same, by the operands that are: `x / 0`, `x << 32u`,
    `clamp(x, 2, 1)` (WGSL §8.7, §17.5). None is an operand not known. The message, or None."""
    raise NotImplementedError(overload, values)


def check_index(type: Type, index: int) -> str | None:
    """Why a const `index` into a value or reference of `type` is an error (out of range), or None."""
    raise NotImplementedError(type, index)


def literal(text: str) -> tuple[Type, Value]:
    """The type and value of a literal lexeme (WGSL §3.5). Raises ConstError when it does not fit its type."""
    raise NotImplementedError(text)
