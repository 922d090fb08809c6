"""A tensor whose type is not known, on a decode path.

## What it refuses

With `integer-only`: an input or a node's output, at any depth, whose element type could not be inferred.

## Why results could differ

Nothing shows that it is an integer, and what is not shown to be the same everywhere is not.

## Example

```text
y = an operator without an inference function      refused
```

## Fix

Declare the type in `value_info`, or use an operator whose types are inferred.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import INTEGERS, Accepted, Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    import onnx

RULE = Rule("ONNX-FLOAT-UNKNOWN", "untyped-tensor", item="decode-equivalence, integers throughout")


def _untyped(model: onnx.ModelProto) -> None:
    model.graph.input.add(name="any").type.optional_type.elem_type.tensor_type.SetInParent()


VALID = [Accepted(base=INTEGERS)]

INVALID = [
    Refused(_untyped, 'graph.input[1] "any"', base=INTEGERS),
]
