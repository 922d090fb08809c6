"""A scalar type or literal that is not 32 bits wide.

## What it refuses

`i64`, `u64`, `f64`, `i16`, `u16`, `i8` and `u8` wherever a type is written, at any depth and behind aliases, and
literals with the suffix of one (`1li`, `1lu`, `1.0lf`). A value whose type is inferred, and a literal that takes its
type from its place, come from one of these places. `f16` is WGSL101's.

## Why results could differ

WGSL's integers are 32 bits wide. Other widths are extensions of translators, refused by browsers, emulated on some
devices and native on others, and no integer semantics suite runs them.

## Example

```wgsl
var sum: i64 = 0li;              // refused
var low = 0u; var high = 0u;     // accepted: a 64-bit sum in two words
```

## Fix

Build wider arithmetic from `u32` words with explicit carries, and narrower from `u32` with masks.
"""

from __future__ import annotations

from ...checkers.wgsl import ir
from ..rule import Invalid, Rule, Valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from . import Context

RULE = Rule("WGSL104", "wide-scalar", item="item 1")

SUFFIXES = ("li", "lu", "lf")


def check(module: ir.Module, context: Context) -> Iterator[Diagnostic]:
    """A finding at each written type that holds a scalar of another width, and at each literal with a suffix of one."""
    literals = [literal for literal in module.of(ir.Literal) if literal.text.endswith(SUFFIXES)]
    for mention in (*module.of(ir.TypeMention), *literals):
        scalar = context.facts.other_width_in(mention.type)
        if scalar is not None:
            message = f"{scalar} is an extension of translators, and devices emulate it or lack it; use u32 words"
            yield RULE.finding(module.source, mention.start, mention.end, message)


VALID = [
    Valid("var<private> i64_: u32;\n// u64\nfn f64_(li: i32) -> i32 { return li + 1; }"),
    Valid("const a = 4294967296;\nconst b = a / 2;\nfn f(x: f32) { let s = vec2<u32>(1, 2); }"),
    Valid("struct i64 { low: u32, high: u32 }\nfn f(x: i64) -> u32 { return x.low; }"),
]

INVALID = [
    Invalid("var<private> x: «i64»;"),
    Invalid("var<private> x: «u64»;"),
    Invalid("var<private> x: «f64»;"),
    Invalid("var<private> x: «array<vec2<u64>, 4>»;"),
    Invalid("alias Wide = «i64»;\nfn f(x: «Wide») -> «Wide» { return x; }"),
    Invalid("struct S { n: u32, x: «i64» }\nvar<private> s: «S»;"),
    Invalid("fn f(p: «ptr<function, i64>») { let q = p; }"),
    Invalid("var<private> x: «i16»;\nvar<private> y: «vec2<u16>»;"),
    Invalid(
        "enable chromium_experimental_subgroup_matrix;\nfn f(x: «i8») -> u32 { return u32(x) + u32(«u8»(x)); }",
    ),
    Invalid("fn f(x: u32) -> u32 { return u32(«u64»(x)); }"),
    Invalid("fn f() { let x = «1li»; let y = x + «2li»; }"),
    Invalid("fn f() { let x = «1lu»; }"),
    Invalid("fn f() { for (var i = «0xFlu»; i < 9; i++) { i -= 2; } let x = array(1, «2li»); }"),
    Invalid("var<private> x: «f64» = 1.5;\nfn f() { x += 1; x *= «0x1p1lf»; }"),
    Invalid("fn f() { let x: «f64» = «1.0lf»; }"),
    Invalid("fn unreached(x: u32) { var y = «vec2<i64>»(); }"),
]
