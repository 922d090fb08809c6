"""A roll-up that another key signed than the policies.

## What it refuses

A roll-up whose `signer_pubkey` is not that of the bundle's policies.

## Why results could differ

The figures are the operator's statement about its fleet: by another key nobody stands for them.

## Example

```text
{"kind": "wai-model-rollup", "signer_pubkey": "…"}    refused when it is not the policies' signer
```

## Fix

Have the operator sign the roll-up with the key of the policies.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import cases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._cases import Edits, Pointer

RULE = Rule("REC501", "wrong-operator", item="model-governance §8.2 step 6")


def __getattr__(name: str) -> list[Any]:
    return cases(name, _accepted, _refused)


def _accepted() -> Iterator[Edits]:
    yield {"rollup": lambda rollup: rollup.update(signer_id="another name of the same key")}


def _refused() -> Iterator[tuple[Edits, Pointer]]:
    yield {"rollup": lambda rollup: rollup.update(signer="stranger")}, ("rollup", "signer_pubkey")
