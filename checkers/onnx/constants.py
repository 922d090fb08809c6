"""Constant tensors: where their values are, whether as many as the shape asks for, what they take (onnx §1)."""

from __future__ import annotations

from math import prod
from typing import Any

from onnx.onnx_ml_pb2 import TensorProto

from .element import BOOL, Element, element
from .place import Place
from .shapes import are_small, check_dimensions
from .tour import Tour

# TensorProto's fields by number, as the walk has them.
_DIMS, _DATA_TYPE, _SEGMENT, _NAME, _RAW, _DOC = 1, 2, 3, 8, 9, 12
_EXTERNAL_DATA, _DATA_LOCATION = 13, 14
_PAYLOADS = {
    4: "float_data",
    5: "int32_data",
    6: "string_data",
    7: "int64_data",
    9: "raw_data",
    10: "double_data",
    11: "uint64_data",
}
_PLAIN = {_DIMS, _DATA_TYPE, _NAME, _RAW, _DOC}
_EMPTY_NAME = 2
# From so many bytes on, looking at fields one by one costs less than copying them.
_LARGE = 16384


def fields_of(message: TensorProto) -> dict[int, Any]:
    """The populated fields of a tensor by number; the raw data of a large one is given as a `range` of its length.

    Raw data is copied whenever it is asked for, and of a large tensor only the length matters.
    """
    size = message.ByteSize()
    # The data of a BOOL is looked at.
    if size < _LARGE or not message.HasField("raw_data") or message.data_type == BOOL or not _plain(message):
        return {field.number: value for field, value in message.ListFields()}
    fields: dict[int, Any] = {_DIMS: list(message.dims), _DATA_TYPE: message.data_type}
    rest = sum(1 + _varint_size(dimension) for dimension in fields[_DIMS]) + 1 + _varint_size(message.data_type)
    for number, name in ((_NAME, "name"), (_DOC, "doc_string")):
        if message.HasField(name):
            fields[number] = getattr(message, name)
            rest += _string_field_size(fields[number])
    # What is left is a tag, a length of some bytes, and as many bytes as it says.
    left = size - rest - 1
    width = next(width for width in range(1, 11) if _varint_size(left - width) == width)
    return fields | {_RAW: range(left - width)}


def _plain(message: TensorProto) -> bool:
    """Whether a tensor has a type and no other field than dimensions, type, name, documentation and raw data."""
    return message.HasField("data_type") and not (
        message.float_data
        or message.int32_data
        or message.string_data
        or message.int64_data
        or message.double_data
        or message.uint64_data
        or message.external_data
        or message.metadata_props
        or message.HasField("data_location")
        or message.HasField("segment")
    )


