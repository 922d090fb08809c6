"""Data for training.

## What it refuses

Any entry of `training_info`.

## Why results could differ

It holds graphs that change the constants of the model, and whether anything runs them is up to the runtime.

## Example

```text
training_info: an algorithm and its bindings       refused
```

## Fix

Export the model for inference.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

RULE = Rule("ONNX_TRAINING_INFO", "training-info", item="ONNX admission, Admission boundary")

VALID = [Accepted()]

INVALID = [
    Refused(lambda model: model.training_info.add(), "training_info[0]"),
]
