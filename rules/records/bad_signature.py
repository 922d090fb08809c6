"""A signature that is not its signer's over the record.

## What it refuses

A `sig` that does not verify strictly: over the record without `sig` in its canonical form (RFC 8785), under the
domain of its kind, by the cofactorless equation, with `S` below the group's order and an `R` that is a point and not
of small order.

## Why results could differ

A record changed after it was signed says something that its signer never said. Laxer rules of verification accept
signatures that other machines refuse.

## Example

```text
{"issued_at": "2026-03-02T06:00:00Z", "sig": "…"}    refused once any other member is changed
```

## Fix

Sign the record again with `wai-lint model sign`, by the key that its `signer_pubkey` names; if nobody knows of a
change, ask the signer for the record.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC003", "bad-signature", item="model-governance §3 (RFC 8032 §5.1.7)")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    from ._fleet import NO_ROLLUP

    yield {"report": lambda report: report.update(issued_at="2026-03-02T06:00:00.5Z")} | NO_ROLLUP


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    yield {"document": lambda document: document["reports"][0].update(decodes=[])}, ("reports", 0, "sig")
    yield {"document": lambda document: document["rollup"].update(sig="00" * 64)}, ("rollup", "sig")
