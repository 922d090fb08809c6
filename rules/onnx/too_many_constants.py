"""More constant tensors than the limit.

## What it refuses

More than `constants` (4,096) constant tensors in all: initializers, tensor-valued attributes, values and indices of
sparse tensors, at any depth.

## Why results could differ

A model past the limit may take more memory or time than a device has, and what then happens is the device's choice: a
model that is bounded runs to its end everywhere, or nowhere.

## Example

```text
4,097 nodes Constant                               refused
```

## Fix

Join constants that are used together, or raise `constants`.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

RULE = Rule("ONNX_LIMIT_CONSTANTS", "too-many-constants", item="ONNX admission, Admission boundary")

VALID = [Accepted(limits={"constants": 1})]

INVALID = [
    Refused(None, 'graph.initializer[0] "w"', limits={"constants": 0}),
]
