"""The definition of the operators: plain Python integers, one output element at a time.

Slow on purpose: nothing is shared with the other implementations, and every element says what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import isqrt

import numpy as np

from .graph import Graph, Node, Shape, Tensor
from .refusal import FIELD_RANGE, Refused

Place = tuple[int, int, int, int]
# A tensor in plain integers: its element at [n, channel, y, x].
Elements = dict[Place, int]
Element = Callable[[Node, Sequence[Elements], Sequence[Shape], Place], int]


def run(graph: Graph, inputs: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Every tensor of the graph for these inputs, int64 [n, c, h, w]. Raises `Refused`: a shape, or `field_range`."""
    shapes = graph.shapes({name: values.shape for name, values in inputs.items()})
    tensors: dict[str, Elements] = {}
    for input in graph.inputs:
        given = inputs[input.name].tolist()
        tensors[input.name] = {(n, c, y, x): given[n][c][y][x] for n, c, y, x in _places(shapes[input.name])}
        _check(graph, "input", input.name, tensors[input.name])
    for node in graph.nodes:
        operands = [tensors[name] for name in node.inputs]
        sizes = [shapes[name] for name in node.inputs]
        element = ELEMENTS[node.operator]
        tensors[node.name] = {place: element(node, operands, sizes, place) for place in _places(shapes[node.name])}
        _check(graph, node.operator, node.name, tensors[node.name])
    return {name: _array(tensor, shapes[name]) for name, tensor in tensors.items()}


def _places(shape: Shape) -> product[Place]:
    n, channels, height, width = map(range, shape)
    return product(n, channels, height, width)


def _array(tensor: Elements, shape: Shape) -> Tensor:
    return np.array(list(tensor.values()), dtype=np.int64).reshape(shape)


def _check(graph: Graph, operator: str, name: str, tensor: Elements) -> None:
    declared = graph.ranges.get(name)
    if declared is None:
        return
    for index, value in enumerate(tensor.values()):
        if not declared.low <= value <= declared.high:
            raise Refused(FIELD_RANGE, f"{operator} {name} gives {value} at index {index}, its range is {declared}")


def _conv2d(node: Node, operands: Sequence[Elements], shapes: Sequence[Shape], place: Place) -> int:
    n, o, y, x = place
    weight, stride, padding = node.constants["weight"], node.attributes["stride"], node.attributes["padding"]
    _, channels, height, width = shapes[0]
    sum = int(node.constants["bias"][o])
    for i in range(channels):
        for v in range(weight.shape[2]):
            for u in range(weight.shape[3]):
                row, column = y * stride - padding + v, x * stride - padding + u
                if 0 <= row < height and 0 <= column < width:
                    sum += operands[0][n, i, row, column] * int(weight[o, i, v, u])
    return sum


def _conv_transpose2d(node: Node, operands: Sequence[Elements], shapes: Sequence[Shape], place: Place) -> int:
    n, o, y, x = place
    weight, stride, padding = node.constants["weight"], node.attributes["stride"], node.attributes["padding"]
    _, channels, height, width = shapes[0]
    sum = int(node.constants["bias"][o])
    for row in range(height):
        v = y - (row * stride - padding)
        if not 0 <= v < weight.shape[2]:
            continue
        for column in range(width):
            u = x - (column * stride - padding)
            if not 0 <= u < weight.shape[3]:
                continue
            for i in range(channels):
                sum += operands[0][n, i, row, column] * int(weight[o, i, v, u])
    return sum


def _add(node: Node, operands: Sequence[Elements], shapes: Sequence[Shape], place: Place) -> int:
    return operands[0][place] + operands[1][place]


def _mul(node: Node, operands: Sequence[Elements], shapes: Sequence[Shape], place: Place) -> int:
    return operands[0][place] * operands[1][place]


def _requant(node: Node, operands: Sequence[Elements], shapes: Sequence[Shape], place: Place) -> int:
    multiplier = int(node.constants["multiplier"][place[1]])
    shift = int(node.constants["shift"][place[1]])
    return (operands[0][place] * multiplier + 2 ** (shift - 1)) >> shift


def _relu(node: Node, operands: Sequence[Elements], shapes: Sequence[Shape], place: Place) -> int:
    return max(operands[0][place], 0)


def _clamp(node: Node, operands: Sequence[Elements], shapes: Sequence[Shape], place: Place) -> int:
    return min(max(operands[0][place], node.attributes["low"]), node.attributes["high"])


def _lut(node: Node, operands: Sequence[Elements], shapes: Sequence[Shape], place: Place) -> int:
    return int(node.constants["table"][operands[0][place] - node.attributes["low"]])


def _depth_to_space(node: Node, operands: Sequence[Elements], shapes: Sequence[Shape], place: Place) -> int:
    n, c, y, x = place
    block = node.attributes["block"]
    return operands[0][n, c * block * block + y % block * block + x % block, y // block, x // block]


def _concat(node: Node, operands: Sequence[Elements], shapes: Sequence[Shape], place: Place) -> int:
    n, c, y, x = place
    for operand, shape in zip(operands, shapes, strict=True):
        if c < shape[1]:
            return operand[n, c, y, x]
        c -= shape[1]
    raise AssertionError("a channel past the last input")


def _slice(node: Node, operands: Sequence[Elements], shapes: Sequence[Shape], place: Place) -> int:
    n, c, y, x = place
    start, axis = node.attributes["start"], node.attributes["axis"]
    return operands[0][n, c + start * (axis == 1), y + start * (axis == 2), x + start * (axis == 3)]


def _upsample2(node: Node, operands: Sequence[Elements], shapes: Sequence[Shape], place: Place) -> int:
    n, c, y, x = place
    return operands[0][n, c, y // 2, x // 2]


def _isqrt_norm(node: Node, operands: Sequence[Elements], shapes: Sequence[Shape], place: Place) -> int:
    n, c, y, x = place
    energy = int(node.constants["beta"][c])
    for i in range(shapes[0][1]):
        energy += int(node.constants["gamma"][c, i]) * operands[0][n, i, y, x] ** 2
    return operands[0][place] * int(node.constants["multiplier"][c]) // isqrt(energy)


ELEMENTS: Mapping[str, Element] = {
    "add": _add,
    "clamp": _clamp,
    "concat": _concat,
    "conv2d": _conv2d,
    "conv_transpose2d": _conv_transpose2d,
    "depth_to_space": _depth_to_space,
    "isqrt_norm": _isqrt_norm,
    "lut": _lut,
    "mul": _mul,
    "relu": _relu,
    "requant": _requant,
    "slice": _slice,
    "upsample2": _upsample2,
}
