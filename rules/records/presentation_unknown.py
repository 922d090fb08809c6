"""A report that names a presentation statement which the bundle does not hold.

## What it refuses

A run report with a link hash in `presentations` that is that of none of the bundle's statements.

## Why results could differ

Which models made the pictures that were shown stands in the statement: without it nobody can tell whether they were
permitted.

## Example

```text
{"presentations": ["00…"], …}    refused
```

## Fix

Put the statement that the session signed into the bundle.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC406", "presentation-unknown", item="model-governance §6.3 check 1")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    from ._fleet import NO_ROLLUP

    yield {"other": lambda report: report.update(presentations=[])} | NO_ROLLUP


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    yield (
        {"other": lambda report: report.update(presentations=["00" * 32])},
        ("reports", 1, "presentations", 0),
    )
