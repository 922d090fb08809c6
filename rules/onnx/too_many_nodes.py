"""More nodes than the limit, those of nested graphs counted.

## What it refuses

A model whose graphs, at any depth, hold more than `nodes` (4,096) nodes in all.

## Why results could differ

A model past the limit may take more memory or time than a device has, and what then happens is the device's choice: a
model that is bounded runs to its end everywhere, or nowhere.

## Example

```text
If(then: 4,000 nodes, else: 97 nodes)              refused: a short list of top-level nodes hides nothing
```

## Fix

Split the model, or raise `nodes` in the policy or the configuration.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

RULE = Rule("ONNX_LIMIT_NODES", "too-many-nodes", item="ONNX admission, Admission boundary")

VALID = [Accepted(limits={"nodes": 4})]

INVALID = [
    Refused(None, 'graph/If[1] "choice".then_branch', limits={"nodes": 3}),
    Refused(None, "graph", limits={"nodes": 1}),
]
