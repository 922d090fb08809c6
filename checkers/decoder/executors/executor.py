"""What every executor offers: it runs a program of dispatches over buffers and says what it ran on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint32]

# How long an executor may take for a program.
SECONDS_TO_RUN = 300.0


class ExecutorUnavailable(Exception):
    """An executor was asked for that this machine cannot give; the message says what is missing and how to get it."""


class ExecutionError(Exception):
    """A program could not be run, or the executor refused it; the message says where.

    `dispatch`: the index of the dispatch that it is about, or None.
    """

    def __init__(self, message: str, dispatch: int | None = None) -> None:
        super().__init__(message, dispatch)
        self.message = message
        self.dispatch = dispatch

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class Dispatch:
    """One dispatch. `module`: WGSL text. `workgroups`: their number in x, y and z.

    `bindings`: pairs of a binding number of group 0 and an index into the program's buffers.
    """

    module: str
    entry_point: str
    workgroups: tuple[int, int, int]
    bindings: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Program:
    """Dispatches that run in order over buffers of 32-bit words; each sees what those before it wrote.

    `buffers`: their first contents. `uniforms`: the indexes of those bound as uniform buffers. `reads`: the indexes of
    those whose contents are wanted afterwards.
    """

    buffers: tuple[Words, ...]
    dispatches: tuple[Dispatch, ...]
    reads: tuple[int, ...]
    uniforms: frozenset[int] = field(default_factory=frozenset)


@dataclass(frozen=True, slots=True)
class Identity:
    """What ran (item 6). `vendor`, `device`: PCI identities, 0 where the backend gives none.

    `adapter`: the name that the backend gives. `system`: the operating system's or the browser's version.
    """

    executor: str
    backend: str
    adapter: str
    vendor: int
    device: int
    driver: str
    translator: str
    translator_release: str
    system: str


class Executor(Protocol):
    """Runs programs. `close` releases what it holds; an executor goes into a `with` statement through `closing`."""

    @property
    def identity(self) -> Identity:
        """What it runs on."""
        ...

    def execute(self, program: Program) -> tuple[Words, ...]:
        """The contents of the buffers that `program.reads` names, in its order. Raises `ExecutionError`."""
        ...

    def close(self) -> None:
        """Release the device, the browser or the process."""
        ...
