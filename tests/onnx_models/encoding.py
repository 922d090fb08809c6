"""Bytes that are no model, or that readers take for different ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from onnx.onnx_ml_pb2 import GraphProto, NodeProto

from .case import DEFAULT, INT64, Case, admitted, branch, constant, loop, refused, refused_for, relu, tensor, within_if

DATA = relu().SerializeToString()


def cases() -> Iterator[Case]:
    """All of them."""
    yield from _parse()
    yield from _canonical()
    yield from _enumerations()
    yield from _strings()
    yield from _budget()


def field(number: int, held: bytes) -> bytes:
    """A field of bytes on the wire."""
    return _varint(number << 3 | 2) + _varint(len(held)) + held


def _varint(value: int) -> bytes:
    encoded = b""
    while value > 127:
        encoded += bytes([value & 127 | 128])
        value >>= 7
    return encoded + bytes([value])


def _parse() -> Iterator[Case]:
    code = "ONNX_PARSE"
    for name, data in {
        "nothing": b"",
        "text": b"not a model\n",
        "JSON": b'{"ir_version": 8}',
        "a Git LFS pointer": b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
        "protobuf's text form": b"ir_version: 8\ngraph {}\n",
        "an archive": b"PK\3\4" + bytes(40),
        "cut short": DATA[:-3],
        "a byte more": DATA + b"\x0a",
        "a length that is past the end": b"\x08\x08\x3a\x7f",
        "a number of eleven bytes": b"\x08" + b"\xff" * 10 + b"\x01",
        "a group": b"\x0b\x0c" + b"\x3a",
        "no graph": b"\x08\x08",
        "zeros": bytes(100),
    }.items():
        yield refused(name, code, "", data)


def _canonical() -> Iterator[Case]:
    code = "ONNX_NONCANONICAL_PROTO"
    yield admitted("fields in another order", _turned())
    unknown = field(999, b"more")
    yield refused("an unknown field", code, "", DATA + unknown)
    many = tuple((code, "") for _ in range(1000))
    yield refused_for("a million unknown fields", DATA + b"\xf8\x3e\x01" * 1_000_000, *many)
    yield refused("known to none, of each kind", code, "", DATA + b"\xf8\x3e\x01")
    yield refused("an unknown number at its end", code, "", DATA + b"\xf9\x3e" + bytes(8))
    yield refused("another wire type", code, "", DATA + b"\x0a\x01\x08")
    yield refused("a group", code, "", DATA + b"\xfb\x3e\xfc\x3e")
    inner = relu().graph.node[0].SerializeToString()
    graph = relu().graph
    del graph.node[:]
    deeper = relu()
    deeper.ClearField("graph")
    data = deeper.SerializeToString() + field(7, graph.SerializeToString() + field(1, inner + unknown))
    yield refused("an unknown field of a node", code, 'graph/Relu[0] "r"', data)
    yield refused("a second graph, empty", code, "", DATA + field(7, b""))
    more = GraphProto(node=[NodeProto(op_type="Abs", input=["x"], output=["t"])])
    yield refused("a second graph that is merged", code, "", DATA + field(7, more.SerializeToString()))
    yield refused("a second IR version", code, "", DATA + b"\x08\x08")
    kinds = {
        "a number of 33 bits for one of 32": (b"\x10\x81\x80\x80\x80\x10\x4a\x04" + bytes(4), True),
        "such a number among packed ones": (b"\x10\x06\x2a\x05\x81\x80\x80\x80\x10", True),
        "a negative number for one of 32 bits": (b"\x10\x06\x2a\x0b\xff" + b"\xff" * 8 + b"\x01\x07", False),
        "a long form of a number of 32 bits": (b"\x10\x81\x80\x80\x80\x00\x4a\x04" + bytes(4), False),
    }
    for name, (held, wide) in kinds.items():
        count = 2 if b"\x07" in held[-1:] else 1
        weights = b"\x08" + bytes([count]) + held + field(8, b"w")
        root = relu().graph.SerializeToString() + field(5, weights)
        data = deeper.SerializeToString() + field(7, root)
        yield refused(name, code, 'graph.initializer[0] "w"', data) if wide else admitted(name, data)
    model = within_if(branch())
    node = model.graph.node[0]
    attribute = node.attribute[0]
    twice = attribute.SerializeToString() + field(6, b"")
    del node.attribute[0]
    graph = model.graph
    held = node.SerializeToString() + field(5, twice)
    del graph.node[:]
    model.ClearField("graph")
    data = model.SerializeToString() + field(7, graph.SerializeToString() + field(1, held))
    yield refused("a branch twice", code, 'graph/If[0] "gate".else_branch', data)
    yield refused_for("a second graph and an unknown field", DATA + field(7, b"") + unknown, (code, ""), (code, ""))
    # Packed dimensions take fewer bytes, as many as the second graph adds.
    yield refused("of the length that protobuf would write", code, "", _compensated())


def _turned() -> bytes:
    """The model with its last field first."""
    graph = relu()
    graph.ClearField("opset_import")
    graph.ClearField("ir_version")
    rest = relu()
    rest.ClearField("graph")
    return graph.SerializeToString() + rest.SerializeToString()


def _compensated() -> bytes:
    held = tensor(dims=[1, 1, 1, 1])
    model = relu([held])
    written = held.SerializeToString()
    packed = field(1, b"\1\1\1\1") + written.removeprefix(b"\x08\1" * 4)
    graph = model.graph
    del graph.initializer[:]
    whole = graph.SerializeToString() + field(5, packed)
    model.ClearField("graph")
    data = model.SerializeToString() + field(7, whole) + field(7, b"")
    assert len(data) == len(relu([held]).SerializeToString())
    return data


def _enumerations() -> Iterator[Case]:
    code = "ONNX_NONCANONICAL_PROTO"
    model = relu([tensor()])
    graph = model.graph
    held = graph.initializer[0].SerializeToString() + b"\x70\x07"
    del graph.initializer[:]
    whole = graph.SerializeToString() + field(5, held)
    model.ClearField("graph")
    data = model.SerializeToString() + field(7, whole)
    yield refused("a data location that is none", code, 'graph.initializer[0] "w"', data)


def _strings() -> Iterator[Case]:
    code = "ONNX_STRING_ENCODING"

    def wrong(data: bytes) -> bytes:
        assert b"QQQ" in data
        return data.replace(b"QQQ", b"\xff\xfeQ")

    for name, place in {
        "op_type": 'graph/"\ufffd\ufffdQ"[0] "r"',
        "name": 'graph/Relu[0] "\ufffd\ufffdQ"',
        "domain": 'graph/Relu[0] "r"',
        "doc_string": 'graph/Relu[0] "r"',
    }.items():
        model = relu()
        setattr(model.graph.node[0], name, "QQQ")
        yield refused(f"a node's {name}", code, place, wrong(model.SerializeToString()))
    model = relu()
    model.graph.node.append(constant(tensor(), "QQQ"))
    yield refused("an output", code, "graph/Constant[1]", wrong(model.SerializeToString()))
    model = relu()
    model.producer_name = "QQQ"
    yield refused("the producer", code, "", wrong(model.SerializeToString()))
    model = relu()
    model.metadata_props.add(key="QQQ", value="v")
    yield refused("metadata", code, "metadata_props[0]", wrong(model.SerializeToString()))
    model = relu()
    model.opset_import.add(domain="QQQ", version=1)
    yield refused("a domain", code, "opset_import[1]", wrong(model.SerializeToString()))
    model.opset_import.append(model.opset_import[1])
    both = [(code, f"opset_import[{number}]") for number in (1, 2)]
    yield refused_for("a domain that may be twice the same", wrong(model.SerializeToString()), *both)
    model = relu()
    data = wrong(field(2, b"QQQ")) + field(2, b"name") + model.SerializeToString()
    twice = ("ONNX_NONCANONICAL_PROTO", "")
    yield refused_for("one that another replaces", data, (code, ""), twice)
    model = relu([tensor("QQQ")])
    yield refused("a constant's name", code, 'graph.initializer[0] "\ufffd\ufffdQ"', wrong(model.SerializeToString()))
    model = relu()
    model.graph.input[0].type.tensor_type.shape.dim[0].dim_param = "QQQ"
    yield refused("a dimension's name", code, 'graph.input[0] "x".shape.dim[0]', wrong(model.SerializeToString()))
    model = loop([constant(tensor(), "k", "QQQ")])
    place = 'graph/Loop[0].body/Constant[0] "\ufffd\ufffdQ"'
    yield refused("in a body", code, place, wrong(model.SerializeToString()))


def _budget() -> Iterator[Case]:
    code = "ONNX_INFERENCE_BUDGET"
    yield refused("memory", code, "", shapes(1_000_000, 60), replace(DEFAULT, inference_bytes=256 << 20))
    time = replace(DEFAULT, inference_seconds=1, inference_bytes=16 << 30)
    yield refused("time", code, "", shapes(200_000, 400), time)
    # 24 million nodes of two bytes each: protobuf takes fifty times that.
    bomb = b"\x08\x08\x42\x02\x10\x11" + field(7, b"\x0a\x00" * 24_000_000)
    yield refused("memory to read it", code, "", bomb)


def shapes(rank: int, nodes: int) -> bytes:
    """A model whose nodes each make a tensor of that rank, which inference writes down."""
    model = relu([tensor("s", INT64, (rank,), (1).to_bytes(8, "little") * rank)])
    for number in range(nodes):
        model.graph.node.add(op_type="ConstantOfShape", input=["s"], output=[f"t{number}"])
    return model.SerializeToString()
