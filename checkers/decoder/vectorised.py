"""The operators on whole tensors, in NumPy's int64.

A graph with a certificate keeps every value within 64 bits, so nothing wraps and the result is the definition's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from .graph import Graph, Node, Shape, Tensor
from .refusal import FIELD_RANGE, Refused

Computed = Callable[[Node, Sequence[Tensor], Shape], Tensor]


def run(graph: Graph, inputs: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The outputs of a certified graph, int64 [n, c, h, w]. Raises `Refused`: a shape, or `field_range`."""
    return {name: tensor for name, tensor in tensors(graph, inputs) if name in graph.outputs}


def tensors(graph: Graph, inputs: Mapping[str, Tensor]) -> Iterator[tuple[str, Tensor]]:
    """Every tensor of a certified graph in order, inputs first; each is let go after its last use.

    Raises `Refused`: a shape that is not the graph's, or `field_range` at the operator whose result leaves its range.
    """
    shapes = graph.shapes({name: values.shape for name, values in inputs.items()})
    last = {name: node.name for node in graph.nodes for name in node.inputs}
    held: dict[str, Tensor] = {}
    for input in graph.inputs:
        held[input.name] = inputs[input.name].astype(np.int64)
        check(graph, "input", input.name, held[input.name])
        yield input.name, held[input.name]
    for node in graph.nodes:
        held[node.name] = COMPUTED[node.operator](node, [held[name] for name in node.inputs], shapes[node.name])
        check(graph, node.operator, node.name, held[node.name])
        yield node.name, held[node.name]
        for name in dict.fromkeys((*node.inputs, node.name)):
            if last.get(name, node.name) == node.name:
                del held[name]


def check(graph: Graph, operator: str, name: str, tensor: Tensor) -> None:
    """Raise `Refused` with `field_range` where a tensor has a value outside its declared range."""
    declared = graph.ranges.get(name)
    if declared is None:
        return
    outside = (tensor < declared.low) | (tensor > declared.high)
    if outside.any():
        index = int(outside.argmax())
        value = int(tensor.reshape(-1)[index])
        raise Refused(FIELD_RANGE, f"{operator} {name} gives {value} at index {index}, its range is {declared}")


def _spread(values: Tensor) -> Tensor:
    """One value per channel, to stand beside a tensor."""
    return values.reshape(1, -1, 1, 1)


def _meeting(tap: int, stride: int, padding: int, side: int, result: int) -> tuple[slice, slice]:
    """The places of a side of the input that a tap meets, and those of the result that it meets them for."""
    # Place p of the result meets place p * stride - padding + tap of the input.
    first = max(0, -((tap - padding) // stride))
    last = min(result - 1, (side - 1 + padding - tap) // stride)
    if last < first:
        return slice(0, 0), slice(0, 0)
    start = first * stride - padding + tap
    return slice(start, start + (last - first) * stride + 1, stride), slice(first, last + 1)


def _conv2d(node: Node, operands: Sequence[Tensor], shape: Shape) -> Tensor:
    (values,), weight = operands, node.constants["weight"]
    stride, padding = node.attributes["stride"], node.attributes["padding"]
    result = np.empty(shape, dtype=np.int64)
    result[:] = _spread(node.constants["bias"])
    for v in range(weight.shape[2]):
        rows, to_rows = _meeting(v, stride, padding, values.shape[2], shape[2])
        for u in range(weight.shape[3]):
            columns, to_columns = _meeting(u, stride, padding, values.shape[3], shape[3])
            result[:, :, to_rows, to_columns] += _mixed(weight[:, :, v, u], values[:, :, rows, columns])
    return result


def _conv_transpose2d(node: Node, operands: Sequence[Tensor], shape: Shape) -> Tensor:
    (values,), weight = operands, node.constants["weight"]
    stride, padding = node.attributes["stride"], node.attributes["padding"]
    result = np.empty(shape, dtype=np.int64)
    result[:] = _spread(node.constants["bias"])
    for v in range(weight.shape[2]):
        # The roles of input and result are those of the convolution that it transposes.
        to_rows, rows = _meeting(v, stride, padding, shape[2], values.shape[2])
        for u in range(weight.shape[3]):
            to_columns, columns = _meeting(u, stride, padding, shape[3], values.shape[3])
            result[:, :, to_rows, to_columns] += _mixed(weight[:, :, v, u], values[:, :, rows, columns])
    return result


def _mixed(matrix: Tensor, values: Tensor) -> Tensor:
    """A matrix [of, from] applied to the channels of every pixel."""
    n, channels, height, width = values.shape
    mixed = matrix @ values.reshape(n, channels, height * width)
    return mixed.reshape(n, matrix.shape[0], height, width)


def _add(node: Node, operands: Sequence[Tensor], shape: Shape) -> Tensor:
    return operands[0] + operands[1]


def _mul(node: Node, operands: Sequence[Tensor], shape: Shape) -> Tensor:
    return operands[0] * operands[1]


def _requant(node: Node, operands: Sequence[Tensor], shape: Shape) -> Tensor:
    shift = _spread(node.constants["shift"])
    half = np.int64(1) << ((shift - 1) & 63)
    return (operands[0] * _spread(node.constants["multiplier"]) + half) >> (shift & 63)


def _relu(node: Node, operands: Sequence[Tensor], shape: Shape) -> Tensor:
    return np.maximum(operands[0], 0)


def _clamp(node: Node, operands: Sequence[Tensor], shape: Shape) -> Tensor:
    return np.minimum(np.maximum(operands[0], node.attributes["low"]), node.attributes["high"])


def _lut(node: Node, operands: Sequence[Tensor], shape: Shape) -> Tensor:
    return node.constants["table"][operands[0] - node.attributes["low"]]


def _depth_to_space(node: Node, operands: Sequence[Tensor], shape: Shape) -> Tensor:
    block = node.attributes["block"]
    n, _, height, width = operands[0].shape
    blocks = operands[0].reshape(n, shape[1], block, block, height, width)
    return blocks.transpose(0, 1, 4, 2, 5, 3).reshape(shape)


def _concat(node: Node, operands: Sequence[Tensor], shape: Shape) -> Tensor:
    result = np.empty(shape, dtype=np.int64)
    start = 0
    for operand in operands:
        result[:, start : start + operand.shape[1]] = operand
        start += operand.shape[1]
    return result


def _slice(node: Node, operands: Sequence[Tensor], shape: Shape) -> Tensor:
    part = [slice(None)] * 4
    part[node.attributes["axis"]] = slice(node.attributes["start"], node.attributes["stop"])
    return operands[0][tuple(part)]


def _upsample2(node: Node, operands: Sequence[Tensor], shape: Shape) -> Tensor:
    return operands[0].repeat(2, axis=2).repeat(2, axis=3)


def _isqrt_norm(node: Node, operands: Sequence[Tensor], shape: Shape) -> Tensor:
    (values,) = operands
    energy = _spread(node.constants["beta"]) + _mixed(node.constants["gamma"], values * values)
    return (values * _spread(node.constants["multiplier"])) // _root(energy)


def _root(energy: Tensor) -> Tensor:
    """The largest r with r * r <= energy, by bits from the highest; energy is at least 0."""
    n = energy.astype(np.uint64)
    root = np.zeros(energy.shape, dtype=np.uint64)
    for bit in range(31, -1, -1):
        candidate = root | np.uint64(1 << bit)
        root = np.where(candidate * candidate <= n, candidate, root)
    return root.astype(np.int64)


COMPUTED: Mapping[str, Computed] = {
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
