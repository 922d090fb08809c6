"""One walk of a whole model, every graph at any depth, by the fields that are populated (onnx §1).

The walk keeps its own stack: no model makes it recurse. What an attribute says of its type leads it nowhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from onnx.onnx_ml_pb2 import (
    AttributeProto,
    FunctionProto,
    GraphProto,
    ModelProto,
    NodeProto,
    SparseTensorProto,
    TensorProto,
    TrainingInfoProto,
    TypeProto,
)

from .constants import check_constant, fields_of
from .imports import check_versions
from .limits import Limits
from .place import Place
from .shapes import check_dimensions, check_type
from .structure import check_attribute, check_graph, check_node, check_node_names
from .tour import Tour

# A message to visit, its place, the depth of the graph it is in, whether a function holds it.
Visit = tuple[Message, "Place | None", int, bool]
_TEXT, _MESSAGE = 0, 1
_plans: dict[type[Message], dict[int, tuple[int, str, bool]]] = {}


def walk(model: ModelProto, limits: Limits) -> Tour:
    """Check everything of a model that its own fields show, and count it."""
    tour = Tour(limits)
    stack: list[Visit] = [(model, None, 0, False)]
    while stack:
        visit = stack.pop()
        message = visit[0]
        kind = type(message)
        if isinstance(message, TensorProto):
            values = fields_of(message)
        else:
            values = {field.number: value for field, value in message.ListFields()}
        check = _CHECKS.get(kind)
        if check is not None and not check(tour, values, visit):
            values.pop(1, None)
        plan = _plans.get(kind) or _plan(kind)
        for number in reversed(values):
            step = plan.get(number)
            if step is None:
                continue
            value = values[number]
            if step[0] == _TEXT:
                if type(value) is not str and (type(value) is bytes or bytes in map(type, value)):
                    said = "is not UTF-8, so tools read it as different texts: write it as UTF-8"
                    tour.refuse("ONNX_STRING_ENCODING", f"{step[1]} {said}", visit[1])
            else:
                _push(stack, visit, value, step)
    return tour


def _push(stack: list[Visit], visit: Visit, value: Any, step: tuple[int, str, bool]) -> None:
    message, place, depth, inside = visit
    _, name, repeated = step
    if type(message) is AttributeProto and name in ("g", "graphs"):
        depth += 1
    elif name == "functions":
        inside = True
    if not repeated:
        stack.append((value, (place, name, -1, value), depth, inside))
        return
    visits = [(item, (place, name, index, item), depth, inside) for index, item in enumerate(value)]
    visits.reverse()
    stack += visits


def _plan(kind: type[Message]) -> dict[int, tuple[int, str, bool]]:
    """Which fields of a message are looked at: texts, and messages within."""
    plan = {}
    for field in kind.DESCRIPTOR.fields:
        if field.type == FieldDescriptor.TYPE_STRING:
            plan[field.number] = (_TEXT, field.name, field.is_repeated)
        elif field.type == FieldDescriptor.TYPE_MESSAGE:
            plan[field.number] = (_MESSAGE, field.name, field.is_repeated)
    if kind in (TypeProto.Tensor, TypeProto.SparseTensor):
        # Its check looks at the shape.
        del plan[2]
    _plans[kind] = plan
    return plan


def _model(tour: Tour, values: dict[int, Any], visit: Visit) -> bool:
    check_versions(tour, values)
    return True


def _graph(tour: Tour, values: dict[int, Any], visit: Visit) -> bool:
    return check_graph(tour, values, visit[1], visit[2])


def _node(tour: Tour, values: dict[int, Any], visit: Visit) -> bool:
    check_node(tour, values, visit[1])
    return True


def _attribute(tour: Tour, values: dict[int, Any], visit: Visit) -> bool:
    check_attribute(tour, values, visit[1], visit[3])
    return True


def _tensor(tour: Tour, values: dict[int, Any], visit: Visit) -> bool:
    assert isinstance(visit[0], TensorProto)
    check_constant(tour, values, visit[0], visit[1])
    return True


def _sparse(tour: Tour, values: dict[int, Any], visit: Visit) -> bool:
    check_dimensions(tour, list(values.get(3, ())), values[1].data_type if 1 in values else 0, visit[1])
    return True


def _type(tour: Tour, values: dict[int, Any], visit: Visit) -> bool:
    check_type(tour, values, visit[1])
    return True


def _function(tour: Tour, values: dict[int, Any], visit: Visit) -> bool:
    message = "the model defines an operator of its own, which the audit does not unfold: inline it (onnx.inliner)"
    tour.refuse("ONNX_LOCAL_FUNCTION", message, visit[1])
    nodes = values.get(7, ())
    tour.nodes += len(nodes)
    if tour.nodes > tour.limits.nodes:
        values.pop(7, None)
    else:
        check_node_names(tour, nodes, visit[1])
    return True


def _training(tour: Tour, values: dict[int, Any], visit: Visit) -> bool:
    message = "the model holds training data, which is no part of decoding: export it for inference"
    tour.refuse("ONNX_TRAINING_INFO", message, visit[1])
    return True


# A check sees a message before what is in it; False: its field 1 is not walked.
_CHECKS: dict[type[Message], Callable[[Tour, dict[int, Any], Visit], bool]] = {
    ModelProto: _model,
    GraphProto: _graph,
    NodeProto: _node,
    AttributeProto: _attribute,
    TensorProto: _tensor,
    TypeProto.Tensor: _type,
    TypeProto.SparseTensor: _type,
    SparseTensorProto: _sparse,
    FunctionProto: _function,
    TrainingInfoProto: _training,
}
