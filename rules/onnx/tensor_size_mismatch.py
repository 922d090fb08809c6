"""A constant tensor with more or fewer values than its shape asks for.

## What it refuses

A constant whose payload is not exactly as long as its shape and type make it.

## Why results could differ

Readers differ in what they make of the rest: some refuse, some cut, some read what lies behind it in memory.

## Example

```text
float32 [3] with two values                        refused
```

## Fix

Export the tensor again.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

RULE = Rule("ONNX_TENSOR_SIZE_MISMATCH", "tensor-size-mismatch", item="ONNX admission, Admission boundary")

VALID = [Accepted(lambda model: model.graph.initializer.add(name="none", data_type=1, dims=[0]))]

INVALID = [
    Refused(lambda model: model.graph.initializer[0].float_data.append(1.0), 'graph.initializer[0] "w"'),
]
