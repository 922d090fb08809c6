"""Texts of a model that are not UTF-8, which protobuf hands on as `bytes` (onnx §1)."""

from __future__ import annotations

from collections.abc import Iterator

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from onnx.onnx_ml_pb2 import ModelProto

from .place import Place, path
from .refusal import Refusals

_CODE = "ONNX_STRING_ENCODING"
# What is beyond would take the time that the model is given.
_MOST_MESSAGES = 1_000_000
_MESSAGE = "is not UTF-8, so tools read it as different texts: write it as UTF-8"


def refuse_texts(model: ModelProto, refusals: Refusals) -> None:
    """Refuse the texts of a model that are not UTF-8; there is one, which may lie past what is looked at."""
    looked = 0
    before = len(refusals)
    stack = [_texts_and_below(model, None, refusals)]
    while stack and refusals.counts(_CODE) and looked < _MOST_MESSAGES:
        looked += 1
        below = next(stack[-1], None)
        if below is None:
            stack.pop()
        else:
            stack.append(_texts_and_below(below[3], below, refusals))
    if len(refusals) == before:
        what = "a text that another of its field replaces" if looked < _MOST_MESSAGES else "a text of the model"
        refusals.refuse(_CODE, f"{what} {_MESSAGE}", "")


def _texts_and_below(message: Message, place: Place | None, refusals: Refusals) -> Iterator[Place]:
    """Refuse the texts of a message; the messages in it."""
    for field, value in message.ListFields():
        if field.type == FieldDescriptor.TYPE_STRING:
            if isinstance(value, bytes) or (field.is_repeated and bytes in map(type, value)):
                refusals.refuse(_CODE, f"{field.name} {_MESSAGE}", path(place))
        elif field.type == FieldDescriptor.TYPE_MESSAGE and field.is_repeated:
            for index, each in enumerate(value):
                yield (place, field.name, index, each)
        elif field.type == FieldDescriptor.TYPE_MESSAGE:
            yield (place, field.name, -1, value)
