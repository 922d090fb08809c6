"""Memory layout of host-shareable types (WGSL §14.4) and the predicates of types (WGSL §6.2, §6.4)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .types import Struct, Type


def is_concrete(type: Type) -> bool:
    """Whether no abstract scalar is in `type`."""
    raise NotImplementedError(type)


def is_constructible(type: Type) -> bool:
    """Whether values of `type` can be made, passed and returned (WGSL §6.2.13)."""
    raise NotImplementedError(type)


def is_plain(type: Type) -> bool:
    """Scalar, vector, matrix, atomic, or an array or structure of such (§6.2.12)."""
    raise NotImplementedError(type)


def is_storable(type: Type) -> bool:
    """Whether a variable may hold it: concrete plain types, textures and samplers."""
    raise NotImplementedError(type)


def is_host_shareable(type: Type) -> bool:
    """Whether a buffer may hold it (WGSL §6.4.2)."""
    raise NotImplementedError(type)


def has_fixed_footprint(type: Type) -> bool:
    """Fixed at pipeline creation: no runtime-sized array in it."""
    raise NotImplementedError(type)


def has_creation_fixed_footprint(type: Type) -> bool:
    """Fixed at shader creation: has_fixed_footprint, and no array counted by an override-expression."""
    raise NotImplementedError(type)


def contains_atomic(type: Type) -> bool:
    """Whether an atomic type is in `type`, at any depth."""
    raise NotImplementedError(type)


def nesting_depth(type: Type) -> int:
    """The nesting depth of a composite type (WGSL §6.2.10): 0 for a scalar."""
    raise NotImplementedError(type)


def align_of(type: Type) -> int:
    """The required alignment in bytes (§14.4.1); `@align` of members counts."""
    raise NotImplementedError(type)


def size_of(type: Type) -> int | None:
    """The size in bytes; None where it is not fixed at shader creation."""
    raise NotImplementedError(type)


def member_offsets(type: Struct) -> tuple[int, ...]:
    """The offset of each member, in bytes."""
    raise NotImplementedError(type)
