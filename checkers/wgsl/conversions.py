"""Feasible automatic conversions and their ranks (WGSL §6.1.2)."""

from __future__ import annotations

from . import types
from .types import (
    ABSTRACT_FLOAT,
    ABSTRACT_INT,
    F16,
    F32,
    F64,
    I16,
    I32,
    I64,
    U16,
    U32,
    U64,
    Array,
    Matrix,
    Struct,
    Vector,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .types import Scalar, Type

# The ranks of the specification; extension types come after all of its own.
_RANKS: dict[tuple[Type, Type], int] = {
    (ABSTRACT_FLOAT, F32): 1,
    (ABSTRACT_FLOAT, F16): 2,
    (ABSTRACT_FLOAT, F64): 8,
    (ABSTRACT_INT, I32): 3,
    (ABSTRACT_INT, U32): 4,
    (ABSTRACT_INT, ABSTRACT_FLOAT): 5,
    (ABSTRACT_INT, F32): 6,
    (ABSTRACT_INT, F16): 7,
    (ABSTRACT_INT, I64): 8,
    (ABSTRACT_INT, U64): 9,
    (ABSTRACT_INT, F64): 10,
    (ABSTRACT_INT, I16): 11,
    (ABSTRACT_INT, U16): 12,
}
_CONCRETE_SCALARS: dict[Type, Type] = {ABSTRACT_INT: I32, ABSTRACT_FLOAT: F32}
_concrete: dict[Type, Type] = types.memory()
_results: dict[str, Struct] = {}


def conversion_rank(source: Type, target: Type) -> int | None:
    """The rank of the automatic conversion from `source` to `target`: 0 when they are the same, None when there is
    none."""
    if source is target:
        return 0
    while True:
        if isinstance(source, Vector):
            if not isinstance(target, Vector) or source.size != target.size:
                return None
        elif isinstance(source, Matrix):
            if not isinstance(target, Matrix) or (source.columns, source.rows) != (target.columns, target.rows):
                return None
        elif isinstance(source, Array):
            if not isinstance(target, Array) or source.count != target.count:
                return None
        elif isinstance(source, Struct):
            return _result_rank(source, target)
        else:
            return 0 if source is target else _RANKS.get((source, target))
        source = source.element
        target = target.element


def _result_rank(source: Struct, target: Type) -> int | None:
    """The rank between result structures of `frexp` and `modf`."""
    if source is target:
        return 0
    if source.name.endswith("_abstract") and isinstance(target, Struct):
        stem = source.name.removesuffix("abstract")
        if target is _results.get(f"{stem}f32"):
            return 1
        if target is _results.get(f"{stem}f16"):
            return 2
    return None


def concretize(type: Type) -> Type:
    """`type` without abstract scalars: AbstractInt becomes i32 and AbstractFloat f32, at any depth."""
    found = _concrete.get(type)
    if found is None:
        found = _concrete[type] = _concretize(type)
    return found


def _concretize(type: Type) -> Type:
    wrappers: list[Array] = []
    while isinstance(type, Array):
        wrappers.append(type)
        type = type.element
    if isinstance(type, Vector):
        type = types.vector(type.size, _CONCRETE_SCALARS.get(type.element, type.element))  # pyright: ignore[reportArgumentType]
    elif isinstance(type, Matrix):
        element = _CONCRETE_SCALARS.get(type.element, type.element)
        type = types.matrix(type.columns, type.rows, element)  # pyright: ignore[reportArgumentType]
    elif isinstance(type, Struct) and type.name.endswith("_abstract"):
        type = _concrete_result(type)
    else:
        type = _CONCRETE_SCALARS.get(type, type)
    for wrapper in reversed(wrappers):
        type = wrapper if type is wrapper.element else types.array(type, wrapper.count)
    return type


def _concrete_result(type: Struct) -> Struct:
    stem = type.name.removesuffix("abstract")
    return result_structure(f"{stem}f32", tuple((member.name, concretize(member.type)) for member in type.members))


def result_structure(name: str, members: tuple[tuple[str, Type], ...]) -> Struct:
    """The predeclared result structure of that name, made once."""
    found = _results.get(name)
    if found is None:
        found = _results[name] = Struct(name, tuple(types.StructMember(member, type) for member, type in members))
    return found


def common_type(candidates: Iterable[Type]) -> Type | None:
    """The one of `candidates` that all of them convert to, or None."""
    best: Type | None = None
    for candidate in candidates:
        if best is None or best is candidate or conversion_rank(best, candidate) is not None:
            best = candidate
        elif conversion_rank(candidate, best) is None:
            return None
    return best


def with_element(type: Type, element: Scalar) -> Type:
    """The scalar, vector or matrix shape of `type` with another element."""
    if isinstance(type, Vector):
        return types.vector(type.size, element)
    if isinstance(type, Matrix):
        return types.matrix(type.columns, type.rows, element)
    return element
