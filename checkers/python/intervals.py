"""Bounds of the results of operations on Python integers, from the bounds of their operands.

An operand lies from `a` to `b`, the other from `c` to `d`; None is no bound.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from .joining import join
from .types import FLOAT, INT, NATURAL, Type, integer

# A shift by more bits, or a power of more, has no bound worth keeping.
_MOST_BITS = 130


Bound = int | None


def _add(a: Bound, b: Bound, c: Bound, d: Bound) -> Type:
    return integer(None if a is None or c is None else a + c, None if b is None or d is None else b + d)


def _subtract(a: Bound, b: Bound, c: Bound, d: Bound) -> Type:
    return integer(None if a is None or d is None else a - d, None if b is None or c is None else b - c)


def _multiply(a: Bound, b: Bound, c: Bound, d: Bound) -> Type:
    if a is not None and b is not None and c is not None and d is not None:
        corners = (a * c, a * d, b * c, b * d)
        return integer(min(corners), max(corners))
    return integer(a * c) if a is not None and c is not None and a >= 0 and c >= 0 else INT


def _floor_divide(a: Bound, b: Bound, c: Bound, d: Bound) -> Type:
    if c is None or c < 0:
        return INT
    divisor = max(c, 1)
    low = None if a is None else a // divisor if a < 0 else 0 if d is None else a // max(d, 1)
    high = None if b is None else b // divisor if b >= 0 else -1 if d is None else b // max(d, 1)
    return integer(low, high)


def _remainder(a: Bound, b: Bound, c: Bound, d: Bound) -> Type:
    if c is None or c < 0:
        return INT
    bounds = [d - 1] if d is not None and d > 0 else []
    if a is not None and a >= 0 and b is not None:
        bounds.append(b)
    return integer(0, min(bounds) if bounds else None)


def _power(a: Bound, b: Bound, c: Bound, d: Bound) -> Type:
    if d is not None and d < 0:
        return FLOAT
    if c is None or c < 0:
        return join(INT, FLOAT)
    if a is None or a < 0:
        return NATURAL if c == d and c % 2 == 0 else INT
    high = b**d if b is not None and d is not None and b.bit_length() * d <= _MOST_BITS else None
    return integer(min(a, 1) if c == 0 else a, high)


def _left_shift(a: Bound, b: Bound, c: Bound, d: Bound) -> Type:
    if d is None or d > _MOST_BITS or d < 0:
        return NATURAL if a is not None and a >= 0 else INT
    c = max(c or 0, 0)
    low = None if a is None else a << (c if a >= 0 else d)
    high = None if b is None else b << (d if b >= 0 else c)
    return integer(low, high)


def _right_shift(a: Bound, b: Bound, c: Bound, d: Bound) -> Type:
    c = min(max(c or 0, 0), _MOST_BITS)
    low = None if a is None else a >> c if a < 0 else 0 if d is None else a >> min(max(d, 0), _MOST_BITS)
    high = None if b is None else b >> c if b >= 0 else -1
    return integer(low, high)


def _and(a: Bound, b: Bound, c: Bound, d: Bound) -> Type:
    natural = [(a, b)] * (a is not None and a >= 0) + [(c, d)] * (c is not None and c >= 0)
    highs = [high for _, high in natural if high is not None]
    return integer(0, min(highs) if highs else None) if natural else INT


def _or(a: Bound, b: Bound, c: Bound, d: Bound) -> Type:
    if a is None or c is None or a < 0 or c < 0:
        return INT
    return integer(0, None if b is None or d is None else (1 << max(b, d).bit_length()) - 1)


RULES: dict[type[ast.operator], Callable[[Bound, Bound, Bound, Bound], Type]] = {
    ast.Add: _add,
    ast.Sub: _subtract,
    ast.Mult: _multiply,
    ast.FloorDiv: _floor_divide,
    ast.Mod: _remainder,
    ast.Pow: _power,
    ast.LShift: _left_shift,
    ast.RShift: _right_shift,
    ast.BitAnd: _and,
    ast.BitOr: _or,
    ast.BitXor: _or,
}
