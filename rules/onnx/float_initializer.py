"""A constant in floating point, on a decode path.

## What it refuses

With `integer-only`: an initializer or a tensor-valued attribute, at any depth, whose element type is floating point
or complex, whether anything uses it or not.

## Why results could differ

A constant in floating point is there to be computed with: products and sums of it differ between machines in their
last bits.

## Example

```text
initializer "w": float32 [3]                       refused
```

## Fix

Store integers, with a shift where there was a scale.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import INTEGERS, Accepted, Refused

RULE = Rule("ONNX-FLOAT-INITIALIZER", "float-initializer", item="decode-equivalence, integers throughout")

_AT = 'graph.initializer[1] "f"'


VALID = [Accepted(base=INTEGERS)]

INVALID = [
    Refused(
        lambda model: model.graph.initializer.add(name="f", data_type=1, dims=[1], float_data=[0.5]), _AT, base=INTEGERS
    ),
]
