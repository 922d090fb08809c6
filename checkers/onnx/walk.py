"""One walk of a whole model, every graph at any depth, by the fields that are populated (onnx §1).

The walk keeps its own stack: no model makes it recurse. What an attribute says of its type leads it nowhere.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from .constants import check_constant
from .imports import check_versions
from .limits import Limits
from .place import Place
from .shapes import check_sparse, check_type, check_value
from .structure import check_attribute, check_function, check_graph, check_node, check_training
from .tour import Tour

# Checks the message at a place; False when it has put on the stack of the tour whatever is to be visited in it.
Check = Callable[[Tour, Place], bool]


class _Plan(NamedTuple):
    """How messages of a kind are visited: the check, and the fields that lead to a check, the last first.

    A field is its name and whether it is repeated.
    """

    check: Check | None
    fields: tuple[tuple[str, bool], ...]


def walk(model: Any, limits: Limits) -> Tour:
    """Check everything of a model that its own fields show, and count it.

    `model` is a `ModelProto`, of whichever pool.
    """
    tour = Tour(limits)
    check_versions(tour, model)
    plans = _plans(model.DESCRIPTOR)
    stack = tour.stack
    _push(tour, None, model, plans[type(model)])
    while stack:
        place = stack.pop()
        plan = plans[type(place[3])]
        if plan.check is None or plan.check(tour, place):
            _push(tour, place, place[3], plan)
    return tour


def _push(tour: Tour, place: Place | None, message: Any, plan: _Plan) -> None:
    """Put what is in a message on the stack, the first on top."""
    for name, repeated in plan.fields:
        if repeated:
            tour.visit_each(place, name, getattr(message, name))
        elif message.HasField(name):
            tour.stack.append((place, name, -1, getattr(message, name)))


@cache
def _plans(root: Descriptor) -> dict[type[Message], _Plan]:
    """The plans of all kinds of messages that may lie in one."""
    kinds = {root.full_name: root}
    pending = [root]
    while pending:
        for field in pending.pop().fields:
            kind = field.message_type
            if kind is not None and kind.full_name not in kinds:
                kinds[kind.full_name] = kind
                pending.append(kind)
    leading: set[str] = set()
    more = set(_CHECKS)
    while more - leading:
        leading |= more
        more = {name for name, kind in kinds.items() if any(_leads(field, leading) for field in kind.fields)}
    return {GetMessageClass(kind): _plan(kind, leading) for kind in kinds.values()}


def _plan(kind: Descriptor, leading: set[str]) -> _Plan:
    fields = sorted((field for field in kind.fields if _leads(field, leading)), key=lambda field: -field.number)
    return _Plan(_CHECKS.get(kind.full_name), tuple((field.name, field.is_repeated) for field in fields))


def _leads(field: FieldDescriptor, leading: set[str]) -> bool:
    return field.message_type is not None and field.message_type.full_name in leading


_CHECKS: dict[str, Check] = {
    "onnx.GraphProto": check_graph,
    "onnx.NodeProto": check_node,
    "onnx.AttributeProto": check_attribute,
    "onnx.TensorProto": check_constant,
    "onnx.SparseTensorProto": check_sparse,
    "onnx.ValueInfoProto": check_value,
    "onnx.TypeProto.Tensor": check_type,
    "onnx.TypeProto.SparseTensor": check_type,
    "onnx.FunctionProto": check_function,
    "onnx.TrainingInfoProto": check_training,
}
