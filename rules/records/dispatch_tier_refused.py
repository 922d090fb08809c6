"""A run in floating point that claims, or was asked for, decode-equivalence.

## What it refuses

A decode whose `ran` is a path in `float` while its dispatch's `needed` is `decode-equivalence`, or while its `tier`
is.

## Why results could differ

Floating point gives other bits on other hardware: sums are ordered, fused and rounded as each device does it.
Whatever the device says of it, such a run holds no `decode-equivalence`.

## Example

```text
{"needed": "decode-equivalence", "ran": {"unit": "npu", "backend": "onnx-runtime", "arithmetic": "float", …}}    refused
```

## Fix

Run the decode on an integer path (`wai-ops`, `wgsl`), or let its policy ask for less than decode-equivalence.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC402", "dispatch-tier-refused", item="model-governance §6.2 check 2 (neural-dispatch §3)")

DISPATCH = ("reports", 0, "decodes", 0, "dispatch")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    from ._fleet import NO_ROLLUP, in_float

    yield {"report": lambda report: in_float(report, "entropy-consistency", "entropy-consistency")} | NO_ROLLUP


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    from ._fleet import in_float

    yield {"report": lambda report: in_float(report, "decode-equivalence", "none")}, (*DISPATCH, "needed")
    yield {"report": lambda report: in_float(report, "none", "decode-equivalence")}, (*DISPATCH, "ran", "tier")
