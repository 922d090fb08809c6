"""An integer `clamp` whose bounds are not known to be in order.

## What it refuses

A call of `clamp` on integers, unless it is a const-expression itself, whose bounds are not both known when the
module is created, or are out of order in some component. A `let` stands for its initialiser; an `override` is not
known.

## Why results could differ

WGSL defines an integer `clamp(e, low, high)` as `min(max(e, low), high)` (WGSL §17.5), which fixes the result for
bounds out of order too. naga writes it as the `clamp` of MSL and HLSL, which leave that case undefined.

## Example

```wgsl
clamp(x, low, high)              // refused
min(max(x, low), high)           // accepted: the same value
clamp(x, 0, 255)                 // accepted
```

## Fix

With bounds known only at run time, write `min(max(e, low), high)`. Known bounds out of order are a mistake to mend
by hand.
"""

from __future__ import annotations

from ...checkers.diagnostic import Edit, Fix
from ...checkers.wgsl import ir
from ...checkers.wgsl.facts import component_count
from ...checkers.wgsl.types import I32, U32, scalar_of
from ..rule import Invalid, Rule, Valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from . import Context

RULE = Rule("WGSL403", "clamp-bounds", item="item 4")

UNKNOWN = "the bounds are not constants, so nothing keeps them in order, and devices disagree about bounds out of order"
DISORDERED = "the bounds are out of order, and devices disagree about what that gives; put the lower one first"


def check(module: ir.Module, context: Context) -> Iterator[Diagnostic]:
    """A finding at each such call."""
    for call in module.of(ir.BuiltinCall):
        if call.name != "clamp" or call.stage == ir.CONST or scalar_of(call.type) not in (I32, U32):
            continue
        _, low, high = call.arguments
        bounds = [
            (context.facts.constant(low, component), context.facts.constant(high, component))
            for component in range(component_count(low.type))
        ]
        if any(lower is not None and upper is not None and lower > upper for lower, upper in bounds):
            yield RULE.finding(module.source, call.start, call.end, DISORDERED)
        elif any(lower is None or upper is None for lower, upper in bounds):
            yield RULE.finding(module.source, call.start, call.end, UNKNOWN, fix=_fix(module, call, context))


def _fix(module: ir.Module, call: ir.BuiltinCall, context: Context) -> Fix | None:
    """`min(max(e, low), high)`; None where the module gives one of these names another meaning."""
    if context.facts.declares("min", "max"):
        return None
    low = call.arguments[1]
    edits = (
        Edit.of(module.source, call.name_end - len(call.name), call.name_end, "min(max"),
        Edit.of(module.source, low.end, low.end, ")"),
    )
    return Fix("write the clamp as WGSL defines it", edits)


VALID = [
    Valid("fn f(x: i32) -> i32 { return clamp(x, -128, 127); }"),
    Valid("fn f(x: u32) -> u32 { return clamp(x, 3u, 3u); }"),
    Valid("const low = 1;\nconst high = low + 9;\nfn f(x: i32) -> i32 { return clamp(x, low, high); }"),
    Valid("fn f(x: i32) -> i32 { let low = -1; let high = low; return clamp(x, low, high); }"),
    Valid("fn f(x: u32) -> u32 { let high = u32(-1i); return clamp(x, 1u, high); }"),
    Valid("fn f(x: u32) -> u32 { let top = -1i; return clamp(x, 1u, u32(top)) + clamp(x, u32(top), 4294967295u); }"),
    Valid("fn f(x: i32) -> i32 { let one = 4294967295u; return clamp(x, i32(one), -1) + clamp(x, -1, i32(one)); }"),
    Valid("const never = false && clamp(1i, 9i, 2i) > 0;"),
    Valid("fn f(x: vec2<i32>) -> vec2<i32> { return clamp(x, vec2(0), vec2(1, 2)); }"),
    Valid("fn f(x: vec2<i32>) -> vec2<i32> { let n = 5; return clamp(x, vec2(0), vec2(n, 2)); }"),
    Valid("fn f(x: f32, n: f32) -> f32 { return clamp(x, n, n); }"),
    Valid("fn clamp(x: i32, low: i32, high: i32) -> i32 { return x; }\nfn f(x: i32) -> i32 { return clamp(x, x, x); }"),
    Valid("const c = clamp(5, 1, 9);\nfn f(x: i32, n: i32) -> i32 { return min(max(x, n), 9); } // clamp(x, n, 9)"),
]

