"""The value that an atomic operation returns is used.

## What it refuses

A call of an atomic built-in function that gives a value, anywhere but as a call statement or as the whole right side
of a phony assignment (`_ = atomicAdd(…);`).

## Why results could differ

The value is what the word held just before, and that depends on which invocations came first: the device chooses. An
order-free sum still hands every invocation a different part of itself from run to run.

## Example

```wgsl
let slot = atomicAdd(&count, 1u);   // refused
atomicAdd(&count, 1u);              // accepted
```

## Fix

Compute slots from the invocation's own index, or with a prefix sum in a dispatch of its own.
"""

from __future__ import annotations

from ...checkers.wgsl import ir
from ..rule import Invalid, Rule, Valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from . import Context

RULE = Rule("WGSL303", "atomic-result-used", item="item 3")

MESSAGE = "the value of an atomic is used, and it depends on the order in which the device runs the invocations"


def check(module: ir.Module, context: Context) -> Iterator[Diagnostic]:
    """A finding at each atomic call whose value is not dropped at once."""
    dropped = {statement.call for statement in module.of(ir.CallStatement)}
    dropped |= {statement.value for statement in module.of(ir.Phony)}
    for call in module.of(ir.BuiltinCall):
        if call.name.startswith("atomic") and call not in dropped:
            yield RULE.finding(module.source, call.start, call.end, MESSAGE)


_WORD = "@group(0) @binding(0) var<storage, read_write> a: atomic<u32>;\n"

VALID = [
    Valid(
        _WORD + "fn f() { atomicAdd(&a, 1); _ = atomicOr(&a, 1); _ = (atomicOr(&a, 1)); }\n"
        "fn g() { atomicStore(&a, 1); atomicExchange(&a, 1); }"
    ),
    Valid(_WORD + "fn f() { for (var i = 0; i < 4; atomicAdd(&a, 1)) { i++; } }"),
    Valid("fn atomicAdd(x: u32, y: u32) -> u32 { return x + y; }\nfn f() -> u32 { return atomicAdd(1, min(2u, 3u)); }"),
]

INVALID = [
    Invalid(_WORD + "fn f() { let x = «atomicAdd(&a, 1)»; }"),
    Invalid(_WORD + "fn f() { var x: u32; x = «atomicAdd(&a, 1)»; x += «atomicOr(&a, 1)»; }"),
    Invalid(_WORD + "fn f() -> u32 { return «atomicSub(&a, 1u)»; }"),
    Invalid(_WORD + "fn f() { _ = «atomicMax(&a, 1)» + 1; }"),
    Invalid(_WORD + "fn f() { atomicAdd(&a, «atomicMin(&a, 1)»); }"),
    Invalid(_WORD + "fn g(x: u32) {}\nfn f() { g(«atomicAnd(&a, 1)»); }"),
    Invalid(_WORD + "fn f() -> bool { return «atomicCompareExchangeWeak(&a, 1, 2)».exchanged; }"),
    Invalid(_WORD + "fn f() { if «(atomicLoad(&a))» == 0 { return; } }"),
    Invalid(_WORD + "fn unreached() { loop { continuing { break if «atomicAdd(&a, 1)» > 3; } } }"),
    Invalid(_WORD + "fn f() { switch «atomicAdd(&a, 1)» { default {} } }"),
    Invalid(_WORD + "var<private> t: array<u32, 4>;\nfn f() { t[«atomicAdd(&a, 1)»] = 1; }"),
]
