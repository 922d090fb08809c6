"""The admission of a model: what is refused, what it holds, its signature; nothing of it is executed (onnx §1)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, BinaryIO

from .child import Child, Ended, dismiss, warm_child
from .limits import MIB, Limits
from .refusal import Refusal

if TYPE_CHECKING:
    from onnx.onnx_ml_pb2 import ModelProto

_DEFAULT = Limits()
INVENTORY = (
    "graphs",
    "maximum_depth",
    "top_level_nodes",
    "nested_nodes",
    "total_nodes",
    "tensor_valued_attributes",
    "constant_tensors",
    "encoded_constant_bytes",
)


@dataclass(frozen=True)
class Audit:
    """What an audit says of a model.

    `size` is in bytes, past the limit no more than is known; `sha256` identifies the file; both are outside of the
    signature, which is there when the model is admitted. `inventory` is None when the model cannot be read.
    """

    findings: tuple[Refusal, ...]
    inventory: dict[str, int] | None
    signature: str | None
    sha256: str
    size: int
    inferred_bytes: bytes = field(default=b"", repr=False)

    @property
    def admitted(self) -> bool:
        """Whether nothing is refused."""
        return not self.findings

    @cached_property
    def inferred(self) -> ModelProto | None:
        """The model after strict shape inference, or None when that was not reached."""
        if not self.inferred_bytes:
            return None
        from onnx.onnx_ml_pb2 import ModelProto

        return ModelProto.FromString(self.inferred_bytes)


def read_bounded(file: BinaryIO, limits: Limits = _DEFAULT) -> bytes:
    """The bytes of a stream, no more than one past the limit. Raises `OSError`."""
    return file.read(limits.model_bytes + 1)


def audit(data: bytes, limits: Limits = _DEFAULT) -> Audit:
    """Audit the bytes of a model. Raises `ChildError` when no process can be started for it.

    The verdict follows from the bytes and the limits alone: what ends a process that had examined other models before
    is tried again in a new one.
    """
    if len(data) > limits.model_bytes:
        message = f"the model is longer than the limit of {limits.model_bytes} bytes"
        refusal = Refusal("ONNX_LIMIT_MODEL_BYTES", message)
        return Audit((refusal,), None, None, hashlib.sha256(data).hexdigest(), len(data))
    child = warm_child()
    child.ask(data, limits)
    sha256 = hashlib.sha256(data).hexdigest()
    parts, inferred, ended = _answers(child)
    if ended and child.models > 1:
        dismiss(child)
        child = warm_child()
        child.ask(data, limits)
        parts, inferred, ended = _answers(child)
    findings = [Refusal(*row) for part in parts for row in part["findings"]]
    if ended:
        dismiss(child)
        findings.append(_past_budget(ended, bool(parts), limits))
    inventory = parts[0]["inventory"] if parts else None
    signature = None if ended else parts[-1]["signature"]
    return Audit(tuple(findings), inventory, signature, sha256, len(data), inferred)


def _answers(child: Child) -> tuple[list[dict[str, Any]], bytes, str]:
    """The parts of an answer, the bytes of the last one, and how the process ended if it did before that."""
    parts: list[dict[str, Any]] = []
    payload = b""
    try:
        while not parts or parts[-1]["stage"] != "end":
            values, payload = child.answer()
            parts.append(values)
    except Ended as error:
        return parts, b"", str(error)
    return parts, payload, ""


def _past_budget(how: str, walked: bool, limits: Limits) -> Refusal:
    doing = "checking the model and inferring its shapes" if walked else "reading the model"
    bounds = {
        "time": f"takes more than {limits.inference_seconds} s of processor time",
        "memory": f"takes more than {limits.inference_bytes // MIB} MiB of memory",
    }
    message = f"{doing} {bounds.get(how, f'ends the process that does it ({how})')}, so nothing vouches for it"
    return Refusal("ONNX_INFERENCE_BUDGET", message)
