"""Values that are declared twice: alike, or with types that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from onnx import helper
from onnx.onnx_ml_pb2 import ModelProto, TypeProto, ValueInfoProto

from .case import BOOL, FLOAT, INT64, Case, admitted, graph, model, refused, refused_for, value

CODE = "ONNX_INFERENCE"
INT32 = 6


def cases() -> Iterator[Case]:
    """All of them."""
    yield from _of_one_graph()
    yield from _of_a_graph_around()
    yield from _of_other_types()


def _erf(inputs: Sequence[ValueInfoProto], outputs: Sequence[ValueInfoProto], *more: ValueInfoProto) -> ModelProto:
    found = model(graph([helper.make_node("Erf", ["x"], ["y"])], inputs, outputs))
    found.graph.value_info.extend(more)
    return found


def _of_one_graph() -> Iterator[Case]:
    four = [value("x", (4,))], [value("y", (4,))]
    said = 'graph.value_info[0] "x"'
    yield admitted("an input, alike", _erf(*four, value("x", (4,))))
    yield admitted("an input whose dimension has a name", _erf([value("x", ("n",))], four[1], value("x", (4,))))
    yield refused("an input of another dimension", CODE, said, _erf(*four, value("x", (481,))))
    yield refused("an input of another rank", CODE, said, _erf(*four, value("x", (4, 1))))
    yield refused("an input of another type", CODE, said, _erf(*four, value("x", (4,), 3)))
    yield refused("an output", CODE, 'graph.value_info[0] "y"', _erf(*four, value("y", (481,))))
    yield refused("twice an output", CODE, 'graph.output[1] "y"', _erf(four[0], [value("y", (481,)), *four[1]]))
    both = [value("x", (481,)), value("y", (481,))]
    yield refused("an input that is an output", CODE, 'graph.output[0] "x"', _erf(four[0], both))


def _chosen(kind: int, shape: Sequence[int], *more: ValueInfoProto) -> ModelProto:
    """x of float32 [4], and a branch that takes it for what `more` says."""
    branches = []
    for tag in ("then", "else"):
        branches.append(graph([helper.make_node("Relu", ["x"], [tag])], (), [value(tag, shape, kind)]))
        branches[-1].value_info.extend(more)
    node = helper.make_node("If", ["c"], ["y"], then_branch=branches[0], else_branch=branches[1])
    return model(graph([node], [value("x", (4,)), value("c", (), BOOL)], [value("y", shape, kind)]))


def _of_a_graph_around() -> Iterator[Case]:
    places = [(CODE, f'graph/If[0].{name}_branch.value_info[0] "x"') for name in ("else", "then")]
    yield admitted("of a graph around, alike", _chosen(FLOAT, (4,), value("x", (4,))))
    yield refused_for("of a graph around, of another shape", _chosen(FLOAT, (481,), value("x", (481,))), *places)
    yield refused_for("of a graph around, of another type", _chosen(INT32, (4,), value("x", (4,), INT32)), *places)
    body = graph(
        [helper.make_node("Identity", ["go"], ["on"]), helper.make_node("Relu", ["x"], ["z"])],
        [value("i", (), INT64), value("go", (), BOOL), value("x", (9,))],
        [value("on", (), BOOL), value("z", (9,))],
    )
    node = helper.make_node("Loop", ["n", "c", "w"], ["y"], body=body)
    inputs = [value("n", (), INT64), value("c", (), BOOL), value("w", (9,)), value("x", (4,), INT32)]
    yield admitted("an input of a body is a value of its own", model(graph([node], inputs, [value("y", (9,))])))


def _of_other_types() -> Iterator[Case]:
    tensor = helper.make_tensor_type_proto
    sequence, optional = helper.make_sequence_type_proto, helper.make_optional_type_proto

    def twice(first: TypeProto, second: TypeProto) -> ModelProto:
        ends = [helper.make_value_info(name, first) for name in ("x", "y")]
        found = model(graph([helper.make_node("Identity", ["x"], ["y"])], ends[:1], ends[1:]))
        found.graph.value_info.append(helper.make_value_info("y", second))
        return found

    place = 'graph.value_info[0] "y"'
    held = sequence(tensor(FLOAT, [4]))
    yield admitted("a sequence, alike", twice(held, held))
    yield refused("a sequence of others", CODE, place, twice(held, sequence(tensor(FLOAT, [5]))))
    yield refused("an optional one of another type", CODE, place, twice(optional(held), optional(tensor(FLOAT, [4]))))
