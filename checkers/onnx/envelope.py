"""The envelope of an audit (`schemas/onnx-audit.json`), and how documents about models are written.

They hold no time and no path of this machine, so equal inputs give equal bytes.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from .placement import partitions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .audit import Audit
    from .partition import Partition
    from .placement import Placement
    from .policy import Policy

KIND = "wai-onnx-audit/1"


def encode(document: Mapping[str, Any]) -> bytes:
    """A document as it is written: JSON in ASCII, indented, with a line break at the end."""
    return json.dumps(document, indent=2).encode("ascii") + b"\n"


def sha256(data: bytes) -> str:
    """The SHA-256 of bytes in lower-case hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def identity(data: bytes) -> dict[str, Any]:
    """A file by its size and hash."""
    return {"bytes": len(data), "sha256": sha256(data)}


def audit_document(
    model: bytes, audit: Audit, policy: Policy, partition: Partition | None, placements: Sequence[Placement]
) -> dict[str, Any]:
    """The envelope: the model's and the policies' identities around what the audit says."""
    return {
        "kind": KIND,
        # Of a model past the limit no more than that was read.
        "model": identity(model) if len(model) <= policy.limits.model_bytes else {"bytes": None, "sha256": None},
        "policy": policy.to_json(),
        "partition_policy": None if partition is None else partition.to_json(),
        "limits": asdict(policy.limits),
        "admitted": audit.admitted,
        "refusals": [{"code": each.code, "place": each.place, "message": each.message} for each in audit.findings],
        "inventory": audit.inventory,
        "graph_signature": audit.signature,
        "placements": [each.to_json() for each in placements],
        "partitions": partitions(placements),
    }
