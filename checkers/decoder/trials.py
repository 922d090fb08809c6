"""Trials: each kernel on drawn tensors, constants and attributes of its operator, against the NumPy reference.

A payload shows what one graph asks of a kernel; trials show that a kernel is its operator: other strides, paddings and
blocks, several pictures, rows of workgroups, and values at the ends of what the width holds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from . import vectorised
from .certificate import certify
from .comparison import Difference, first_difference
from .drawing import Draw
from .executors.executor import Dispatch, ExecutionError, Executor, Program, Words
from .graph import Graph, Input, Node, Range, Tensor
from .lowering import Lowered, elements, lower
from .operators import OPERATORS, Misfit
from .refusal import Refused
from .widths import ACC64

# Graphs drawn for each operator.
DRAWN = 100
_MOST_ATTEMPTS = 1000
# Bits of the values of an input, at each width; a table has an element for each value.
_MOST_BITS = {"acc32": 31, "acc64": 62}
_MOST_TABLE_BITS = 9


@dataclass(frozen=True, slots=True)
class Trial:
    """A graph of one operator, and tensors for its inputs."""

    graph: Graph
    inputs: Mapping[str, Tensor]

    def __str__(self) -> str:
        node = self.graph.nodes[0]
        shapes = " and ".join(_by(values.shape) for values in self.inputs.values())
        parts = [f"{role} {_by(values.shape)}" for role, values in node.constants.items()]
        parts += [f"{name} {value}" for name, value in node.attributes.items()]
        return f"{node.operator} on {shapes}" + (f" with {', '.join(parts)}" if parts else "")


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A trial for which a kernel gives something else than the reference."""

    trial: Trial
    difference: Difference

    @property
    def operator(self) -> str:
        """The operator of the kernel."""
        return self.trial.graph.nodes[0].operator

    def __str__(self) -> str:
        return f"{self.trial} {self.difference}"


@dataclass(slots=True)
class TrialReport:
    """What the trials found: `graphs` ran, and `different` of their `elements` differ.

    `mismatches`: the first trial of each operator that differs.
    """

    seed: int
    graphs: int = 0
    elements: int = 0
    different: int = 0
    mismatches: list[Mismatch] = field(default_factory=list)


def run(
    executor: Executor,
    kernels: Mapping[str, str],
    width: str,
    count: int = DRAWN,
    seed: int = 0,
    begin: Callable[[str], object] = str,
) -> TrialReport:
    """Run `count` trials of each kernel, by operator, at a width; `begin` is told each operator before it runs.

    Raises `ExecutionError`, which names the trial.
    """
    report = TrialReport(seed)
    for operator, text in kernels.items():
        begin(operator)
        trials = [drawn(operator, width, f"{operator} {width} {seed} {number}") for number in range(count)]
        # Few workgroups to a row, so that small tensors have several.
        lowered = [
            lower(trial.graph, trial.inputs, {operator: text}, width, across=1 + number % 3)
            for number, trial in enumerate(trials)
        ]
        for trial, words in zip(trials, _execute(executor, trials, lowered), strict=True):
            _compare(trial, elements(words, width), report)
    return report


def _compare(trial: Trial, given: Tensor, report: TrialReport) -> None:
    name = trial.graph.nodes[0].name
    expected = dict(vectorised.tensors(trial.graph, trial.inputs))[name].reshape(-1)
    difference = first_difference(expected, given)
    report.graphs += 1
    report.elements += expected.size
    if difference is not None:
        report.different += difference.count
        if not report.mismatches or report.mismatches[-1].operator != trial.graph.nodes[0].operator:
            report.mismatches.append(Mismatch(trial, difference))


def _execute(executor: Executor, trials: Sequence[Trial], lowered: Sequence[Lowered]) -> Sequence[Words]:
    """All trials of an operator in one program."""
    buffers: list[Words] = []
    dispatches: list[Dispatch] = []
    owners: list[int] = []
    reads: list[int] = []
    uniforms: list[int] = []
    for number, program in enumerate(one.program for one in lowered):
        at = len(buffers)
        buffers += program.buffers
        reads += [at + index for index in program.reads]
        uniforms += [at + index for index in program.uniforms]
        for dispatch in program.dispatches:
            bindings = tuple((binding, at + index) for binding, index in dispatch.bindings)
            dispatches.append(Dispatch(dispatch.module, dispatch.entry_point, dispatch.workgroups, bindings))
            owners.append(number)
    try:
        return executor.execute(Program(tuple(buffers), tuple(dispatches), tuple(reads), frozenset(uniforms)))
    except ExecutionError as error:
        at = error.dispatch
        whose = trials[0].graph.nodes[0].operator if at is None else trials[owners[at]]
        raise ExecutionError(f"{whose}: {error}", at) from error


def drawn(operator: str, width: str, seed: str) -> Trial:
    """The trial of an operator for a seed, certified for the width."""
    source = random.Random(seed)
    for _ in range(_MOST_ATTEMPTS):
        draw = Draw(source.getrandbits(64), source.random() < 0.5)
        try:
            graph = _graph(draw, operator, width)
            if certify(graph).width == ACC64 != width:
                continue
            shapes = {input.name: [side for side in input.shape if side is not None] for input in graph.inputs}
            graph.shapes(shapes)
        except (Refused, Misfit):
            continue
        inputs = {
            input.name: draw.ints(shapes[input.name], input.range.low, input.range.high) for input in graph.inputs
        }
        return Trial(graph, inputs)
    raise AssertionError(f"no trial of {operator} is certified for {width}")


def _graph(draw: Draw, operator: str, width: str) -> Graph:
    """A graph of one operator on inputs of one size. Raises `Misfit`."""
    taken = OPERATORS[operator].inputs
    n, height, width_ = draw.random.randint(1, 2), draw.random.randint(1, 9), draw.random.randint(1, 9)
    channels = draw.random.randint(1, 9)
    bits = draw.random.randint(1, _MOST_TABLE_BITS if operator == "lut" else _MOST_BITS[width])
    reach = Range(-(2**bits), 2**bits - 1)
    counts = [channels] * taken or [draw.random.randint(1, 4) for _ in range(draw.random.randint(2, 3))]
    inputs = tuple(Input(f"input{at}", (n, count, height, width_), reach) for at, count in enumerate(counts))
    constants, attributes = draw.parts(operator, channels, (reach.low, reach.high))
    given = OPERATORS[operator].channels(counts, constants, attributes)
    names = tuple(input.name for input in inputs)
    node = Node("result", operator, names, constants, attributes, given)
    return Graph(inputs, (node,), (node.name,), {input.name: input.range for input in inputs}, b"")


def _by(shape: Sequence[int]) -> str:
    return " by ".join(map(str, np.array(shape).tolist()))
