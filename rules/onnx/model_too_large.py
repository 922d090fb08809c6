"""A model file of more bytes than the limit.

## What it refuses

A file longer than `model-bytes` (64 MiB). No more than the limit and one byte of it is read, and nothing of it is
parsed.

## Why results could differ

A model past the limit may take more memory or time than a device has, and what then happens is the device's choice: a
model that is bounded runs to its end everywhere, or nowhere.

## Example

```text
a model of 67,108,865 bytes                        refused
```

## Fix

Make the model smaller, or raise `model-bytes` in the policy or the configuration.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

RULE = Rule("ONNX_LIMIT_MODEL_BYTES", "model-too-large", item="ONNX admission, Admission boundary")

VALID = [Accepted(limits={"model_bytes": 10_000})]

INVALID = [
    Refused(None, "", limits={"model_bytes": 100}),
]