INVALID = [
    Invalid(
        "fn f(x: i32, low: i32, high: i32) -> i32 { return «clamp(x, low, high)»; }",
        fixed="fn f(x: i32, low: i32, high: i32) -> i32 { return min(max(x, low), high); }",
    ),
    Invalid(
        "fn f(x: u32, n: u32) -> u32 { return «clamp(x, 0, n)» + «(clamp(n, (n), 9u,))»; }",
        fixed="fn f(x: u32, n: u32) -> u32 { return min(max(x, 0), n) + (min(max(n, (n)), 9u,)); }",
    ),
    Invalid(
        "override n: i32 = 4;\nfn f(x: i32) -> i32 { return «clamp(x, 0, n)»; }",
        fixed="override n: i32 = 4;\nfn f(x: i32) -> i32 { return min(max(x, 0), n); }",
    ),
    Invalid(
        "fn f(x: i32) -> i32 { var n = 9; return «clamp(x, 0, n)»; }",
        fixed="fn f(x: i32) -> i32 { var n = 9; return min(max(x, 0), n); }",
    ),
    Invalid(
        "fn f(x: vec2<u32>, n: u32) -> vec2<u32> { return «clamp(x, vec2(0u), vec2(9u, n))»; }",
        fixed="fn f(x: vec2<u32>, n: u32) -> vec2<u32> { return min(max(x, vec2(0u)), vec2(9u, n)); }",
    ),
    Invalid(
        "fn f(n: i32) -> i32 { return «clamp(5, 0, n)»; }",
        fixed="fn f(n: i32) -> i32 { return min(max(5, 0), n); }",
    ),
    Invalid(
        "fn f(x: i32, n: i32) -> i32 { return «clamp(«clamp(x, 0, n)», 0, n)»; }",
        fixed="fn f(x: i32, n: i32) -> i32 { return min(max(min(max(x, 0), n), 0), n); }",
    ),
    Invalid("fn f(x: i32) -> i32 { let low = 9; return «clamp(x, low, 1)»; }"),
    Invalid("fn f(x: vec2<i32>) -> vec2<i32> { let n = 5; return «clamp(x, vec2(n), vec2(9, 4))»; }"),
    Invalid("fn f(x: vec2<i32>, m: i32) -> vec2<i32> { let n = 5; return «clamp(x, vec2(n, m), vec2(4, 9))»; }"),
    Invalid("fn f(x: u32) -> u32 { let low = -1i; return «clamp(x, u32(low), 9u)»; }"),
    Invalid("fn f(x: vec2u) -> vec2u { let low = vec2(-1i); return «clamp(x, vec2<u32>(low), vec2(9u))»; }"),
    Invalid("const min = 1;\nfn f(x: i32, n: i32) -> i32 { return «clamp(x, n, 9)»; }"),
    Invalid("override min = 1;\nfn f(x: i32, n: i32) -> i32 { return «clamp(x, n, 9)»; }"),
    Invalid("var<private> min: u32;\nfn f(x: i32, n: i32) -> i32 { return «clamp(x, n, 9)»; }"),
    Invalid("struct min { x: u32 }\nfn f(x: i32, n: i32) -> i32 { return «clamp(x, n, 9)»; }"),
    Invalid("alias min = u32;\nfn f(x: i32, n: i32) -> i32 { return «clamp(x, n, 9)»; }"),
    Invalid("fn f(x: i32, n: i32) -> i32 { let max = 1; return «clamp(x, n, 9)»; }"),
    Invalid("fn max(x: i32) -> i32 { return x; }\nfn unreached(x: i32) -> i32 { return «clamp(x, 0, x)»; }"),
    Invalid("fn f(x: i32, min: i32) -> i32 { return «clamp(x, min, 9)»; }"),
    Invalid(
        "const top = 1;\nfn f(x: i32) -> i32 { return «clamp(x, 9, 1)» + «clamp(x, 2, top)»; }", beside=("WGSL002",)
    ),
    Invalid("fn f(x: vec2<i32>) -> vec2<i32> { return «clamp(x, vec2(0, 9), vec2(1, 2))»; }", beside=("WGSL002",)),
]
