"""A tensor whose values are in another file.

## What it refuses

Any entry of `external_data`, or a `data_location` of EXTERNAL, of any tensor anywhere: initializers, tensor-valued
attributes, values and indices of sparse tensors, in nested graphs, functions and training data. An entry is refused
with the location DEFAULT as well. The other file is never opened.

## Why results could differ

The audit, the signature and the hash of the model cover one file. What another one holds may change under them, and
the path to it may lead anywhere.

## Example

```text
initializer "w" with external_data location=weights.bin    refused
```

## Fix

Save the model with its tensors inside: `onnx.load`, then `onnx.save` with `save_as_external_data=False`.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import Accepted, Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    import onnx

RULE = Rule("ONNX_EXTERNAL_DATA", "external-data", item="ONNX admission, Admission boundary")

_AT = 'graph.initializer[0] "w"'


def _outside(model: onnx.ModelProto) -> None:
    weights = model.graph.initializer[0]
    weights.data_location = weights.EXTERNAL
    weights.external_data.add(key="location", value="weights.bin")
    del weights.float_data[:]


VALID = [Accepted()]

INVALID = [
    Refused(_outside, 'graph.initializer[0] "w"'),
    Refused(lambda model: model.graph.initializer[0].external_data.add(key="location", value="w"), _AT),
]
