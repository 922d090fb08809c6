"""Operator sets that are missing, unknown or ambiguous.

## What it refuses

A model that imports no operator set, one in a version that is unknown, one domain twice (`ai.onnx` and the empty name
are one), or a node whose domain is not imported.

## Why results could differ

The version says what an operator computes: without it, or with two, runtimes choose for themselves.

## Example

```text
opset_import: "" 17, "ai.onnx" 18                  refused
```

## Fix

Import each domain once, in a version that is published.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

RULE = Rule("ONNX_OPSET", "unsupported-opset", item="ONNX admission, Admission boundary")

VALID = [Accepted(lambda model: setattr(model.opset_import[0], "version", 18))]

INVALID = [
    Refused(lambda model: model.opset_import.add(domain="ai.onnx", version=18), "opset_import[1]"),
    Refused(lambda model: setattr(model.opset_import[0], "version", 9999), "opset_import[0]"),
]
