"""A report or roll-up that names a policy which the bundle does not hold.

## What it refuses

A run report or a roll-up whose `policy` is the link hash of none of the bundle's policies.

## Why results could differ

What a report's device was permitted to run is unknown, so no run of it can be judged.

## Example

```text
{"kind": "wai-model-run", "policy": "00…", …}    refused
```

## Fix

Put the policy into the bundle, in its place in the chain; `wai-lint model link-hash` prints a policy's name.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC301", "policy-unknown", item="model-governance §6.4 check 1, §8.2 step 6")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    yield {"successor": lambda policy: policy.update(seq=1)}


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    yield {"report": lambda report: report.update(policy="00" * 32)}, ("reports", 0, "policy")
    yield {"rollup": lambda rollup: rollup.update(policy="00" * 32)}, ("rollup", "policy")
