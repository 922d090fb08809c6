"""What a case is, and the small models that cases are made from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from onnx import helper
from onnx.onnx_ml_pb2 import GraphProto, ModelProto, NodeProto, TensorProto, ValueInfoProto
from wai_lint.checkers.onnx.limits import Limits

FLOAT, INT64, BOOL = 1, 7, 9
DEFAULT = Limits()


class Case(NamedTuple):
    """A model and the codes and places that its audit gives, in order; a place of None is not looked at."""

    name: str
    data: bytes
    refusals: tuple[tuple[str, str | None], ...]
    limits: Limits = DEFAULT


def admitted(name: str, model: ModelProto | bytes, limits: Limits = DEFAULT) -> Case:
    """A model in which nothing is refused."""
    return Case(name, _bytes(model), (), limits)


def refused(name: str, code: str, place: str | None, model: ModelProto | bytes, limits: Limits = DEFAULT) -> Case:
    """A model in which one thing is refused."""
    return Case(name, _bytes(model), ((code, place),), limits)


def refused_for(
    name: str, model: ModelProto | bytes, *refusals: tuple[str, str | None], limits: Limits = DEFAULT
) -> Case:
    """A model in which several things are refused."""
    return Case(name, _bytes(model), refusals, limits)


def _bytes(model: ModelProto | bytes) -> bytes:
    return model if isinstance(model, bytes) else model.SerializeToString()


def value(name: str, shape: Sequence[int | str | None] | None = (2,), kind: int = FLOAT) -> ValueInfoProto:
    """A tensor value."""
    return helper.make_tensor_value_info(name, kind, shape)


def graph(
    nodes: Sequence[NodeProto],
    inputs: Sequence[ValueInfoProto] = (),
    outputs: Sequence[ValueInfoProto] = (),
    constants: Sequence[TensorProto] = (),
    name: str = "g",
) -> GraphProto:
    """A graph."""
    return helper.make_graph(list(nodes), name, list(inputs), list(outputs), list(constants))


def model(root: GraphProto, opset: int = 17, ir_version: int = 8) -> ModelProto:
    """A model."""
    return ModelProto(ir_version=ir_version, graph=root, opset_import=[helper.make_opsetid("", opset)])


def relu(constants: Sequence[TensorProto] = ()) -> ModelProto:
    """A model of one node, from x to y, with constants that it does not use."""
    return model(graph([helper.make_node("Relu", ["x"], ["y"], name="r")], [value("x")], [value("y")], constants))


def chain(count: int) -> list[NodeProto]:
    """So many nodes from x to y, one after another."""
    names = ["x", *(f"t{number}" for number in range(count - 1)), "y"]
    return [helper.make_node("Relu", [names[n]], [names[n + 1]]) for n in range(count)]


def tensor(name: str = "w", kind: int = FLOAT, dims: Sequence[int] = (2,), raw: bytes | None = None) -> TensorProto:
    """A constant tensor of zeros, or of these bytes."""
    found = TensorProto(name=name, data_type=kind, dims=dims)
    size = 1
    for dim in dims:
        size *= dim
    width = {FLOAT: 4, INT64: 8, BOOL: 1, 2: 1, 3: 1, 10: 2, 11: 8}.get(kind, 4)
    found.raw_data = bytes(size * width) if raw is None else raw
    return found


def constant(held: TensorProto, output: str = "k", name: str = "") -> NodeProto:
    """A Constant node."""
    return helper.make_node("Constant", [], [output], name=name, value=held)


def branch(nodes: Sequence[NodeProto] = (), constants: Sequence[TensorProto] = (), tag: str = "") -> GraphProto:
    """A branch of an `If` that gives x, with nodes and constants besides."""
    last = helper.make_node("Identity", ["x"], [f"z{tag}"])
    return graph([*nodes, last], (), [value(f"z{tag}", None)], constants, f"b{tag}")


def within_if(then_branch: GraphProto, else_branch: GraphProto | None = None) -> ModelProto:
    """A model whose one node chooses between branches."""
    other = branch(tag="_else") if else_branch is None else else_branch
    node = helper.make_node("If", ["c"], ["y"], name="gate", then_branch=then_branch, else_branch=other)
    return model(graph([node], [value("c", (), BOOL), value("x")], [value("y")]))


def nested(depth: int) -> ModelProto:
    """A model whose deepest graph is so far below the root."""
    inner = branch(tag=str(depth))
    for level in range(depth - 1, 0, -1):
        other = branch(tag=f"{level}_else")
        node = helper.make_node("If", ["c"], [f"z{level}"], then_branch=inner, else_branch=other)
        inner = graph([node], (), [value(f"z{level}", None)], (), f"b{level}")
    return within_if(inner)


def loop(nodes: Sequence[NodeProto] = (), constants: Sequence[TensorProto] = ()) -> ModelProto:
    """A model whose one node is a `Loop` with nodes and constants in its body."""
    body = graph(
        [*nodes, helper.make_node("Identity", ["lc"], ["lco"]), helper.make_node("Identity", ["lx"], ["ly"])],
        [value("li", (), INT64), value("lc", (), BOOL), value("lx")],
        [value("lco", (), BOOL), value("ly")],
        constants,
        "body",
    )
    node = helper.make_node("Loop", ["n", "c", "x"], ["y"], body=body)
    inputs = [value("n", (), INT64), value("c", (), BOOL), value("x")]
    return model(graph([node], inputs, [value("y")]))


def scan(nodes: Sequence[NodeProto] = (), constants: Sequence[TensorProto] = ()) -> ModelProto:
    """A model whose one node is a `Scan` with nodes and constants in its body."""
    last = helper.make_node("Identity", ["sx"], ["sy"])
    body = graph([*nodes, last], [value("sx", (), FLOAT)], [value("sy", (), FLOAT)], constants, "body")
    node = helper.make_node("Scan", ["x"], ["y"], body=body, num_scan_inputs=1)
    return model(graph([node], [value("x")], [value("y")]))
