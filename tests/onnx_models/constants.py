"""Constant tensors that do not hold what their type and shape ask for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from onnx.onnx_ml_pb2 import ModelProto, TensorProto

from .case import BOOL, INT64, Case, admitted, branch, constant, loop, refused, relu, scan, tensor, within_if

PLACE = 'graph.initializer[0] "w"'


def cases() -> Iterator[Case]:
    """All of them."""
    yield from _sound()
    yield from _sizes()
    yield from _encodings()
    yield from _types()
    yield from _shapes()


def _one(**fields: Any) -> ModelProto:
    return relu([TensorProto(name="w", **fields)])


def _sound() -> Iterator[Case]:
    yield admitted("empty", _one(data_type=1, dims=[0, 3]))
    yield admitted("empty, raw", _one(data_type=1, dims=[0], raw_data=b""))
    yield admitted("a scalar", _one(data_type=1, float_data=[1.5]))
    yield admitted("complex numbers", _one(data_type=14, dims=[2], float_data=[1, 2, 3, 4]))
    yield admitted("the least and greatest of a type", _one(data_type=3, dims=[2], int32_data=[-128, 127]))
    yield admitted("halves", _one(data_type=10, dims=[2], int32_data=[0, 65535]))
    yield admitted("raw values of a signed type", _one(data_type=3, dims=[2], raw_data=b"\xff\x80"))
    yield admitted("truth values", _one(data_type=BOOL, dims=[2], raw_data=b"\1\0"))


def _sizes() -> Iterator[Case]:
    code = "ONNX_TENSOR_SIZE_MISMATCH"
    for name, fields in {
        "no values": {"data_type": 1, "dims": [2]},
        "three bytes": {"data_type": 1, "raw_data": b"123"},
        "too many raw values": {"data_type": 3, "dims": [2], "raw_data": b"123"},
        "too few typed values": {"data_type": 7, "dims": [2, 2], "int64_data": [1, 2, 3]},
        "too many typed values": {"data_type": 6, "dims": [1], "int32_data": [1, 2]},
        "values of an empty tensor": {"data_type": 1, "dims": [0], "float_data": [1]},
        "half a complex number": {"data_type": 14, "float_data": [1]},
    }.items():
        yield refused_with_checker(name, code, _one(**fields), fields)
    short = tensor(raw=b"1234")
    checker = ("ONNX_CHECKER", "graph")
    place = 'graph/If[0] "gate".then_branch/Constant[0].value'
    yield Case("in a branch", within_if(branch([constant(short)])).SerializeToString(), ((code, place), checker))
    place = 'graph/Loop[0].body.initializer[0] "w"'
    yield Case("in a loop", loop((), [short]).SerializeToString(), ((code, place), checker))


def refused_with_checker(name: str, code: str, model: ModelProto, fields: dict[str, Any]) -> Case:
    """A tensor that the checker refuses too, unless it holds more than it should: the checker lets that pass."""
    more = name.startswith("too many")
    rest = () if more else (("ONNX_CHECKER", "graph"),)
    return Case(name, model.SerializeToString(), ((code, PLACE), *rest))


def _encodings() -> Iterator[Case]:
    code = "ONNX_TENSOR_ENCODING"
    for name, fields in {
        "raw and typed": {"data_type": 1, "dims": [1], "raw_data": b"1234", "float_data": [1]},
        "two typed fields": {"data_type": 1, "dims": [1], "float_data": [1], "int32_data": [1]},
        "another type's field": {"data_type": 1, "dims": [1], "int64_data": [1]},
    }.items():
        yield Case(name, _one(**fields).SerializeToString(), ((code, PLACE), ("ONNX_CHECKER", "graph")))
    for name, fields in {
        "empty raw data besides typed": {"data_type": 1, "dims": [1], "raw_data": b"", "float_data": [1]},
        "a segment": {"data_type": 1, "dims": [1], "raw_data": b"1234", "segment": TensorProto.Segment(begin=0, end=1)},
        "300 as uint8": {"data_type": 2, "dims": [1], "int32_data": [300]},
        "-129 as int8": {"data_type": 3, "dims": [1], "int32_data": [-129]},
        "2 as bool": {"data_type": BOOL, "dims": [1], "int32_data": [2]},
        "2 as raw bool": {"data_type": BOOL, "dims": [2], "raw_data": b"\1\2"},
        "-1 as float16": {"data_type": 10, "dims": [1], "int32_data": [-1]},
        "2^32 as uint32": {"data_type": 12, "dims": [1], "uint64_data": [1 << 32]},
    }.items():
        yield refused(name, code, PLACE, _one(**fields))


def _types() -> Iterator[Case]:
    code = "ONNX_TYPE_UNSUPPORTED"
    yield refused("strings", code, PLACE, _one(data_type=8, dims=[1], string_data=[b"a"]))
    for number in (17, 18, 19, 20, 24):
        yield refused(f"8-bit floats ({number})", code, PLACE, _one(data_type=number, dims=[1], raw_data=b"1"))
    for number in (21, 22, 23, 25, 26):
        yield refused(f"less than 8 bits ({number})", code, PLACE, _one(data_type=number, dims=[2], raw_data=b"1"))
    for number in (27, 28):
        yield refused(f"6-bit floats ({number})", code, PLACE, _one(data_type=number, dims=[4], raw_data=b"123"))
    strings = TensorProto(data_type=8, dims=[1], string_data=[b"a"])
    yield refused("in a scan", code, "graph/Scan[0].body/Constant[0].value", scan([constant(strings)]))
    checker = ("ONNX_CHECKER", "graph")
    yield Case("undefined", _one(data_type=0, dims=[1], raw_data=b"1").SerializeToString(), ((code, PLACE), checker))
    yield Case("none", _one(dims=[1], raw_data=b"1").SerializeToString(), ((code, PLACE), checker))
    yield Case("number 99", _one(data_type=99, dims=[1], int32_data=[1]).SerializeToString(), ((code, PLACE), checker))


def _shapes() -> Iterator[Case]:
    code = "ONNX_SHAPE_INVALID"
    yield refused("a negative dimension", code, PLACE, _one(data_type=1, dims=[-1], float_data=[1]))
    yield refused("two of them", code, PLACE, _one(data_type=1, dims=[-1, -2], float_data=[1, 2]))
    yield refused("the least of them", code, PLACE, _one(data_type=1, dims=[-(1 << 63)], float_data=[]))
    for name, place in (("input", 'graph.input[0] "x"'), ("output", 'graph.output[0] "y"')):
        model = relu()
        getattr(model.graph, name)[0].type.tensor_type.shape.dim[0].dim_value = -1
        yield refused(f"of an {name}", code, place, model)
    sparse = relu()
    sparse.graph.sparse_initializer.add(values=tensor(), indices=tensor("i", INT64), dims=[-4])
    yield refused("of a sparse tensor", code, "graph.sparse_initializer[0]", sparse)
    hidden = branch()
    hidden.value_info.add(name="q").type.sequence_type.elem_type.tensor_type.shape.dim.add(dim_value=-7)
    place = 'graph/If[0] "gate".then_branch.value_info[0] "q".sequence_type.elem_type'
    yield refused("of what a sequence holds", code, place, within_if(hidden))
