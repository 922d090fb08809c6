"""A run outside the period of its report, or a report outside that of the roll-up.

## What it refuses

A decode entry whose `at`, or a presentation statement whose `issued_at`, is before its report's `from` or not before
its `to`; a report whose period does not lie in the roll-up's.

## Why results could differ

The policy in force is looked up by the period: a run outside it was judged by a policy that may not have held then.
It would also be counted in two periods, or in none.

## Example

```text
{"from": …, "to": "2026-03-02T00:00:00Z", "decodes": [{"at": "2026-03-02T00:00:00Z", …}]}    refused
```

## Fix

Have the device report each run in the period in which it ran; the end of a period belongs to the next.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC401", "outside-period", item="model-governance §6.2 check 1, §6.3 check 3, §8.2 step 6")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    from ._fleet import NO_ROLLUP

    yield {"report": lambda report: report["decodes"][0].update(at="2026-03-01T00:00:00Z")} | NO_ROLLUP
    yield {"report": lambda report: report["decodes"][0].update(at="2026-03-01T23:59:59Z")} | NO_ROLLUP


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    yield (
        {"report": lambda report: report["decodes"][0].update(at="2026-03-02T00:00:00Z")},
        ("reports", 0, "decodes", 0, "at"),
    )
    yield (
        {"statement": lambda statement: statement.update(issued_at="2026-03-02T00:00:00Z")},
        ("reports", 1, "presentations", 0),
    )
    yield {"rollup": lambda rollup: rollup.update({"from": "2026-03-01T00:00:01Z"})}, ("rollup", "from")
