"""A constant tensor, or all of them, of more encoded bytes than the limit.

## What it refuses

An encoded constant tensor of more than `constant-bytes` (64 MiB), or constants of more than `all-constant-bytes` (256
MiB) in all. Names and documentation do not count.

## Why results could differ

A model past the limit may take more memory or time than a device has, and what then happens is the device's choice: a
model that is bounded runs to its end everywhere, or nowhere.

## Example

```text
an initializer of 17,000,000 float32               refused
```

## Fix

Store the values in a narrower type, or raise the limit.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

RULE = Rule("ONNX_LIMIT_CONSTANT_BYTES", "constants-too-large", item="ONNX admission, Admission boundary")

VALID = [Accepted(limits={"constant_bytes": 24})]

INVALID = [
    Refused(None, 'graph.initializer[0] "w"', limits={"constant_bytes": 10}),
    Refused(None, 'graph.initializer[0] "w"', limits={"all_constant_bytes": 10}),
]
