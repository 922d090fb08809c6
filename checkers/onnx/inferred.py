"""Whether the types of values, as inference leaves them, are within the limits and agree for each value (onnx §1).

Inference takes the last type that it meets: what `value_info` says of an input, or of a value from the graph around,
stands unchecked beside what it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from onnx.onnx_ml_pb2 import TensorShapeProto, TypeProto

from .encoding import read
from .place import GRAPHS, Place
from .shapes import check_dimensions, is_small
from .tour import Tour

_GRAPHS = GRAPHS | {"graph"}
_MESSAGE = (
    "the value is declared with another type as well, in this graph or around it, and readers differ in which holds:"
    " keep the one that is right"
)


def check_inferred(tour: Tour, graphs: Iterable[Place]) -> bool:
    """Hold the types of values to the limits, and those of one value to each other; whether all are of tensors.

    Graphs are of a `ModelWithTypesAsBytes`, and come after those that they lie in.

    Raises `DecodeError` where a type is nested deeper than protobuf reads, and `MemoryError`.
    """
    # Equal types are looked into once.
    known: dict[int, dict[str, bytes]] = {}
    plain: set[bytes] = set()
    others = False
    for place in graphs:
        graph: Any = place[3]
        around = [known[id(each)] for each in _around(place)]
        own = known[id(graph)] = {value.name: value.type for value in graph.input}
        constants: set[str] | None = None
        for field in ("output", "value_info"):
            for index, value in enumerate(getattr(graph, field)):
                name, kind = value.name, value.type
                if kind not in plain:
                    type_ = read(TypeProto, kind)
                    if is_small(type_, tour.limits):
                        plain.add(kind)
                    else:
                        # Of what is inferred, no number in the file tells.
                        others |= _check_size(tour, type_, (place, field, -1, value))
                other = own.get(name)
                if other is None:
                    own[name] = kind
                    other = next((each[name] for each in around if name in each), None) if around else None
                    if other is not None and constants is None:
                        constants = {each.name for each in graph.initializer}
                    if constants is not None and name in constants:
                        # The constant of this graph hides the value around it.
                        other = None
                if other is not None and other != kind and _contradict(other, kind):
                    tour.refuse("ONNX_INFERENCE", _MESSAGE, (place, field, index, value))
    return not others


def _contradict(first: bytes, second: bytes) -> bool:
    return contradict(read(TypeProto, first), read(TypeProto, second))


def _check_size(tour: Tour, kind: TypeProto, place: Place) -> bool:
    """Check the size of a tensor; whether the type is another's."""
    held: Any = kind.tensor_type if kind.HasField("tensor_type") else kind.sparse_tensor_type
    check_dimensions(tour, [_known(each) for each in held.shape.dim], held.elem_type, place)
    return not kind.HasField("tensor_type")


def _known(dimension: TensorShapeProto.Dimension) -> int:
    """A dimension, 1 where it is not known: of a branch that is never taken inference may find a negative one."""
    return dimension.dim_value if dimension.HasField("dim_value") and dimension.dim_value >= 0 else 1


def _around(place: Place) -> Iterator[object]:
    """The graphs that a graph lies in, the nearest first."""
    above = place[0]
    while above is not None:
        if above[1] in _GRAPHS:
            yield above[3]
        above = above[0]


def contradict(first: TypeProto, second: TypeProto) -> bool:
    """Whether no value is of both types; what is not known of one may be what it is in the other."""
    while True:
        kind = first.WhichOneof("value")
        if kind is None or second.WhichOneof("value") is None:
            return False
        if kind != second.WhichOneof("value"):
            return True
        one, other = getattr(first, kind), getattr(second, kind)
        if kind in ("tensor_type", "sparse_tensor_type"):
            return _differ(one.elem_type, other.elem_type) or _shapes_differ(one, other)
        if kind == "opaque_type":
            return (one.domain, one.name) != (other.domain, other.name)
        if kind == "map_type" and _differ(one.key_type, other.key_type):
            return True
        first, second = (each.value_type if kind == "map_type" else each.elem_type for each in (one, other))


def _differ(one: int, other: int) -> bool:
    return one != other and one != 0 and other != 0


def _shapes_differ(one: Any, other: Any) -> bool:
    if not one.HasField("shape") or not other.HasField("shape"):
        return False
    pairs = list(zip(one.shape.dim, other.shape.dim, strict=False))
    return len(one.shape.dim) != len(other.shape.dim) or any(
        first.HasField("dim_value") and second.HasField("dim_value") and first.dim_value != second.dim_value
        for first, second in pairs
    )
