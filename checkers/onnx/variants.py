"""Variants of ONNX's schema, in pools of their own, by which protobuf does while it reads what Python does slowly."""

from __future__ import annotations

from google.protobuf.descriptor_pb2 import (
    EDITION_2023,
    DescriptorProto,
    FeatureSet,
    FieldDescriptorProto,
    FileDescriptorProto,
)
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from onnx.onnx_ml_pb2 import DESCRIPTOR, ModelProto, ValueInfoProto


def _schema() -> FileDescriptorProto:
    file = FileDescriptorProto()
    DESCRIPTOR.CopyToProto(file)
    return file


def _model(file: FileDescriptorProto) -> type[Message]:
    pool = DescriptorPool()
    pool.AddSerializedFile(file.SerializeToString())
    return GetMessageClass(pool.FindMessageTypeByName(ModelProto.DESCRIPTOR.full_name))


def _verified() -> type[Message]:
    file = _schema()
    file.syntax = "editions"
    file.edition = EDITION_2023
    features = file.options.features
    features.enum_type = FeatureSet.CLOSED
    features.utf8_validation = FeatureSet.VERIFY
    features.repeated_field_encoding = FeatureSet.EXPANDED
    for message in file.message_type:
        _keep_packed(message)
    return _model(file)


def _keep_packed(message: DescriptorProto) -> None:
    """Say in an edition's way which fields are packed."""
    for field in message.field:
        if field.options.packed:
            field.options.ClearField("packed")
            field.options.features.repeated_field_encoding = FeatureSet.PACKED
    for nested in message.nested_type:
        _keep_packed(nested)


def _with_types_as_bytes() -> type[Message]:
    file = _schema()
    for message in file.message_type:
        if message.name == ValueInfoProto.DESCRIPTOR.name:
            field = next(each for each in message.field if each.name == "type")
            field.type = FieldDescriptorProto.TYPE_BYTES
            field.ClearField("type_name")
    return _model(file)


# As `ModelProto`, but `FromString` raises `DecodeError` where a text is not UTF-8.
VerifiedModel = _verified()
# As `ModelProto`, but the `type` of a `ValueInfoProto` is the bytes of a `TypeProto`.
ModelWithTypesAsBytes = _with_types_as_bytes()
