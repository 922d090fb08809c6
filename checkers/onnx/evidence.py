"""The evidence of a run (`schemas/onnx-evidence.json`): what was run under which policy, by what, and what came out."""

from __future__ import annotations

import platform
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .envelope import encode, identity, sha256
from .tensors import describe

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np

    from .session import Session

    Tensors = Mapping[str, np.ndarray[Any, np.dtype[Any]]]

KIND = "wai-onnx-evidence/1"


@dataclass
class Trace:
    """What happened in a run: attempts to construct NPU sessions with their failures, and the sessions that ran."""

    npu_attempts: int = 0
    npu_failures: list[str] = field(default_factory=list)
    sessions: list[dict[str, Any]] = field(default_factory=list)

    def session(self, unit: str, session: Session) -> None:
        """A session was constructed."""
        made = {"unit": unit, "providers": list(session.providers), "options": dict(session.options)}
        self.sessions.append(made)


def evidence_document(
    mode: str,
    classification: str,
    audit: Mapping[str, Any],
    trace: Trace,
    version: str | None,
    inputs: Tensors,
    outputs: Tensors,
    archives: tuple[bytes | None, bytes | None],
) -> dict[str, Any]:
    """The evidence of a run: `audit` is its envelope, `archives` the bytes of the inputs and of the outputs."""
    given, made = archives
    return {
        "kind": KIND,
        "mode": mode,
        "classification": classification,
        "model": audit["model"],
        "graph_signature": audit["graph_signature"],
        "audit_sha256": sha256(encode(audit)),
        "policy": audit["policy"],
        "partition_policy": audit["partition_policy"],
        "placements": audit["placements"],
        "runtime": runtime(version),
        "npu_attempts": trace.npu_attempts,
        "npu_failures": trace.npu_failures,
        "sessions": trace.sessions,
        "inputs": describe(inputs),
        "input_archive": None if given is None else identity(given),
        "outputs": describe(outputs),
        "output_archive": None if made is None else identity(made),
    }


def runtime(version: str | None) -> dict[str, Any]:
    """What a run was made with; `version` is that of ONNX Runtime, None where no session of it was made."""
    import numpy as np
    import onnx

    return {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "onnx": onnx.__version__,
        "onnxruntime": version,
        "machine": platform.machine(),
        "system": platform.system(),
    }
