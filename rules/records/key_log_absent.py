"""A policy that names a key log, in a bundle without one.

## What it refuses

A bundle whose `key_log` is null while one of its policies names the origin of a key log.

## Why results could differ

Without the log nobody can tell whether a set that ran was revoked: a verifier with the log refuses what one without
it would accept.

## Example

```text
{"policies": [{"key_log": "https://keys.example", …}], "key_log": null, …}    refused
```

## Fix

Put the key log of that origin into the bundle.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC201", "key-log-absent", item="model-governance §8.2 step 2")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    yield {
        "policy": lambda policy: policy.update(key_log=None),
        "document": lambda document: document.update(key_log=None),
    }


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    yield {"document": lambda document: document.update(key_log=None)}, ("policies", 0, "key_log")
