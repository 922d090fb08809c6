"""A key log that does not read.

## What it refuses

A key log with a member too many or too few, a value of another type than its table states, no revision or more than
65,536, revoked digests that do not strictly ascend, or a revision that is not issued after the one before it.

## Why results could differ

From when on a set is revoked is read from the log. A log that reads in two ways revokes at two times.

## Example

```text
{"revisions": [{"issued_at": "2026-02-02T00:00:00Z", …}, {"issued_at": "2026-02-02T00:00:00Z", …}]}    refused
```

## Fix

Fetch the log again from its origin: what it serves may not be repaired by whoever verifies it.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC202", "key-log-malformed", item="model-governance §8.2 step 2 (jwp-receipts §7.3)")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    yield {"revision": lambda revision: revision.update(issued_at="2026-02-01T00:00:01Z")}


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    yield (
        {"revision": lambda revision: revision.update(issued_at="2026-02-01T00:00:00Z")},
        ("key_log", "revisions", 1, "issued_at"),
    )
    yield {"document": lambda document: document["key_log"].update(revisions=[])}, ("key_log", "revisions")
