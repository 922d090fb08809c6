"""Memory that a workgroup shares.

## What it refuses

A variable in the address space `workgroup`.

## Why results could differ

Workgroup memory is there for one invocation to read what another wrote: the result then rests on barriers and on the
order in which the device runs the invocations.

## Example

```wgsl
var<workgroup> tile: array<i32, 64>;   // refused
```

## Fix

Read the input from the storage buffer, or compute what is shared in a dispatch before.
"""

from __future__ import annotations

from ...checkers.wgsl import ir
from ..rule import Invalid, Rule, Valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from . import Context

RULE = Rule("WGSL305", "workgroup-memory", item="item 3")

MESSAGE = "workgroup memory lets one invocation read what another wrote, so the result rests on scheduling"


def check(module: ir.Module, context: Context) -> Iterator[Diagnostic]:
    """A finding at the name of each workgroup variable."""
    for variable in module.variables:
        if variable.space == "workgroup":
            yield RULE.finding(module.source, variable.name_start, variable.name_end, MESSAGE)


VALID = [
    Valid("var<private> workgroup: u32;\n@group(0) @binding(0) var<storage> b: u32;\nfn f() { var workgroup = 1; }"),
    Valid("@compute @workgroup_size(8) fn f(@builtin(workgroup_id) id: vec3<u32>) {}"),
]

INVALID = [
    Invalid("var<workgroup> «w»: u32;"),
    Invalid(
        "struct S { n: u32 }\nvar<workgroup> «w»: array<S, 4>;\n"
        "var<workgroup> «v»: atomic<u32>;\nfn f() { let p = &w; }"
    ),
]
