"""Exact partitions (§3): a policy of its own approves one operator on tensors of one type and shape, in one binary.

The policy is bound to the binary by its SHA-256. It approves no graph and no other operator, shape or type.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from typing import Any

from .bound_files import Binding, bind, read_regular
from .strict_json import LARGEST_DOCUMENT, read

PREFIX = "PARTITION_POLICY"


@dataclass(frozen=True)
class Partition:
    """What is approved: an operator (with its domain and opset), the element type and shape of all its tensors."""

    sha256: str
    domain: str
    operator: str
    opset: int
    element_type: str
    shape: tuple[int, ...]
    binary: Binding

    def to_json(self) -> dict[str, Any]:
        """The identity of the policy and what it approves, as envelopes carry it."""
        return {
            "sha256": self.sha256,
            "domain": self.domain,
            "operator": self.operator,
            "opset": self.opset,
            "element_type": self.element_type,
            "shape": list(self.shape),
            "binary": self.binary.to_json(),
        }


def load(path: str) -> Partition:
    """The partition policy in a file. Raises `DocumentRefused` with a code `PARTITION_POLICY_…`."""
    return read_partition(read_regular(path, LARGEST_DOCUMENT, PREFIX), os.path.dirname(os.path.abspath(path)))


def read_partition(data: bytes, folder: str) -> Partition:
    """The partition policy that `data` writes, whose paths are relative to `folder`. Raises `DocumentRefused`."""
    document = read(data, "onnx-partition-policy", PREFIX)
    binding, _ = bind(document["binary"], folder, PREFIX, "binary", "BINARY_MISMATCH")
    return Partition(
        hashlib.sha256(data).hexdigest(),
        document.get("domain", ""),
        document["operator"],
        int(document["opset"]),
        document["element_type"],
        tuple(int(size) for size in document["shape"]),
        binding,
    )
