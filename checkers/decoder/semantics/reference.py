"""What WGSL defines of each operation (§8.6 to §8.9, §17.1, §17.2, §17.5), in Python's integers.

Arithmetic is modulo 2^32; `e1 / 0` is `e1`, `e1 % 0` is 0; the least i32 divided by -1 is itself, with remainder 0; a
shift amount is modulo 32; `clamp` is `min(max(e, low), high)`; the offset and count of a bit field are clamped to the
word; the absolute value of the least i32 is itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from .operations import Operation, is_vector, scalar_of

Scalar = int | bool
Value = Scalar | tuple[Scalar, ...]

_WIDTH = 32
_MODULUS = 1 << _WIDTH


def fit(scalar: str, value: int) -> Scalar:
    """`value` modulo 2^32 as an i32 or a u32, or whether it is not 0 as a bool."""
    if scalar == "bool":
        return value != 0
    value %= _MODULUS
    return value - _MODULUS if scalar == "i32" and value >= _MODULUS // 2 else value


def _divide(left: int, right: int) -> int:
    if right == 0:
        return left
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def _remainder(left: int, right: int) -> int:
    return 0 if right == 0 else left - right * _divide(left, right)


def _bits(value: int) -> str:
    """The 32 bits of a value, the highest first."""
    return f"{value % _MODULUS:032b}"


def _leading_zeros(value: int) -> int:
    return (_bits(value) + "1").index("1")


def _trailing_zeros(value: int) -> int:
    return (_bits(value)[::-1] + "1").index("1")


def _first_leading(value: int) -> int:
    sought = "0" if value < 0 else "1"
    return _bits(value)[::-1].rfind(sought)


def _first_trailing(value: int) -> int:
    return _bits(value)[::-1].find("1")


def _field(offset: int, count: int) -> tuple[int, int]:
    start = min(offset, _WIDTH)
    return start, start + min(count, _WIDTH - start)


def _extract(scalar: str, value: int, offset: int, count: int) -> int:
    start, end = _field(offset, count)
    field = _bits(value)[::-1][start:end][::-1]
    if scalar == "i32":
        # The field's highest bit is its sign.
        field = field[:1] * (_WIDTH - len(field)) + field
    return int(field or "0", 2)


def _insert(value: int, new: int, offset: int, count: int) -> int:
    start, end = _field(offset, count)
    low_first = _bits(value)[::-1]
    return int((low_first[:start] + _bits(new)[::-1][: end - start] + low_first[end:])[::-1], 2)


def _select(otherwise: int, chosen: int, condition: bool) -> int:
    return chosen if condition else otherwise


_COMPONENT_WISE: dict[str, Callable[..., Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _divide,
    "%": _remainder,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "<<": lambda a, b: a << b % _WIDTH,
    ">>": lambda a, b: a >> b % _WIDTH,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "-x": lambda a: -a,
    "~": lambda a: -1 - a,
    "abs": abs,
    "bitcast": lambda a: a,
    "clamp": lambda a, low, high: min(max(a, low), high),
    "convert": lambda a: a,
    "countLeadingZeros": _leading_zeros,
    "countOneBits": lambda a: _bits(a).count("1"),
    "countTrailingZeros": _trailing_zeros,
    "firstLeadingBit": _first_leading,
    "firstTrailingBit": _first_trailing,
    "from_bool": int,
    "insertBits": _insert,
    "max": max,
    "min": min,
    "reverseBits": lambda a: int(_bits(a)[::-1], 2),
    "select": _select,
    "select_by_one": _select,
    "sign": lambda a: (a > 0) - (a < 0),
    "to_bool": lambda a: a,
}


def _function(name: str, scalar: str) -> Callable[..., Any]:
    return partial(_extract, scalar) if name == "extractBits" else _COMPONENT_WISE[name]


def evaluate(operation: Operation, arguments: tuple[Value, ...]) -> Value:
    """What WGSL gives for these operands: i32 and u32 as integers of their range, bool as bool, vectors as tuples."""
    scalar = scalar_of(operation.result)
    if operation.name == "dot":
        left, right = arguments
        assert isinstance(left, tuple)
        assert isinstance(right, tuple)
        return fit(scalar, sum(a * b for a, b in zip(left, right, strict=True)))
    function = _function(operation.name, scalar)
    if not is_vector(operation.result):
        return fit(scalar, function(*arguments))
    parts = zip(*(value if isinstance(value, tuple) else (value, value) for value in arguments), strict=True)
    return tuple(fit(scalar, function(*part)) for part in parts)


def is_guarded(operation: Operation, arguments: tuple[Value, ...]) -> bool:
    """Whether a rule-clean module may come to it: no shift amount of 32 or more, no `clamp` bounds out of order."""
    if operation.name in ("<<", ">>"):
        return all(amount < _WIDTH for amount in _parts(arguments[1]))
    if operation.name == "clamp":
        return all(low <= high for low, high in zip(_parts(arguments[1]), _parts(arguments[2]), strict=True))
    return True


def _parts(value: Value) -> tuple[Scalar, ...]:
    return value if isinstance(value, tuple) else (value,)
