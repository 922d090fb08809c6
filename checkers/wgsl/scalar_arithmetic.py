"""Arithmetic of scalar constants: what each type represents, how it rounds, wraps and overflows (WGSL §6.2, §8.7,
§15.7)."""

from __future__ import annotations

import math
import struct

from .types import ABSTRACT_INT, Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Number: TypeAlias = int | float

_ABSTRACT_WIDTH = 64
# Significand bits, and exponent bias, by width; an abstract float is of width 0 and an IEEE double.
_PRECISION = {16: 11, 32: 24, 64: 53, 0: 53}
EXPONENT_BIAS = {16: 15, 32: 127, 64: 1023, 0: 1023}
# The greatest finite value by width.
_GREATEST = {16: 65504.0, 32: (2.0 - 2.0**-23) * 2.0**127}
_FORMATS = {16: struct.Struct("<e"), 32: struct.Struct("<f")}


class ConstError(Exception):
    """A shader-creation error found by const-evaluation; the message says what went wrong."""


def width_of(scalar: Scalar) -> int:
    """Bits of an integer type; an abstract integer has 64."""
    return scalar.width or _ABSTRACT_WIDTH


def integer_range(scalar: Scalar) -> tuple[int, int]:
    """The least and the greatest value of an integer type."""
    width = width_of(scalar)
    if scalar.kind == "uint":
        return 0, (1 << width) - 1
    return -(1 << (width - 1)), (1 << (width - 1)) - 1


def wrap(scalar: Scalar, value: int) -> int:
    """`value` modulo the width of a concrete integer type."""
    width = scalar.width
    value &= (1 << width) - 1
    if scalar.kind == "int" and value >> (width - 1):
        value -= 1 << width
    return value


def round_float(scalar: Scalar, value: float) -> float:
    """`value` rounded to a float type, subnormals kept; raises ConstError on overflow, infinity and NaN."""
    if not math.isfinite(value):
        raise ConstError(f"the result is not a finite {scalar}")
    form = _FORMATS.get(scalar.width)
    if form is None:
        return value
    try:
        return form.unpack(form.pack(value))[0]
    except OverflowError:
        raise ConstError(f"{value} overflows {scalar}") from None


def settle(scalar: Scalar, value: Number) -> Number:
    """The result of an operation in `scalar`: floats round, concrete integers wrap, an abstract integer must fit."""
    if scalar.kind == "float":
        return round_float(scalar, value)
    assert isinstance(value, int)
    if scalar is ABSTRACT_INT:
        if not -(1 << 63) <= value < 1 << 63:
            raise ConstError(f"{shown(value)} overflows AbstractInt, which has 64 bits")
        return value
    return wrap(scalar, value)


def shown(value: object) -> str:
    """A value as a message shows it, which never is long."""
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 128:
        return "the value"
    return str(value)


def convert(value: Number, source: Scalar, target: Scalar) -> Number:
    """A scalar conversion (§17.1.2, §15.7.6); raises ConstError when the value cannot be represented."""
    if source is target:
        return value
    if target.kind == "bool":
        return bool(value)
    if target.kind == "float":
        if abs(value) > _GREATEST.get(target.width, math.inf):
            raise ConstError(
                f"{shown(value)} cannot be represented as {target}, which ends at {_GREATEST[target.width]}"
            )
        return round_float(target, float(value))
    if source.kind == "float":
        return _truncate(value, source, target)
    value = int(value)
    if source is ABSTRACT_INT or target is ABSTRACT_INT:
        low, high = integer_range(target)
        if not low <= value <= high:
            raise ConstError(f"{value} cannot be represented as {target}, which goes from {low} to {high}")
        return value
    return wrap(target, value)


def _truncate(value: float, source: Scalar, target: Scalar) -> int:
    """A float made an integer: clamped to what both types represent, then rounded to zero."""
    low, high = integer_range(target)
    excess = high.bit_length() - _PRECISION[source.width]
    if excess > 0:
        high = high >> excess << excess
    return int(min(max(value, low), high))


def add(scalar: Scalar, left: Number, right: Number) -> Number:
    """Addition."""
    return settle(scalar, left + right)


def subtract(scalar: Scalar, left: Number, right: Number) -> Number:
    """Subtraction."""
    return settle(scalar, left - right)


def multiply(scalar: Scalar, left: Number, right: Number) -> Number:
    """Multiplication."""
    return settle(scalar, left * right)


def _check_division(scalar: Scalar, left: Number, right: Number, what: str) -> None:
    if right == 0:
        raise ConstError(f"{what} by zero")
    if scalar.kind == "int" and right == -1 and left == integer_range(scalar)[0]:
        raise ConstError(f"{what} of {left}, the least {scalar}, by -1 overflows")


def divide(scalar: Scalar, left: Number, right: Number) -> Number:
    """Division; of integers, rounded to zero."""
    _check_division(scalar, left, right, "division")
    if scalar.kind == "float":
        return round_float(scalar, left / right)
    assert isinstance(left, int)
    assert isinstance(right, int)
    quotient = abs(left) // abs(right)
    return -quotient if (left < 0) != (right < 0) else quotient


def remainder(scalar: Scalar, left: Number, right: Number) -> Number:
    """Remainder, of the sign of `left`; of floats, left - right * trunc(left / right), step by step (§8.7)."""
    _check_division(scalar, left, right, "remainder")
    if scalar.kind == "float":
        whole = float(math.trunc(divide(scalar, left, right)))
        return subtract(scalar, left, multiply(scalar, right, whole))
    assert isinstance(left, int)
    assert isinstance(right, int)
    rest = abs(left) % abs(right)
    return -rest if left < 0 else rest


def shift_left(scalar: Scalar, value: int, amount: int) -> int:
    """`value << amount`; raises ConstError when a bit that is not a copy of the sign is lost."""
    _check_amount(scalar, amount)
    if amount >= width_of(scalar):
        if value:
            raise ConstError(f"{value} << {amount} overflows AbstractInt, which has 64 bits")
        return 0
    shifted = value << amount
    low, high = integer_range(scalar)
    if not low <= shifted <= high:
        raise ConstError(f"{value} << {amount} overflows {scalar}")
    return shifted


def shift_right(scalar: Scalar, value: int, amount: int) -> int:
    """`value >> amount`, with copies of the sign of a signed value."""
    _check_amount(scalar, amount)
    return value >> min(amount, _ABSTRACT_WIDTH)


def _check_amount(scalar: Scalar, amount: int) -> None:
    if not scalar.abstract and amount >= scalar.width:
        raise ConstError(shift_problem(scalar, amount))


def shift_problem(scalar: Scalar, amount: int) -> str:
    """What is wrong with a shift amount of at least the width."""
    return f"the shift amount {amount} is not less than {scalar.width}, the width of {scalar}"
