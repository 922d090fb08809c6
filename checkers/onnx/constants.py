"""Constant tensors: where their values are, whether as many as the shape asks for, what they take (onnx §1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .element import BOOL, ELEMENTS, Element, element
from .place import Place
from .shapes import are_small, check_dimensions, element_count, shown
from .tour import Shape, Tour

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
_BESIDE_VALUES = frozenset({_DIMS, _DATA_TYPE, _NAME, _DOC})
# By the number of a type that constants may have: the field of values that are not raw.
_FIELDS = {
    number: next(field for field, name in _PAYLOADS.items() if name == row.field)
    for number, row in ELEMENTS.items()
    if row.constant
}
# By the field of values: what a tensor of nothing else that needs a look may have.
_PLAIN = {field: _BESIDE_VALUES | {field} for field in _PAYLOADS}
_BOOL = element(BOOL)
_EMPTY_NAME = 2
# The tag of the type and a number below 128.
_TYPE_SIZE = 2


def check_constant(tour: Tour, place: Place) -> bool:
    """Count a constant tensor and check it; nothing in it needs a visit."""
    message: Any = place[3]
    values = {field.number: value for field, value in message.ListFields()}
    dimensions: Any = values.get(_DIMS, ())
    number = values.get(_DATA_TYPE, 0)
    shape = None
    # Past a limit, shapes are not kept: there is no bound on what they take, nor on how alike their hashes are.
    if len(dimensions) <= tour.limits.rank and tour.constants < tour.limits.constants:
        # A slice is a list, which is many times faster to go through.
        dimensions = dimensions[:]
        shape = _shape(tour, dimensions)
    raw = values.get(_RAW)
    if shape is not None and raw is not None and number in _FIELDS and values.keys() <= _PLAIN[_RAW]:
        # `ByteSize` would write all of it.
        length = len(raw)
        size = shape.encoded + _TYPE_SIZE + 1 + _varint_size(length) + length
    else:
        size = message.ByteSize()
        for text in (_NAME, _DOC):
            if text in values:
                size -= _bytes_field_size(values[text])
    if _count(tour, size + _EMPTY_NAME, place) and (shape is None or not _is_plain(values, shape)):
        _check(tour, values, dimensions, place)
    return False


def _shape(tour: Tour, dimensions: list[int]) -> Shape | None:
    """What is known of dimensions; None for those that are not within every limit."""
    key = tuple(dimensions)
    shape = tour.shapes.get(key)
    if shape is None and are_small(dimensions, tour.limits):
        encoded = sum(1 + _varint_size(dimension) for dimension in dimensions)
        shape = tour.shapes[key] = Shape(element_count(dimensions), encoded)
    return shape


def _is_plain(values: dict[int, Any], shape: Shape) -> bool:
    """Whether a constant has as many values of its type as its dimensions ask for, and nothing needs a closer look."""
    number = values.get(_DATA_TYPE)
    if number not in _FIELDS:
        return False
    row = ELEMENTS[number]
    field = _RAW if _RAW in values else _FIELDS[number]
    return (
        values.keys() <= _PLAIN[field]
        and len(values.get(field, b"")) == _expected(field, row, shape.elements)
        and (row.span is None or field not in values or _in_span(values[field], row))
    )


def _expected(field: int | None, row: Element, elements: int) -> int:
    """How many bytes, if raw, or values a tensor has."""
    return elements * row.bits // 8 if field == _RAW else elements * row.entries


def _check(tour: Tour, values: dict[int, Any], dimensions: Sequence[int], place: Place) -> None:
    if _EXTERNAL_DATA in values or values.get(_DATA_LOCATION, 0) != 0:
        said = "keeps its values in another file, which no audit of this one covers: save the model with them inside"
        tour.refuse("ONNX_EXTERNAL_DATA", f"the tensor {said}", place)
        return
    number = values.get(_DATA_TYPE, 0)
    row = element(number)
    sound = check_dimensions(tour, dimensions, number, place)
    if not row.constant:
        name = row.name if number else "undefined"
        said = f"a constant of type {name} ({number}) is not admitted, as runtimes read and round it differently"
        tour.refuse("ONNX_TYPE_UNSUPPORTED", f"{said}: store integers or floats of 8, 16, 32 or 64 bits", place)
    elif sound and _check_fields(tour, values, row, place):
        _check_size(tour, values, row, dimensions, place)


def _bytes_field_size(value: str | bytes) -> int:
    length = len(value if isinstance(value, bytes) else value.encode())
    return 1 + _varint_size(length) + length


def _varint_size(value: int) -> int:
    if 0 <= value < 128:
        return 1
    return max(1, -(-value.bit_length() // 7)) if value >= 0 else 10


def _count(tour: Tour, size: int, place: Place) -> bool:
    """Count a constant; False when there are more than are looked at."""
    limits = tour.limits
    tour.constants += 1
    tour.constant_bytes += size
    if (
        tour.constants <= limits.constants
        and size <= limits.constant_bytes
        and tour.constant_bytes <= limits.all_constant_bytes
    ):
        return True
    if tour.constants == limits.constants + 1:
        tour.refuse(
            "ONNX_LIMIT_CONSTANTS", f"this constant tensor is one more than the limit of {limits.constants}", place
        )
    if size > limits.constant_bytes:
        message = f"a constant tensor of {size} encoded bytes is past the limit of {limits.constant_bytes}"
        tour.refuse("ONNX_LIMIT_CONSTANT_BYTES", message, place)
    if tour.constant_bytes - size <= limits.all_constant_bytes < tour.constant_bytes:
        message = f"with this one all constant tensors are past the limit of {limits.all_constant_bytes} encoded bytes"
        tour.refuse("ONNX_LIMIT_CONSTANT_BYTES", message, place)
    return tour.constants <= limits.constants


def _check_fields(tour: Tour, values: dict[int, Any], row: Element, place: Place) -> bool:
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


def _check_size(tour: Tour, values: dict[int, Any], row: Element, dimensions: Sequence[int], place: Place) -> None:
    """Check that there are as many values as the shape asks for, and that each is one of the type."""
    field = next((number for number in values if number in _PAYLOADS), None)
    expected = _expected(field, row, element_count(dimensions))
    present = len(values[field]) if field else 0
    unit = "bytes" if field == _RAW else "values"
    if present != expected:
        message = f"the shape asks for {shown(expected)} {unit} of type {row.name} and the tensor holds {present}"
        tour.refuse("ONNX_TENSOR_SIZE_MISMATCH", message, place)
    elif field is not None and not _in_span(values[field], row):
        message = f"a value is none of type {row.name}, and readers differ in what they make of it"
        tour.refuse("ONNX_TENSOR_ENCODING", message, place)


def _in_span(payload: Any, row: Element) -> bool:
    if isinstance(payload, bytes):
        return row is not _BOOL or not payload.translate(None, b"\0\1")
    if row.span is None or not payload:
        return True
    numbers = payload[:]
    return row.span[0] <= min(numbers) and max(numbers) <= row.span[1]
