"""Memory private to an invocation (profile `reference` only).

## What it refuses

A variable in the address space `private`. The reference implementation's kernels have none.

## Why results could differ

Nothing in WGSL leaves the result open; the tier's text allows it. Profile `reference` holds a module to the closed
list that the reference implementation's own evidence covers.

## Example

```wgsl
var<private> state: u32;         // refused under profile reference
```

## Fix

Declare the variable in the function that uses it, and pass it by pointer or by value.
"""

from __future__ import annotations

from ...checkers.wgsl import ir
from ..rule import Invalid, Rule, Valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from . import Context

RULE = Rule("WGSL306", "private-memory", item="item 3", profiles=("reference",))

MESSAGE = (
    "private memory is not on the reference implementation's closed list, so its evidence does not cover the module"
)


def check(module: ir.Module, context: Context) -> Iterator[Diagnostic]:
    """A finding at the name of each private variable."""
    for variable in module.variables:
        if variable.space == "private":
            yield RULE.finding(module.source, variable.name_start, variable.name_end, MESSAGE)


VALID = [
    Valid("var<private> x: u32;"),
    Valid("var<workgroup> private_: u32;\nfn f() { var x = 1; }", profile="reference"),
]

INVALID = [
    Invalid("var<private> «x»: u32;\nfn f() { var y = x; }", profile="reference"),
    Invalid("alias T = array<u32, 4>;\nvar<private> «x»: T = T(1, 2, 3, 4);", profile="reference"),
]
