"""A graph with more inputs than the limit.

## What it refuses

A graph, at any depth, of more than `inputs` (64) inputs. Initializers that a model of IR 3 lists among its inputs do
not count.

## Why results could differ

A model past the limit may take more memory or time than a device has, and what then happens is the device's choice: a
model that is bounded runs to its end everywhere, or nowhere.

## Example

```text
a graph of 65 inputs                               refused
```

## Fix

Join inputs into tensors of one more dimension, or raise `inputs`.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

RULE = Rule("ONNX_LIMIT_INPUTS", "too-many-inputs", item="ONNX admission, Admission boundary")

VALID = [Accepted(limits={"inputs": 2})]

INVALID = [
    Refused(None, "graph", limits={"inputs": 1}),
]
