"""Memory: of each invocation alone (scalars by name, or words that are indexed), and shared words (WGSL §14.3).

An offset counts scalars, or words of a buffer; it is an int where it is the same for all lanes, else lanes of
`np.uint32`. It is in bounds: whoever makes it has seen to that.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .. import ir
from .frames import Frame
from .lanes import Lanes, Mask, choose
from .sanitizer import Shadow
from .values import Value, Words, flatten, from_words, to_words

Offset = int | Lanes


class Memory(Protocol):
    """The memory of a variable."""

    def read(self, frame: Frame, offset: Offset, dtype: np.dtype, node: ir.Node) -> Lanes:
        """The scalars at `offset`, each lane its own; `node` is what reads."""
        ...

    def write(self, frame: Frame, offset: Offset, value: Lanes, node: ir.Node) -> None:
        """Store scalars at `offset` in the lanes that run."""
        ...


# What a pointer is, and what a reference gives: a memory and an offset in it.
Place = tuple[Any, Offset]


class Scalars:
    """A variable without arrays, of one invocation each: its scalars as they are. `mask`: the lanes it lives in."""

    __slots__ = ("leaves", "mask")

    def __init__(self, leaves: list[Lanes], mask: Mask) -> None:
        self.leaves = leaves
        self.mask = mask

    def read(self, frame: Frame, offset: Offset, dtype: np.dtype, node: ir.Node) -> Lanes:
        """A scalar, or of a vector's components each lane's own."""
        if isinstance(offset, int):
            return self.leaves[offset]
        low, high = int(offset.min()), int(offset.max())
        value = self.leaves[low]
        for at in range(low + 1, high + 1):
            value = choose(offset == at, self.leaves[at], value)
        return value

    def write(self, frame: Frame, offset: Offset, value: Lanes, node: ir.Node) -> None:
        """Store; lanes that do not run keep what they had."""
        leaves = self.leaves
        mask = frame.mask
        if not isinstance(offset, int):
            for at in range(int(offset.min()), int(offset.max()) + 1):
                hit = offset == at if mask is True else mask & (offset == at)
                if hit.any():
                    leaves[at] = choose(hit, value, leaves[at])
        elif isinstance(mask, bool) or mask is self.mask:
            leaves[offset] = value
        else:
            leaves[offset] = choose(mask, value, leaves[offset])


class Rows:
    """A variable that holds an array, of one invocation each: a row for each scalar, a column for each lane."""

    __slots__ = ("_flat", "_lanes", "rows")

    def __init__(self, rows: Words) -> None:
        self.rows = rows
        self._flat = rows.reshape(-1)
        self._lanes = np.arange(rows.shape[1])

    def read(self, frame: Frame, offset: Offset, dtype: np.dtype, node: ir.Node) -> Lanes:
        """The scalars at `offset`."""
        if isinstance(offset, int):
            return from_words(self.rows[offset].copy(), dtype)
        return from_words(self._flat.take(offset * np.int64(len(self._lanes)) + self._lanes), dtype)

    def write(self, frame: Frame, offset: Offset, value: Lanes, node: ir.Node) -> None:
        """Store in the lanes that run."""
        words = to_words(value)
        mask = frame.mask
        if isinstance(offset, int):
            np.copyto(self.rows[offset], words, where=mask)
            return
        places = offset * np.int64(len(self._lanes)) + self._lanes
        if mask is True:
            self._flat[places] = words
            return
        self._flat[places[mask]] = words if len(words) == 1 else words[mask]


class SharedWords:
    """Words that invocations share: a buffer, or with a `base` for each lane the workgroups' own memories."""

    __slots__ = ("_base", "_shadow", "words")

    def __init__(self, words: Words, shadow: Shadow | None, base: Lanes | None = None) -> None:
        self.words = words
        self._shadow = shadow
        self._base = base

    def _at(self, offset: Offset) -> Offset:
        return offset if self._base is None else offset + self._base

    def read(self, frame: Frame, offset: Offset, dtype: np.dtype, node: ir.Node) -> Lanes:
        """The words at `offset`."""
        at = self._at(offset)
        if isinstance(at, int):
            words = self.words[at : at + 1].copy()
        else:
            # In bounds as they are, `clip` only spares NumPy a check of its own.
            words = self.words.take(at.astype(np.intp), mode="clip")
        if self._shadow is not None:
            self._shadow.read(*self._reached(frame, at), node)
        return from_words(words, dtype)

    def write(self, frame: Frame, offset: Offset, value: Lanes, node: ir.Node) -> None:
        """Store in the lanes that run; of two that store to one word, the later."""
        numbers, places = self._reached(frame, self._at(offset))
        words = reaching(frame, to_words(value))
        self.words[places] = words
        if self._shadow is not None:
            self._shadow.write(numbers, places, node)

    def reach(self, frame: Frame, offset: Offset, family: int, exclusive: bool, node: ir.Node) -> NDArray[Any]:
        """The places that an atomic operation reaches, one for each lane that runs."""
        numbers, places = self._reached(frame, self._at(offset))
        if self._shadow is not None:
            self._shadow.atomic(numbers, places, family, exclusive, node)
        return places

    def _reached(self, frame: Frame, at: Offset) -> tuple[NDArray[np.int32], NDArray[Any]]:
        """The numbers of the invocations that run, and the place of each."""
        numbers = frame.block.numbers
        places = np.broadcast_to(np.asarray(at, np.uint32), numbers.shape)
        mask = frame.reaching
        return (numbers, places) if mask is True else (numbers[mask], places[mask])

    def forget(self) -> None:
        """A barrier was passed."""
        if self._shadow is not None:
            self._shadow.forget()


def reaching(frame: Frame, lanes: Lanes) -> Lanes:
    """`lanes` of the lanes that reach shared memory, or the one element that they all have."""
    mask = frame.reaching
    return lanes if mask is True or len(lanes) == 1 else lanes[mask]


def initial(holds_array: bool, value: Value, frame: Frame) -> Memory:
    """The memory of a new variable of function or private space, with its first value."""
    if not holds_array:
        return Scalars(flatten(value), frame.mask)
    rows = np.empty((len(value), frame.block.lanes), np.uint32)
    rows[:] = value
    return Rows(rows)
