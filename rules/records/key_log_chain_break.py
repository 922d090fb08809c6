"""Revisions of the key log that do not follow on each other.

## What it refuses

Revisions whose `seq` does not count from 0 by one, or whose `prev` is not null in the first and then the link hash of
the revision before.

## Why results could differ

A log with a revision left out may have left out a revocation.

## Example

```text
[{"seq": 0, …}, {"seq": 2, …}]    refused
```

## Fix

Fetch the whole log from its origin.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC205", "key-log-chain-break", item="model-governance §8.2 step 2 (jwp-receipts §7.3)")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    yield {"revision": lambda revision: revision.update(issued_at="2026-02-03T00:00:00Z")}


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    yield {"revision": lambda revision: revision.update(seq=2)}, ("key_log", "revisions", 1, "seq")
    yield {"revision": lambda revision: revision.update(prev="00" * 32)}, ("key_log", "revisions", 1, "prev")
