"""A file that is no ONNX model.

## What it refuses

Bytes that protobuf does not read as a `ModelProto`, and an empty file.

## Why results could differ

Readers differ in how much they make of a damaged file: some stop, some go on with what came before the damage.

## Example

```text
the first half of a model                          refused
```

## Fix

Export the model again, or copy the file whole.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

RULE = Rule("ONNX_PARSE", "unparsable-model", item="ONNX admission, Admission boundary")

VALID = [Accepted()]

INVALID = [
    Refused(None, "", wire=lambda data: data[: len(data) // 2]),
    Refused(None, "", wire=lambda data: b""),
]