def _varint_size(value: int) -> int:
    return max(1, -(-value.bit_length() // 7)) if value >= 0 else 10


def check_constant(tour: Tour, values: dict[int, Any], message: TensorProto, place: Place | None) -> None:
    """Count a constant tensor and check it."""
    if not _count(tour, encoded_size(values, message), place):
        return
    if _EXTERNAL_DATA in values or values.get(_DATA_LOCATION, 0) != 0:
        said = "keeps its values in another file, which no audit of this one covers: save the model with them inside"
        tour.refuse("ONNX_EXTERNAL_DATA", f"the tensor {said}", place)
        return
    number = values.get(_DATA_TYPE, 0)
    row = element(number)
    dimensions = list(values.get(_DIMS, ()))
    if _is_plain(values, row, dimensions) and are_small(dimensions, tour.limits):
        return
    sound = check_dimensions(tour, dimensions, number, place)
    if not row.constant:
        name = row.name if number else "undefined"
        said = f"a constant of type {name} ({number}) is not admitted, as runtimes read and round it differently"
        tour.refuse("ONNX_TYPE_UNSUPPORTED", f"{said}: store integers or floats of 8, 16, 32 or 64 bits", place)
    elif sound and _check_fields(tour, values, row, place):
        _check_size(tour, values, row, dimensions, place)


def _is_plain(values: dict[int, Any], row: Element, dimensions: list[int]) -> bool:
    """Whether a tensor holds raw values, as many as its dimensions ask for, and nothing that needs a closer look."""
    plain = _RAW in values and row.constant and values.keys() <= _PLAIN
    return plain and len(values[_RAW]) == prod(dimensions) * row.bits // 8 and _in_span(values[_RAW], row)


def encoded_size(values: dict[int, Any], message: TensorProto) -> int:
    """The serialized bytes of a tensor without its documentation and with an empty name, which takes two."""
    size = message.ByteSize() + _EMPTY_NAME
    for number in (_NAME, _DOC):
        if number in values:
            size -= _string_field_size(values[number])
    return size


def _string_field_size(text: str | bytes) -> int:
    length = len(text if isinstance(text, bytes) else text.encode("utf-8"))
    return 1 + _varint_size(length) + length


def _count(tour: Tour, size: int, place: Place | None) -> bool:
    """Count a constant; False when there are more than are looked at."""
    limits = tour.limits
    tour.constants += 1
    if tour.constants == limits.constants + 1:
        tour.refuse(
            "ONNX_LIMIT_CONSTANTS", f"this constant tensor is one more than the limit of {limits.constants}", place
        )
    if size > limits.constant_bytes:
        message = f"a constant tensor of {size} encoded bytes is past the limit of {limits.constant_bytes}"
        tour.refuse("ONNX_LIMIT_CONSTANT_BYTES", message, place)
    before = tour.constant_bytes
    tour.constant_bytes += size
    if before <= limits.all_constant_bytes < tour.constant_bytes:
        message = f"with this one all constant tensors are past the limit of {limits.all_constant_bytes} encoded bytes"
        tour.refuse("ONNX_LIMIT_CONSTANT_BYTES", message, place)
    return tour.constants <= limits.constants


def _check_fields(tour: Tour, values: dict[int, Any], row: Element, place: Place | None) -> bool:
    """Whether the values are all in the one field that their type takes."""
    used = [_PAYLOADS[number] for number in values if number in _PAYLOADS]
    if _SEGMENT in values:
        message = "the tensor is one segment of a larger one, which nothing says how to join: store it whole"
    elif len(used) > 1:
        message = f"values are in both {used[0]} and {used[1]}, and readers differ in which they take: keep one"
    elif used and used[0] not in ("raw_data", row.field):
        message = f"a tensor of type {row.name} keeps its values in {row.field} or raw_data, not in {used[0]}"
    else:
        return True
    tour.refuse("ONNX_TENSOR_ENCODING", message, place)
    return False


def _check_size(tour: Tour, values: dict[int, Any], row: Element, dimensions: list[int], place: Place | None) -> None:
    """Check that there are as many values as the shape asks for, and that each is one of the type."""
    elements = 1
    for dimension in dimensions:
        elements *= dimension
    field = next((number for number in values if number in _PAYLOADS), None)
    if field == _RAW:
        present, expected, unit = len(values[_RAW]), elements * row.bits // 8, "bytes"
    else:
        present, expected, unit = len(values[field]) if field else 0, elements * row.entries, "values"
    if present != expected:
        message = f"the shape asks for {expected} {unit} of type {row.name} and the tensor holds {present}"
        tour.refuse("ONNX_TENSOR_SIZE_MISMATCH", message, place)
    elif field is not None and not _in_span(values[field], row):
        message = f"a value is none of type {row.name}, and readers differ in what they make of it"
        tour.refuse("ONNX_TENSOR_ENCODING", message, place)


def _in_span(payload: Any, row: Element) -> bool:
    if isinstance(payload, bytes):
        return row is not element(BOOL) or not payload.translate(None, b"\0\1")
    if row.span is None or isinstance(payload, range) or not payload:
        return True
    return row.span[0] <= min(payload) and max(payload) <= row.span[1]
