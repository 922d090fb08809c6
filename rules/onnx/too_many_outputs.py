"""A graph with more outputs than the limit.

## What it refuses

A graph, at any depth, of more than `outputs` (64) outputs.

## Why results could differ

A model past the limit may take more memory or time than a device has, and what then happens is the device's choice: a
model that is bounded runs to its end everywhere, or nowhere.

## Example

```text
a graph of 65 outputs                              refused
```

## Fix

Join outputs into tensors of one more dimension, or raise `outputs`.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    import onnx

RULE = Rule("ONNX_LIMIT_OUTPUTS", "too-many-outputs", item="ONNX admission, Admission boundary")


def _second_output(model: onnx.ModelProto) -> None:
    model.graph.output.add(name="s", type=model.graph.output[0].type)


VALID = [Accepted(limits={"outputs": 1})]

INVALID = [
    Refused(_second_output, "graph", limits={"outputs": 1}),
]
