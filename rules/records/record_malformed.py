"""A bundle or record that does not read.

## What it refuses

A bundle that is no JSON as RFC 8259 has it, in strict UTF-8, or that names a member twice, holds half a surrogate
pair or nests deeper than 32 levels; that lacks a member or has one more. A record with a number other than an
unsigned integer up to 2^53 - 1, a boolean, a member too many or too few, or a value that is not of its table's type;
and each section's own rules of reading: a period that ends before it starts, decodes out of order, a list that does
not ascend, a path whose arithmetic is not its backend's.

## Why results could differ

Two readers may take different values from a text that names a member twice or holds 1e3 for 1000. What was signed is
then not what was checked.

## Example

```text
{"from": "2026-03-02T00:00:00Z", "to": "2026-03-02T00:00:00Z", …}    refused: the period is empty
```

## Fix

Write the member as its table states it, and sign the record again: a record that has to be changed has to be signed
again.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC001", "record-malformed", item="model-governance §3, §8.1")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    from ._fleet import NO_ROLLUP

    yield {}
    yield {"report": lambda report: report.update(decodes=[])} | NO_ROLLUP


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    yield {"report": lambda report: report.update(note="")}, ("reports", 0, "note")
    yield {"report": lambda report: report.update(to=report["from"])}, ("reports", 0, "to")
    yield {"attestation": lambda attestation: attestation.update(issued_at=0)}, ("attestations", 0, "issued_at")
    yield {"document": lambda document: document.update(policies=[])}, ("policies",)
