"""A tensor that takes more bytes than the limit.

## What it refuses

A declared, constant or inferred tensor whose known dimensions (1 for each that is not known) and element type come to
more than `tensor-bytes` (256 MiB).

## Why results could differ

A model past the limit may take more memory or time than a device has, and what then happens is the device's choice: a
model that is bounded runs to its end everywhere, or nowhere.

## Example

```text
float32 [8192, 8193]                               refused: 268,468,224 bytes
```

## Fix

Work on tiles, or raise `tensor-bytes`.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    import onnx

RULE = Rule("ONNX_LIMIT_TENSOR_BYTES", "tensor-too-large", item="ONNX admission, Admission boundary")


def _large(model: onnx.ModelProto) -> None:
    dimensions = model.graph.input[0].type.tensor_type.shape.dim
    dimensions[0].dim_value, dimensions[1].dim_value = 8192, 8193


VALID = [Accepted(limits={"tensor_bytes": 24})]

INVALID = [
    Refused(_large, 'graph.input[0] "x"'),
]
