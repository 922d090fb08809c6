"""A barrier.

## What it refuses

A call of `workgroupBarrier`, `storageBarrier`, `textureBarrier` or `workgroupUniformLoad`.

## Why results could differ

A barrier orders what invocations of one workgroup do to memory they share, and a module that needs it lets one
invocation read what another wrote. The tier has each output word written by one invocation and read by no other of
the dispatch.

## Example

```wgsl
workgroupBarrier();              // refused
```

## Fix

Split the work at the barrier into two dispatches.
"""

from __future__ import annotations

from ...checkers.wgsl import ir
from ..rule import Invalid, Rule, Valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from . import Context

RULE = Rule("WGSL304", "barrier", item="item 3")

BARRIERS = frozenset(("workgroupBarrier", "storageBarrier", "textureBarrier", "workgroupUniformLoad"))
MESSAGE = (
    "a barrier lets one invocation read what another wrote, so the result rests on scheduling; split the dispatch here"
)


def check(module: ir.Module, context: Context) -> Iterator[Diagnostic]:
    """A finding at the name of each barrier."""
    for call in module.of(ir.BuiltinCall):
        if call.name in BARRIERS:
            yield RULE.finding(module.source, call.start, call.name_end, MESSAGE)


VALID = [
    Valid(
        "fn workgroupBarrier() {}\nfn f() { workgroupBarrier(); let storageBarrier = min(1, 2); } // textureBarrier()"
    ),
]

INVALID = [
    Invalid("fn f() { «workgroupBarrier»(); }"),
    Invalid("fn unreached() { if true { «storageBarrier»(); } }"),
    Invalid("fn f() { loop { «textureBarrier»(); continuing { «workgroupBarrier»(); break if true; } } }"),
    Invalid("var<workgroup> n: u32;\nfn f() -> u32 { return «workgroupUniformLoad»(&n); }"),
]
