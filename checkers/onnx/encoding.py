"""From bytes to a model, where both can only mean the same (onnx §1: `ONNX_PARSE`, `ONNX_NONCANONICAL_PROTO`)."""

from __future__ import annotations

from typing import Any

from google.protobuf.message import DecodeError, Message
from onnx.onnx_ml_pb2 import ModelProto

from .limits import Limits
from .place import path
from .refusal import Refusals
from .variants import VerifiedModel
from .wire import place_of, scan

_HINTS = (
    (b"version https://git-lfs", "this is a Git LFS pointer, not the model: fetch it with git lfs pull"),
    (b"{", "this looks like JSON: save the model in protobuf's binary form"),
    (b"PK\3\4", "this is a ZIP archive: unpack the model first"),
    (b"ir_version", "this looks like protobuf's text form: save the model in the binary form"),
)
# Protobuf reads no message that is nested deeper; a graph is three messages below the graph that holds it.
PROTOBUF_DEPTH = 100


def parse(data: bytes, limits: Limits, refusals: Refusals) -> Any:
    """The model that the bytes are, without what protobuf does not know; what is wrong goes to `refusals`.

    It is a `VerifiedModel`, or a `ModelProto` where a text is not UTF-8, or None where the bytes are no model.

    Raises `MemoryError` when there is not enough memory to hold it.
    """
    try:
        model = read(VerifiedModel, data)
    except DecodeError:
        try:
            model = read(ModelProto, data)
        except DecodeError as error:
            _explain(data, limits, refusals, str(error))
            return None
    if not model.HasField("graph"):
        refusals.refuse("ONNX_PARSE", _hint(data) or "the bytes hold no graph: are they a model?", "")
        return None
    model.DiscardUnknownFields()
    return model


def check_canonical(data: bytes, model: Message, refusals: Refusals) -> None:
    """Refuse what the bytes hold beside what `parse` made of them."""
    # Bytes that protobuf writes back as they were hold nothing unknown and nothing twice.
    if model.SerializeToString(deterministic=True) != data:
        found = scan(data)
        for offence in found.offences:
            refusals.refuse("ONNX_NONCANONICAL_PROTO", offence.what, path(place_of(model, offence.step)))
        if found.broken is not None:
            # Protobuf skips it as unknown; what is behind it was not looked at.
            offset, what = found.broken
            refusals.refuse("ONNX_NONCANONICAL_PROTO", f"{what}, at offset {offset} of the file", "")


def read(kind: type[Message], data: bytes) -> Any:
    """The message. Raises `DecodeError`, and `MemoryError` when there is not enough memory to hold it."""
    try:
        return kind.FromString(data)
    except DecodeError as error:
        if "alloc" in str(error):
            raise MemoryError from error
        raise


def _hint(data: bytes) -> str:
    """What the bytes seem to be, empty where they seem to be a model."""
    return "the file is empty" if not data else next((hint for start, hint in _HINTS if data.startswith(start)), "")


def _explain(data: bytes, limits: Limits, refusals: Refusals, error: str) -> None:
    """Say why protobuf does not read the bytes."""
    hint = _hint(data)
    if hint:
        refusals.refuse("ONNX_PARSE", hint, "")
        return
    found = scan(data)
    if found.broken is not None:
        offset, what = found.broken
        message = f"the bytes are no model from offset {offset} on: {what}; is the file whole?"
        refusals.refuse("ONNX_PARSE", message, "")
    elif found.graphs_deep > limits.depth:
        message = f"graphs lie {found.graphs_deep} or more below the root, past the limit of {limits.depth}"
        refusals.refuse("ONNX_LIMIT_DEPTH", message, "")
    elif found.messages_deep > PROTOBUF_DEPTH:
        message = f"messages are nested more than {PROTOBUF_DEPTH} deep, which protobuf does not read"
        refusals.refuse("ONNX_LIMIT_DEPTH", f"{message}: 33 graphs below the root are the most", "")
    else:
        refusals.refuse("ONNX_PARSE", f"protobuf does not read the bytes as a model: {error}", "")
