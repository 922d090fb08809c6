"""A model that ONNX's own checker refuses.

## What it refuses

Whatever `onnx.checker` refuses in its full check: a missing input, an attribute that the operator does not have,
nodes that are not in the order of their use.

## Why results could differ

A graph that breaks the rules of its format has no meaning that runtimes share.

## Example

```text
Relu of a tensor that nothing makes                refused
```

## Fix

Export the model again; the message says what the checker misses.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

RULE = Rule("ONNX_CHECKER", "checker-refused", item="ONNX admission, Admission boundary")

VALID = [Accepted()]

INVALID = [
    Refused(lambda model: model.graph.node[0].input.__setitem__(0, "nothing"), "graph"),
]
