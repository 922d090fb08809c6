"""Built-in functions that take or give a vector as a whole: dot, all, any, packing and unpacking (WGSL §17)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from .lanes import Lanes

Vector = tuple[Lanes, ...]

_U32 = np.uint32
_I32 = np.int32


def _components(value: Lanes | Vector) -> Vector:
    return value if isinstance(value, tuple) else (value,)


def dot(left: Vector, right: Vector) -> Lanes:
    """The sum of the products, modulo 2^32."""
    total = left[0] * right[0]
    for one, other in zip(left[1:], right[1:], strict=True):
        total = total + one * other
    return total


def _all(value: Lanes | Vector) -> Lanes:
    parts = _components(value)
    result = parts[0]
    for part in parts[1:]:
        result = result & part
    return result


def _any(value: Lanes | Vector) -> Lanes:
    parts = _components(value)
    result = parts[0]
    for part in parts[1:]:
        result = result | part
    return result


def _unsigned_bytes(word: Lanes) -> Vector:
    return tuple(word >> _U32(at) & _U32(0xFF) for at in (0, 8, 16, 24))


def _signed_bytes(word: Lanes) -> Vector:
    signed = word.view(_I32)
    return tuple((signed << _I32(24 - at)) >> _I32(24) for at in (0, 8, 16, 24))


def _joined(parts: Vector) -> Lanes:
    """Four components' low bytes, the first lowest."""
    word = parts[0].view(_U32) & _U32(0xFF)
    for at, part in zip((8, 16, 24), parts[1:], strict=True):
        word = word | (part.view(_U32) & _U32(0xFF)) << _U32(at)
    return word


def _clamped(parts: Vector, low: int, high: int) -> Lanes:
    of = parts[0].dtype.type
    return _joined(tuple(np.minimum(np.maximum(part, of(low)), of(high)) for part in parts))


WHOLE: Mapping[str, Callable[..., Any]] = {
    "all": _all,
    "any": _any,
    "dot": dot,
    "dot4I8Packed": lambda left, right: dot(_signed_bytes(left), _signed_bytes(right)),
    "dot4U8Packed": lambda left, right: dot(_unsigned_bytes(left), _unsigned_bytes(right)),
    "pack4xI8": _joined,
    "pack4xI8Clamp": lambda parts: _clamped(parts, -128, 127),
    "pack4xU8": _joined,
    "pack4xU8Clamp": lambda parts: _clamped(parts, 0, 255),
    "unpack4xI8": _signed_bytes,
    "unpack4xU8": _unsigned_bytes,
}
