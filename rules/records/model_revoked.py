"""A run of a set that was revoked by then.

## What it refuses

A decode whose set's `sha256` or `inner`, or a picture whose `made_by`, is listed in a revision of the policy's key
log that was issued at or before it.

## Why results could differ

The operator withdrew the set, for a defect or for what it makes of pictures: sinks that hold the log have refused it
since, so a sink that ran it shows something else.

## Example

```text
{"at": "2026-03-01T19:00:00Z", "set": {"sha256": "5b…", …}}    refused when a revision of 2026-02-02 lists 5b…
```

## Fix

Have the device take the key log and load the set's replacement. The runs of before the revocation stay accepted:
report them in a period that ends with it.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC405", "model-revoked", item="model-governance §4.4, §6.2 check 5, §6.3 check 6")

RAN = ("reports", 0, "decodes", 0, "set", "sha256")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    from ._fleet import REVOKED

    yield {"revision": lambda revision: revision.update(REVOKED, issued_at="2026-03-01T19:00:01Z")}


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    from ._fleet import REVOKED, decode, digest

    yield {"revision": lambda revision: revision.update(REVOKED)}, RAN
    yield {"revision": lambda revision: revision.update(REVOKED, issued_at="2026-03-01T19:00:00Z")}, RAN
    yield (
        {"report": lambda report: report.update(decodes=[decode(inner=digest("old"))])},
        ("reports", 0, "decodes", 0, "set", "inner"),
    )
    yield (
        {"revision": lambda revision: revision.update(revoked_modules=[digest("prior")])},
        ("presentations", 0, "frames", 1, "made_by"),
    )
