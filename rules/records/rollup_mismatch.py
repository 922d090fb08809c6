"""A roll-up that does not follow from the bundle's reports.

## What it refuses

A roll-up whose `reports` are not exactly the link hashes of the bundle's reports, in ascending order; one of whose
reports names another policy than it; whose `classes` are not the figures of §7.2 computed from them: a line for each
class of the policy, in its order, with the counts of reports, devices, silent devices, decodes, units, frames and
pixels.

## Why results could differ

Whoever reads only the roll-up takes its figures for the fleet's. A report left out may be the one in which a
generated picture stands.

## Example

```text
{"class": "living-room", "reports": 2, "devices": 2, "silent": 1, …}    refused when every enrolled device reported
```

## Fix

Compute it with `wai-lint model rollup` from the bundle it rests on, and sign what that prints.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC502", "rollup-mismatch", item="model-governance §7.2, §8.2 step 6")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    yield {"rollup": lambda rollup: rollup.update(to="2026-03-03T00:00:00Z")}


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    yield {"rollup": lambda rollup: rollup["classes"][0].update(silent=1)}, ("rollup", "classes", 0)
    yield {"rollup": lambda rollup: rollup["reports"].pop()}, ("rollup", "reports")
    yield {"rollup": lambda rollup: rollup.update(classes=[])}, ("rollup", "classes")
