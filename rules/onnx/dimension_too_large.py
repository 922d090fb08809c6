"""A known dimension larger than the limit.

## What it refuses

A declared, constant or inferred tensor with a known dimension above `dimension` (1,048,576).

## Why results could differ

A model past the limit may take more memory or time than a device has, and what then happens is the device's choice: a
model that is bounded runs to its end everywhere, or nowhere.

## Example

```text
float32 [1048577]                                  refused
```

## Fix

Fold the dimension into two, or raise `dimension`.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    import onnx

RULE = Rule("ONNX_LIMIT_DIMENSION", "dimension-too-large", item="ONNX admission, Admission boundary")


def _wide(model: onnx.ModelProto) -> None:
    model.graph.input[0].type.tensor_type.shape.dim[0].dim_value = 1_048_577


VALID = [Accepted(limits={"dimension": 3})]

INVALID = [
    Refused(_wide, 'graph.input[0] "x"'),
]
