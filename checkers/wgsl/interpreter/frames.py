"""What runs: a block of invocations in a dispatch, and the activation of a function in it."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import Any

from .. import ir
from .lanes import Block, Mask
from .sanitizer import LOOP_BOUND, Sanitizer
from .values import Refused

# Characters of a loop or a function that count as one round: its text bounds what one round of it does.
_TEXT_OF_A_ROUND = 64


def work_of(node: ir.Node) -> int:
    """As how many rounds one of this loop counts, or one call of this function."""
    return 1 + (node.end - node.start) // _TEXT_OF_A_ROUND


class Stopped(Exception):
    """The dispatch does not go on: what stopped it is among the sanitizer's findings."""


class Frame:
    """The activation of a function. `slots` hold its parameters, values and variables.

    `mask`: the lanes that run, never False while a statement starts. `broken`, `continued`: the lanes that left the
    innermost loop or switch, or the round of the innermost loop. `result`: of the lanes that returned.
    """

    __slots__ = ("block", "broken", "continued", "mask", "result", "run", "slots")

    def __init__(self, run: Run, block: Block, mask: Mask, slots: int) -> None:
        self.run = run
        self.block = block
        self.mask = mask
        self.slots: list[Any] = [None] * slots
        self.broken: Mask = False
        self.continued: Mask = False
        self.result: Any = None

    @property
    def reaching(self) -> Mask:
        """The lanes that run and reach shared memory: those that ran out of bounds once no longer do."""
        strayed = self.run.strayed
        return self.mask if strayed is None else self.mask & ~strayed

    @property
    def numbers(self) -> Any:
        """The numbers of the invocations that run."""
        numbers = self.block.numbers
        return numbers if self.mask is True else numbers[self.mask]


class Run:
    """What the functions of a block share: `memories` of module-scope variables, and the work left to it.

    `until`: when it stops anyway, by `time.monotonic`. `strayed`: the lanes that ran out of bounds, None while there
    are none. `workgroup`: memories that a barrier makes forget who wrote and read.
    """

    __slots__ = ("memories", "rounds", "sanitizer", "strayed", "until", "workgroup")

    def __init__(self, sanitizer: Sanitizer, rounds: int, until: float = inf) -> None:
        self.sanitizer = sanitizer
        self.rounds = rounds
        self.until = until
        self.memories: dict[ir.Variable, Any] = {}
        self.strayed: Any = None
        self.workgroup: list[Any] = []

    def turn(self, frame: Frame, node: ir.Node, work: int = 1) -> None:
        """Count one round of a loop, or one call, as `work` rounds.

        Raises `Stopped` past the bound, and `Refused` when the time is up.
        """
        self.rounds -= work
        if monotonic() > self.until:
            raise Refused("the dispatch takes more time than it is given", node)
        if self.rounds < 0:
            message = "the loops and calls of these invocations go on past the bound"
            self.sanitizer.report(LOOP_BOUND, message, node, frame.numbers)
            raise Stopped
