"""Models at a limit and one past it, in plain sight and in the bodies of control flow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from onnx import helper

from .case import (
    DEFAULT,
    INT64,
    Case,
    admitted,
    branch,
    chain,
    constant,
    graph,
    loop,
    model,
    nested,
    refused,
    refused_for,
    relu,
    scan,
    tensor,
    value,
    within_if,
)


def cases() -> Iterator[Case]:
    """All of them."""
    yield from _model_bytes()
    yield from _nodes()
    yield from _inputs()
    yield from _outputs()
    yield from _constants()
    yield from _constant_bytes()
    yield from _shapes()
    yield from _depth()


def _model_bytes() -> Iterator[Case]:
    data = relu().SerializeToString()
    code = "ONNX_LIMIT_MODEL_BYTES"
    yield admitted("as long as the limit", data, replace(DEFAULT, model_bytes=len(data)))
    yield refused("one byte longer", code, "", data, replace(DEFAULT, model_bytes=len(data) - 1))
    yield refused("longer than 64 MiB", code, "", b"\x0a" * ((64 << 20) + 1))
    yield refused("no model, and longer", code, "", b"{}}", replace(DEFAULT, model_bytes=2))


def _nodes() -> Iterator[Case]:
    code = "ONNX_LIMIT_NODES"
    yield admitted("4096 nodes", model(graph(chain(4096), [value("x")], [value("y")])))
    yield refused("4097 nodes", code, "graph", model(graph(chain(4097), [value("x")], [value("y")])))
    few = replace(DEFAULT, nodes=10)
    # Within: the node itself, and one in either branch.
    hidden = [constant(tensor(), f"k{number}") for number in range(8)]
    place = 'graph/If[0] "gate".then_branch'
    yield admitted("all nodes, in a branch", within_if(branch(hidden[:7])), few)
    yield refused("hidden in the first branch", code, place, within_if(branch(hidden * 2)), few)
    other = within_if(branch(), branch(hidden, tag="_else"))
    # make_node sorts attributes by name: the other branch comes first.
    yield refused("hidden in the other branch", code, place, other, few)
    yield refused("hidden in a loop", code, "graph/Loop[0].body", loop(hidden), few)
    yield refused("hidden in a scan", code, "graph/Scan[0].body", scan(hidden * 2), few)
    defined = relu()
    defined.functions.add(name="f", domain="d").node.extend(hidden * 2)
    place = 'functions[0] "f"'
    yield refused_for("hidden in a function", defined, ("ONNX_LOCAL_FUNCTION", place), (code, place), limits=few)


def _inputs() -> Iterator[Case]:
    code = "ONNX_LIMIT_INPUTS"
    many = [value(f"i{number}") for number in range(64)]
    nodes = chain(1)
    yield admitted("64 inputs", model(graph(nodes, [value("x"), *many[1:]], [value("y")])))
    yield refused("65 inputs", code, "graph", model(graph(nodes, [value("x"), *many], [value("y")])))
    constants = [tensor(f"i{number}") for number in range(64)]
    old = model(graph(nodes, [value("x"), *many], [value("y")], constants), 8, 3)
    yield admitted("IR 3 lists initializers as inputs", old)
    older = model(graph(nodes, [value("x"), *many], [value("y")], constants[1:] * 0), 8, 3)
    yield refused("IR 3 with none", code, "graph", older)
    newer = model(graph(nodes, [value("x"), *many], [value("y")], constants), 8, 4)
    yield refused("IR 4 counts inputs with defaults", code, "graph", newer)
    body = loop()
    body.graph.node[0].attribute[0].g.input.extend(many)
    yield refused("inputs of a body", code, "graph/Loop[0].body", body)


def _outputs() -> Iterator[Case]:
    code = "ONNX_LIMIT_OUTPUTS"
    nodes = [helper.make_node("Relu", ["x"], [f"o{number}"]) for number in range(65)]
    outputs = [value(f"o{number}") for number in range(65)]
    yield admitted("64 outputs", model(graph(nodes, [value("x")], outputs[:64])))
    yield refused("65 outputs", code, "graph", model(graph(nodes, [value("x")], outputs)))
    hidden = branch(nodes)
    hidden.output.extend(outputs)
    yield refused("outputs of a branch", code, 'graph/If[0] "gate".then_branch', within_if(hidden))
    yield refused("past a lower limit", code, "graph", relu(), replace(DEFAULT, outputs=0))


def _constants() -> Iterator[Case]:
    code = "ONNX_LIMIT_CONSTANTS"
    yield admitted("4096 constants", relu([tensor(f"w{n}", dims=()) for n in range(4096)]))
    place = 'graph.initializer[4096] "w4096"'
    yield refused("4097 constants", code, place, relu([tensor(f"w{n}", dims=()) for n in range(4097)]))
    one = replace(DEFAULT, constants=1)
    pair = [tensor("a"), tensor("b")]
    place = 'graph/If[0] "gate".then_branch.initializer[1] "b"'
    yield refused("hidden in a branch", code, place, within_if(branch((), pair)), one)
    both = loop([constant(pair[0])], pair[1:])
    yield refused("an attribute and an initializer", code, 'graph/Loop[0].body.initializer[0] "b"', both, one)


def _constant_bytes() -> Iterator[Case]:
    code = "ONNX_LIMIT_CONSTANT_BYTES"
    # Dimensions 2, type 2, values 2 + 8, an empty name 2.
    yield admitted("one of 16 bytes", relu([tensor("w" * 90)]), replace(DEFAULT, constant_bytes=16))
    place = 'graph.initializer[0] "w"'
    yield refused("one past", code, place, relu([tensor()]), replace(DEFAULT, constant_bytes=15))
    three = [tensor("a"), tensor("b"), tensor("c")]
    yield admitted("48 bytes in all", relu(three), replace(DEFAULT, all_constant_bytes=48))
    place = 'graph.initializer[2] "c"'
    yield refused("47 allowed", code, place, relu(three), replace(DEFAULT, all_constant_bytes=47))
    hidden = scan([constant(tensor())])
    yield refused(
        "in a body", code, "graph/Scan[0].body/Constant[0].value", hidden, replace(DEFAULT, constant_bytes=15)
    )


def _shapes() -> Iterator[Case]:
    eight = relu([tensor(dims=[1] * 8)])
    yield admitted("rank 8", eight)
    yield refused("rank 9", "ONNX_LIMIT_RANK", 'graph.initializer[0] "w"', relu([tensor(dims=[1] * 9)]))
    ranks = model(graph(chain(1), [value("x", [1] * 9)], [value("y", [1] * 9)]))
    code = "ONNX_LIMIT_RANK"
    yield refused_for("rank 9 of values", ranks, (code, 'graph.input[0] "x"'), (code, 'graph.output[0] "y"'))
    node = helper.make_node("Unsqueeze", ["x", "axes"], ["t"])
    axes = tensor("axes", INT64, (8,), b"".join(n.to_bytes(8, "little") for n in range(8)))
    inferred = model(graph([*chain(1), node], [value("x")], [value("y")], [axes]))
    yield refused("rank 9 that inference finds", code, 'graph.value_info "t"', inferred)

    code = "ONNX_LIMIT_DIMENSION"
    yield admitted("a dimension of 1048576", relu([tensor(kind=3, dims=[1 << 20])]))
    yield refused("one more", code, 'graph.initializer[0] "w"', relu([tensor(kind=3, dims=[(1 << 20) + 1])]))
    wide = model(graph(chain(1), [value("x", ["n"])], [value("y", [1 << 62])]))
    place = 'graph.output[0] "y"'
    yield refused_for("of a value", wide, (code, place), ("ONNX_LIMIT_TENSOR_BYTES", place))
    pad = helper.make_node("Concat", ["x"] * 3, ["t"], axis=0)
    joined = model(graph([*chain(1), pad], [value("x", [1 << 19])], [value("y", [1 << 19])]))
    yield refused("that inference finds", code, 'graph.value_info "t"', joined)

    code = "ONNX_LIMIT_TENSOR_BYTES"
    half = [1 << 16, 1 << 10]
    yield admitted("256 MiB", model(graph(chain(1), [value("x", half)], [value("y", half)])))
    larger = [value("x", [*half, "n"]), value("more", [*half, 2])]
    yield refused(
        "512 MiB", code, 'graph.input[1] "more"', model(graph(chain(1), larger, [value("y", ["a", "b", "c"])]))
    )
    small = replace(DEFAULT, tensor_bytes=7)
    yield refused_for(
        "of a constant and of values",
        relu([tensor(dims=(1,)), tensor("v")]),
        (code, 'graph.initializer[1] "v"'),
        (code, 'graph.input[0] "x"'),
        (code, 'graph.output[0] "y"'),
        limits=small,
    )
    spread = helper.make_node("Expand", ["x", "shape"], ["t"])
    sizes = tensor("shape", INT64, (3,), b"".join((1 << 16).to_bytes(8, "little") for _ in range(3)))
    blown = model(graph([*chain(1), spread], [value("x", [1])], [value("y", [1])], [sizes]))
    yield refused("that inference finds", code, 'graph.value_info "t"', blown)
    hidden = within_if(branch([helper.make_node("ConstantOfShape", ["shape"], ["t"])], [sizes]))
    place = 'graph/If[0] "gate".then_branch.value_info "t"'
    yield refused("that inference finds in a branch", code, place, hidden)


def _depth() -> Iterator[Case]:
    code = "ONNX_LIMIT_DEPTH"
    yield admitted("as deep as protobuf reads", nested(31))
    yield refused("deeper with what inference adds", code, "", nested(32))
    yield admitted("as deep as the limit", nested(2), replace(DEFAULT, depth=2))
    place = 'graph/If[0] "gate".then_branch/If[0].then_branch/If[0].else_branch'
    yield refused("one deeper", code, place, nested(3), replace(DEFAULT, depth=2))
    for depth in (34, 64, 65, 5000):
        yield refused(f"{depth} deep", code, "", deep(depth))


def deep(depth: int) -> bytes:
    """The bytes of graphs that far below the root: protobuf would not write them."""
    inner = b"\x12\x01g"
    for _ in range(depth):
        for tag in (b"\x32", b"\x2a", b"\x0a"):
            inner = tag + _length(len(inner)) + inner
    return b"\x08\x08\x42\x02\x10\x11\x3a" + _length(len(inner)) + inner


def _length(count: int) -> bytes:
    encoded = b""
    while count > 127:
        encoded += bytes([count & 127 | 128])
        count >>= 7
    return encoded + bytes([count])
