"""A report of a period that starts before its policy is in force.

## What it refuses

A run report whose `from` is before its policy's `not_before`.

## Why results could differ

Before a policy is in force another one decides, or none: what ran then was not permitted by this one.

## Example

```text
{"from": "2025-12-31T23:59:59Z", …} under a policy from 2026-01-01T00:00:00Z    refused
```

## Fix

Have the device report the time before under the policy that was in force then.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC302", "policy-not-yet-valid", item="model-governance §6.4 check 2")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    yield {"policy": lambda policy: policy.update(not_before="2026-03-01T00:00:00Z")}


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    yield {"policy": lambda policy: policy.update(not_before="2026-03-01T00:00:01Z")}, ("reports", 0, "from")
