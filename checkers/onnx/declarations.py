"""Whether the types that a model declares for one value agree (onnx §1).

Inference takes the last type that it meets: what `value_info` says of an input, or of a value from the graph around,
stands unchecked beside what it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from onnx.onnx_ml_pb2 import TypeProto

from .place import Place
from .tour import Tour

_GRAPHS = ("graph", "g", "graphs")
_MESSAGE = (
    "the value is declared with another type as well, in this graph or around it, and readers differ in which holds:"
    " keep the one that is right"
)


def check_declarations(tour: Tour, graphs: Iterable[Place]) -> None:
    """Refuse contradicting types of one value, in graphs that come after those that they lie in."""
    known: dict[int, dict[str, TypeProto]] = {}
    for place in graphs:
        graph: Any = place[3]
        around = [known[id(each)] for each in _around(place)]
        own = known[id(graph)] = {value.name: value.type for value in graph.input}
        constants = {each.name for each in graph.initializer} if around else set()
        for field in ("output", "value_info"):
            for index, value in enumerate(getattr(graph, field)):
                name = value.name
                other = own.get(name)
                if other is None:
                    own[name] = value.type
                    if name not in constants:
                        other = next((each[name] for each in around if name in each), None)
                if other is not None and contradict(other, value.type):
                    tour.refuse("ONNX_INFERENCE", _MESSAGE, (place, field, index, value))


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
