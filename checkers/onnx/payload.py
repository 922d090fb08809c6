"""The values of a constant tensor as bytes, whichever field holds them (onnx §2)."""

from __future__ import annotations

import struct
from typing import Any

from onnx.onnx_ml_pb2 import AttributeProto, TensorProto

from .element import element

# A tag of one byte before the length and the bytes of a packed field.
_TAG = 1


def payload(tensor: TensorProto) -> bytes:
    """The elements of an admitted tensor, little-endian and without gaps, in order; equal values give equal bytes."""
    if tensor.HasField("raw_data"):
        return tensor.raw_data
    row = element(tensor.data_type)
    if row.field in ("float_data", "double_data"):
        return _packed(tensor, row.field)
    values = getattr(tensor, row.field)
    if row.span is None or row.span[0] == 0:
        form = {8: "B", 16: "H", 32: "I" if row.span else "i", 64: "Q" if row.field == "uint64_data" else "q"}[row.bits]
    else:
        form = {8: "b", 16: "h"}[row.bits]
    return struct.pack(f"<{len(values)}{form}", *values)


def packed_floats(values: Any) -> bytes:
    """The bits of a repeated field of floats, little-endian."""
    alone = TensorProto()
    alone.float_data.MergeFrom(values)
    return _packed(alone, "float_data")


def packed_float(attribute: AttributeProto) -> bytes:
    """The bits of the single float of an attribute, little-endian; 0 where it has none."""
    alone = AttributeProto()
    alone.CopyFrom(attribute)
    for field, _ in alone.ListFields():
        if field.name != "f":
            alone.ClearField(field.name)
    return alone.SerializeToString()[_TAG:] or bytes(4)


def _packed(tensor: TensorProto, field: str) -> bytes:
    """The bits of a packed field of floats: going through Python's floats would change signalling NaNs."""
    alone = TensorProto()
    getattr(alone, field).MergeFrom(getattr(tensor, field))
    data = alone.SerializeToString()
    if not data:
        return b""
    start = _TAG
    while data[start] & 0x80:
        start += 1
    return data[start + 1 :]
