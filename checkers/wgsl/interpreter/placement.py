"""Where the scalars of a type lie: in buffers as WGSL lays them out (§14.4), elsewhere one after the other.

Offsets count 32-bit words. An array counted by an override-expression is counted by its value in a pipeline.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from .. import ir
from ..layout import member_offsets, size_of, stride_of
from ..types import Array, Atomic, Scalar, Struct, Type, Vector
from .values import MOST_LEAVES, Refused, dtype_of, leaf_count

Leaves = tuple[tuple[int, np.dtype], ...]
BUFFERS = frozenset(("storage", "uniform"))


class Placement:
    """Offsets in one kind of memory. `counts` are the values of the override-expressions that count arrays."""

    def __init__(self, shared: bool, counts: Mapping[ir.Expression, int]) -> None:
        self.shared = shared
        self.counts = counts

    def count(self, type: Array) -> int | None:
        """The number of elements; None of a runtime-sized array."""
        if isinstance(type.count, ir.Expression):
            return self.counts[type.count]
        assert type.count is None or isinstance(type.count, int)
        return type.count

    def stride(self, type: Array) -> int:
        """Words from one element to the next."""
        if not self.shared:
            return leaf_count(type.element)
        return _words(type, stride_of(type))

    def member(self, type: Struct, position: int) -> int:
        """The offset of a member."""
        if self.shared:
            return _words(type, member_offsets(type)[position])
        return sum(leaf_count(member.type) for member in type.members[:position])

    def leaves(self, type: Type) -> Leaves:
        """The offset and dtype of each scalar of a type that may be a value, in order."""
        leaf_count(type)
        return tuple(self._leaves(type, 0))

    def _leaves(self, type: Type, at: int) -> list[tuple[int, np.dtype]]:
        if isinstance(type, Scalar | Atomic):
            return [(at, dtype_of(type))]
        if isinstance(type, Vector):
            return [(at + part, dtype_of(type.element)) for part in range(type.size)]
        if isinstance(type, Struct):
            members = enumerate(type.members)
            return [
                leaf for position, of in members for leaf in self._leaves(of.type, at + self.member(type, position))
            ]
        assert isinstance(type, Array)
        assert isinstance(type.count, int)
        stride = self.stride(type)
        return [leaf for element in range(type.count) for leaf in self._leaves(type.element, at + element * stride)]


def packed_size(type: Type, counts: Mapping[ir.Expression, int]) -> int:
    """Scalars of a type of fixed footprint. Raises `Refused` when they are too many."""
    if not isinstance(type, Array) or not isinstance(type.count, ir.Expression):
        return leaf_count(type)
    size = counts[type.count] * leaf_count(type.element)
    if size > MOST_LEAVES:
        raise Refused(f"the type {type} holds {size} scalars, and the interpreter takes {MOST_LEAVES} at most")
    return size


def _words(type: Type, size: int | None) -> int:
    """Bytes as words; a type with scalars of another size than 32 bits may need parts of them."""
    if size is None or size % 4:
        raise Refused(f"the interpreter runs integers of 32 bits and bool, and not the type {type}")
    return size // 4


def minimum_size(type: Type) -> int:
    """Words that a buffer bound to a variable of this type needs at least: one element of a runtime-sized array."""
    if isinstance(type, Array) and type.count is None:
        return _words(type, stride_of(type))
    if isinstance(type, Struct) and size_of(type) is None:
        last = type.members[-1].type
        return _words(type, member_offsets(type)[-1]) + minimum_size(last)
    size = size_of(type)
    if size is None:
        raise Refused(f"the interpreter binds no buffer of type {type}")
    return -(-size // 4)
