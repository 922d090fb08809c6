"""An operator that computes in floating point, on a decode path.

## What it refuses

With `integer-only`: a node, at any depth, one of whose outputs is floating point, that has an attribute in floating
point, or whose operator computes by way of it though it takes and gives integers (`Pow`, `Resize`, `ReduceMean`, …).

## Why results could differ

Kernels add in another order, fuse multiplications with additions or approximate functions, so their last bits differ
between machines.

## Example

```text
Cast(x, to=float32)                                refused
```

## Fix

Compute on integers: sums in int32, then a shift with rounding.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import INTEGERS, Accepted, Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    import onnx

RULE = Rule("ONNX-FLOAT-OPERATOR", "float-operator", item="decode-equivalence, integers throughout")


def _cast(model: onnx.ModelProto) -> None:
    node = model.graph.node.add(op_type="Cast", input=["y"], output=["z"])
    node.attribute.add(name="to", type=2, i=1)


def _power(model: onnx.ModelProto) -> None:
    model.graph.node.add(op_type="Pow", input=["y", "y"], output=["z"])


VALID = [Accepted(base=INTEGERS)]

INVALID = [
    Refused(_cast, "graph/Cast[1]", base=INTEGERS),
    Refused(_power, "graph/Pow[1]", base=INTEGERS),
]
