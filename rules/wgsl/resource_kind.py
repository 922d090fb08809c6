"""A resource that is not a buffer.

## What it refuses

A variable at module scope that lives outside the address spaces `storage`, `uniform`, `workgroup` and `private`:
textures, samplers, external textures, and whatever a translator adds.

## Why results could differ

Reading a texture goes through the device's texture unit: format conversion, filtering and border handling are fixed
function and within tolerances. A buffer's words are read as they are.

## Example

```wgsl
@group(0) @binding(0) var image: texture_2d<u32>;          // refused
@group(0) @binding(0) var<storage> image: array<u32>;      // accepted
```

## Fix

Bind the data as a storage or uniform buffer of `u32` or `i32` words.
"""

from __future__ import annotations

from ...checkers.wgsl import ir
from ..rule import Invalid, Rule, Valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from . import Context

RULE = Rule("WGSL307", "resource-kind", item="item 3")

SPACES = frozenset(("storage", "uniform", "workgroup", "private"))
MESSAGE = (
    "this resource is not a storage or uniform buffer, and what a device reads through it is not words as they are"
)


def check(module: ir.Module, context: Context) -> Iterator[Diagnostic]:
    """A finding at the name of each such variable."""
    for variable in module.variables:
        if variable.space not in SPACES:
            yield RULE.finding(module.source, variable.name_start, variable.name_end, MESSAGE)


VALID = [
    Valid(
        "@group(0) @binding(0) var<storage> b: array<u32>;\n@group(0) @binding(1) var<uniform> texture_2d_: vec4<u32>;"
    ),
    Valid(
        "@group(0) @binding(0) var<storage, read_write> b: array<u32>;\n"
        "var<private> sampler_: u32;\nvar<workgroup> w: u32;"
    ),
]

INVALID = [
    Invalid("@group(0) @binding(0) var «t»: texture_2d<u32>;"),
    Invalid("@group(0) @binding(0) var «t»: texture_storage_2d<r32uint, write>;"),
    Invalid("@group(0) @binding(0) var «s»: sampler;\n@group(0) @binding(1) var «c»: sampler_comparison;"),
    Invalid("@group(0) @binding(0) var «t»: texture_external;"),
    Invalid("@group(0) @binding(0) var «t»: texture_depth_2d;"),
    Invalid(
        "alias T = texture_3d<i32>;\n@group(0) @binding(0) var «t»: T;\nfn f(x: T) { let n = textureDimensions(x); }"
    ),
]
