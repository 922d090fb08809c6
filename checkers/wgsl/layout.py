"""Memory layout of host-shareable types (WGSL §14.4) and the predicates of types (WGSL §6.2, §6.5)."""

from __future__ import annotations

from .types import Array, Atomic, Matrix, Opaque, Scalar, Struct, Type, Vector, memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias, TypeVar

    Predicate: TypeAlias = Callable[[Type], bool]
    T = TypeVar("T")


def _everywhere(holds: Predicate) -> Predicate:
    """Makes what `holds` of one type hold of every type in it too, at any depth; what was found is remembered."""
    known: dict[Type, bool] = memory()

    def combine(type: Type, parts: tuple[bool, ...]) -> bool:
        return holds(type) and all(parts)

    def holds_everywhere(type: Type) -> bool:
        found = known.get(type)
        return fold_parts(type, known, combine) if found is None else found

    return holds_everywhere


@_everywhere
def is_constructible(type: Type) -> bool:
    """Whether values of `type` can be made, passed and returned (WGSL §6.2.12)."""
    if isinstance(type, Array):
        return isinstance(type.count, int)
    return isinstance(type, Scalar | Vector | Matrix | Struct) or is_subgroup_matrix(type)


def is_subgroup_matrix(type: Type) -> bool:
    """Whether it is a matrix that a subgroup holds together (an extension): plain, and never in a buffer."""
    return isinstance(type, Opaque) and type.generator.startswith("subgroup_matrix")


@_everywhere
def is_plain(type: Type) -> bool:
    """Scalar, vector, matrix, atomic, or an array or structure of such (§6.2)."""
    return isinstance(type, Scalar | Vector | Matrix | Atomic | Array | Struct) or is_subgroup_matrix(type)


def is_host_shareable(type: Type) -> bool:
    """Whether a buffer may hold it (WGSL §6.5.2): plain, concrete, and without bool."""
    if isinstance(type, Opaque):
        return type.generator == "buffer"
    return is_plain(type) and _is_shared(type)


@_everywhere
def _is_shared(type: Type) -> bool:
    if isinstance(type, Scalar):
        return not type.abstract and type.kind != "bool"
    return not isinstance(type, Opaque)


@_everywhere
def has_fixed_footprint(type: Type) -> bool:
    """Fixed at pipeline creation: no runtime-sized array in it."""
    return not (isinstance(type, Array) and type.count is None)


@_everywhere
def has_creation_fixed_footprint(type: Type) -> bool:
    """Fixed at shader creation: has_fixed_footprint, and no array counted by an override-expression."""
    return not isinstance(type, Array) or isinstance(type.count, int)


def contains_atomic(type: Type) -> bool:
    """Whether an atomic type is in `type`, at any depth."""
    return not _is_no_atomic(type)


@_everywhere
def _is_no_atomic(type: Type) -> bool:
    return not isinstance(type, Atomic)


def contains_array(type: Type) -> bool:
    """Whether an array type is in `type`, at any depth."""
    return not _is_no_array(type)


@_everywhere
def _is_no_array(type: Type) -> bool:
    return not isinstance(type, Array)


# WGSL §2.4 asks for 15 levels at least; this is what Tint takes.
DEEPEST = 255
_DEPTHS: dict[Type, int] = memory()


def nesting_depth(type: Type) -> int:
    """The nesting depth of a composite type (WGSL §6.2.11): 0 for a scalar, 1 for a vector."""
    return fold_parts(type, _DEPTHS, _depth)


def _depth(type: Type, parts: tuple[int, ...]) -> int:
    if isinstance(type, Vector):
        return 1
    if isinstance(type, Matrix):
        return 2
    return 1 + max(parts, default=0) if isinstance(type, Array | Struct) else 0


_LAYOUTS: dict[Type, tuple[int, int | None]] = memory()


def align_of(type: Type) -> int:
    """The required alignment in bytes (§14.4.1); `@align` of members counts. 1 where the type has no layout."""
    return fold_parts(type, _LAYOUTS, _layout)[0]


def size_of(type: Type) -> int | None:
    """The size in bytes; None where it is not fixed at shader creation."""
    return fold_parts(type, _LAYOUTS, _layout)[1]


def member_offsets(type: Struct) -> tuple[int, ...]:
    """The offset of each member, in bytes. Members after one of unknown size are given no further offsets."""
    offsets: list[int] = []
    offset = 0
    for member in type.members:
        offset = round_up(member.align or align_of(member.type), offset)
        offsets.append(offset)
        size = member.size if member.size is not None else size_of(member.type)
        if size is None:
            break
        offset += size
    return tuple(offsets)


def stride_of(type: Array) -> int | None:
    """The distance in bytes between elements; None where it is not fixed at shader creation."""
    size = size_of(type.element)
    return None if size is None else round_up(align_of(type.element), size)


def round_up(alignment: int, offset: int) -> int:
    """The least multiple of `alignment` that is not less than `offset`."""
    return -(-offset // alignment) * alignment


def _layout(type: Type, parts: tuple[tuple[int, int | None], ...]) -> tuple[int, int | None]:
    """(alignment, size) of a type from those of its element or members."""
    if isinstance(type, Scalar):
        # A bool has the layout of a u32 (§14.4.1); an abstract scalar has none.
        size = 4 if type.kind == "bool" else max(type.width // 8, 1)
        return size, size
    if isinstance(type, Atomic):
        return (8, 8) if isinstance(type.element, Vector) else parts[0]
    if isinstance(type, Vector):
        size = parts[0][0]
        return (2 if type.size == 2 else 4) * size, type.size * size
    if isinstance(type, Matrix):
        size = parts[0][0]
        align = (2 if type.rows == 2 else 4) * size
        return align, type.columns * align
    if isinstance(type, Array):
        align, size = parts[0]
        if size is None or not isinstance(type.count, int):
            return align, None
        return align, type.count * round_up(align, size)
    if isinstance(type, Struct):
        return _struct_layout(type, parts)
    if isinstance(type, Opaque) and type.generator == "buffer" and type.template:
        return 4, type.template[0] if isinstance(type.template[0], int) else None
    return 1, None


def _struct_layout(type: Struct, parts: tuple[tuple[int, int | None], ...]) -> tuple[int, int | None]:
    align = 1
    offset: int | None = 0
    for member, (own_align, own_size) in zip(type.members, parts, strict=True):
        own_align = member.align or own_align
        own_size = member.size if member.size is not None else own_size
        align = max(align, own_align)
        if offset is not None:
            offset = None if own_size is None else round_up(own_align, offset) + own_size
    return align, None if offset is None else round_up(align, offset)


def parts_of(type: Type) -> tuple[Type, ...]:
    """The element of a vector, matrix, array or atomic; the members of a structure."""
    if isinstance(type, Vector | Matrix | Array | Atomic):
        return (type.element,)
    if isinstance(type, Struct):
        return tuple(member.type for member in type.members)
    return ()


def fold_parts(type: Type, known: dict[Type, T], combine: Callable[[Type, tuple[T, ...]], T]) -> T:
    """`combine` over `type` from its parts upwards, without recursion, remembered in `known`."""
    stack = [type]
    while stack:
        top = stack[-1]
        if top in known:
            stack.pop()
            continue
        children = parts_of(top)
        missing = [child for child in children if child not in known]
        if missing:
            stack.extend(missing)
        else:
            known[top] = combine(top, tuple(known[child] for child in children))
            stack.pop()
    return known[type]
