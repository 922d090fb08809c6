"""A shape that no tensor has.

## What it refuses

A negative dimension of a declared or constant tensor.

## Why results could differ

Readers differ in whether they take it for an unknown dimension, for a very large one or for an error.

## Example

```text
float32 [2, -1]                                    refused
```

## Fix

Leave out the value of a dimension that is not known, or give it a name.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    import onnx

RULE = Rule("ONNX_SHAPE_INVALID", "impossible-shape", item="ONNX admission, Admission boundary")


def _negative(model: onnx.ModelProto) -> None:
    model.graph.input[0].type.tensor_type.shape.dim[0].dim_value = -1


VALID = [Accepted(lambda model: model.graph.input[0].type.tensor_type.shape.dim[0].Clear())]

INVALID = [
    Refused(_negative, 'graph.input[0] "x"'),
]
