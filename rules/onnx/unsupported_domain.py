"""An operator of a domain other than ONNX's own.

## What it refuses

A node, at any depth, whose operator is of a domain other than `ai.onnx` (or the empty name) and `ai.onnx.ml`.

## Why results could differ

Nothing published says what the operator computes: each runtime that knows the name has its own kernel.

## Example

```text
com.microsoft FusedConv                            refused
```

## Fix

Export without fused or custom operators.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    import onnx

RULE = Rule("ONNX_DOMAIN_UNSUPPORTED", "unsupported-domain", item="ONNX admission, Admission boundary")


def _foreign(model: onnx.ModelProto) -> None:
    model.opset_import.add(domain="com.example", version=1)
    model.graph.node[0].domain = "com.example"


VALID = [Accepted(lambda model: model.opset_import.add(domain="ai.onnx.ml", version=3))]

INVALID = [
    Refused(_foreign, 'graph/Add[0] "sum"'),
]
