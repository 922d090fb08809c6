"""The run modes (§4): which sessions there are, in which order, and what is refused before any.

- `audit` makes none (`audit-only`);
- `cpu` makes exactly one, on the CPU (`cpu-explicit`);
- `hybrid` makes at most one attempt on the NPU (`npu-session`), then one on the CPU: `cpu-preflight-fallback` where
  there was no attempt, `cpu-session-construction-fallback` where it failed;
- `strict` makes one attempt on the NPU (`npu-session`) and never one on the CPU.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .audit import audit
from .envelope import audit_document
from .evidence import Trace, evidence_document
from .placement import NPU, place
from .policy import Policy
from .refusal import Failure
from .session import PROVIDERS, CpuSession, SessionFailed
from .tensors import TensorRefused, check_arrays, interface, read_archive, write_archive

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    import onnx

    from .audit import Audit
    from .partition import Partition
    from .placement import Placement
    from .session import NpuBackend, Session
    from .tensors import Tensor

    Tensors = Mapping[str, np.ndarray[Any, np.dtype[Any]]]

AUDIT, CPU, HYBRID, STRICT = "audit", "cpu", "hybrid", "strict"
MODES = (AUDIT, CPU, HYBRID, STRICT)
NOT_RESIDENT = "PARTITION_NOT_NPU_RESIDENT"


class RunRefused(Failure):
    """A run that did not come to its end; nothing of it may be kept."""


class InputsRefused(RunRefused):
    """A run whose archive of inputs breaks the contract."""


@dataclass(frozen=True)
class Result:
    """What a run gives: its evidence, and the archive of its outputs (None in the mode `audit`)."""

    evidence: dict[str, Any]
    outputs: bytes | None


@dataclass(frozen=True)
class Examined:
    """A model after its audit: the envelope and the placement of each top-level node."""

    audit: Audit
    placements: tuple[Placement, ...]
    envelope: dict[str, Any]

    @property
    def resident(self) -> bool:
        """Whether every node of the graph lies on the NPU."""
        return bool(self.placements) and all(each.placement == NPU for each in self.placements)


def examine(model: bytes, policy: Policy, partition: Partition | None = None) -> Examined:
    """Audit a model and place its nodes; nothing of it is executed."""
    result = audit(model, policy.limits)
    placements: tuple[Placement, ...] = ()
    if result.admitted and result.inferred is not None:
        placements = place(result.inferred, result.signature, policy, partition)
    return Examined(result, placements, audit_document(model, result, policy, partition, placements))


@dataclass
class Run:
    """A run of a model: who makes sessions, and what has happened. `npu`: None, as there is no backend today."""

    model: bytes
    policy: Policy = field(default_factory=Policy)
    partition: Partition | None = None
    npu: NpuBackend | None = None
    cpu: Callable[[bytes], Session] = CpuSession
    trace: Trace = field(default_factory=Trace)

    def __call__(self, mode: str, archive: bytes | None = None) -> Result:
        """Run in a mode, on the tensors of an NPZ archive. Raises `RunRefused`; then nothing came of it.

        1. Audit. 2. In `strict`, residence. 3. Inputs. 4. The session, as above. 5. Outputs.
        """
        examined = examine(self.model, self.policy, self.partition)
        inferred = examined.audit.inferred
        if not examined.audit.admitted or inferred is None:
            first = examined.audit.findings[0]
            at = f" at {first.place}" if first.place else ""
            raise RunRefused(first.code, f"the model is not admitted: {first.message}{at}")
        may_be_npu = examined.resident and self.npu is not None
        if mode == STRICT and not may_be_npu:
            raise RunRefused(NOT_RESIDENT, _why_not_resident(examined))
        if mode == AUDIT:
            return Result(self._evidence(mode, "audit-only", examined, None, {}, {}, (None, None)), None)
        try:
            return self._execute(mode, examined, inferred.graph, archive or b"", may_be_npu)
        except (SessionFailed, TensorRefused) as error:
            raise RunRefused(error.code, error.message) from error

    def _execute(
        self, mode: str, examined: Examined, graph: onnx.GraphProto, archive: bytes, may_be_npu: bool
    ) -> Result:
        asked, promised = interface(graph)
        most = self.policy.limits.tensor_bytes
        try:
            inputs = read_archive(archive, asked, most)
        except TensorRefused as error:
            raise InputsRefused(error.code, error.message) from error
        session, classification = self._session(mode, examined, may_be_npu)
        try:
            outputs = _outputs(session, inputs, promised, most)
        finally:
            session.close()
        made = write_archive(outputs)
        evidence = self._evidence(mode, classification, examined, session.version, inputs, outputs, (archive, made))
        return Result(evidence, made)

    def _session(self, mode: str, examined: Examined, may_be_npu: bool) -> tuple[Session, str]:
        """The one session that runs, and what that makes of the run. Raises `SessionFailed`."""
        if mode in (HYBRID, STRICT) and may_be_npu and self.npu is not None:
            session = self._attempt(self.npu, mode, examined.placements)
            if session is not None:
                return session, "npu-session"
            return self._on_cpu(), "cpu-session-construction-fallback"
        return self._on_cpu(), "cpu-explicit" if mode == CPU else "cpu-preflight-fallback"

    def _attempt(self, npu: NpuBackend, mode: str, placements: Sequence[Placement]) -> Session | None:
        """The one attempt at a session on the NPU; in `hybrid` None after a failure, whose remains are discarded."""
        self.trace.npu_attempts += 1
        try:
            session = npu.construct(self.model, placements)
        except Exception as error:  # noqa: BLE001 - a backend may fail in any way, and each means that there is no session
            npu.discard()
            reason = f"{type(error).__name__}: {error}"
            self.trace.npu_failures.append(reason)
            if mode == STRICT:
                message = f"the session on the NPU could not be constructed: {reason}"
                raise SessionFailed("NPU_SESSION_CONSTRUCTION", message) from error
            return None
        self.trace.session("npu", session)
        return session

    def _on_cpu(self) -> Session:
        session = self.cpu(self.model)
        if tuple(session.providers) != PROVIDERS:
            session.close()
            found = ", ".join(session.providers) or "none"
            raise SessionFailed("CPU_PROVIDER_UNEXPECTED", f"asked for {PROVIDERS[0]} alone, the session has {found}")
        self.trace.session("cpu", session)
        return session

    def _evidence(
        self,
        mode: str,
        classification: str,
        examined: Examined,
        version: str | None,
        inputs: Tensors,
        outputs: Tensors,
        archives: tuple[bytes | None, bytes | None],
    ) -> dict[str, Any]:
        return evidence_document(
            mode, classification, examined.envelope, self.trace, version, inputs, outputs, archives
        )


def _outputs(session: Session, inputs: Tensors, promised: Sequence[Tensor], most: int) -> Tensors:
    outputs = session.run(inputs)
    check_arrays(outputs, promised, most)
    return outputs


def _why_not_resident(examined: Examined) -> str:
    reasons = dict.fromkeys(reason for each in examined.placements for reason in each.reasons)
    why = ", ".join(reasons) if reasons else "there is no backend for an NPU"
    return f"the graph does not lie on the NPU as a whole ({why}), and strict runs it nowhere else"
