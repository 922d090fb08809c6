"""A model whose shapes or types contradict each other.

## What it refuses

What strict shape inference refuses: a declared shape or type that is not the one that follows from the operators.
Of a value that is declared twice, both declarations are held to each other: as an input, as an output, among the
values of a graph, and in a graph within that takes it from there.

## Why results could differ

Where a declaration and the operators disagree, one runtime allocates by the one and another by the other.

## Example

```text
Add of float32 [2, 3] and float32 [4]              refused
```

## Fix

Correct the declared shapes, or leave them out.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    import onnx

RULE = Rule("ONNX_INFERENCE", "inference-refused", item="ONNX admission, Admission boundary")


def _other_shape(model: onnx.ModelProto) -> None:
    weights = model.graph.initializer[0]
    weights.dims[0] = 4
    weights.float_data.append(1.0)


VALID = [Accepted()]


def _declared_twice(model: onnx.ModelProto) -> None:
    model.graph.value_info.append(model.graph.input[0])
    model.graph.value_info[0].type.tensor_type.elem_type = 6


INVALID = [
    Refused(_other_shape, "graph"),
    Refused(_declared_twice, 'graph.value_info[0] "x"'),
]
