"""Two nodes of one graph with one name.

## What it refuses

A node with the name of an earlier node of the same graph. Nodes without a name, and nodes of different graphs, may be
alike.

## Why results could differ

Placements, profiles and evidence name nodes: where two have one name, tools differ in which of them they mean.

## Example

```text
Relu "act", Relu "act" in one graph                refused
```

## Fix

Rename one of the two.
"""

from __future__ import annotations

from ..rule import Rule
from . import _models
from ._cases import Accepted, Refused

RULE = Rule("ONNX_DUPLICATE_NODE_NAME", "duplicate-node-name", item="ONNX admission, Admission boundary")

VALID = [Accepted(lambda model: setattr(_models.then_branch(model).node[0], "name", "sum"))]

INVALID = [
    Refused(lambda model: setattr(model.graph.node[1], "name", "sum"), 'graph/If[1] "sum"'),
]
