"""A graph at given shapes as dispatches of kernels over buffers, and the tensors that come back.

Every tensor and every constant has a buffer of its own; so has the parameter block of each dispatch, bound as a
uniform. Elements are one word at acc32 and two, the low one first, at acc64; constants are one word at either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from .executors.executor import Dispatch, Program, Words
from .graph import Graph, Node, Shape, Tensor
from .refusal import MODEL_MISMATCH, Refused
from .vectorised import check
from .widths import ACC32, ACC64

INVOCATIONS = 64
MOST_WORKGROUPS = 65_535
ENTRY_POINT = "main"

Kernels = Mapping[str, str]
# The parameters that follow `count` and `row`.
Parameters = Callable[[Node, Sequence[Shape], Shape], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Lowered:
    """A program, and whose buffers it reads back: the tensors of these nodes, in order."""

    program: Program
    graph: Graph
    shapes: Mapping[str, Shape]
    width: str


def lower(
    graph: Graph, inputs: Mapping[str, Tensor], kernels: Kernels, width: str, across: int = MOST_WORKGROUPS
) -> Lowered:
    """The program that computes every tensor of a graph. `kernels`: WGSL modules by operator, of this width.

    `across`: how many workgroups a row of them has at most.

    Raises `Refused`: a shape, an input outside its range, or an operator without a kernel.
    """
    shapes = graph.shapes({name: values.shape for name, values in inputs.items()})
    buffers: list[Words] = []
    places: dict[str, int] = {}
    dispatches: list[Dispatch] = []
    uniforms: list[int] = []

    def add(words: Words) -> int:
        buffers.append(words)
        return len(buffers) - 1

    for input in graph.inputs:
        check(graph, "input", input.name, inputs[input.name])
        places[input.name] = add(to_words(inputs[input.name], width))
    for node in graph.nodes:
        if node.operator not in kernels:
            raise Refused(MODEL_MISMATCH, f"no kernel for {node.operator} at {width}")
        shape = shapes[node.name]
        places[node.name] = add(np.zeros(prod(shape) * _words(width), dtype=np.uint32))
        constants = [add(to_words(values, ACC32)) for values in node.constants.values()]
        for operands, parameters, count in _dispatched(node, [shapes[name] for name in node.inputs], shape):
            workgroups, row = _grid(count, across)
            block = add(np.array([count, row, *parameters], dtype=np.int64).astype(np.uint32))
            uniforms.append(block)
            bound = [block, *(places[node.inputs[operand]] for operand in operands), *constants, places[node.name]]
            dispatches.append(Dispatch(kernels[node.operator], ENTRY_POINT, workgroups, tuple(enumerate(bound))))
    reads = tuple(places[node.name] for node in graph.nodes)
    program = Program(tuple(buffers), tuple(dispatches), reads, frozenset(uniforms))
    return Lowered(program, graph, shapes, width)


def to_words(values: Tensor, width: str) -> Words:
    """The buffer of a tensor or, at acc32, of a constant."""
    flat = values.reshape(-1).astype("<i8")
    halves = flat.view("<u4").astype(np.uint32)
    return halves if width == ACC64 else halves[::2].copy()


def elements(words: Words, width: str) -> Tensor:
    """The elements that a buffer holds, int64 [count]."""
    if width == ACC64:
        return words.astype("<u4").view("<i8").astype(np.int64)
    return words.astype("<u4").view("<i4").astype(np.int64)


def _words(width: str) -> int:
    return 2 if width == ACC64 else 1


def _grid(count: int, most: int) -> tuple[tuple[int, int, int], int]:
    """The workgroups for a number of invocations, and how many invocations one row of them has."""
    groups = -(-count // INVOCATIONS)
    across = min(groups, most)
    return (across, -(-groups // across), 1), across * INVOCATIONS


def _dispatched(
    node: Node, inputs: Sequence[Shape], result: Shape
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """The dispatches of a node: which inputs are bound, the parameters, how many invocations."""
    if node.operator == "concat":
        start = 0
        for index, shape in enumerate(inputs):
            inner = prod(shape[1:])
            yield (index,), (inner, prod(result[1:]), start), prod(shape)
            start += inner
        return
    yield tuple(range(len(inputs))), _PARAMETERS[node.operator](node, inputs, result), prod(result)


def _convolution(node: Node, inputs: Sequence[Shape], result: Shape) -> tuple[int, ...]:
    kernel = node.constants["weight"].shape[2:]
    return (*inputs[0][1:], *result[1:], *kernel, node.attributes["stride"], node.attributes["padding"])


def _slice(node: Node, inputs: Sequence[Shape], result: Shape) -> tuple[int, ...]:
    axis = node.attributes["axis"]
    below = prod(result[axis + 1 :])
    return result[axis] * below, inputs[0][axis] * below, node.attributes["start"] * below


def _by_channel(node: Node, inputs: Sequence[Shape], result: Shape) -> tuple[int, ...]:
    return result[2] * result[3], result[1]


def _none(node: Node, inputs: Sequence[Shape], result: Shape) -> tuple[int, ...]:
    return ()


_PARAMETERS: Mapping[str, Parameters] = {
    "add": _none,
    "clamp": lambda node, inputs, result: (node.attributes["low"], node.attributes["high"]),
    "conv2d": _convolution,
    "conv_transpose2d": _convolution,
    "depth_to_space": lambda node, inputs, result: (node.attributes["block"], *result[1:]),
    "isqrt_norm": _by_channel,
    "lut": lambda node, inputs, result: (node.attributes["low"],),
    "mul": _none,
    "relu": _none,
    "requant": _by_channel,
    "slice": _slice,
    "upsample2": lambda node, inputs, result: result[2:],
}
