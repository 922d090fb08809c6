"""Graphs of exact integer operators (`wai-graph/1`): loading, and the shapes that inputs give their tensors."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import document
from .operators import OPERATORS, Misfit
from .refusal import MODEL_MISMATCH, Refused

FORMAT = "wai-graph/1"
SCHEMA = "wai-graph"
# No tensor has more elements, nor do all together: what would is refused before anything is allocated.
MOST_ELEMENTS = 1 << 24
MOST_ELEMENTS_TOGETHER = 1 << 26
MOST_SIDECAR_BYTES = 1 << 25
MOST_CHANNELS_TOGETHER = 1 << 20
DTYPES = {"i8": np.dtype("<i1"), "i16": np.dtype("<i2"), "i32": np.dtype("<i4")}

Tensor = NDArray[np.int64]
Shape = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Range:
    """The integers from `low` to `high`, both among them."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class Input:
    """An input: NCHW; a height or width that is None is whatever the input has."""

    name: str
    shape: tuple[int, int, int | None, int | None]
    range: Range


@dataclass(frozen=True, slots=True)
class Node:
    """An operator at its place: the tensor that it gives has its name. `constants` by role, as int64."""

    name: str
    operator: str
    inputs: tuple[str, ...]
    constants: Mapping[str, NDArray[np.int64]]
    attributes: Mapping[str, int]
    channels: int


@dataclass(frozen=True, slots=True)
class Graph:
    """A loaded graph: its digests, shapes and constants are checked.

    `ranges`: the declared ranges of tensors, of inputs too. `digest`: SHA-256 of the document, which names that of
    every constant.
    """

    inputs: tuple[Input, ...]
    nodes: tuple[Node, ...]
    outputs: tuple[str, ...]
    ranges: Mapping[str, Range]
    digest: bytes

    def shapes(self, inputs: Mapping[str, Sequence[int]]) -> dict[str, Shape]:
        """The shape of every tensor for these input shapes.

        Raises `Refused` with `model_mismatch` where they are not the graph's, or a tensor would be over the cap.
        """
        if set(inputs) != {input.name for input in self.inputs}:
            raise Refused(MODEL_MISMATCH, f"the graph's inputs are {', '.join(input.name for input in self.inputs)}")
        shapes: dict[str, Shape] = {}
        for input in self.inputs:
            shapes[input.name] = _bound(input, tuple(inputs[input.name]))
        for node in self.nodes:
            operands = [shapes[name] for name in node.inputs]
            try:
                size = OPERATORS[node.operator].size([shape[2:] for shape in operands], node.constants, node.attributes)
            except Misfit as misfit:
                raise Refused(MODEL_MISMATCH, f"{node.operator} {node.name}: {misfit}") from None
            shapes[node.name] = _capped(node.name, (operands[0][0], node.channels, *size))
        together = sum(map(prod, shapes.values()))
        if together > MOST_ELEMENTS_TOGETHER:
            raise Refused(MODEL_MISMATCH, f"tensors would have {together} elements, more than {MOST_ELEMENTS_TOGETHER}")
        return shapes


def _bound(input: Input, shape: tuple[int, ...]) -> Shape:
    fits = len(shape) == 4 and all(
        side >= 1 and expected in (None, side) for side, expected in zip(shape, input.shape, strict=True)
    )
    if not fits:
        expected = " by ".join("any" if side is None else str(side) for side in input.shape)
        given = " by ".join(map(str, shape))
        raise Refused(MODEL_MISMATCH, f"input {input.name} is {expected}, not {given}")
    return _capped(input.name, (shape[0], shape[1], shape[2], shape[3]))


def _capped(name: str, shape: Shape) -> Shape:
    if prod(shape) > MOST_ELEMENTS:
        size = " by ".join(map(str, shape))
        raise Refused(MODEL_MISMATCH, f"tensor {name} would be {size}, more than {MOST_ELEMENTS} elements")
    return shape


def load(path: Path) -> Graph:
    """The graph at a path, its constants from the sidecar beside it. Raises `Refused`, or `OSError`."""
    data = document.content(path)
    described = document.read(data, SCHEMA, path.name)
    sidecar = document.content(path.with_name(described["sidecar"]), MOST_SIDECAR_BYTES)
    return build(data, sidecar, path.name)


