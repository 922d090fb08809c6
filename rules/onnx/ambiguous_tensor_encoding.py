"""A constant tensor whose values can be read in two ways.

## What it refuses

A payload in two fields, in a field of another type, in segments, or with values that its type does not have (a bool
of 2, a uint8 of 300).

## Why results could differ

Readers differ in which field they take and in what they make of a value out of range.

## Example

```text
float32 [3] with raw_data and float_data           refused
```

## Fix

Keep one payload: `raw_data`, or the field of the type.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    import onnx

RULE = Rule("ONNX_TENSOR_ENCODING", "ambiguous-tensor-encoding", item="ONNX admission, Admission boundary")


def _raw(model: onnx.ModelProto) -> None:
    weights = model.graph.initializer[0]
    del weights.float_data[:]
    weights.raw_data = bytes(12)


VALID = [Accepted(_raw)]

INVALID = [
    Refused(
        lambda model: setattr(model.graph.initializer[0], "raw_data", bytes(12)),
        'graph.initializer[0] "w"',
        beside=("ONNX_CHECKER",),
    ),
]
