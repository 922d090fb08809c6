"""A signer's key that is no point of the curve, or one of small order.

## What it refuses

A `signer_pubkey` whose 32 bytes do not decode by RFC 8032 §5.1.3 (a coordinate not below the prime, no point with
that coordinate, the sign of zero set), or decode to a point of small order.

## Why results could differ

Under a key of small order one signature verifies for many records, so it binds its signer to none of them, and
libraries differ on whether it verifies.

## Example

```text
{"signer_pubkey": "0100000000000000000000000000000000000000000000000000000000000000", …}    refused: the neutral element
```

## Fix

Sign with a key that `wai-lint model keygen` or another implementation of Ed25519 made.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC002", "bad-key", item="model-governance §3 (RFC 8032 §5.1.3)")

KEY = ("attestations", 0, "signer_pubkey")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    yield {"attestation": lambda attestation: attestation.update(issued_at="2026-03-01T00:00:00.000000001Z")}


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    yield {"document": lambda document: document["attestations"][0].update(signer_pubkey="01" + "00" * 31)}, KEY
    yield {"document": lambda document: document["attestations"][0].update(signer_pubkey="02" + "00" * 31)}, KEY
    yield {"document": lambda document: document["attestations"][0].update(signer_pubkey="ff" * 32)}, KEY
