"""An atomic operation that the tier does not list.

## What it refuses

An atomic built-in function other than `atomicOr`, `atomicAnd`, `atomicMin`, `atomicMax`, `atomicAdd` and
`atomicSub`: so `atomicLoad`, `atomicStore`, `atomicExchange`, `atomicCompareExchangeWeak`, and `atomicXor`, which is
order-free but not on the list. Under profile `reference`, any but `atomicOr`.

## Why results could differ

Invocations run in an order that the device chooses. The listed operations, each kind alone on its word, leave the
same word in any order. A load sees whatever ran before it, of two stores or exchanges the last one stays, and a weak
compare-exchange may fail for no reason the module can see.

## Example

```wgsl
atomicStore(&flags, 1u);         // refused
atomicOr(&flags, 1u);            // accepted
```

## Fix

Accumulate with one listed operation, and read the word in a later dispatch.
"""

from __future__ import annotations

from ...checkers.wgsl import ir
from ..rule import Invalid, Rule, Valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from . import Context

RULE = Rule("WGSL301", "atomic-operation", item="item 3")

LISTED = {
    "tier": frozenset(("atomicOr", "atomicAnd", "atomicMin", "atomicMax", "atomicAdd", "atomicSub")),
    "reference": frozenset(("atomicOr",)),
}
ORDER_FREE = LISTED["tier"] | {"atomicXor"}


def check(module: ir.Module, context: Context) -> Iterator[Diagnostic]:
    """A finding at the name of each atomic built-in function that the profile does not list."""
    listed = LISTED[context.profile]
    for call in module.of(ir.BuiltinCall):
        if call.name.startswith("atomic") and call.name not in listed:
            if call.name in ORDER_FREE:
                message = "this atomic is order-free but not on the profile's list of atomics, so no evidence covers it"
            else:
                message = (
                    "what this atomic leaves or gives depends on the order in which the device runs the invocations"
                )
            yield RULE.finding(module.source, call.start, call.name_end, message)


_BUFFER = "@group(0) @binding(0) var<storage, read_write> a: atomic<u32>;\n"

VALID = [
    Valid(
        _BUFFER + "fn f() { atomicOr(&a, 1); atomicAnd(&a, 1); atomicMin(&a, 1); atomicMax(&a, 1); }\n"
        "fn g() { atomicAdd(&a, 1); atomicSub(&a, 1); }"
    ),
    Valid(_BUFFER + "fn f() { let p = &a; _ = atomicOr(p, 1u); }", profile="reference"),
    Valid(
        "fn atomicLoad(x: u32) -> u32 { return x; }\nfn f() { var atomicStore = atomicLoad(min(1u, 2u)); } // atomicXor"
    ),
    Valid("var<workgroup> w: array<atomic<i32>, 2>;\nfn f() { let x = atomicAdd(&w[1], 1); }"),
]

INVALID = [
    Invalid(_BUFFER + "fn f() -> u32 { return «atomicLoad»(&a); }"),
    Invalid(_BUFFER + "fn f() { «atomicStore»(&a, 1u); }"),
    Invalid(_BUFFER + "fn f() { _ = «atomicExchange»(&a, 1u); }"),
    Invalid(_BUFFER + "fn f() { let r = «atomicCompareExchangeWeak»(&a, 1u, 2u).exchanged; }"),
    Invalid(_BUFFER + "fn f() { «atomicXor»(&a, 1u); atomicOr(&a, 1u); }"),
    Invalid("fn unreached(p: ptr<workgroup, atomic<i32>>) { if «atomicLoad»(p) > 0 { return; } }"),
    Invalid(
        "struct S { n: array<atomic<u32>> }\n@group(0) @binding(0) var<storage, read_write> s: S;\n"
        "fn f(i: u32) { let p = &s.n; for (var j = «atomicLoad»(&p[i]); j > 0; j--) {} }"
    ),
    Invalid(
        _BUFFER + "fn f() { atomicOr(&a, 1); «atomicAnd»(&a, 1); «atomicMin»(&a, 1); «atomicMax»(&a, 1); }\n"
        "fn g() { «atomicAdd»(&a, 1); «atomicSub»(&a, 1); }",
        profile="reference",
    ),
    Invalid(_BUFFER + "fn f() { «atomicXor»(&a, 1u); }", profile="reference"),
]
