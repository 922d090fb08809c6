"""A revision of the key log signed by a key that the revision before did not commit to.

## What it refuses

A revision but the first whose signer's key does not hash to the `next_root` of the revision before it.

## Why results could differ

Whoever can sign a revision can revoke. The commitment is what ties each revision's key to the log's first.

## Example

```text
{"next_root": "…", …} followed by a revision of a key that does not hash to it    refused
```

## Fix

Fetch the log again from its origin; a log whose operator lost the committed key has to start anew.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC206", "key-log-root-not-committed", item="model-governance §8.2 step 2 (jwp-receipts §7.3)")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    from ._fleet import root

    yield {
        "first": lambda revision: revision.update(next_root=root("spare")),
        "revision": lambda revision: revision.update(signer="spare"),
    }


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    yield (
        {"revision": lambda revision: revision.update(signer="stranger")},
        ("key_log", "revisions", 1, "signer_pubkey"),
    )
