"""Types and shapes within bounds: rank, dimensions, estimated bytes (onnx §1)."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import Any

from onnx.onnx_ml_pb2 import TypeProto

from .element import ELEMENTS, element
from .limits import Limits
from .place import Place
from .tour import Tour

_WIDEST = max(row.bits for row in ELEMENTS.values()) // 8


def check_dimensions(tour: Tour, dimensions: list[int], elem_type: int, place: Place | None) -> bool:
    """Check the known dimensions of a tensor, where 1 stands for an unknown one; True where they make a size.

    The dimensions of a tensor of too many are not looked at: there is no bound on what looking takes.
    """
    limits = tour.limits
    if not _check_rank(tour, len(dimensions), place):
        return False
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


def _check_rank(tour: Tour, rank: int, place: Place | None) -> bool:
    if rank > tour.limits.rank:
        message = f"a tensor of rank {rank} is past the limit of {tour.limits.rank}"
        tour.refuse("ONNX_LIMIT_RANK", message, place)
    return rank <= tour.limits.rank


def byte_size(dimensions: Iterable[int], elem_type: int) -> int:
    """The bytes of a dense tensor."""
    bits = element(elem_type).bits
    for dimension in dimensions:
        # Whatever the other dimensions are, one of 0 makes the tensor empty; the product of the rest may be anything.
        bits *= dimension
    return -(-bits // 8)


def is_small(kind: TypeProto.Tensor, limits: Limits) -> bool:
    """Whether a tensor is within every limit whatever its element type is; of few tensors it takes a closer look."""
    return are_small([dimension.dim_value or 1 for dimension in kind.shape.dim], limits)


def are_small(known: list[int], limits: Limits) -> bool:
    """Whether dimensions make a tensor that is within every limit whatever its element type is."""
    if not known:
        return limits.tensor_bytes >= _WIDEST
    return (
        len(known) <= limits.rank
        and min(known) >= 0
        and max(known) <= limits.dimension
        and prod(known) * _WIDEST <= limits.tensor_bytes
    )


def is_plain(kind: TypeProto, limits: Limits) -> bool:
    """Whether a type is of a tensor within every limit, and every text in it is UTF-8."""
    if not kind.HasField("tensor_type") or kind.HasField("denotation"):
        return False
    known = []
    for dimension in kind.tensor_type.shape.dim:
        if dimension.HasField("denotation") or type(dimension.dim_param) is bytes:
            return False
        known.append(dimension.dim_value or 1)
    return are_small(known, limits)


def check_type(tour: Tour, values: dict[int, Any], place: Place | None) -> None:
    """Check a tensor type (fields `elem_type`, `shape`): its dimensions, and that their names are text."""
    if 2 not in values or not _check_rank(tour, len(values[2].dim), place):
        return
    known = []
    for dimension in values[2].dim:
        known.append(dimension.dim_value if dimension.HasField("dim_value") else 1)
        if isinstance(dimension.dim_param, bytes) or isinstance(dimension.denotation, bytes):
            message = "the name of a dimension is not UTF-8, so tools read it as different names: write it as UTF-8"
            tour.refuse("ONNX_STRING_ENCODING", message, place)
    check_dimensions(tour, known, values.get(1, 0), place)
