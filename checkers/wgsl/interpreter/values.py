"""How values are held: a scalar as lanes, a vector or a structure as a tuple of its parts.

A value of a type that holds an array is a matrix of `np.uint32`: a row for each scalar in it, in order, and a
column for each lane, or one for all. Values are never changed in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .. import ir
from ..constants import Repeat
from ..layout import contains_array, fold_parts
from ..types import Array, Atomic, Scalar, Struct, Type, Vector, memory
from .lanes import Lanes, choose

Words = NDArray[np.uint32]
# A scalar, a tuple of parts, or a matrix; of a pointer, a `memory.Place`.
Value: TypeAlias = Any

U32 = np.dtype(np.uint32)
I32 = np.dtype(np.int32)
BOOL = np.dtype(np.bool_)

# Scalars in one value; more would not be held for many lanes at once.
MOST_LEAVES = 1 << 18
_COUNTS: dict[Type, int] = memory()


class Refused(Exception):
    """A module that the interpreter does not run; `start` and `end` say where. The message says why."""

    def __init__(self, message: str, node: ir.Node | None = None) -> None:
        super().__init__(message)
        self.start = node.start if node is not None else 0
        self.end = node.end if node is not None else 0


def dtype_of(type: Type) -> np.dtype:
    """The dtype that holds a scalar type. Raises `Refused` for one that is no bool and no integer of 32 bits."""
    if isinstance(type, Atomic):
        type = type.element
    if isinstance(type, Scalar):
        if type.kind == "bool":
            return BOOL
        if type.kind in ("int", "uint") and (type.width == 32 or type.abstract):
            return I32 if type.kind == "int" else U32
    raise Refused(f"the interpreter runs integers of 32 bits and bool, and not the type {type}")


def from_words(words: Words, dtype: np.dtype) -> Lanes:
    """Lanes of a dtype from their words in memory."""
    if dtype is U32:
        return words
    return words.view(I32) if dtype is I32 else words != 0


def to_words(lanes: Lanes) -> Words:
    """The words that hold lanes of any dtype."""
    return lanes.astype(np.uint32) if lanes.dtype == BOOL else lanes.view(np.uint32)


def leaf_count(type: Type) -> int:
    """The number of scalars in a type whose arrays are counted by constants. Raises `Refused` when it is too many."""
    count = fold_parts(type, _COUNTS, _leaf_count)
    if count > MOST_LEAVES:
        raise Refused(f"the type {type} holds {count} scalars, and the interpreter takes {MOST_LEAVES} at most")
    return count


def _leaf_count(type: Type, parts: tuple[int, ...]) -> int:
    if isinstance(type, Scalar | Atomic):
        return 1
    if isinstance(type, Vector):
        return type.size
    if isinstance(type, Struct):
        count = sum(parts)
    elif isinstance(type, Array) and isinstance(type.count, int):
        count = type.count * parts[0]
    else:
        raise Refused(f"the interpreter does not hold a value of type {type}")
    # Types nest deep, and the exact number of what is too many does not matter.
    return min(count, 1 << 40)


def leaf_dtypes(type: Type) -> tuple[np.dtype, ...]:
    """The dtype of each scalar in a type, in order."""
    if isinstance(type, Scalar | Atomic):
        return (dtype_of(type),)
    if isinstance(type, Vector):
        return (dtype_of(type.element),) * type.size
    leaf_count(type)
    if isinstance(type, Struct):
        return tuple(dtype for member in type.members for dtype in leaf_dtypes(member.type))
    assert isinstance(type, Array)
    assert isinstance(type.count, int)
    return leaf_dtypes(type.element) * type.count


def flatten(value: Value) -> list[Lanes]:
    """The scalars of a value without arrays, in order."""
    if not isinstance(value, tuple):
        return [value]
    return [leaf for part in value for leaf in flatten(part)]


def build(type: Type, leaves: Iterator[Lanes]) -> Value:
    """The value of a type without arrays that has these scalars, in order."""
    if isinstance(type, Vector):
        return tuple(next(leaves) for _ in range(type.size))
    if isinstance(type, Struct):
        return tuple(build(member.type, leaves) for member in type.members)
    return next(leaves)


def stack(rows: Iterable[Words]) -> Words:
    """A matrix of rows of one element or of one for each lane."""
    rows = list(rows)
    if not rows:
        return np.zeros((0, 1), np.uint32)
    matrix = np.empty((len(rows), max(len(row) for row in rows)), np.uint32)
    for at, row in enumerate(rows):
        matrix[at] = row
    return matrix


def rows_of(value: Value) -> list[Words]:
    """The words of the scalars of a value, in order."""
    if isinstance(value, np.ndarray) and value.ndim == 2:
        return list(value)
    if isinstance(value, tuple):
        return [row for part in value for row in rows_of(part)]
    return [to_words(value)]


def from_rows(type: Type, rows: Words) -> Value:
    """A value of a type from the words of its scalars: a matrix where it holds an array."""
    if contains_array(type):
        return rows
    return build(type, (from_words(row, dtype) for row, dtype in zip(rows, leaf_dtypes(type), strict=True)))


def merge(mask: NDArray[np.bool_], value: Value, other: Value) -> Value:
    """`value` in the lanes of a mask, `other` elsewhere."""
    if isinstance(value, tuple):
        return tuple(merge(mask, part, rest) for part, rest in zip(value, other, strict=True))
    return value if value is other else choose(mask, value, other)


def constant(type: Type, value: ir.Value) -> Value:
    """The value of a const-expression of a concrete type."""
    if contains_array(type):
        count = leaf_count(type)
        words = np.fromiter(_words(value), np.uint32, count)
        return words.reshape(count, 1)
    if isinstance(value, tuple):
        parts = [type.element] * type.size if isinstance(type, Vector) else [member.type for member in _members(type)]
        return tuple(constant(part, of) for part, of in zip(parts, value, strict=True))
    dtype = dtype_of(type)
    if dtype is BOOL:
        return np.array([value], BOOL)
    return np.array([int(value) & 0xFFFFFFFF], np.uint32).view(dtype)


def _members(type: Type) -> Iterable[Any]:
    if not isinstance(type, Struct):
        raise Refused(f"the interpreter does not hold a value of type {type}")
    return type.members


def _words(value: ir.Value) -> Iterator[int]:
    if isinstance(value, tuple | Repeat):
        for part in value:
            yield from _words(part)
    elif isinstance(value, float):
        raise Refused("the interpreter runs integers of 32 bits and bool, and no floats")
    else:
        yield int(value) & 0xFFFFFFFF


def zero(type: Type) -> Value:
    """The zero value of a type."""
    if contains_array(type):
        return np.zeros((leaf_count(type), 1), np.uint32)
    return build(type, (np.zeros(1, dtype) for dtype in leaf_dtypes(type)))
