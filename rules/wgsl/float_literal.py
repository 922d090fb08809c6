"""A literal that is a floating-point number.

## What it refuses

A literal written as a float: with a point, an exponent, or the suffix `f` or `h`. An abstract one (`1.0`) counts
whatever it becomes, in a const-expression, an attribute's argument or a `const_assert` too. An integer literal that
its place turns into a float (`2 * x`) is WGSL103's; a 64-bit literal is WGSL104's.

## Why results could differ

A float in the module makes floating-point arithmetic, whose results WGSL leaves open within an error bound (WGSL
§15.7). The tier holds for integer modules alone, so that no rounding is left to a device or to its compiler.

## Example

```wgsl
let half = 0.5;                  // refused
let half = 1u << 15u;            // accepted: one half in 16.16 fixed point
```

## Fix

Write the value as an integer at the scale the module computes in.
"""

from __future__ import annotations

from ...checkers.wgsl import ir
from ...checkers.wgsl.types import BOOL
from ..rule import Invalid, Rule, Valid
from .float_type import WHY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from . import Context

RULE = Rule("WGSL102", "float-literal", item="item 1")

MESSAGE = f"this literal is a floating-point number, and {WHY}"


def is_written_as_float(text: str) -> bool:
    """Whether the lexeme of a literal that is not `true` or `false` is a floating-point one (WGSL §3.5.2)."""
    marks = ".pP" if text[:2] in ("0x", "0X") else ".eEfh"
    return any(mark in text for mark in marks)


def check(module: ir.Module, context: Context) -> Iterator[Diagnostic]:
    """A finding at each literal written as a float."""
    for literal in module.of(ir.Literal):
        if literal.type is not BOOL and is_written_as_float(literal.text) and not literal.text.endswith("lf"):
            yield RULE.finding(module.source, literal.start, literal.end, MESSAGE)


VALID = [
    Valid("const a = 0x1f;\nconst b = 0xEFu;\nconst c = false;\nconst d = 10i;\nconst e = true;"),
    Valid("const a: f32 = 1;\nconst b: f32 = 0xFE;\nconst c: f32 = 0XE;\nfn f(x: f32) -> f32 { return 2 * x; }"),
    Valid("fn f(x: f64) -> f64 { return x * 2 + 0.5lf + 1lf; }"),
    Valid("// 1.5\nfn f1(e5: u32) -> u32 { return e5 + 15u; /* 2f */ }"),
]

INVALID = [
    Invalid("const a = «1.0»;"),
    Invalid("const a = «1e3»;"),
    Invalid("const a = «1E3»;"),
    Invalid("const a = «.5»;"),
    Invalid("const a = «2f»;"),
    Invalid("const a = «0x1p4»;"),
    Invalid("const a = «0x1P4»;"),
    Invalid("const a = «0X1.8»;"),
    Invalid("enable f16;\nconst a = «1h»;"),
    Invalid("const a = u32(«1.0»);"),
    Invalid("const_assert «1.5» > 1;"),
    Invalid("override o: f32 = «1.5»;"),
    Invalid("var<private> x: array<u32, u32(«2.»)>;"),
    Invalid("fn f(x: f32) -> f32 { return x * «2.0» + 1; }"),
    Invalid("fn f() { let x = vec2(1, «2.»); }"),
    Invalid("var<private> x: f64 = «1.5»;\nfn f(y: f64) -> f64 { return y * «2e3» + 1; }"),
    Invalid("fn f(x: f32) { for (var i = «0.»; i < x; i += «1f») {} }"),
    Invalid("fn unreached() { if «1.0» < «2e0» { return; } }"),
    Invalid("@compute @workgroup_size(u32(«4.0»)) fn f() {}"),
]
