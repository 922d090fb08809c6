"""The element types of tensors as a table: how wide they are and which field holds their values (onnx.proto)."""

from __future__ import annotations

from typing import NamedTuple


class Element(NamedTuple):
    """A row: its name; bits of one element; and for a type that constants may have: the field that holds its values
    when they are not raw, how many entries an element takes there, and the least and greatest entry where the field
    can hold others.
    """

    name: str
    bits: int
    field: str = ""
    entries: int = 1
    span: tuple[int, int] | None = None

    @property
    def constant(self) -> bool:
        """Whether a constant of this type is admitted."""
        return self.field != ""


BOOL = 9
STRING = 8
# By the number of TensorProto.DataType.
ELEMENTS = {
    1: Element("float32", 32, "float_data"),
    2: Element("uint8", 8, "int32_data", 1, (0, 255)),
    3: Element("int8", 8, "int32_data", 1, (-128, 127)),
    4: Element("uint16", 16, "int32_data", 1, (0, 65535)),
    5: Element("int16", 16, "int32_data", 1, (-32768, 32767)),
    6: Element("int32", 32, "int32_data"),
    7: Element("int64", 64, "int64_data"),
    STRING: Element("string", 8),
    BOOL: Element("bool", 8, "int32_data", 1, (0, 1)),
    10: Element("float16", 16, "int32_data", 1, (0, 65535)),
    11: Element("float64", 64, "double_data"),
    12: Element("uint32", 32, "uint64_data", 1, (0, 0xFFFFFFFF)),
    13: Element("uint64", 64, "uint64_data"),
    14: Element("complex64", 64, "float_data", 2),
    15: Element("complex128", 128, "double_data", 2),
    16: Element("bfloat16", 16, "int32_data", 1, (0, 65535)),
    17: Element("float8e4m3fn", 8),
    18: Element("float8e4m3fnuz", 8),
    19: Element("float8e5m2", 8),
    20: Element("float8e5m2fnuz", 8),
    21: Element("uint4", 4),
    22: Element("int4", 4),
    23: Element("float4e2m1", 4),
    24: Element("float8e8m0", 8),
    25: Element("uint2", 2),
    26: Element("int2", 2),
    27: Element("float6e2m3", 6),
    28: Element("float6e3m2", 6),
}
UNKNOWN = Element("unknown", 8)


def element(number: int) -> Element:
    """The row of a type; `UNKNOWN` for a number that names none."""
    return ELEMENTS.get(number, UNKNOWN)
