"""A policy that reads and verifies, and breaks a rule of policies.

## What it refuses

A policy whose span is empty, whose `supersedes` is null while its `seq` is not 0 (or the other way round), whose
`key_log` is no origin; with no class, or two of one name; a class with no device and no attester, a key in both, or
lists that do not strictly ascend; an entry of an unknown role or tier, of a capability that is not its role's, or of
a tier that its role cannot hold: `enhance` and `generate` hold `none`, `upscale` any but `entropy-consistency`.

## Why results could differ

A policy that can be read in two ways permits a set on one machine and not on another.

## Example

```text
{"role": "generate", "tier": "decode-equivalence", …}    refused: no picture that is generated holds that tier
```

## Fix

Mend the policy and have the operator sign it again.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC101", "policy-invalid", item="model-governance §4.2")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    from ._fleet import NO_ROLLUP

    yield {
        "policy": lambda policy: policy["classes"].append(
            {"name": "kiosk", "devices": [], "attesters": ["00" * 32], "sets": []}
        )
    } | NO_ROLLUP


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    yield {"policy": lambda policy: policy.update(not_after=policy["not_before"])}, ("policies", 0, "not_after")
    yield {"policy": lambda policy: policy.update(seq=1)}, ("policies", 0, "supersedes")
    yield {"policy": lambda policy: policy.update(key_log="http://keys.example")}, ("policies", 0, "key_log")
    yield {"policy": lambda policy: policy.update(classes=[])}, ("policies", 0, "classes")
    yield (
        {"policy": lambda policy: policy["classes"][0].update(devices=[], attesters=[])},
        ("policies", 0, "classes", 0, "devices"),
    )
