"""A function that the model defines itself.

## What it refuses

Any entry of `functions`.

## Why results could differ

Runtimes differ in whether they inline such a function, run it as it is or prefer a kernel of the same name, and it
can multiply its work by calling others.

## Example

```text
functions: scaled(x) = Mul(x, 2)                   refused
```

## Fix

Inline the functions: `onnx.inliner.inline_local_functions`.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    import onnx

RULE = Rule("ONNX_LOCAL_FUNCTION", "local-function", item="ONNX admission, Admission boundary")


def _function(model: onnx.ModelProto) -> None:
    function = model.functions.add(name="scaled", domain="own", input=["x"], output=["y"])
    function.opset_import.add(version=17)
    function.node.add(op_type="Add", input=["x", "x"], output=["y"])


VALID = [Accepted()]

INVALID = [
    Refused(_function, 'functions[0] "scaled"'),
]
