"""Types and shapes within bounds: rank, dimensions, estimated bytes (onnx §1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .element import element
from .place import Place
from .tour import Tour


def check_dimensions(tour: Tour, dimensions: list[int], elem_type: int, place: Place | None) -> bool:
    """Check the known dimensions of a tensor, where 1 stands for an unknown one; True when none is negative."""
    limits = tour.limits
    if len(dimensions) > limits.rank:
        message = f"a tensor of rank {len(dimensions)} is past the limit of {limits.rank}"
        tour.refuse("ONNX_LIMIT_RANK", message, place)
    if not dimensions:
        return True
    if min(dimensions) < 0:
        message = f"dimension {min(dimensions)} is negative, so no tensor has this shape: leave it unknown or name it"
        tour.refuse("ONNX_SHAPE_INVALID", message, place)
        return False
    greatest = max(dimensions)
    if greatest > limits.dimension:
        message = f"dimension {greatest} is past the limit of {limits.dimension}"
        tour.refuse("ONNX_LIMIT_DIMENSION", message, place)
    size = byte_size(dimensions, elem_type)
    if size > limits.tensor_bytes:
        message = f"a tensor of this shape takes {size} bytes, past the limit of {limits.tensor_bytes}"
        tour.refuse("ONNX_LIMIT_TENSOR_BYTES", message, place)
    return True


def byte_size(dimensions: Iterable[int], elem_type: int) -> int:
    """The bytes of a dense tensor."""
    bits = element(elem_type).bits
    for dimension in dimensions:
        # Whatever the other dimensions are, one of 0 makes the tensor empty; the product of the rest may be anything.
        bits *= dimension
    return -(-bits // 8)


def check_type(tour: Tour, values: dict[int, Any], place: Place | None) -> None:
    """Check a tensor type (fields `elem_type`, `shape`): its dimensions, and that their names are text."""
    if 2 not in values:
        return
    known = []
    for dimension in values[2].dim:
        known.append(dimension.dim_value if dimension.HasField("dim_value") else 1)
        if isinstance(dimension.dim_param, bytes) or isinstance(dimension.denotation, bytes):
            tour.refuse(
                "ONNX_STRING_ENCODING",
                "the name of a dimension is not UTF-8, so tools read it as different names",
                place,
            )
    check_dimensions(tour, known, values.get(1, 0), place)
