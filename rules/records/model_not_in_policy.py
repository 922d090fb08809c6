"""A run of a set that the class does not permit.

## What it refuses

A decode whose class has no entry of its set's digest, its capability and the role `decode`; a picture that a sink
made whose `made_by` is null, or of whose digest and role the class has no entry.

## Why results could differ

A set that the operator did not permit decodes to other pictures than the one that was.

## Example

```text
{"set": {"sha256": "7d…", "inner": null}, "dispatch": {…}}    refused when the class has no entry of that digest
```

## Fix

Have the device load a permitted set, or list the set for the class in a successor of the policy.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC403", "model-not-in-policy", item="model-governance §6.2 check 3, §6.3 check 4")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    yield {"policy": lambda policy: policy["classes"][0]["sets"].sort(key=lambda entry: entry["sha256"])}


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    from ._fleet import decode, digest, frame

    yield (
        {"report": lambda report: report["decodes"].append(decode("old"))},
        ("reports", 0, "decodes", 1, "set", "sha256"),
    )
    yield (
        {"report": lambda report: report["decodes"][0]["dispatch"].update(capability="wai.codec.other")},
        ("reports", 0, "decodes", 0, "set", "sha256"),
    )
    yield (
        {"statement": lambda statement: statement["frames"].append(frame("asserted", None, asserted=1))},
        ("presentations", 0, "frames", 2, "made_by"),
    )
    yield (
        {"statement": lambda statement: statement["frames"].append(frame("synthesized", digest("prior")))},
        ("presentations", 0, "frames", 2, "made_by"),
    )
