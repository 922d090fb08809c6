"""Random models: a few nodes over values of two elements, some within the branches of an `If`."""

from __future__ import annotations

from hypothesis import strategies as st
from onnx import helper
from onnx.onnx_ml_pb2 import ModelProto, NodeProto

from .case import BOOL, graph, model, tensor, value

# Operators of one or two inputs, and their attributes.
OPERATORS = {"Add": (), "Mul": (), "Relu": (), "Abs": (), "LeakyRelu": ("alpha",), "Clip": (), "Elu": ("alpha",)}


@st.composite
def models(draw: st.DrawFn) -> ModelProto:
    """A model: the last nodes are the `If`, a LeakyRelu and a Concat."""
    constants = [tensor(f"w{n}", raw=bytes([n, *range(7)])) for n in range(draw(st.integers(2, 4)))]
    known = ["x", "v", *(each.name for each in constants)]
    nodes = _nodes(draw, known, "", draw(st.integers(2, 6)))
    branches = []
    for number in range(2):
        inner = _nodes(draw, [*known], f"b{number}_", draw(st.integers(1, 3)))
        inner.append(helper.make_node("Add", [inner[-1].output[0], "kept"], [f"z{number}"], name=f"last{number}"))
        kept = [tensor("kept" if number == 0 else "kept2", raw=bytes([number + 1] * 8)), tensor(f"spare{number}")]
        inner[-1].input[1] = kept[0].name
        branches.append(graph(inner, (), [value(f"z{number}", None)], kept, f"b{number}"))
    nodes.append(helper.make_node("If", ["c"], ["y"], name="gate", then_branch=branches[0], else_branch=branches[1]))
    nodes.append(helper.make_node("LeakyRelu", ["y"], ["o"], name="leak", alpha=0.5))
    nodes.append(helper.make_node("Concat", ["y", "o"], ["p"], name="joined", axis=0))
    inputs = [value("c", (), BOOL), value("x"), value("v")]
    return model(graph(nodes, inputs, [value("p", (4,)), value("o"), value("y")], constants))


def _nodes(draw: st.DrawFn, known: list[str], tag: str, count: int) -> list[NodeProto]:
    nodes = []
    for number in range(count):
        operator = draw(st.sampled_from(sorted(OPERATORS)))
        arity = 2 if operator in ("Add", "Mul") else 1
        inputs = [draw(st.sampled_from(known)) for _ in range(arity)]
        node = helper.make_node(operator, inputs, [f"{tag}t{number}"], name=f"{tag}n{number}")
        for name in OPERATORS[operator]:
            node.attribute.append(helper.make_attribute(name, draw(st.sampled_from([0.25, 1.5]))))
        nodes.append(node)
        known.append(f"{tag}t{number}")
    return nodes
