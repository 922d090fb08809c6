"""A file that protobuf reads as something else than it says.

## What it refuses

Fields that the format does not have, and a second `graph`, or another message that stands once, written twice, which
protobuf merges into the first.

## Why results could differ

One reader drops what it does not know and another keeps it; a merged graph is one that nobody wrote, and readers that
stop at the first take another.

## Example

```text
two encodings of `graph` one after the other       refused
```

## Fix

Load the model and save it again with `onnx.save`, and look at what came out.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

RULE = Rule("ONNX_NONCANONICAL_PROTO", "noncanonical-protobuf", item="ONNX admission, Admission boundary")

VALID = [Accepted()]

INVALID = [
    Refused(None, "", wire=lambda data: data + b"\xfa\x3f\x01a"),
]
