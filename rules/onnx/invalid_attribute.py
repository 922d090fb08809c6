"""An attribute that does not hold what it says.

## What it refuses

An attribute without a name or a type, with a value of another type than it says, with values of two types, with a
reference outside of a function, and the second attribute of one name in a node.

## Why results could differ

Some readers go by the type that is said, others by the field that is filled, so they run different graphs.

## Example

```text
to: type INT, value in `f`                         refused
```

## Fix

Export the node again with one value of the type that is said.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

RULE = Rule("ONNX_ATTRIBUTE_INVALID", "invalid-attribute", item="ONNX admission, Admission boundary")

VALID = [Accepted()]

INVALID = [
    Refused(
        lambda model: setattr(model.graph.node[1].attribute[0], "type", 1),
        'graph/If[1] "choice".else_branch',
        beside=("ONNX_CHECKER",),
    ),
]
