"""Bits of constants: bitcast, packing and unpacking, packed dot products (WGSL §17.2, §17.5, §17.9, §17.10)."""

from __future__ import annotations

import math
import struct

from .scalar_arithmetic import ConstError, convert, round_float, wrap
from .types import ABSTRACT_INT, F16, F32, I32, U32, Scalar, Type, Vector, scalar_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .ir import Value
    from .scalar_arithmetic import Number

    Packing = Callable[[tuple[Number, ...]], Value]

_FORMATS = {16: ("<e", "<H"), 32: ("<f", "<I"), 64: ("<d", "<Q")}


def to_bits(scalar: Scalar, value: Number) -> int:
    """The bits of a scalar as an unsigned number."""
    if scalar.kind == "float":
        form, bits = _FORMATS[scalar.width]
        return struct.unpack(bits, struct.pack(form, value))[0]
    return int(value) & ((1 << scalar.width) - 1)


def from_bits(scalar: Scalar, bits: int) -> Number:
    """The scalar that has these bits; raises ConstError when it is not a finite number."""
    if scalar.kind != "float":
        return wrap(scalar, bits)
    form, unsigned = _FORMATS[scalar.width]
    value: float = struct.unpack(form, struct.pack(unsigned, bits))[0]
    if not math.isfinite(value):
        raise ConstError(f"the bits {bits:#x} are not a finite {scalar}")
    return value


def bitcast(value: Value, source: Type, target: Type) -> Value:
    """The bits of `value` as the type `target`, of the same size; the first component is lowest."""
    own, wanted = scalar_of(source), scalar_of(target)
    assert own is not None
    assert wanted is not None
    components: tuple[Number, ...] = value if isinstance(value, tuple) else (value,)  # pyright: ignore[reportAssignmentType]
    if own is ABSTRACT_INT:
        # The bits of an i32 where it is negative, which translators take although §17.2.1 asks for a u32.
        made = tuple(to_bits(U32, convert(part, own, I32 if part < 0 else U32)) for part in components)
    else:
        bits = sum(to_bits(own, component) << own.width * at for at, component in enumerate(components))
        count = len(components) * own.width // wanted.width
        mask = (1 << wanted.width) - 1
        made = tuple(from_bits(wanted, bits >> wanted.width * at & mask) for at in range(count))
    return made if isinstance(target, Vector) else made[0]


def _chunks(bits: int, width: int, scalar: Scalar) -> tuple[int, ...]:
    """A u32 cut into chunks of `width` bits, with sign extension for a signed type."""
    chunks = (bits >> at & ((1 << width) - 1) for at in range(0, 32, width))
    if scalar.kind == "uint":
        return tuple(chunks)
    return tuple(chunk - (1 << width) if chunk >> (width - 1) else chunk for chunk in chunks)


def _joined(values: tuple[int, ...], width: int) -> int:
    mask = (1 << width) - 1
    return sum((value & mask) << width * at for at, value in enumerate(values))


def _pack_normalized(width: int, least: float) -> Packing:
    most = (1 << (width - (least < 0))) - 1

    def pack(values: tuple[Number, ...]) -> int:
        return _joined(tuple(math.floor(0.5 + most * min(1.0, max(least, value))) for value in values), width)

    return pack


def _unpack_normalized(width: int, scalar: Scalar) -> Packing:
    most = (1 << (width - (scalar.kind == "int"))) - 1
    return lambda values: tuple(
        round_float(F32, max(chunk / most, -1.0)) for chunk in _chunks(int(values[0]), width, scalar)
    )


def _pack_clamped(scalar: Scalar) -> Packing:
    low, high = (-128, 127) if scalar.kind == "int" else (0, 255)
    return lambda values: _joined(tuple(min(max(int(value), low), high) for value in values), 8)


def _pack_half(values: tuple[Number, ...]) -> int:
    return _joined(tuple(to_bits(F16, convert(value, F32, F16)) for value in values), 16)


def _unpack_half(values: tuple[Number, ...]) -> tuple[Number, ...]:
    return tuple(from_bits(F16, chunk) for chunk in _chunks(int(values[0]), 16, U32))


PACKING: dict[str, Packing] = {
    "pack4x8snorm": _pack_normalized(8, -1.0),
    "pack4x8unorm": _pack_normalized(8, 0.0),
    "pack4xI8": lambda values: _joined(values, 8),  # pyright: ignore[reportArgumentType]
    "pack4xU8": lambda values: _joined(values, 8),  # pyright: ignore[reportArgumentType]
    "pack4xI8Clamp": _pack_clamped(I32),
    "pack4xU8Clamp": _pack_clamped(U32),
    "pack2x16snorm": _pack_normalized(16, -1.0),
    "pack2x16unorm": _pack_normalized(16, 0.0),
    "pack2x16float": _pack_half,
    "unpack4x8snorm": _unpack_normalized(8, I32),
    "unpack4x8unorm": _unpack_normalized(8, U32),
    "unpack4xI8": lambda values: _chunks(int(values[0]), 8, I32),
    "unpack4xU8": lambda values: _chunks(int(values[0]), 8, U32),
    "unpack2x16snorm": _unpack_normalized(16, I32),
    "unpack2x16unorm": _unpack_normalized(16, U32),
    "unpack2x16float": _unpack_half,
}


def packed_dot(scalar: Scalar, left: int, right: int) -> int:
    """The dot product of four signed or unsigned bytes each, as `scalar`."""
    products = (a * b for a, b in zip(_chunks(left, 8, scalar), _chunks(right, 8, scalar), strict=True))
    return wrap(scalar, sum(products))
