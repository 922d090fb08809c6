"""Graphs nested deeper than the limit.

## What it refuses

A graph more than `depth` (64) below the root, whose depth is 0. Protobuf itself reads no more than 33.

## Why results could differ

A model past the limit may take more memory or time than a device has, and what then happens is the device's choice: a
model that is bounded runs to its end everywhere, or nowhere.

## Example

```text
If(then: If(then: …)) 65 deep                      refused
```

## Fix

Flatten the conditions, or raise `depth`.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

RULE = Rule("ONNX_LIMIT_DEPTH", "graphs-too-deep", item="ONNX admission, Admission boundary")

VALID = [Accepted(limits={"depth": 1})]

INVALID = [
    Refused(None, 'graph/If[1] "choice".else_branch', limits={"depth": 0}),
]
