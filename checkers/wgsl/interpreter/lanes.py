"""Blocks of invocations that run at once, and masks of them.

A lane is one invocation's place in a block. A mask says which lanes run: True is all, False is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Lanes = NDArray[Any]
Mask = bool | NDArray[np.bool_]
Triple = tuple[int, int, int]


def union(one: Mask, other: Mask) -> Mask:
    """The lanes of either mask."""
    if other is False or one is True:
        return one
    if one is False or other is True:
        return other
    both = one | other
    return True if both.all() else both


def rejoin(entered: Mask, one: Mask, other: Mask) -> Mask:
    """The lanes of either mask, both parts of `entered`: `entered` itself where they are all of it.

    What a mask of the same identity guards needs no choice by lanes.
    """
    after = union(one, other)
    if isinstance(after, bool) or isinstance(entered, bool) or after is entered:
        return after
    return entered if np.count_nonzero(after) == np.count_nonzero(entered) else after


def split(mask: Mask, condition: Lanes) -> tuple[Mask, Mask]:
    """The lanes of a mask that is not False where the condition holds, and where not; the mask itself where all are."""
    if len(condition) == 1:
        return (mask, False) if condition[0] else (False, mask)
    taken = condition if mask is True else condition & mask
    others = ~condition if mask is True else mask & ~condition
    if not others.any():
        return mask, False
    if not taken.any():
        return False, mask
    return taken, others


def choose(mask: Lanes, value: Lanes, other: Lanes) -> Lanes:
    """`value` in the lanes of a mask, `other` elsewhere: without a branch, which is `np.where`'s cost."""
    if value.dtype == np.bool_:
        return value & mask | other & ~mask
    return (value - other) * mask.astype(value.dtype) + other


def settled(lanes: Lanes) -> Lanes:
    """`lanes` as one element where all are the same."""
    if len(lanes) > 1 and lanes[0] == lanes[-1] and (lanes == lanes[0]).all():
        return lanes[:1]
    return lanes


@dataclass(frozen=True, slots=True)
class Grid:
    """The invocations of a dispatch: the size of a workgroup and the number of workgroups, each in x, y and z.

    Invocations are numbered workgroup by workgroup, in the order of `local_invocation_index` within one.
    """

    size: Triple
    workgroups: Triple

    @property
    def group(self) -> int:
        """Invocations of a workgroup."""
        return self.size[0] * self.size[1] * self.size[2]

    @property
    def groups(self) -> int:
        """Workgroups of the dispatch."""
        return self.workgroups[0] * self.workgroups[1] * self.workgroups[2]

    def identifier(self, number: int) -> Triple:
        """`global_invocation_id` of an invocation."""
        workgroup, local = divmod(number, self.group)
        x, y, z = _coordinates(workgroup, self.workgroups)
        inner_x, inner_y, inner_z = _coordinates(local, self.size)
        return x * self.size[0] + inner_x, y * self.size[1] + inner_y, z * self.size[2] + inner_z

    def spans(self, lanes: int) -> Iterator[tuple[int, int]]:
        """Runs of workgroups of about `lanes` invocations: the first of each and their number.

        A run keeps to one layer in z where layers are large enough, so that what depends on z alone is computed once.
        """
        if not self.groups:
            return
        most = max(1, lanes // self.group)
        layer = self.workgroups[0] * self.workgroups[1]
        reach = layer if layer * 4 >= most else layer * (most // layer)
        for start in range(0, self.groups, reach):
            end = min(start + reach, self.groups)
            for first in range(start, end, most):
                yield first, min(most, end - first)


def _coordinates(number: int, extents: Triple) -> Triple:
    x, y, _ = extents
    return number % x, number // x % y, number // (x * y)


class Block:
    """Whole workgroups that run at once. `numbers` are those of their invocations in the dispatch."""

    __slots__ = ("_workgroups", "count", "first", "grid", "lanes", "numbers")

    def __init__(self, grid: Grid, first: int, count: int) -> None:
        self.grid = grid
        self.first = first
        self.count = count
        self.lanes = count * grid.group
        self.numbers = np.arange(first * grid.group, first * grid.group + self.lanes, dtype=np.int32)
        self._workgroups = np.arange(first, first + count, dtype=np.uint32)

    def input(self, name: str) -> Lanes | tuple[Lanes, ...] | None:
        """A built-in input value of compute shaders (WGSL §13.3.1.1); None of a name that is not one."""
        if name == "num_workgroups":
            return tuple(np.array([count], np.uint32) for count in self.grid.workgroups)
        if name == "local_invocation_index":
            return self._local(np.arange(self.grid.group, dtype=np.uint32))
        if name == "workgroup_index":
            return self._outer(self._workgroups)
        if name == "global_invocation_index":
            x, y, z = self._global()
            width, height = (
                size * count for size, count in zip(self.grid.size[:2], self.grid.workgroups, strict=False)
            )
            return (z * np.uint32(height & 0xFFFFFFFF) + y) * np.uint32(width & 0xFFFFFFFF) + x
        if name == "workgroup_id":
            return tuple(self._outer(part) for part in _lanes_of(self._workgroups, self.grid.workgroups))
        if name == "local_invocation_id":
            index = np.arange(self.grid.group, dtype=np.uint32)
            return tuple(self._local(part) for part in _lanes_of(index, self.grid.size))
        return self._global() if name == "global_invocation_id" else None

    def _outer(self, workgroups: Lanes) -> Lanes:
        """Values of workgroups for each of their invocations."""
        return settled(np.repeat(workgroups, self.grid.group))

    def _local(self, values: Lanes) -> Lanes:
        """Values of the invocations of a workgroup for every workgroup."""
        return settled(np.tile(values, self.count))

    def _global(self) -> tuple[Lanes, ...]:
        index = np.arange(self.grid.group, dtype=np.uint32)
        outer = _lanes_of(self._workgroups, self.grid.workgroups)
        inner = _lanes_of(index, self.grid.size)
        parts = zip(outer, inner, self.grid.size, strict=True)
        return tuple(
            settled(np.repeat(a * np.uint32(size), self.grid.group) + np.tile(b, self.count)) for a, b, size in parts
        )


def _lanes_of(numbers: Lanes, extents: Triple) -> tuple[Lanes, Lanes, Lanes]:
    x, y, _ = (np.uint32(extent) for extent in extents)
    return numbers % x, numbers // x % y, numbers // (x * y)
