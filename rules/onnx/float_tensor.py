"""An input in floating point, on a decode path.

## What it refuses

With `integer-only`: an input of a graph, at any depth, whose element type is floating point or complex.

## Why results could differ

A model at decode-equivalence is integer throughout: floating point differs between machines in its last bits, and an
entropy decoder that is given another bit loses everything that follows.

## Example

```text
x: float32 [1, 3, 64, 64]                          refused
```

## Fix

Train with quantization and export a graph that takes integers.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import INTEGERS, Accepted, Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    import onnx

RULE = Rule("ONNX-FLOAT-TENSOR", "float-tensor", item="decode-equivalence, integers throughout")


def _float_input(model: onnx.ModelProto) -> None:
    gain = model.graph.input.add(name="gain")
    gain.type.tensor_type.elem_type = 1
    gain.type.tensor_type.shape.dim.add(dim_value=1)


VALID = [Accepted(base=INTEGERS)]

INVALID = [
    Refused(_float_input, 'graph.input[1] "gain"', base=INTEGERS),
]
