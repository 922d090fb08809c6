"""A report of a device that its policy does not place in the class.

## What it refuses

A run report whose `class` the policy does not have; whose `attestation` is null while the class's `devices` lack its
signer; or names an attestation that the bundle lacks, that no attester of the class signed, that is of another
device, or whose span does not hold the period.

## Why results could differ

A class states what its devices may run. A device that nobody placed there may run none of it.

## Example

```text
{"class": "living-room", "attestation": null, "signer_pubkey": "…"}    refused when the class does not enrol the key
```

## Fix

Enrol the device's key in a successor of the policy, or put an attestation by one of the class's attesters into the
bundle.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC304", "device-not-in-class", item="model-governance §6.4 check 3")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    yield {
        "attestation": lambda attestation: attestation.update(
            not_before="2026-03-01T00:00:00Z", not_after="2026-03-02T00:00:00Z"
        )
    }


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    yield {"report": lambda report: report.update(signer="stranger")}, ("reports", 0, "signer_pubkey")
    yield {"report": lambda report: report.update({"class": "kiosk"})}, ("reports", 0, "class")
    yield {"other": lambda report: report.update(attestation="00" * 32)}, ("reports", 1, "attestation")
    yield {"attestation": lambda attestation: attestation.update(signer="stranger")}, ("reports", 1, "attestation")
    yield (
        {"attestation": lambda attestation: attestation.update(not_after="2026-03-01T23:59:59Z")},
        ("reports", 1, "attestation"),
    )
