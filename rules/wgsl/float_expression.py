"""An expression that computes with floating-point values.

## What it refuses

Each outermost operation that takes or gives a float and is no literal: an operator, a call of a built-in function, a
value constructor, a conversion, `bitcast<f32>`, and an integer that its place turns into a float (`2 * x`,
`let x: f32 = 1;`). Naming a float, reading it or one of its members is no operation: WGSL101 refuses its
declaration. One finding stands for an operation and all that lies in it.

## Why results could differ

WGSL bounds the error of floating-point operations but does not fix their result: an implementation may reassociate
them and may fuse them where the result is at least as accurate (WGSL §15.7). A value that becomes an integer again
keeps the difference.

## Example

```wgsl
let q = u32(f32(n) * 0.5);       // refused
let q = n >> 1u;                 // accepted
```

## Fix

Write the computation in integers. A ratio is a multiplication by an integer and a shift.
"""

from __future__ import annotations

from ...checkers.wgsl import ir
from ...checkers.wgsl.types import scalar_of
from ..rule import Invalid, Rule, Valid
from .float_literal import is_written_as_float
from .float_type import WHY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from ...checkers.wgsl.facts import Facts
    from . import Context

RULE = Rule("WGSL103", "float-expression", item="item 1")


def check(module: ir.Module, context: Context) -> Iterator[Diagnostic]:
    """A finding at each floating-point operation that lies in no other."""
    found = sorted(_operations(module, context.facts), key=lambda item: (item[0].start, -item[0].end))
    limit = 0
    for expression, what in found:
        if expression.start >= limit:
            limit = expression.end
            yield RULE.finding(module.source, expression.start, expression.end, f"{what}, and {WHY}")


def _operations(module: ir.Module, facts: Facts) -> Iterator[tuple[ir.Expression, str]]:
    """Every floating-point operation, with what it does."""
    is_float = facts.float_in
    for literal in module.of(ir.Literal):
        if is_float(literal.type) and not is_written_as_float(literal.text):
            yield literal, f"this integer becomes {literal.type} by its place"
    for unary in module.of(ir.Unary):
        if is_float(unary.type):
            yield unary, f"this operator computes in {unary.type}"
    for binary in module.of(ir.Binary):
        if is_float(binary.left.type):
            yield binary, f"this operator computes in {is_float(binary.left.type)}"
    for call in module.of(ir.BuiltinCall):
        if is_float(call.type) or any(is_float(scalar_of(argument.type)) for argument in call.arguments):
            yield call, f"{call.name} takes or gives floating-point values here"
    for construct in module.of(ir.Construct):
        if is_float(construct.type):
            yield construct, f"this constructs a value that holds {is_float(construct.type)}"
    for convert in module.of(ir.Convert):
        before, after = is_float(convert.operand.type), is_float(convert.type)
        if before and not after:
            yield convert, f"this converts from {convert.operand.type}"
        elif after and not (before and convert.implied):
            yield convert, f"this converts to {convert.type}"


VALID = [
    Valid("fn f(x: u32) -> i32 { let y = vec2(x, 3u) * 2u; return bitcast<i32>(y.x) - -1; }"),
    Valid("fn sqrt(x: u32) -> u32 { return x; }\nfn f32_of(x: u32) -> u32 { return sqrt(x); }"),
    Valid(
        "struct S { x: f32 }\nfn g(s: S) -> f32 { let t = s; return t.x; }\n"
        "fn h(s: S) -> f32 { var r = g(s); return r; }"
    ),
    Valid("const a = 0.5;\nfn f() -> f32 { let x: f32 = a; return x; }"),
    Valid("fn f(v: vec4f, i: u32) -> f32 { var w = v; let p = &w; return (*p)[i]; }"),
    Valid("fn f(x: u32) -> u32 { return select(x, u32(true), bool(x)); } // f32(x)"),
]

INVALID = [
    Invalid("fn f(x: u32) { let y = «f32(x)»; }"),
    Invalid("fn f(x: u32) -> u32 { return «u32(sqrt(f32(x)) * 2.0)»; }"),
    Invalid("fn f(x: f32) -> u32 { return «u32(x)»; }"),
    Invalid("fn f(x: f32) -> f32 { return «f32(x)»; }"),
    Invalid("fn f(x: u32) { let y = «bitcast<f32>(x)»; }"),
    Invalid("fn f(x: f32) -> u32 { return «bitcast<u32>(x)»; }"),
    Invalid("fn f(x: f32) -> f32 { return «-x»; }"),
    Invalid("fn f(x: f32, y: f32) -> bool { return «x < y»; }"),
    Invalid("fn f(x: f32) -> f32 { return «2 * x»; }"),
    Invalid("fn f(x: f32) -> f32 { return «(x + x) * (x - x)»; }"),
    Invalid("fn f() { let x = «1 / 2.0»; }"),
    Invalid("fn f() { let x = «vec2(1, 2.)»; }"),
    Invalid("fn f() { let x = «vec3f()»; }"),
    Invalid("fn f() { let x = «mat2x2f(1, 0, 0, 1)»; }"),
    Invalid("fn f() { let x: f32 = «1»; }"),
    Invalid("const n = 2;\nfn f() { let x: f32 = «n»; }"),
    Invalid("const a = «0.5 + 0.25»;"),
    Invalid("const a = «u32(2.5)»;"),
    Invalid("const a = «array(1.0, 2.0)»;"),
    Invalid("fn f(x: u32) { let v = «unpack4x8unorm(x)»; }"),
    Invalid("fn f(v: vec4f) -> u32 { return «pack4x8snorm(v)»; }"),
    Invalid("fn f(v: vec2f) -> f32 { return «dot(v, v)»; }"),
    Invalid("struct S { n: u32, x: f32 }\nfn f(x: f32) { let s = «S(1, x)»; }"),
    Invalid("fn g(x: f32) -> f32 { return x; }\nfn f() -> f32 { return g(«2»); }"),
    Invalid("fn f(x: f32) { var y = x; «y *= 2.0»; }"),
    Invalid("fn f(x: f32) { for (var i = x; «i < 4»; «i += 1») {} }"),
    Invalid("fn f(x: f32) { switch «i32(x)» { default {} } }"),
    Invalid("fn f(x: f32) { loop { continuing { break if «x > x»; } } }"),
    Invalid("const_assert «1.5 > 1.0»;"),
    Invalid("@compute @workgroup_size(«u32(4.0)») fn f() {}"),
    Invalid(
        "@group(0) @binding(0) var t: texture_2d<f32>;\nfn unreached() { let c = «textureLoad(t, vec2(0), 0)».x; }"
    ),
    Invalid("enable f16;\nfn f(x: f16) -> f16 { return «x * x»; }"),
    Invalid("fn f() -> bool { return «modf(1.5).fract == frexp(2.5).fract»; }"),
    Invalid("fn f() { let n = array(1u, 2u)[«u32(1.0)»]; }"),
]
