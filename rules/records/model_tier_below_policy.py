"""A run of a permitted set at a lesser tier than the policy asks for.

## What it refuses

A decode whose `tier` is below that of the class's entry, in the order `none`, `entropy-consistency`,
`decode-equivalence`; a picture whose tier is: `derived` holds `decode-equivalence`, the others `none`.

## Why results could differ

The tier is what the run guarantees. Below the policy's, entropy decoding may fall out of step, or the pictures may
differ from machine to machine.

## Example

```text
{"ran": {"tier": "none", …}} under an entry of tier "entropy-consistency"    refused
```

## Fix

Run the decode on a path that holds the tier, or ask for less in a successor of the policy.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC404", "model-tier-below-policy", item="model-governance §6.2 check 4, §6.3 check 5")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    from ._fleet import NO_ROLLUP, in_float

    yield {"report": lambda report: in_float(report, "none", "entropy-consistency")} | NO_ROLLUP


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    from ._fleet import in_float

    yield (
        {"report": lambda report: in_float(report, "none", "none")},
        ("reports", 0, "decodes", 0, "dispatch", "ran", "tier"),
    )
