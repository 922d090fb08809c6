"""Two reports of one device that share an instant.

## What it refuses

A run report whose period shares an instant with that of an earlier report by the same device; a period holds its
`from` and not its `to`.

## Why results could differ

A device states each instant of its runs once: two statements about one instant can contradict each other, and would
be counted twice.

## Example

```text
{"from": "2026-03-01T23:59:59Z", …} after {"to": "2026-03-02T00:00:00Z", …}    refused
```

## Fix

Have the device report adjacent periods, each from where the one before ends.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC408", "record-overlap", item="model-governance §6.4")

LATER = {"from": "2026-03-02T00:00:00Z", "to": "2026-03-03T00:00:00Z"}
FROM_TELEVISION = {"signer": "television", "attestation": None, "presentations": []}


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    from ._fleet import NO_ROLLUP

    yield {"other": lambda report: report.update(FROM_TELEVISION, **LATER)} | NO_ROLLUP


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    yield {"document": lambda document: document["reports"].append(document["reports"][0])}, ("reports", 2, "from")
    yield (
        {"other": lambda report: report.update(FROM_TELEVISION, **LATER | {"from": "2026-03-01T23:59:59Z"})},
        ("reports", 1, "from"),
    )
