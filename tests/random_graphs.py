"""Graphs of random operators, shapes and constants, and inputs for them, from a seed."""

from __future__ import annotations

from wai_lint.checkers.decoder import graph as graphs
from wai_lint.checkers.decoder.certificate import Certificate, certify
from wai_lint.checkers.decoder.drawing import Draw
from wai_lint.checkers.decoder.graph import Graph, Tensor
from wai_lint.checkers.decoder.operators import OPERATORS, Misfit
from wai_lint.checkers.decoder.refusal import Refused
from wai_lint.checkers.decoder.writer import Writer


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
