"""A revision of the key log that takes a revocation back.

## What it refuses

A revision whose `revoked_modules` lacks a digest that the revision before it lists.

## Why results could differ

A set stays revoked. Were it taken off, the verdict on a run would depend on which revision a verifier holds.

## Example

```text
[{"revoked_modules": ["5b…"], …}, {"revoked_modules": [], …}]    refused
```

## Fix

List every digest that was ever revoked; to permit the model again, publish it as a set with a digest of its own.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC207", "key-log-rewrites-history", item="model-governance §8.2 step 2 (jwp-receipts §7.3)")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    from ._fleet import digest

    yield {"first": lambda revision: revision.update(revoked_modules=[digest("old")])}


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    from ._fleet import digest

    yield (
        {"first": lambda revision: revision.update(revoked_modules=[digest("older")])},
        ("key_log", "revisions", 1, "revoked_modules"),
    )