def build(data: bytes, sidecar: bytes, what: str = "the graph") -> Graph:
    """The graph of a document and its sidecar. Raises `Refused` with `model_mismatch`."""
    described = document.read(data, SCHEMA, what)
    constants = _constants(described["constants"], sidecar)
    inputs = tuple(
        Input(entry["name"], (*entry["shape"],), _range(entry["name"], entry["range"])) for entry in described["inputs"]
    )
    channels: dict[str, int] = {}
    ranges: dict[str, Range] = {}
    for input in inputs:
        _new(input.name, channels)
        channels[input.name] = input.shape[1]
        ranges[input.name] = input.range
    if len({input.shape[0] for input in inputs}) != 1:
        raise Refused(MODEL_MISMATCH, "the inputs do not have as many pictures as each other")
    nodes: list[Node] = []
    for entry in described["nodes"]:
        _new(entry["name"], channels)
        node = _node(entry, channels, constants)
        channels[node.name] = node.channels
        if sum(channels.values()) > MOST_CHANNELS_TOGETHER:
            raise Refused(MODEL_MISMATCH, f"tensors have more than {MOST_CHANNELS_TOGETHER} channels together")
        nodes.append(node)
        if "range" in entry:
            ranges[node.name] = _range(node.name, entry["range"])
    outputs = tuple(entry["name"] for entry in described["outputs"])
    for entry in described["outputs"]:
        if entry["name"] not in channels:
            raise Refused(MODEL_MISMATCH, f"output {entry['name']} is no tensor of the graph")
        ranges[entry["name"]] = _meet(entry["name"], ranges.get(entry["name"]), _range(entry["name"], entry["range"]))
    graph = Graph(inputs, tuple(nodes), outputs, ranges, hashlib.sha256(data).digest())
    fixed = {input.name: [side for side in input.shape if side is not None] for input in inputs}
    if all(len(shape) == 4 for shape in fixed.values()):
        graph.shapes(fixed)
    return graph


def _new(name: str, channels: Mapping[str, int]) -> None:
    if name in channels:
        raise Refused(MODEL_MISMATCH, f"two tensors are called {name}")


def _range(name: str, pair: list[int]) -> Range:
    if pair[0] > pair[1]:
        raise Refused(MODEL_MISMATCH, f"the range of {name} is out of order")
    return Range(*pair)


def _meet(name: str, declared: Range | None, output: Range) -> Range:
    if declared is None:
        return output
    return _range(name, [max(declared.low, output.low), min(declared.high, output.high)])


def _constants(entries: list[dict[str, Any]], sidecar: bytes) -> dict[str, NDArray[np.int64]]:
    constants: dict[str, NDArray[np.int64]] = {}
    together = sum(prod(entry["shape"]) for entry in entries)
    if together > MOST_SIDECAR_BYTES:
        raise Refused(MODEL_MISMATCH, f"constants have {together} elements, more than {MOST_SIDECAR_BYTES}")
    for entry in entries:
        name, dtype = entry["name"], DTYPES[entry["dtype"]]
        length = prod(entry["shape"]) * dtype.itemsize
        part = sidecar[entry["offset"] : entry["offset"] + length]
        if len(part) < length:
            raise Refused(MODEL_MISMATCH, f"constant {name} reaches past the sidecar's {len(sidecar)} bytes")
        if hashlib.sha256(part).hexdigest() != entry["sha256"]:
            raise Refused(MODEL_MISMATCH, f"the bytes of constant {name} do not have the digest that the graph names")
        if name in constants:
            raise Refused(MODEL_MISMATCH, f"two constants are called {name}")
        constants[name] = np.frombuffer(part, dtype=dtype).astype(np.int64).reshape(entry["shape"])
    return constants


def _node(entry: dict[str, Any], channels: Mapping[str, int], constants: Mapping[str, NDArray[np.int64]]) -> Node:
    name, operator = entry["name"], OPERATORS[entry["operator"]]
    where = f"{entry['operator']} {name}"
    taken = {role: constants.get(constant) for role, constant in entry.get("constants", {}).items()}
    known = {role: values for role, values in taken.items() if values is not None}
    attributes: dict[str, int] = entry.get("attributes", {})
    try:
        _parts(entry["inputs"], operator.inputs, [name for name in entry["inputs"] if name not in channels])
        if len(known) < len(taken):
            raise Misfit("it names a constant that the graph does not have")
        if {role: values.ndim for role, values in known.items()} != operator.constants:
            wanted = ", ".join(f"{role} of rank {rank}" for role, rank in operator.constants.items())
            raise Misfit(f"it takes the constants {wanted or 'none'}")
        if set(attributes) != set(operator.attributes):
            raise Misfit(f"it takes the attributes {', '.join(operator.attributes) or 'none'}")
        for attribute, (least, most) in operator.attributes.items():
            if not least <= attributes[attribute] <= most:
                raise Misfit(f"its {attribute} is not from {least} to {most}")
        known = {role: known[role] for role in operator.constants}
        count = operator.channels([channels[name] for name in entry["inputs"]], known, attributes)
    except Misfit as misfit:
        raise Refused(MODEL_MISMATCH, f"{where}: {misfit}") from None
    return Node(name, entry["operator"], tuple(entry["inputs"]), known, attributes, count)


def _parts(inputs: list[str], expected: int, unknown: list[str]) -> None:
    if unknown:
        raise Misfit(f"its input {unknown[0]} is no tensor before it")
    if expected and len(inputs) != expected:
        raise Misfit(f"it takes {expected} inputs, not {len(inputs)}")
    if not expected and len(inputs) < 2:
        raise Misfit("it takes two inputs or more")
