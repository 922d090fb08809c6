"""WGSL's integer operations (§8.6 to §8.9, §17.5) on arrays of `np.uint32`, `np.int32` and `np.bool_`.

Each is exact for every operand: arithmetic is modulo 2^32, `e / 0` is `e`, `e % 0` is 0, the least i32 divided by -1 is
itself with remainder 0, a shift amount is modulo 32, a bit field is clamped to the word. NumPy's own arrays wrap.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from .lanes import Lanes, choose, settled

Operation = Callable[..., Lanes]

_U32 = np.uint32
_I32 = np.int32
_WIDTH = 32


def _truncated(left: Lanes, right: Lanes) -> Lanes:
    """The quotient rounded to zero of a signed dividend and a divisor that is neither 0 nor -1."""
    floor = left // right
    return floor + ((floor < 0) & (floor * right != left))


def divide(left: Lanes, right: Lanes) -> Lanes:
    """`left / right`."""
    if left.dtype == _U32:
        if right.all():
            return settled(left // right)
        return np.where(right == 0, left, left // np.maximum(right, _U32(1)))
    special = (right == 0) | (right == -1)
    if not special.any():
        return settled(_truncated(left, right))
    quotient = _truncated(left, np.where(special, _I32(1), right))
    return np.where(right == -1, -left, quotient)


def remainder(left: Lanes, right: Lanes) -> Lanes:
    """`left % right`, of the sign of `left`."""
    if left.dtype == _U32:
        # NumPy divides by one divisor without the processor's division; its remainder does not.
        divisor = np.maximum(right, _U32(1))
        rest = left - left // divisor * divisor
        return rest if right.all() else np.where(right == 0, _U32(0), rest)
    # By 1 and -1 all remainders are 0, and so is that by 0.
    divisor = np.where((right == 0) | (right == -1), _I32(1), right)
    return left - _truncated(left, divisor) * divisor


def shift_left(left: Lanes, amount: Lanes) -> Lanes:
    """`left << amount`."""
    return (left.view(_U32) << (amount & _U32(31))).view(left.dtype)


def shift_right(left: Lanes, amount: Lanes) -> Lanes:
    """`left >> amount`, with copies of the sign of a signed value."""
    return settled(left >> (amount & _U32(31)).view(left.dtype))


BINARY: Mapping[str, Operation] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": divide,
    "%": remainder,
    "&": np.bitwise_and,
    "|": np.bitwise_or,
    "^": np.bitwise_xor,
    "<<": shift_left,
    ">>": shift_right,
    "==": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}

UNARY: Mapping[str, Operation] = {"-": np.negative, "~": np.invert, "!": np.logical_not}


def clamp(value: Lanes, low: Lanes, high: Lanes) -> Lanes:
    """`min(max(value, low), high)`."""
    return np.minimum(np.maximum(value, low), high)


def count_one_bits(value: Lanes) -> Lanes:
    """The number of one bits."""
    return np.bitwise_count(value.view(_U32)).astype(value.dtype)


def _smeared(bits: Lanes) -> Lanes:
    """Every bit below the highest set too."""
    for step in (1, 2, 4, 8, 16):
        bits = bits | bits >> _U32(step)
    return bits


def count_leading_zeros(value: Lanes) -> Lanes:
    """The number of zero bits above the highest one."""
    return (_U32(_WIDTH) - np.bitwise_count(_smeared(value.view(_U32)))).astype(value.dtype)


def _below_lowest(bits: Lanes) -> Lanes:
    """The number of bits below the lowest one; 32 of 0."""
    return np.bitwise_count(~bits & (bits - _U32(1)))


def count_trailing_zeros(value: Lanes) -> Lanes:
    """The number of zero bits below the lowest one."""
    return _below_lowest(value.view(_U32)).astype(value.dtype)


def first_leading_bit(value: Lanes) -> Lanes:
    """The place of the highest one; of a negative value, of the highest zero; -1 where there is none."""
    bits = value.view(_U32)
    if value.dtype == _I32:
        bits = np.where(value < 0, ~bits, bits)
    return np.bitwise_count(_smeared(bits)).astype(value.dtype) - value.dtype.type(1)


def first_trailing_bit(value: Lanes) -> Lanes:
    """The place of the lowest one; -1 of 0."""
    bits = value.view(_U32)
    place = _below_lowest(bits).astype(_U32)
    return np.where(bits == 0, _U32(0xFFFFFFFF), place).view(value.dtype)


_HALVES = ((1, 0x55555555), (2, 0x33333333), (4, 0x0F0F0F0F), (8, 0x00FF00FF), (16, 0x0000FFFF))


def reverse_bits(value: Lanes) -> Lanes:
    """The bits in reverse order."""
    bits = value.view(_U32)
    for step, mask in _HALVES:
        bits = (bits & _U32(mask)) << _U32(step) | bits >> _U32(step) & _U32(mask)
    return bits.view(value.dtype)


def _field(offset: Lanes, count: Lanes) -> tuple[Lanes, Lanes]:
    """A bit field clamped to the word: its offset, 0 to 32, and its count, 0 to 32."""
    offset = np.minimum(offset, _U32(_WIDTH))
    return offset, np.minimum(count, _U32(_WIDTH) - offset)


def _shifted(bits: Lanes, amount: Lanes) -> Lanes:
    """`bits << amount` with an amount of 0 to 32."""
    return np.where(amount < _WIDTH, bits << (amount & _U32(31)), _U32(0))


def extract_bits(value: Lanes, offset: Lanes, count: Lanes) -> Lanes:
    """The bit field, the sign of a signed one extended."""
    offset, count = _field(offset, count)
    high = _shifted(value.view(_U32), _U32(_WIDTH) - offset - count)
    rest = (_U32(_WIDTH) - count) & _U32(31)
    return np.where(count == 0, value.dtype.type(0), high.view(value.dtype) >> rest.view(value.dtype))


def insert_bits(value: Lanes, bits: Lanes, offset: Lanes, count: Lanes) -> Lanes:
    """`value` with its bit field replaced by the low bits of `bits`."""
    offset, count = _field(offset, count)
    mask = _shifted(_shifted(np.array([1], _U32), count) - _U32(1), offset)
    moved = _shifted(bits.view(_U32), offset)
    return (value.view(_U32) & ~mask | moved & mask).view(value.dtype)


def select(otherwise: Lanes, chosen: Lanes, condition: Lanes) -> Lanes:
    """`chosen` where the condition holds."""
    if len(condition) == 1:
        return chosen if condition[0] else otherwise
    return choose(condition, chosen, otherwise)


# Component by component; a scalar argument goes with every component.
COMPONENT_WISE: Mapping[str, Operation] = {
    "abs": np.abs,
    "clamp": clamp,
    "countLeadingZeros": count_leading_zeros,
    "countOneBits": count_one_bits,
    "countTrailingZeros": count_trailing_zeros,
    "extractBits": extract_bits,
    "firstLeadingBit": first_leading_bit,
    "firstTrailingBit": first_trailing_bit,
    "insertBits": insert_bits,
    "max": np.maximum,
    "min": np.minimum,
    "reverseBits": reverse_bits,
    "select": select,
    "sign": np.sign,
}


def convert(value: Lanes, dtype: np.dtype) -> Lanes:
    """The value-preserving or bit-preserving conversion between bool, i32 and u32 (§17.1.2)."""
    if value.dtype == dtype:
        return value
    if dtype == np.bool_:
        return value != 0
    return value.astype(dtype) if value.dtype == np.bool_ else value.view(dtype)
