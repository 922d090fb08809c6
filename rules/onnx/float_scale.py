"""A quantized operator whose scale is in floating point, on a decode path.

## What it refuses

With `integer-only`: `QuantizeLinear`, `DequantizeLinear`, `DynamicQuantizeLinear`, `QLinearConv` and `QLinearMatMul`
with a scale in floating point.

## Why results could differ

The tensors are integers, but between them stands a product with a scale that is rounded: kernels multiply, divide or
use a fixed-point approximation, and disagree by one at ties.

## Example

```text
QuantizeLinear(x, scale=0.1, zero_point=0)         refused
```

## Fix

Rescale by an integer multiplication and a shift with a rule for ties, or keep the accumulator in int32.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import INTEGERS, Accepted, Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    import onnx

RULE = Rule("ONNX-FLOAT-SCALE", "float-scale", item="decode-equivalence, integers throughout")


def _dequantized(model: onnx.ModelProto) -> None:
    model.graph.initializer.add(name="scale", data_type=1, float_data=[0.5])
    model.graph.node.add(op_type="DequantizeLinear", input=["y", "scale"], output=["z"])


VALID = [Accepted(base=INTEGERS)]

INVALID = [
    Refused(
        _dequantized,
        "graph/DequantizeLinear[1]",
        base=INTEGERS,
        beside=("ONNX-FLOAT-INITIALIZER", "ONNX-FLOAT-OPERATOR"),
    ),
]
