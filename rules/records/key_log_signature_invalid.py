"""A revision of the key log whose signature does not verify.

## What it refuses

A revision whose `sig` is not that of its `signer_pubkey` over it, strictly verified, or whose key is no point of the
curve or of small order.

## Why results could differ

A revision that nobody signed can revoke any set, or take a revocation away.

## Example

```text
{"revoked_modules": [], "sig": "…"}    refused when a digest was taken out after signing
```

## Fix

Fetch the log again from its origin; if it is still refused, its operator has to say what happened.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC204", "key-log-signature-invalid", item="model-governance §8.2 step 2 (jwp-receipts §7.3)")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    from ._fleet import root

    yield {"revision": lambda revision: revision.update(next_root=root("another"))}


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    yield (
        {"document": lambda document: document["key_log"]["revisions"][1].update(revoked_modules=[])},
        ("key_log", "revisions", 1, "sig"),
    )
