"""Types and shapes within bounds: rank, dimensions, estimated bytes (onnx §1)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from onnx.onnx_ml_pb2 import TypeProto

from .element import ELEMENTS, element
from .limits import Limits
from .place import Place
from .tour import Tour

# No tensor has so many elements.
ENDLESS = 1 << 128
# What has more dimensions than this is looked at one by one.
_USUAL_RANK = 16
_WIDEST = max(row.bits for row in ELEMENTS.values()) // 8


def check_dimensions(tour: Tour, dimensions: Sequence[int], elem_type: int, place: Place | None) -> bool:
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
        message = f"a tensor of this shape takes {shown(size)} bytes, past the limit of {limits.tensor_bytes}"
        tour.refuse("ONNX_LIMIT_TENSOR_BYTES", message, place)
    return True


def _check_rank(tour: Tour, rank: int, place: Place | None) -> bool:
    if rank > tour.limits.rank:
        message = f"a tensor of rank {rank} is past the limit of {tour.limits.rank}"
        tour.refuse("ONNX_LIMIT_RANK", message, place)
    return rank <= tour.limits.rank


def byte_size(dimensions: Sequence[int], elem_type: int) -> int:
    """The bytes of a dense tensor, or some number from `ENDLESS` on where they are as many."""
    return -(-element_count(dimensions) * element(elem_type).bits // 8)


def element_count(dimensions: Sequence[int]) -> int:
    """The product of dimensions that are not negative, or some number from `ENDLESS` on where it is as large."""
    # Whatever the others are, one of 0 makes the tensor empty.
    if 0 in dimensions:
        return 0
    count = 1
    for dimension in dimensions:
        count *= dimension
        if count >= ENDLESS:
            break
    return count


def shown(count: int) -> str:
    """A count as it is printed; multiplying and printing any number of digits would take any time."""
    return str(count) if count < ENDLESS else "2^128 or more"


def is_small(kind: TypeProto, limits: Limits) -> bool:
    """Whether a type is of a tensor that is within every limit whatever its element type is.

    Of few types that takes a closer look.
    """
    return kind.HasField("tensor_type") and are_small(
        [dimension.dim_value or 1 for dimension in kind.tensor_type.shape.dim], limits
    )


def are_small(known: list[int], limits: Limits) -> bool:
    """Whether dimensions make a tensor that is within every limit whatever its element type is."""
    return (
        len(known) <= min(limits.rank, _USUAL_RANK)
        and prod(known) * _WIDEST <= limits.tensor_bytes
        and (not known or (min(known) >= 0 and max(known) <= limits.dimension))
    )


def check_value(tour: Tour, place: Place) -> bool:
    """Whether the type of a value needs a visit: that of most is within every limit, or as one before was."""
    value: Any = place[3]
    kind = value.type
    key = kind.SerializeToString()
    if key in tour.plain_types:
        return False
    if is_small(kind, tour.limits):
        tour.plain_types.add(key)
        return False
    return True


def check_type(tour: Tour, place: Place) -> bool:
    """Check a tensor type: its dimensions."""
    kind: Any = place[3]
    dimensions = kind.shape.dim
    if _check_rank(tour, len(dimensions), place):
        known = [each.dim_value if each.HasField("dim_value") else 1 for each in dimensions]
        check_dimensions(tour, known, kind.elem_type, place)
    return False


def check_sparse(tour: Tour, place: Place) -> bool:
    """Check the dimensions of a sparse tensor; the tensors in it are visited."""
    sparse: Any = place[3]
    check_dimensions(tour, list(sparse.dims), sparse.values.data_type, place)
    return True
