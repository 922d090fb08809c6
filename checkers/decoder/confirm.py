"""Decoding on an executor, compared operator by operator with the NumPy reference, and with a golden."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from . import vectorised
from .codec import decode
from .codec.decode import Picture
from .codec.model import Model
from .comparison import Difference, first_difference
from .executors.executor import ExecutionError, Executor, Words
from .graph import Tensor
from .lowering import Lowered, elements, lower
from .refusal import Refused

Kernels = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Compared:
    """An operator's tensor, of so many elements, and how it differs from the reference's, if it does."""

    name: str
    operator: str
    elements: int
    difference: Difference | None = None


@dataclass(frozen=True, slots=True)
class Decoded:
    """What came of a payload.

    `operators` in order, the last of them the first that differs where one does, for what follows it computes with
    what it gave. `picture` is what the executor made; None where an operator differs, or the payload is refused.
    """

    payload_sha256: str
    golden: str
    operators: tuple[Compared, ...] = ()
    picture: Picture | None = None
    refusal: Refused | None = None

    @property
    def matches(self) -> bool:
        """Whether every operator gave the reference's integers, and the picture is the golden's."""
        return self.picture is not None and self.picture.sha256 == self.golden

    @property
    def complaint(self) -> str:
        """Why it does not match; empty where it does."""
        if self.matches:
            return ""
        if self.refusal is not None:
            return str(self.refusal)
        if self.picture is not None:
            return f"the picture has SHA-256 {self.picture.sha256}, and the golden is {self.golden}"
        last = self.operators[-1]
        return f"{last.operator} {last.name} {last.difference}"


def decode_payload(model: Model, payload: bytes, golden: str, kernels: Kernels, executor: Executor) -> Decoded:
    """Decode a payload with a graph's operators on an executor, and compare what each gives.

    `kernels`: WGSL modules by operator, at the width of the model's certificate. `golden`: SHA-256 of the picture, in
    hex. Raises `ExecutionError` where the executor cannot run them.
    """
    digest = hashlib.sha256(payload).hexdigest()
    compared: list[Compared] = []
    try:
        header, latents = decode.read(model, payload)
        tensors = {model.latent: latents}
        lowered = lower(model.graph, tensors, kernels, model.certificate.width)
        words = _execute(lowered, executor)
        for operator, tensor in _compare(lowered, {model.latent: latents}, words):
            compared.append(operator)
            if operator.difference is not None:
                return Decoded(digest, golden, tuple(compared))
            tensors[operator.name] = tensor
        picture = decode.picture(header, tensors[model.picture])
    except Refused as refusal:
        return Decoded(digest, golden, tuple(compared), refusal=refusal)
    return Decoded(digest, golden, tuple(compared), picture)


def _execute(lowered: Lowered, executor: Executor) -> Sequence[Words]:
    """What the executor gives. Raises `ExecutionError`, which names the operator that it is about where it is known."""
    try:
        return executor.execute(lowered.program)
    except ExecutionError as error:
        if error.dispatch is None:
            raise
        # A dispatch binds the buffer of its result last.
        written = lowered.program.dispatches[error.dispatch].bindings[-1][1]
        node = lowered.graph.nodes[lowered.program.reads.index(written)]
        raise ExecutionError(f"{node.operator} {node.name}: {error}", error.dispatch) from error


def _compare(
    lowered: Lowered, inputs: Mapping[str, Tensor], words: Sequence[Words]
) -> Iterator[tuple[Compared, Tensor]]:
    """Each operator in order, with the tensor that came back for it. Raises `Refused` where the reference does."""
    given = {
        node.name: (node, elements(buffer, lowered.width))
        for node, buffer in zip(lowered.graph.nodes, words, strict=True)
    }
    for name, reference in vectorised.tensors(lowered.graph, inputs):
        if name not in given:
            continue
        node, tensor = given[name]
        compared = Compared(name, node.operator, tensor.size, first_difference(reference, tensor))
        yield compared, tensor.reshape(reference.shape)
