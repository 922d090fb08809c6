"""The values of constants: the same bytes, and so the same signature, whichever field holds them."""

from __future__ import annotations

from typing import Any

import pytest
from onnx import helper, numpy_helper
from onnx.onnx_ml_pb2 import TensorProto
from wai_lint.checkers.onnx.audit import audit
from wai_lint.checkers.onnx.payload import payload
from wai_lint.tests.onnx_models.case import graph, model, value


@pytest.mark.parametrize(
    ("kind", "field", "values", "raw"),
    [
        (1, "float_data", [1.0, -0.0, float("nan")], None),
        (2, "int32_data", [0, 255], b"\0\xff"),
        (3, "int32_data", [-1, 127], b"\xff\x7f"),
        (5, "int32_data", [-2, 300], b"\xfe\xff\x2c\x01"),
        (4, "int32_data", [65535], b"\xff\xff"),
        (6, "int32_data", [-1, 1 << 30], b"\xff\xff\xff\xff\0\0\0\x40"),
        (7, "int64_data", [-1], b"\xff" * 8),
        (9, "int32_data", [1, 0], b"\1\0"),
        (10, "int32_data", [0x3C00], b"\0\x3c"),
        (11, "double_data", [0.1] * 300, None),
        (12, "uint64_data", [(1 << 32) - 1], b"\xff" * 4),
        (13, "uint64_data", [(1 << 64) - 1], b"\xff" * 8),
        (14, "float_data", [1.0, 2.0], None),
        (16, "int32_data", [0x3F80], b"\x80\x3f"),
    ],
)
def test_a_constant_signs_alike_raw_and_typed(kind: int, field: str, values: list[Any], raw: bytes | None) -> None:
    count = len(values) // 2 if kind == 14 else len(values)
    one = TensorProto(name="w", data_type=kind, dims=[count])
    getattr(one, field).extend(values)
    if raw is None:
        raw = numpy_helper.to_array(one).tobytes()
    other = TensorProto(name="w", data_type=kind, dims=[count], raw_data=raw)
    node = helper.make_node("Identity", ["x"], ["y"])
    models = [model(graph([node], [value("x")], [value("y")], [each])) for each in (one, other)]
    first, second = (audit(each.SerializeToString()).signature for each in models)
    assert first is not None
    assert first == second


def test_floats_keep_their_bits() -> None:
    signalling = b"\x01\0\x80\x7f" * 200
    packed = b"\x10\x01\x22\xa0\x06" + signalling
    assert payload(TensorProto.FromString(packed)) == signalling


def test_floats_of_attributes_keep_their_bits_in_a_signature() -> None:
    signatures = set()
    for bits in (b"\x01\0\x80\x7f", b"\x01\0\xc0\x7f", b"\0\0\0\0", b"\0\0\0\x80"):
        node = helper.make_node("LeakyRelu", ["x"], ["y"], alpha=1.0)
        constant = helper.make_node("Constant", [], ["k"], value_floats=[1.0])
        for each in (node, constant):
            held = model(graph([helper.make_node("Relu", ["x"], ["z"]), each], [value("x")], [value("z")]))
            data = held.SerializeToString()
            assert data.count(b"\0\0\x80\x3f") == 1
            signatures.add(audit(data.replace(b"\0\0\x80\x3f", bits)).signature)
    assert len(signatures) == 8
    assert None not in signatures
