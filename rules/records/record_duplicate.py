"""The same record twice.

## What it refuses

A device attestation or a presentation statement that stands in the bundle twice; a statement that two reports name.

## Why results could differ

Each picture is counted once. A statement that two devices report belongs to one of them only, and the other's
pictures are hidden behind it.

## Example

```text
{"attestations": [a, a], …}    refused
```

## Fix

Leave the second one out, and have each device report the statements of its own sessions.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC407", "record-duplicate", item="model-governance §6.3 check 2, §8.2 steps 3 and 4")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    from ._fleet import NO_ROLLUP

    yield {"other": lambda report: report.update(presentations=[])} | NO_ROLLUP


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    yield (
        {"document": lambda document: document["attestations"].append(document["attestations"][0])},
        ("attestations", 1),
    )
    yield (
        {"document": lambda document: document["presentations"].append(document["presentations"][0])},
        ("presentations", 1),
    )
    yield (
        {"document": lambda document: document["reports"].append(document["reports"][1])},
        ("reports", 2, "presentations", 0),
    )
