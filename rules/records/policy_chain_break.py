"""A policy that is not the successor of the one before it.

## What it refuses

In a bundle, a policy but the first whose signer is another than that of the policy before it, whose `supersedes` is
not that policy's link hash, whose `seq` is not one more, or whose `not_before` is earlier.

## Why results could differ

Which policy was in force when a set ran is decided by the chain. Where it breaks, two verifiers that hold different
parts of it decide differently.

## Example

```text
[{"seq": 0, …}, {"seq": 2, "supersedes": …}]    refused: the policy of seq 1 is left out
```

## Fix

Put every policy from the first one held into the bundle, each after the one that it supersedes.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC102", "policy-chain-break", item="model-governance §4.3")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    yield {"successor": lambda policy: policy.update(seq=1)}
    yield {"policy": lambda policy: policy.update(seq=7, supersedes="00" * 32)}


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    yield {"successor": lambda policy: policy.update(seq=2)}, ("policies", 1, "seq")
    yield {"successor": lambda policy: policy.update(supersedes="00" * 32)}, ("policies", 1, "supersedes")
    yield {"successor": lambda policy: policy.update(signer="stranger")}, ("policies", 1, "signer_pubkey")
    yield (
        {"successor": lambda policy: policy.update(not_before="2025-12-31T23:59:59Z")},
        ("policies", 1, "not_before"),
    )
