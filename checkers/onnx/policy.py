"""The policy of a run on an NPU (§3): limits, the compiler it is bound to, and the graphs that are approved.

An approval alone is nothing: it counts under a qualified compiler whose manifest, bound by its SHA-256, says that it
may compile. Without a policy everything stays on the CPU.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, field, replace
from typing import Any

from ..documents import parse
from .bound_files import Binding, bind, read_regular
from .limits import Limits
from .strict_json import LARGEST_DOCUMENT, DocumentRefused, read

PREFIX = "POLICY"


@dataclass(frozen=True)
class Policy:
    """A policy that holds; the default one approves nothing and is bound to no compiler."""

    limits: Limits = field(default_factory=Limits)
    sha256: str | None = None
    compiler_manifest: Binding | None = None
    compiler_qualified: bool = False
    compiler_execution: bool = False
    approved_npu_signatures: frozenset[str] = frozenset()

    @property
    def compiles(self) -> bool:
        """Whether a qualified compiler is bound and its manifest authorizes compilation."""
        return self.compiler_qualified and self.compiler_execution

    def approves(self, signature: str | None) -> bool:
        """Whether the graph of exactly this signature is approved."""
        return signature is not None and signature in self.approved_npu_signatures

    def to_json(self) -> dict[str, Any]:
        """The identity of the policy, as envelopes carry it."""
        return {
            "sha256": self.sha256,
            "compiler_manifest": None if self.compiler_manifest is None else self.compiler_manifest.to_json(),
            "compiler_qualified": self.compiler_qualified,
            "compiler_execution": self.compiler_execution,
            "approved_npu_signatures": sorted(self.approved_npu_signatures),
        }


def load(path: str) -> Policy:
    """The policy in a file. Raises `DocumentRefused` with a code `POLICY_…`."""
    return read_policy(read_regular(path, LARGEST_DOCUMENT, PREFIX), os.path.dirname(os.path.abspath(path)))


def read_policy(data: bytes, folder: str) -> Policy:
    """The policy that `data` writes, whose paths are relative to `folder`. Raises `DocumentRefused`.

    In order: its form (schema), the manifest it is bound to, then what it claims against what the manifest says.
    """
    document = read(data, "onnx-policy", PREFIX)
    entry = document["compiler_manifest"]
    binding, manifest = bind(entry, folder, PREFIX, "compiler_manifest", "MANIFEST_MISMATCH", LARGEST_DOCUMENT)
    execution = _authorizes_compilation(manifest)
    qualified: bool = document["compiler_qualified"]
    approved = frozenset(document["approved_npu_signatures"])
    if qualified and not execution:
        message = "the policy claims a qualified compiler, and its manifest does not say `compiler_execution: true`"
        raise DocumentRefused(f"{PREFIX}_QUALIFICATION_REFUSED", message, "/compiler_qualified")
    if approved and not qualified:
        message = "graphs are approved under a compiler that is not qualified: qualify it first, or approve none"
        raise DocumentRefused(f"{PREFIX}_APPROVAL_UNQUALIFIED", message, "/approved_npu_signatures")
    limits = replace(Limits(), **{name: int(value) for name, value in document.get("limits", {}).items()})
    return Policy(limits, hashlib.sha256(data).hexdigest(), binding, qualified, execution, approved)


def _authorizes_compilation(manifest: bytes) -> bool:
    """Whether a compiler's manifest says, once and in so many words, that compilation is authorized."""
    try:
        document = parse(manifest)
    except ValueError as error:
        message = f"the compiler's manifest is no JSON document: {error}"
        raise DocumentRefused(f"{PREFIX}_MANIFEST_INVALID", message, "/compiler_manifest/path") from error
    said = document.get("compiler_execution") if isinstance(document, dict) else None
    if not isinstance(said, bool):
        message = "the compiler's manifest does not say whether it may compile (`compiler_execution`, true or false)"
        raise DocumentRefused(f"{PREFIX}_MANIFEST_INVALID", message, "/compiler_manifest/path")
    return said
