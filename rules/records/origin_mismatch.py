"""A key log of another origin than the policy names.

## What it refuses

A bundle's key log whose `origin` is not, byte for byte, the `key_log` of each policy that names one.

## Why results could differ

Another origin's log revokes other sets.

## Example

```text
{"key_log": {"origin": "https://keys.example:8443", …}, …}    refused for a policy that names https://keys.example
```

## Fix

Put the log of the origin that the policy names into the bundle.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC203", "origin-mismatch", item="model-governance §8.2 step 2 (jwp-receipts §7.3)")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    yield {
        "policy": lambda policy: policy.update(key_log="https://keys.example:8443"),
        "document": lambda document: document["key_log"].update(origin="https://keys.example:8443"),
    }


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    yield (
        {"document": lambda document: document["key_log"].update(origin="https://other.example")},
        ("key_log", "origin"),
    )
