"""The audit of one model, in the process that is made for it: walk, checker, inference (onnx §1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from google.protobuf.message import DecodeError, Message
from onnx.onnx_cpp2py_export import checker, shape_inference
from onnx.onnx_ml_pb2 import ModelProto

from .encoding import PROTOBUF_DEPTH, check_canonical, parse, read
from .inferred import check_inferred
from .limits import Limits
from .place import Place, steps
from .refusal import Refusals
from .texts import refuse_texts
from .tour import Tour
from .variants import ModelWithTypesAsBytes
from .walk import walk

# Sends a part of the answer.
Send = Callable[[dict[str, Any]], None]

# What the checker must not see, or sees otherwise than the walk did; past a limit it would work for nothing.
_STOPS = frozenset(
    {
        "ONNX_PARSE",
        "ONNX_EXTERNAL_DATA",
        "ONNX_LOCAL_FUNCTION",
        "ONNX_SHAPE_INVALID",
        "ONNX_STRING_ENCODING",
        "ONNX_NONCANONICAL_PROTO",
    }
)
_FAILURES = (
    checker.ValidationError,
    shape_inference.InferenceError,
    RuntimeError,
    ValueError,
    TypeError,
    LookupError,
    ArithmeticError,
)
_LONGEST = 400
# A graph may lie so deep that protobuf still reads the types of tensors in it.
_SAFE_STEPS = PROTOBUF_DEPTH - 10


def examine(data: bytes, limits: Limits, send: Send) -> bytes:
    """Audit a model; what the walk finds is sent before the scan and the checker run, as those may not end.

    Gives the model with inferred shapes, empty where they could not be inferred.

    Raises `MemoryError`.
    """
    refusals = Refusals()
    nested: list[Place] = []
    model = parse(data, limits, refusals)
    if model is None:
        send({"stage": "walk", "findings": refusals, "inventory": None})
    else:
        tour = walk(model, limits)
        nested = tour.nested
        refusals.extend(tour.findings)
        if isinstance(model, ModelProto):
            refuse_texts(model, refusals)
        send({"stage": "walk", "findings": refusals, "inventory": tour.inventory().to_json()})
    found, inferred = Refusals(), b""
    if model is not None:
        check_canonical(data, model, found)
    if not any(each.code in _STOPS or each.code.startswith("ONNX_LIMIT") for each in (*refusals, *found)):
        inferred = _infer(data, found)
        if inferred and not _check_inferred(inferred, nested, limits, found):
            inferred = b""
    send({"stage": "end", "findings": found, "inferred": bool(inferred)})
    return inferred


def _infer(data: bytes, found: Refusals) -> bytes:
    """The model with the shapes that strict inference gives, empty when it or the checker refuses it.

    A full check is the plain check and this same inference. It keeps to shapes (`data_prop` off): propagating values
    makes small models take any amount of time and memory.
    """
    try:
        checker.check_model(data, False, False, False)
    except _FAILURES as error:
        found.refuse("ONNX_CHECKER", f"onnx.checker refuses the model: {_sentence(error)}", "graph")
        return b""
    try:
        return shape_inference.infer_shapes(data, True, True, False)
    except _FAILURES as error:
        found.refuse("ONNX_INFERENCE", f"strict shape inference refuses the model: {_sentence(error)}", "graph")
        return b""


def _check_inferred(inferred: bytes, nested: list[Place], limits: Limits, found: Refusals) -> bool:
    """Check the model that inference gives, in the graphs that the walk found nested too; whether it can be read."""
    tour = Tour(limits)
    try:
        model = read(ModelWithTypesAsBytes, inferred)
        root: Place = (None, "graph", -1, model.graph)
        tensors = check_inferred(tour, [root, *(_counterpart(model, place) for place in nested)])
        if not tensors or any(steps(place) > _SAFE_STEPS for place in nested):
            # Types by themselves do not show how deep they lie.
            read(ModelProto, inferred)
    except DecodeError:
        message = "with the shapes that inference finds, messages are nested deeper than protobuf reads"
        found.refuse("ONNX_LIMIT_DEPTH", f"{message}: 31 graphs below the root are safe", "")
        return False
    found.extend(tour.findings)
    return True


def _counterpart(model: Message, place: Place) -> Place:
    """The place in one model that is at the same path in another."""
    path = [place]
    while (above := path[-1][0]) is not None:
        path.append(above)
    message = model
    found: Place | None = None
    for _, name, index, _ in reversed(path):
        held = getattr(message, name)
        message = held if index < 0 else held[index]
        found = (found, name, index, message)
    assert found is not None
    return found


def _sentence(error: Exception) -> str:
    """What a library says, as part of a sentence that is safe to print."""
    text = " ".join(str(error).split()).rstrip(".")
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
