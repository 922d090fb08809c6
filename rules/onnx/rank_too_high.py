"""A tensor of a higher rank than the limit.

## What it refuses

A declared, constant or inferred tensor of more than `rank` (8) dimensions.

## Why results could differ

A model past the limit may take more memory or time than a device has, and what then happens is the device's choice: a
model that is bounded runs to its end everywhere, or nowhere.

## Example

```text
float32 [1, 1, 1, 1, 1, 1, 1, 1, 1]                refused
```

## Fix

Join dimensions of size 1, or raise `rank`.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    import onnx

RULE = Rule("ONNX_LIMIT_RANK", "rank-too-high", item="ONNX admission, Admission boundary")


def _high(model: onnx.ModelProto) -> None:
    for _ in range(7):
        model.graph.input[0].type.tensor_type.shape.dim.add(dim_value=1)


VALID = [Accepted(limits={"rank": 2})]

INVALID = [
    Refused(_high, 'graph.input[0] "x"'),
]
