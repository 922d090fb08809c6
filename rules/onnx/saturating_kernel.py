"""A sum of products uint8 times int8, on a decode path.

## What it refuses

With `integer-only`: `MatMulInteger`, `ConvInteger`, `QLinearMatMul` and `QLinearConv` of uint8 with int8, unless the
int8 factor is a constant whose values lie within -64 and 64.

## Why results could differ

Kernels for processors without dot-product instructions (AVX2 and AVX-512 without VNNI) multiply with VPMADDUBSW,
which adds pairs of products in 16 bits and saturates; others add in 32 bits. So the sums differ between instruction
sets, although every tensor is an integer.

## Example

```text
MatMulInteger(uint8, int8)                         refused
```

## Fix

Keep weights within -64 and 64 (7 bits), or make both factors uint8.
"""

from __future__ import annotations

from ..rule import Rule
from ._cases import INTEGERS, Accepted, Refused

RULE = Rule(
    "ONNX-KERNEL-SATURATION", "saturating-kernel", item="decode-equivalence, integers throughout", severity="warning"
)

VALID = [Accepted(base=INTEGERS)]

INVALID = [
    Refused(
        lambda model: model.graph.initializer[0].int32_data.__setitem__(0, 127),
        'graph/MatMulInteger[0] "product"',
        base=INTEGERS,
    ),
]
