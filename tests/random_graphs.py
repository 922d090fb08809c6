"""Graphs of random operators, shapes and constants, and inputs for them, from a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
from wai_lint.checkers.decoder import graph as graphs
from wai_lint.checkers.decoder.certificate import Certificate, certify
from wai_lint.checkers.decoder.graph import Graph, Tensor
from wai_lint.checkers.decoder.operators import OPERATORS, Misfit
from wai_lint.checkers.decoder.refusal import Refused
from wai_lint.checkers.decoder.writer import Writer

Parts = tuple[dict[str, np.ndarray], dict[str, int]]


class Draw:
    """What is drawn for a node: constants and attributes, small or as large as they go."""

    def __init__(self, seed: int, large: bool) -> None:
        self.random = random.Random(seed)
        self.large = large

    def ints(self, shape: Sequence[int], low: int, high: int) -> np.ndarray:
        count = int(np.prod(shape))
        edges = [low, high, 0, 1, -1]
        values = [
            min(max(self.random.choice(edges), low), high)
            if self.random.random() < 0.2
            else self.random.randint(low, high)
            for _ in range(count)
        ]
        return np.array(values, dtype=np.int64).reshape(shape)

    def parts(self, operator: str, channels: int, reach: tuple[int, int]) -> Parts:
        """Constants and attributes for an operator on a tensor with these channels and values."""
        most = 2**31 - 1 if self.large else 127
        if operator in ("conv2d", "conv_transpose2d"):
            out, height, width = self.random.randint(1, 4), self.random.randint(1, 4), self.random.randint(1, 4)
            stride = self.random.randint(1, 3)
            attributes = {"stride": stride, "padding": self.random.randint(0, 2)}
            if operator == "conv_transpose2d":
                attributes["output_padding"] = self.random.randrange(stride)
            weight = self.ints((out, channels, height, width), -most - 1, most)
            return {"weight": weight, "bias": self.ints((out,), -most - 1, most)}, attributes
        if operator == "requant":
            size = max(abs(reach[0]), abs(reach[1])).bit_length()
            factor = 2 ** self.random.randint(1, 31) - 1 if self.large else 2 ** self.random.randint(1, 14) - 1
            low = max(1, size + factor.bit_length() - (40 if self.large else 12))
            shift = self.ints((channels,), low, max(low, min(62, low + 8)))
            return {"multiplier": self.ints((channels,), -factor, factor), "shift": shift}, {}
        if operator == "isqrt_norm":
            return {
                "multiplier": self.ints((channels,), -most, most),
                "beta": self.ints((channels,), 1, most),
                "gamma": self.ints((channels, channels), 0, most),
            }, {}
        if operator == "clamp":
            low, high = sorted(self.random.randint(-most - 1, most) for _ in range(2))
            return {}, {"low": low, "high": high}
        if operator == "lut":
            return {"table": self.ints((reach[1] - reach[0] + 1,), -most - 1, most)}, {"low": reach[0]}
        if operator == "depth_to_space":
            return {}, {"block": self.random.randint(1, 3)}
        if operator == "slice":
            start = self.random.randint(0, 2)
            return {}, {"axis": self.random.randint(1, 3), "start": start, "stop": start + self.random.randint(1, 3)}
        return {}, {}


def random_graph(seed: int, *, large: bool, nodes: int = 6) -> tuple[Graph, Certificate]:
    """A graph with a certificate; `large` ones reach past 32 bits."""
    draw = Draw(seed, large)
    sides = [draw.random.randint(1, 2), draw.random.randint(1, 5), draw.random.randint(1, 7), draw.random.randint(1, 7)]
    reach = 2**31 - 1 if large else 40
    written: list[tuple] = []

    def build(more: list[tuple]) -> tuple[Graph, Certificate]:
        writer = Writer()
        writer.input("x", sides, -reach - 1, reach)
        writer.input("y", sides, -7, 9)
        for entry in [*written, *more]:
            writer.node(*entry)
        last = written[-1][0] if not more else more[-1][0]
        writer.output(last, -(2**63), 2**63 - 1)
        graph = graphs.build(writer.document(), writer.sidecar())
        return graph, certify(graph)

    built = None
    names = ["x", "y"]
    for _ in range(nodes * 12):
        if len(written) == nodes:
            break
        operator = draw.random.choice(sorted(OPERATORS))
        count = OPERATORS[operator].inputs or draw.random.randint(2, 3)
        inputs = [draw.random.choice(names[-3:]) for _ in range(count)]
        channels, low, high = _reach(built, inputs[0], sides[1], reach)
        if operator == "lut" and high - low > 5000:
            continue
        constants, attributes = draw.parts(operator, channels, (low, high))
        try:
            built = build([(f"t{len(written)}", operator, inputs, constants, attributes)])
        except (Refused, Misfit):
            continue
        written.append((f"t{len(written)}", operator, inputs, constants, attributes))
        names.append(written[-1][0])
    assert built is not None
    return build([])


def _reach(built: tuple[Graph, Certificate] | None, name: str, channels: int, reach: int) -> tuple[int, int, int]:
    if built is None or name in ("x", "y"):
        return (channels, -reach - 1, reach) if name == "x" else (channels, -7, 9)
    ranges = built[1].tensors[name]
    return len(ranges), min(range.low for range in ranges), max(range.high for range in ranges)


def random_inputs(graph: Graph, seed: int) -> dict[str, Tensor]:
    """Inputs over the whole of their ranges, the ends among them."""
    draw = Draw(seed, True)
    inputs: dict[str, Tensor] = {}
    for input in graph.inputs:
        shape = [side for side in input.shape if side is not None]
        inputs[input.name] = draw.ints(shape, input.range.low, input.range.high)
    return inputs
