"""Places in a model: the graphs, nodes, attributes and tensors that something lies under, as a path (onnx §1)."""

from __future__ import annotations

import json

from google.protobuf.message import Message

# The place above, the field of its message, the index in a repeated field or -1, and the message there.
Place = tuple["Place | None", str, int, Message]

# The fields that hold a graph within a graph.
GRAPHS = frozenset({"g", "graphs"})
# `attribute` is also a function's list of names, which are no messages.
_ATTRIBUTES = frozenset({"attribute", "attribute_proto"})
# Fields of an attribute that its name already stands for.
_VALUES = frozenset({"g", "t", "tp", "sparse_tensor"})
# The type of a value is where the value is.
_TYPES = frozenset({"type", "tensor_type", "sparse_tensor_type"})
_LISTS = frozenset({"graphs", "tensors", "type_protos", "sparse_tensors"})
_LONGEST_NAME = 60


def quoted(name: str | bytes) -> str:
    """A name out of a model as it is safe to print: in quotes, control characters escaped, and shortened."""
    text = name.decode("utf-8", "replace") if isinstance(name, bytes) else name
    if len(text) > _LONGEST_NAME:
        text = text[: _LONGEST_NAME - 1] + "…"
    return '"' + "".join(c if c.isprintable() and c not in '"\\' else json.dumps(c)[1:-1] for c in text) + '"'


def path(place: Place | None) -> str:
    """The path of a place, such as `graph/If[2] "gate".then_branch/Conv[0].W`; empty for the model itself."""
    labels = []
    while place is not None:
        labels.append(_label(place))
        place = place[0]
    return "".join(reversed(labels)).lstrip(".")


def steps(place: Place | None) -> int:
    """How many messages a place lies below the model."""
    count = 0
    while place is not None:
        count += 1
        place = place[0]
    return count


def _label(place: Place) -> str:
    above, field, index, message = place
    if field == "node":
        label = f"/{_word(getattr(message, 'op_type', ''))}[{index}]"
        return label + _named(message)
    if field in _TYPES:
        return ""
    if field in _ATTRIBUTES and index >= 0:
        return "." + _word(getattr(message, "name", ""))
    if above is not None and above[1] in _ATTRIBUTES:
        if field in _VALUES:
            return ""
        if field in _LISTS:
            return f"[{index}]"
    return f".{field}{'' if index < 0 else f'[{index}]'}" + _named(message)


def _named(message: Message) -> str:
    descriptor = message.DESCRIPTOR
    if (
        descriptor.name in ("GraphProto", "AttributeProto", "TensorAnnotation")
        or "name" not in descriptor.fields_by_name
    ):
        return ""
    name = getattr(message, "name", "")
    return f" {quoted(name)}" if name else ""


def _word(name: str | bytes) -> str:
    if isinstance(name, str) and name.isidentifier() and name.isascii() and len(name) <= _LONGEST_NAME:
        return name
    return quoted(name)
