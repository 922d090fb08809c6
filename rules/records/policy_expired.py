"""A report of a period that ends after its policy has ceased to be in force.

## What it refuses

A run report whose `to` is after its policy's `not_after`, or after the `not_before` of the policy that supersedes it.

## Why results could differ

A policy's successor states its classes whole: a set that it dropped would still be accepted under the old policy.

## Example

```text
{"to": "2027-01-01T00:00:01Z", …} under a policy until 2027-01-01T00:00:00Z    refused
```

## Fix

Have the device end a report when its policy ends, and report what follows under the successor.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC303", "policy-expired", item="model-governance §4.3, §6.4 check 2")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    yield {"policy": lambda policy: policy.update(not_after="2026-03-02T00:00:00Z")}


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    yield {"policy": lambda policy: policy.update(not_after="2026-03-01T23:59:59Z")}, ("reports", 0, "to")
