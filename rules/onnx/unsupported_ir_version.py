"""A version of the format that is not known.

## What it refuses

An `ir_version` that is missing, below 3 (operator sets came with 3) or above the newest that is known.

## Why results could differ

The version says how a file is to be read: a reader that does not know it guesses.

## Example

```text
ir_version: 99                                     refused
```

## Fix

Export in a published version of the format.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

RULE = Rule("ONNX_IR_VERSION", "unsupported-ir-version", item="ONNX admission, Admission boundary")

VALID = [Accepted(lambda model: setattr(model, "ir_version", 9))]

INVALID = [
    Refused(lambda model: setattr(model, "ir_version", 99), "", beside=("ONNX_CHECKER",)),
    Refused(lambda model: model.ClearField("ir_version"), "", beside=("ONNX_CHECKER",)),
]
