r"""A name that is not UTF-8.

## What it refuses

A string of the format (a name, a domain, an operator, documentation) whose bytes are not UTF-8.

## Why results could differ

Wiring goes by names: tools that replace, drop or keep wrong bytes read different graphs.

## Example

```text
a node named b"su\xff"                            refused
```

## Fix

Write names in UTF-8.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

RULE = Rule("ONNX_STRING_ENCODING", "string-not-utf8", item="ONNX admission, Admission boundary")

VALID = [Accepted()]

INVALID = [
    Refused(None, "graph", wire=lambda data: data.replace(b"branching", b"branch\xff\xfe\xfd")),
]
