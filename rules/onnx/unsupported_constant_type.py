"""A constant of a type that is not admitted.

## What it refuses

Constants that are strings, 8-bit or smaller floats, or integers of fewer than 8 bits, and constants of a type that
ONNX does not have.

## Why results could differ

Their encodings and rules of rounding are young and have changed; runtimes that lack them convert, each in its own
way.

## Example

```text
an initializer of float8e4m3fn                     refused
```

## Fix

Store the values in a type of 8 bits or more that is no 8-bit float.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

RULE = Rule("ONNX_TYPE_UNSUPPORTED", "unsupported-constant-type", item="ONNX admission, Admission boundary")

VALID = [Accepted()]

INVALID = [
    Refused(
        lambda model: model.graph.initializer.add(name="word", data_type=8, string_data=[b"a"], dims=[1]),
        'graph.initializer[1] "word"',
    ),
]
