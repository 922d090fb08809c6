"""A model that takes more time or memory to check than it is given.

## What it refuses

A model on which parsing, the checker and shape inference, in a process of their own, take more than
`inference-seconds` (10) of processor time or `inference-bytes` (2 GiB) of memory, or which brings that process down.

## Why results could differ

What cannot be checked within bounds is not known to be bounded when it runs.

## Example

```text
an If of 30 levels whose branches double           refused
```

## Fix

Make the model smaller, or raise the limit.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    import onnx

RULE = Rule("ONNX_INFERENCE_BUDGET", "inference-budget-exceeded", item="ONNX admission, Admission boundary")


def _long(model: onnx.ModelProto) -> None:
    model.doc_string = "a" * (8 << 20)


VALID = [Accepted()]

INVALID = [
    Refused(_long, "", limits={"inference_bytes": 1 << 20}),
]
