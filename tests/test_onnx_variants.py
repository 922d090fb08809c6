"""Variants of the schema read what the schema reads, and are as their names say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import onnx
import pytest
from google.protobuf.message import DecodeError
from hypothesis import given
from onnx.onnx_ml_pb2 import ModelProto, TensorProto, TypeProto
from wai_lint.checkers.onnx.variants import ModelWithTypesAsBytes, VerifiedModel
from wai_lint.tests.onnx_models.case import relu
from wai_lint.tests.onnx_models.random_models import models

DATA = sorted((Path(onnx.__file__).parent / "backend" / "test" / "data").rglob("*.onnx"))
VARIANTS = pytest.mark.parametrize("variant", [VerifiedModel, ModelWithTypesAsBytes])


@VARIANTS
def test_a_variant_reads_and_writes_what_the_schema_does(variant: type[ModelProto]) -> None:
    assert len(DATA) > 100
    for path in DATA:
        data = path.read_bytes()
        written = ModelProto.FromString(data).SerializeToString(deterministic=True)
        assert variant.FromString(data).SerializeToString(deterministic=True) == written, path


@VARIANTS
@given(models())
def test_a_variant_reads_random_models(variant: type[ModelProto], model: ModelProto) -> None:
    data = model.SerializeToString(deterministic=True)
    assert variant.FromString(data).SerializeToString(deterministic=True) == data


def test_packed_fields_and_enumerations_are_as_in_the_schema() -> None:
    model = relu()
    tensor = model.graph.initializer.add(name="w", data_type=1, dims=[2], float_data=[1, 2])
    tensor.data_location = TensorProto.EXTERNAL
    data = model.SerializeToString()
    assert VerifiedModel.FromString(data).SerializeToString() == data
    # Value 7 is none of the enumeration, so the field is unknown to both.
    odd = data.replace(b"\x70\x01", b"\x70\x07")
    assert odd != data
    for kind in (ModelProto, VerifiedModel):
        read = kind.FromString(odd)
        read.DiscardUnknownFields()
        assert len(read.SerializeToString()) == len(data) - 2


def test_texts_are_verified_at_any_depth() -> None:
    model = relu()
    model.graph.input[0].type.tensor_type.shape.dim[0].dim_param = "QQQ"
    data = model.SerializeToString()
    VerifiedModel.FromString(data)
    with pytest.raises(DecodeError):
        VerifiedModel.FromString(data.replace(b"QQQ", b"Q\xffQ"))


def test_types_are_the_bytes_of_their_messages() -> None:
    model = relu()
    read: Any = ModelWithTypesAsBytes.FromString(model.SerializeToString())
    held = read.graph.input[0].type
    assert isinstance(held, bytes)
    assert TypeProto.FromString(held) == model.graph.input[0].type
