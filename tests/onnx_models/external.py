"""Tensors whose values are in another file, in every place that may hold a tensor."""

from __future__ import annotations

from collections.abc import Iterator

from onnx import helper
from onnx.onnx_ml_pb2 import (
    AttributeProto,
    FunctionProto,
    NodeProto,
    SparseTensorProto,
    StringStringEntryProto,
    TensorProto,
    TrainingInfoProto,
)

from .case import INT64, Case, branch, constant, graph, loop, refused, refused_for, relu, scan, tensor, within_if

CODE = "ONNX_EXTERNAL_DATA"


def external(name: str = "w", location: str = "weights.bin", kind: int = 1) -> TensorProto:
    """A tensor in another file."""
    found = TensorProto(name=name, data_type=kind, dims=[2], data_location=TensorProto.EXTERNAL)
    found.external_data.append(StringStringEntryProto(key="location", value=location))
    return found


def sparse(values: TensorProto, indices: TensorProto) -> SparseTensorProto:
    """A sparse tensor of four elements."""
    return SparseTensorProto(values=values, indices=indices, dims=[4])


def node_with(attribute: AttributeProto) -> NodeProto:
    """A node with one attribute."""
    return NodeProto(op_type="Constant", output=["k"], attribute=[attribute])


def cases() -> Iterator[Case]:
    """All of them."""
    yield from _plain()
    yield from _nested()
    yield from _outside_of_the_graph()


def _plain() -> Iterator[Case]:
    place = 'graph.initializer[0] "w"'
    yield refused("an initializer", CODE, place, relu([external()]))
    yield refused("an absolute path", CODE, place, relu([external(location="/etc/passwd")]))
    yield refused("a path upwards", CODE, place, relu([external(location="../../secret")]))
    default = tensor()
    default.external_data.append(StringStringEntryProto(key="location", value="weights.bin"))
    yield refused("entries with the location left out", CODE, place, relu([default]))
    default.data_location = TensorProto.DEFAULT
    yield refused("entries with location DEFAULT", CODE, place, relu([default]))
    bare = tensor()
    bare.data_location = TensorProto.EXTERNAL
    yield refused("EXTERNAL without entries", CODE, place, relu([bare]))
    yield refused("an unsupported type besides", CODE, place, relu([external(kind=8)]))
    two = relu([external("a"), tensor("b"), external("c")])
    places = ('graph.initializer[0] "a"', 'graph.initializer[2] "c"')
    yield refused_for("two initializers", two, *((CODE, each) for each in places))

    attribute = relu()
    attribute.graph.node.append(constant(external()))
    yield refused("an attribute", CODE, "graph/Constant[1].value", attribute)
    lying = relu()
    lying.graph.node.append(node_with(AttributeProto(name="value", type=AttributeProto.INT, i=1, t=external())))
    where = "graph/Constant[1].value"
    yield refused_for("an attribute that says it is INT", lying, ("ONNX_ATTRIBUTE_INVALID", where), (CODE, where))
    listed = relu()
    tensors = AttributeProto(name="list", type=AttributeProto.TENSORS, tensors=[tensor(), external()])
    listed.graph.node.append(node_with(tensors))
    yield refused("a list in an attribute", CODE, "graph/Constant[1].list[1]", listed)


def _nested() -> Iterator[Case]:
    indices = tensor("", INT64)
    pairs = {
        "values": sparse(external(), indices),
        "indices": sparse(tensor(), external("i", kind=INT64)),
    }
    for part, held in pairs.items():
        first = relu()
        first.graph.sparse_initializer.append(held)
        name = "w" if part == "values" else "i"
        yield refused(f"sparse {part}", CODE, f'graph.sparse_initializer[0].{part} "{name}"', first)
        second = relu()
        one = AttributeProto(name="sparse_value", type=AttributeProto.SPARSE_TENSOR, sparse_tensor=held)
        second.graph.node.append(node_with(one))
        place = f'graph/Constant[1].sparse_value.{part} "{name}"'
        yield refused(f"sparse {part} in an attribute", CODE, place, second)
        third = relu()
        many = AttributeProto(name="list", type=AttributeProto.SPARSE_TENSORS, sparse_tensors=[held])
        third.graph.node.append(node_with(many))
        place = f'graph/Constant[1].list[0].{part} "{name}"'
        yield refused(f"sparse {part} in a list in an attribute", CODE, place, third)

    place = 'graph/If[0] "gate".then_branch'
    yield refused("in a branch", CODE, f'{place}.initializer[0] "w"', within_if(branch((), [external()])))
    hidden = branch([constant(external(), name="k")])
    yield refused("an attribute in a branch", CODE, f'{place}/Constant[0] "k".value', within_if(hidden))
    yield refused("in a loop", CODE, 'graph/Loop[0].body.initializer[0] "w"', loop((), [external()]))
    yield refused("in a scan", CODE, "graph/Scan[0].body/Constant[0].value", scan([constant(external())]))
    inner = helper.make_node("If", ["c"], ["q"], then_branch=branch((), [external()]), else_branch=branch(tag="o"))
    place += '/If[0].then_branch.initializer[0] "w"'
    yield refused("two graphs deep", CODE, place, within_if(branch([inner], tag="outer")))
    graphs = AttributeProto(name="all", type=AttributeProto.GRAPHS, graphs=[branch(), branch((), [external()])])
    many = relu()
    many.graph.node.append(node_with(graphs))
    yield refused("in a list of graphs", CODE, 'graph/Constant[1].all[1].initializer[0] "w"', many)


def _outside_of_the_graph() -> Iterator[Case]:
    function = FunctionProto(name="f", domain="d", node=[constant(external())])
    model = relu()
    model.functions.append(function)
    local = ("ONNX_LOCAL_FUNCTION", 'functions[0] "f"')
    yield refused_for("in a function", model, local, (CODE, 'functions[0] "f"/Constant[0].value'))
    del function.node[:]
    function.attribute_proto.append(AttributeProto(name="a", type=AttributeProto.TENSOR, t=external()))
    model = relu()
    model.functions.append(function)
    yield refused_for("a default of a function", model, local, (CODE, 'functions[0] "f".a'))
    held = graph([], constants=[external()])
    for name, info in {
        "initialization": TrainingInfoProto(initialization=held),
        "algorithm": TrainingInfoProto(algorithm=held),
    }.items():
        model = relu()
        model.training_info.append(info)
        place = f'training_info[0].{name}.initializer[0] "w"'
        yield refused_for(f"in training's {name}", model, ("ONNX_TRAINING_INFO", "training_info[0]"), (CODE, place))
