"""What a dispatch did that no result may depend on: races and accesses out of bounds (item 3).

Each word of shared memory remembers who wrote it, who read it and by which atomic operations. Buffers remember for the
whole dispatch, workgroup memory from one barrier to the next.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from .. import ir
from .lanes import Grid, Lanes, Triple

OUT_OF_BOUNDS = "out-of-bounds"
TWO_WRITERS = "two-writers"
FOREIGN_READ = "foreign-read"
MIXED_ATOMICS = "mixed-atomics"
LOOP_BOUND = "loop-bound"
DIVERGENT_BARRIER = "divergent-barrier"

# Invocations and places that one finding names; more of the same only count.
MOST_NAMED = 8
# What stands for an invocation in a shadow is its number and one: memory that is not touched yet is all zeros.
_NONE = 0
_MANY = -1

Numbers = NDArray[np.int32]


@dataclass(slots=True)
class Finding:
    """What went wrong at one place of a module: `start` to `end` in its text.

    `invocations`: the `global_invocation_id` of the first that did it, with `others` the other party of a race (None
    where it is not known); `words`: which words of `variable`. `count`: how often it happened.
    """

    kind: str
    message: str
    start: int
    end: int
    variable: str
    invocations: list[Triple] = field(default_factory=list)
    others: list[Triple | None] = field(default_factory=list)
    words: list[int] = field(default_factory=list)
    count: int = 0


class Sanitizer:
    """The findings of a dispatch, one for each kind and place, in the order they came up."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self._findings: dict[tuple[str, int, int, str], Finding] = {}

    @property
    def findings(self) -> list[Finding]:
        """The findings so far."""
        return list(self._findings.values())

    def report(
        self,
        kind: str,
        message: str,
        node: ir.Node,
        numbers: Numbers,
        variable: str = "",
        words: Lanes | None = None,
        others: Numbers | None = None,
    ) -> None:
        """Note that the invocations `numbers` did something at `node`, each to its word and against its other."""
        key = (kind, node.start, node.end, variable)
        found = self._findings.get(key)
        if found is None:
            found = self._findings[key] = Finding(kind, message, node.start, node.end, variable)
        found.count += len(numbers)
        for at in range(min(len(numbers), MOST_NAMED - len(found.invocations))):
            found.invocations.append(self.grid.identifier(int(numbers[at])))
            if words is not None:
                found.words.append(int(words[at]))
            if others is not None:
                other = int(others[at])
                found.others.append(self.grid.identifier(other) if other >= 0 else None)


class Shadow:
    """What is remembered of the words of one variable in shared memory: `size` of them in each of `copies`."""

    __slots__ = ("_families", "_readers", "_sanitizer", "_size", "_variable", "_writers")

    def __init__(self, sanitizer: Sanitizer, variable: str, size: int, copies: int = 1) -> None:
        self._sanitizer = sanitizer
        self._variable = variable
        self._size = size
        self._writers = np.zeros(size * copies, np.int32)
        self._readers: Numbers | None = None
        self._families: NDArray[np.int8] | None = None

    def forget(self) -> None:
        """A barrier was passed."""
        self._writers.fill(_NONE)
        self._readers = None
        self._families = None

    def read(self, numbers: Numbers, words: Lanes, node: ir.Node) -> None:
        """Invocations `numbers` read each its word."""
        own = numbers + np.int32(1)
        writers = self._writers.take(words)
        foreign = (writers != _NONE) & (writers != own)
        if foreign.any():
            self._foreign(numbers[foreign], words[foreign], writers[foreign], node)
        if self._readers is None:
            self._readers = np.zeros(len(self._writers), np.int32)
        readers = self._readers.take(words)
        self._readers[words] = np.where((readers == _NONE) | (readers == own), own, np.int32(_MANY))
        shared = self._readers.take(words) != own
        self._readers[words[shared]] = _MANY

    def write(self, numbers: Numbers, words: Lanes, node: ir.Node) -> None:
        """Invocations `numbers` write each its word."""
        own = numbers + np.int32(1)
        writers = self._writers.take(words)
        self._writers[words] = own
        # Where one instruction writes a word twice, the last to be stored stands against the others.
        writers = np.where(writers == _NONE, self._writers.take(words), writers)
        double = writers != own
        if double.any():
            message = "two invocations write one word"
            self._report(TWO_WRITERS, message, node, numbers[double], words[double], writers[double])
            self._writers[words[double]] = _MANY
        if self._readers is not None:
            readers = self._readers.take(words)
            foreign = (readers != _NONE) & (readers != own)
            if foreign.any():
                self._foreign(numbers[foreign], words[foreign], readers[foreign], node)

    def atomic(self, numbers: Numbers, words: Lanes, family: int, exclusive: bool, node: ir.Node) -> None:
        """Invocations `numbers` reach each its word by an atomic operation of a family; `exclusive` as a write is."""
        if self._families is None:
            self._families = np.zeros(len(self._writers), np.int8)
        known = self._families.take(words)
        mixed = (known != 0) & (known != family)
        if mixed.any():
            message = "atomic operations of two kinds reach one word"
            self._report(MIXED_ATOMICS, message, node, numbers[mixed], words[mixed], None)
        self._families[words] = family
        if exclusive:
            self.write(numbers, words, node)

    def _foreign(self, numbers: Numbers, words: Lanes, others: Numbers, node: ir.Node) -> None:
        message = "an invocation reads a word that another writes"
        self._report(FOREIGN_READ, message, node, numbers, words, others)

    def _report(
        self, kind: str, message: str, node: ir.Node, numbers: Numbers, words: Lanes, others: Numbers | None
    ) -> None:
        against = None if others is None else others - np.int32(1)
        self._sanitizer.report(kind, message, node, numbers, self._variable, words % self._size, against)
