"""The admission of a model: what is refused, what it holds, its signature; nothing of it is executed (onnx §1)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, BinaryIO

from .child import Child, ChildError, Ended, dismiss, turn, warm_child
from .limits import MIB, Limits
from .refusal import Refusal

if TYPE_CHECKING:
    from onnx.onnx_ml_pb2 import ModelProto

_DEFAULT = Limits()


class Inference:
    """A model with inferred shapes, which its process keeps until it is given another; few ask for it."""

    def __init__(self, child: Child, data: bytes, limits: Limits) -> None:
        self._child = child
        self._number = child.models
        self._data = data
        self._limits = limits

    def result(self) -> bytes:
        """The model. Raises `ChildError`."""
        with turn():
            return self._result()

    def _result(self) -> bytes:
        kept = self._child.inferred() if self._child.models == self._number else b""
        if kept:
            return kept
        child, _, ended = _examine(self._data, self._limits)
        kept = b"" if ended else child.inferred()
        if not kept:
            raise ChildError("the process that examines models does not infer again what it has inferred before")
        return kept


@dataclass(frozen=True)
class Audit:
    """What an audit says of a model.

    `inventory` is None when the model cannot be read.
    """

    findings: tuple[Refusal, ...]
    inventory: dict[str, int] | None
    inference: Inference | None = field(default=None, repr=False)

    @property
    def admitted(self) -> bool:
        """Whether nothing is refused."""
        return not self.findings

    @cached_property
    def signature(self) -> str | None:
        """The signature of an admitted model's graph: 64 hexadecimal digits (onnx §2)."""
        if not self.admitted or self.inferred is None:
            return None
        from .signature import document, signature

        return signature(document(self.inferred))

    @cached_property
    def inferred(self) -> ModelProto | None:
        """The model after strict shape inference, or None when that was not reached."""
        if self.inference is None:
            return None
        from onnx.onnx_ml_pb2 import ModelProto

        return ModelProto.FromString(self.inference.result())


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
        return Audit((refusal,), None)
    with turn():
        child, parts, ended = _examine(data, limits)
        inference = Inference(child, data, limits) if not ended and parts[-1]["inferred"] else None
        if ended:
            dismiss(child)
    findings = [Refusal(*row) for part in parts for row in part["findings"]]
    if ended:
        findings.append(_past_budget(ended, bool(parts), limits))
    inventory = parts[0]["inventory"] if parts else None
    return Audit(tuple(findings), inventory, inference)


def _examine(data: bytes, limits: Limits) -> tuple[Child, list[dict[str, Any]], str]:
    """The process that examined a model, the parts of its answer, and how it ended if it did before the last one."""
    while True:
        child = warm_child()
        if child.memory > limits.inference_bytes:
            # What it keeps of more memory than this model is given would serve it unseen.
            dismiss(child)
            child = warm_child()
        parts: list[dict[str, Any]] = []
        try:
            child.ask(data, limits)
            while not parts or parts[-1]["stage"] != "end":
                parts.append(child.answer())
        except Ended as error:
            if child.models > 1:
                dismiss(child)
                continue
            return child, parts, str(error)
        except BaseException:
            # An interruption: it is in the midst of a model, and no one is left to wait for the answer.
            dismiss(child)
            raise
        return child, parts, ""


def _past_budget(how: str, walked: bool, limits: Limits) -> Refusal:
    doing = "checking the model and inferring its shapes" if walked else "reading the model"
    bounds = {
        "time": f"takes more than {limits.inference_seconds} s of processor time",
        "memory": f"takes more than {limits.inference_bytes // MIB} MiB of memory",
    }
    message = f"{doing} {bounds.get(how, f'ends the process that does it ({how})')}, so nothing vouches for it"
    return Refusal("ONNX_INFERENCE_BUDGET", message)
