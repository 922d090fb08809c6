"""Names that are not alone, attributes that are not what they say, functions and training."""

from __future__ import annotations

from collections.abc import Iterator

from onnx import helper
from onnx.onnx_ml_pb2 import AttributeProto, FunctionProto, ModelProto, TrainingInfoProto, TypeProto

from .case import (
    Case,
    admitted,
    branch,
    constant,
    graph,
    model,
    refused,
    refused_for,
    relu,
    scan,
    tensor,
    value,
    within_if,
)

CHECKER = ("ONNX_CHECKER", "graph")


def cases() -> Iterator[Case]:
    """All of them."""
    yield from _names()
    yield from _attributes()
    yield from _functions()
    yield from _training()


def _names() -> Iterator[Case]:
    code = "ONNX_DUPLICATE_NODE_NAME"

    def pair(first: str, second: str) -> ModelProto:
        nodes = [
            helper.make_node("Relu", ["x"], ["t"], name=first),
            helper.make_node("Abs", ["t"], ["y"], name=second),
        ]
        return model(graph(nodes, [value("x")], [value("y")]))

    yield admitted("no names", pair("", ""))
    yield admitted("different names", pair("a", "A"))
    yield refused("one name", code, 'graph/Abs[1] "a"', pair("a", "a"))
    yield refused("a name with odd characters", code, 'graph/Abs[1] "a\\n\\"/b"', pair('a\n"/b', 'a\n"/b'))
    same = [constant(tensor(), f"k{number}", "gate") for number in range(3)]
    yield admitted("the name of a node outside", within_if(branch(same[:1]), branch(same[1:2], tag="_else")))
    place = 'graph/If[0] "gate".then_branch'
    places = ((code, f'{place}/Constant[1] "gate"'), (code, f'{place}/Constant[2] "gate"'))
    yield refused_for("thrice in a branch", within_if(branch(same)), *places)
    yield refused("in a scan", code, 'graph/Scan[0].body/Constant[1] "gate"', scan(same[:2]))
    function = relu()
    function.functions.append(FunctionProto(name="f", domain="d", node=same[:2]))
    local = ("ONNX_LOCAL_FUNCTION", 'functions[0] "f"')
    yield refused_for("in a function", function, local, (code, 'functions[0] "f"/Constant[1] "gate"'))


def _with(*attributes: AttributeProto) -> ModelProto:
    found = relu()
    node = found.graph.node.add(op_type="LeakyRelu", input=["x"], output=["t"])
    node.attribute.extend(attributes)
    return found


def _attributes() -> Iterator[Case]:
    code = "ONNX_ATTRIBUTE_INVALID"
    place = (code, "graph/LeakyRelu[1].alpha")
    alpha = AttributeProto(name="alpha", type=AttributeProto.FLOAT, f=0.5)
    yield admitted("as it should be", _with(alpha))
    yield admitted("a zero as proto3 leaves it out", _with(AttributeProto(name="alpha", type=AttributeProto.FLOAT)))
    for name, attribute in {
        "FLOAT that holds an integer": AttributeProto(name="alpha", type=AttributeProto.FLOAT, i=1),
        "FLOATS that holds one": AttributeProto(name="alpha", type=AttributeProto.FLOATS, f=1),
        "without a type": AttributeProto(name="alpha", f=1),
        "undefined": AttributeProto(name="alpha", type=AttributeProto.UNDEFINED, f=1),
        "undefined, and documentation": AttributeProto(name="alpha", type=AttributeProto.UNDEFINED, doc_string="d"),
        "two values": AttributeProto(name="alpha", type=AttributeProto.FLOAT, f=1, ints=[1]),
        "a tensor that is not there": AttributeProto(name="alpha", type=AttributeProto.TENSOR),
        "INT that holds a type": AttributeProto(name="alpha", type=AttributeProto.INT, tp=TypeProto()),
    }.items():
        yield refused_for(name, _with(attribute), place, CHECKER)
    yield refused_for("twice", _with(alpha, alpha), place, CHECKER)
    nameless = AttributeProto(type=AttributeProto.FLOAT, f=1)
    yield refused_for("no name", _with(nameless), (code, 'graph/LeakyRelu[1].""'), CHECKER)
    referring = AttributeProto(name="alpha", type=AttributeProto.FLOAT, ref_attr_name="other")
    yield refused("a reference outside of a function", *place, _with(referring))
    lying = within_if(branch())
    lying.graph.node[0].attribute[0].type = AttributeProto.INT
    yield refused_for("a graph that says it is INT", lying, (code, 'graph/If[0] "gate".else_branch'), CHECKER)
    holds = FunctionProto(name="f", domain="d")
    referring.f = 1
    holds.node.add(op_type="LeakyRelu", input=["x"], output=["y"]).attribute.append(referring)
    model_ = relu()
    model_.functions.append(holds)
    local = ("ONNX_LOCAL_FUNCTION", 'functions[0] "f"')
    both = (code, 'functions[0] "f"/LeakyRelu[0].alpha')
    yield refused_for("a reference and a value", model_, local, both)


def _functions() -> Iterator[Case]:
    code = "ONNX_LOCAL_FUNCTION"
    unused = relu()
    unused.functions.append(FunctionProto(name="f", domain="d"))
    yield refused("one that is not used", code, 'functions[0] "f"', unused)
    two = relu()
    two.functions.extend([FunctionProto(name="f"), FunctionProto(name="g", domain="d")])
    yield refused_for("two", two, (code, 'functions[0] "f"'), (code, 'functions[1] "g"'))
    called = relu()
    called.graph.node[0].overload = "fast"
    yield refused("an overload of none that there is", code, 'graph/Relu[0] "r"', called)
    # Each function calls the next one twice: unfolded, it would be 2^40 nodes.
    bomb = relu()
    bomb.opset_import.add(domain="d", version=1)
    for level in range(40):
        function = bomb.functions.add(name=f"f{level}", domain="d", input=["a"], output=["b"])
        function.opset_import.add(domain="d", version=1)
        for source, target in (("a", "t"), ("t", "b")):
            function.node.add(op_type=f"f{level + 1}", domain="d", input=[source], output=[target])
    bomb.graph.node[0].op_type = "f0"
    bomb.graph.node[0].domain = "d"
    calls = [("ONNX_DOMAIN_UNSUPPORTED", 'graph/f0[0] "r"')]
    for level in range(40):
        calls.append((code, f'functions[{level}] "f{level}"'))
        calls += [
            ("ONNX_DOMAIN_UNSUPPORTED", f'functions[{level}] "f{level}"/f{level + 1}[{number}]') for number in range(2)
        ]
    yield refused_for("each calls the next twice", bomb, *calls)


def _training() -> Iterator[Case]:
    code = "ONNX_TRAINING_INFO"
    for name, info in {
        "empty": TrainingInfoProto(),
        "an algorithm": TrainingInfoProto(algorithm=graph([])),
        "an initialization": TrainingInfoProto(initialization=graph([])),
    }.items():
        found = relu()
        found.training_info.append(info)
        yield refused(name, code, "training_info[0]", found)
    found = relu()
    found.training_info.extend([TrainingInfoProto(), TrainingInfoProto()])
    yield refused_for("two", found, (code, "training_info[0]"), (code, "training_info[1]"))
