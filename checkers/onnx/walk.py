"""One walk of a whole model, every graph at any depth, by the fields that are populated (onnx §1).

The walk keeps its own stack: no model makes it recurse. What an attribute says of its type leads it nowhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

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
    ValueInfoProto,
)

from .constants import check_constant, fields_of
from .imports import check_versions
from .limits import Limits
from .place import Place
from .shapes import check_dimensions, check_type, is_plain
from .structure import check_attribute, check_graph, check_node, check_nodes
from .tour import Tour

# A message to visit, its place, the depth of the graph it is in, whether a function holds it.
Visit = tuple[Message, "Place | None", int, bool]
# A check sees a message before what is in it, and may take fields out that are not to be walked.
Check = Callable[[Tour, dict[int, Any], Visit], None]


class _Plan(NamedTuple):
    """What is looked at in a kind of message: the check, and by number the names of texts and of messages within,
    which may be repeated.
    """

    check: Check | None
    texts: dict[int, str]
    messages: dict[int, tuple[str, bool]]


_plans: dict[type[Message], _Plan] = {}


def walk(model: ModelProto, limits: Limits) -> Tour:
    """Check everything of a model that its own fields show, and count it."""
    tour = Tour(limits)
    stack: list[Visit] = [(model, None, 0, False)]
    while stack:
        visit = stack.pop()
        message: Any = visit[0]
        kind = type(message)
        plan = _plans.get(kind) or _plan(kind)
        if kind is TensorProto:
            values = fields_of(message)
        else:
            values = {field.number: value for field, value in message.ListFields()}
        if plan.check is not None:
            plan.check(tour, values, visit)
        texts = plan.texts
        messages = plan.messages
        for number in reversed(values):
            if number in messages:
                _push(stack, visit, values[number], *messages[number])
            elif number in texts:
                value = values[number]
                if type(value) is not str and (type(value) is bytes or bytes in map(type, value)):
                    said = "is not UTF-8, so tools read it as different texts: write it as UTF-8"
                    tour.refuse("ONNX_STRING_ENCODING", f"{texts[number]} {said}", visit[1])
    return tour


def _push(stack: list[Visit], visit: Visit, value: Any, name: str, repeated: bool) -> None:
    message, place, depth, inside = visit
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


def _plan(kind: type[Message]) -> _Plan:
    texts, messages = {}, {}
    for field in kind.DESCRIPTOR.fields:
        if field.type == FieldDescriptor.TYPE_STRING:
            texts[field.number] = field.name
        elif field.type == FieldDescriptor.TYPE_MESSAGE:
            messages[field.number] = (field.name, field.is_repeated)
    if kind in (TypeProto.Tensor, TypeProto.SparseTensor):
        # Its check looks at the shape.
        del messages[2]
    plan = _plans[kind] = _Plan(_CHECKS.get(kind), texts, messages)
    return plan


def _model(tour: Tour, values: dict[int, Any], visit: Visit) -> None:
    check_versions(tour, values)


def _graph(tour: Tour, values: dict[int, Any], visit: Visit) -> None:
    if not check_graph(tour, values, visit[1], visit[2]):
        del values[1]


def _node(tour: Tour, values: dict[int, Any], visit: Visit) -> None:
    check_node(tour, values, visit[1])


def _attribute(tour: Tour, values: dict[int, Any], visit: Visit) -> None:
    check_attribute(tour, values, visit[1], visit[3])


def _tensor(tour: Tour, values: dict[int, Any], visit: Visit) -> None:
    message: Any = visit[0]
    check_constant(tour, values, message, visit[1])


def _sparse(tour: Tour, values: dict[int, Any], visit: Visit) -> None:
    check_dimensions(tour, list(values.get(3, ())), values[1].data_type if 1 in values else 0, visit[1])


def _value(tour: Tour, values: dict[int, Any], visit: Visit) -> None:
    # Nothing of most types needs a closer look.
    if 2 in values and is_plain(values[2], tour.limits):
        del values[2]


def _type(tour: Tour, values: dict[int, Any], visit: Visit) -> None:
    check_type(tour, values, visit[1])


def _function(tour: Tour, values: dict[int, Any], visit: Visit) -> None:
    message = "the model defines an operator of its own, which the audit does not unfold: inline it (onnx.inliner)"
    tour.refuse("ONNX_LOCAL_FUNCTION", message, visit[1])
    if not check_nodes(tour, values.get(7, ()), visit[1]):
        values.pop(7, None)


def _training(tour: Tour, values: dict[int, Any], visit: Visit) -> None:
    message = "the model holds training data, which is no part of decoding: export it for inference"
    tour.refuse("ONNX_TRAINING_INFO", message, visit[1])


_CHECKS: dict[type[Message], Check] = {
    ModelProto: _model,
    GraphProto: _graph,
    NodeProto: _node,
    AttributeProto: _attribute,
    TensorProto: _tensor,
    ValueInfoProto: _value,
    TypeProto.Tensor: _type,
    TypeProto.SparseTensor: _type,
    SparseTensorProto: _sparse,
    FunctionProto: _function,
    TrainingInfoProto: _training,
}
