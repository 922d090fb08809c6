"""A shift whose amount is not held below 32.

## What it refuses

`<<`, `>>`, `<<=` and `>>=` whose amount, in any component, is neither a const-expression below 32 nor `e & c` or
`c & e` with `c` a const-expression from 0 to 31 (in every component). A `let` stands for its initialiser, as amount
and as mask; constructors, swizzles and conversions between integers pass a mask on, so `u32(n & 31)` and
`vec2(a & 7u, 3u)` are masked. `%`, `min`, `select`, an `override`, a parameter and a loaded variable are no masks,
whatever they hold. A shift that is a const-expression itself passes.

## Why results could differ

WGSL takes the amount modulo 32 (WGSL §8.10). naga hands it to MSL, HLSL and SPIR-V as it is, where a shift by the
width or more is undefined, and hardware disagrees: some gives 0, some reduces the amount.

## Example

```wgsl
let y = x << n;                  // refused
let y = x << (n & 31u);          // accepted
```

## Fix

Mask the amount with `& 31u`: by WGSL's definition the value stays the same.
"""

from __future__ import annotations

from ...checkers.diagnostic import Edit, Fix, Note
from ...checkers.wgsl import ir
from ...checkers.wgsl.types import Vector
from ..rule import Invalid, Rule, Valid
from .rewriting import needs_parentheses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from . import Context

RULE = Rule("WGSL401", "unmasked-shift", item="item 4")

OPERATORS = frozenset(("<<", ">>"))
MESSAGE = (
    "shift amount is not masked below 32, so translators pass it to hardware that disagrees about amounts of 32 or more"
)


def check(module: ir.Module, context: Context) -> Iterator[Diagnostic]:
    """A finding at the amount of each shift that may reach 32."""
    for shift in module.of(ir.Binary):
        if shift.operator in OPERATORS and shift.stage != ir.CONST and not context.facts.masked(shift.right):
            amount = shift.right
            fix = _fix(module, shift, context)
            yield RULE.finding(module.source, amount.start, amount.end, MESSAGE, notes=_notes(module, amount), fix=fix)


def _notes(module: ir.Module, amount: ir.Expression) -> tuple[Note, ...]:
    """Where the value of a `let` that is the amount comes from."""
    if not isinstance(amount, ir.ValueRef) or not isinstance(amount.declaration, ir.Let):
        return ()
    value = amount.declaration.initializer
    return (Note.of(module.source, value.start, value.end, "the amount is this value"),)


def _fix(module: ir.Module, shift: ir.Binary, context: Context) -> Fix | None:
    """The amount masked in place; None where the module gives the constructor it takes another meaning, and for a
    const-expression, which WGSL refuses too: nobody can tell which amount was meant."""
    amount = shift.right
    if amount.value is not None:
        return None
    mask = "31u"
    if isinstance(amount.type, Vector):
        constructor = f"vec{amount.type.size}"
        if context.facts.declares(constructor):
            return None
        mask = f"{constructor}(31u)"
    before, after = ("(", ")") if needs_parentheses(amount) else ("", "")
    after += f" & {mask}"
    if not shift.compound:
        before, after = "(" + before, after + ")"
    edits = (
        Edit.of(module.source, amount.start, amount.start, before),
        Edit.of(module.source, amount.end, amount.end, after),
    )
    return Fix("mask the amount", tuple(edit for edit in edits if edit.text))


VALID = [
    Valid("fn f(x: u32, n: u32) -> u32 { return x << (n & 31u); }"),
    Valid("fn f(x: u32, n: u32) -> u32 { return x >> (31u & n); }"),
    Valid("fn f(x: u32, n: u32) -> u32 { return (x << 31u) | (x >> 0); }"),
    Valid("const m = 31;\nconst k = 2 + 3;\nfn f(x: u32, n: u32) -> u32 { return (x << (n & m)) >> k; }"),
    Valid("fn f(x: u32, n: u32) -> u32 { return x << ((n) & 0x1Fu); }"),
    Valid("fn f(x: u32, n: u32) -> u32 { let a = n & 31u; let b = (a); return x << b; }"),
    Valid("fn f(x: u32, n: u32) -> u32 { let m = 15u; let k = 7u; return (x << (n & m)) >> k; }"),
    Valid("fn f(x: u32, n: i32) -> u32 { return x << u32(n & 31); }"),
    Valid("fn f(x: u32, n: i32) -> u32 { let a = bitcast<u32>(n & 31); return x << a; }"),
    Valid("fn f(x: u32, n: u32) -> u32 { return (x << (n & 0u)) >> u32(true); }"),
    Valid("fn f(x: vec2<u32>, n: vec2<u32>) -> vec2<u32> { return x << (n & vec2(31u)); }"),
    Valid("fn f(x: vec2<u32>, n: vec2<u32>) -> vec2<u32> { return x << vec2((n & vec2(31u, 9u)).y); }"),
    Valid("fn f(x: vec2<u32>, n: vec2<u32>) -> vec2<u32> { return x << (vec2(31u, 7u) & n).yx; }"),
    Valid("fn f(x: vec3<u32>, n: vec2<u32>, k: u32) -> vec3<u32> { return x >> vec3(n & vec2(31u), k & 31u); }"),
    Valid("fn f(x: vec2<u32>, n: u32) -> vec2<u32> { let a = n & 31u; return x << vec2(a); }"),
    Valid("fn f(x: u32, n: vec2<u32>) -> u32 { let a = n & vec2(31u); let b = a; return (x << a.x) >> b[1]; }"),
    Valid("fn f(x: vec2<i32>, n: vec2<i32>) -> vec2<i32> { return x >> vec2<u32>(n & vec2(31)); }"),
    Valid("fn f(x: vec2<u32>) -> vec2<u32> { return (x << vec2<u32>()) >> vec2(31, 1); }"),
    Valid("fn f(n: u32) { var x = 1u; x <<= n & 31u; x >>= 4; for (; x > 1; x >>= 1u) {} }"),
    Valid("const a = 1u << 31;\nconst b = 1 << 40;\nconst_assert (1 << 3) == 8;\nfn f() -> u32 { return 1u << 5u; }"),
    Valid("fn f(x: u32, n: u32) -> bool { let b = x; return x < n && (b & n) > 31; } // x << n"),
]

INVALID = [
    Invalid(
        "fn f(x: u32, n: u32) -> u32 { return x << «n»; }",
        fixed="fn f(x: u32, n: u32) -> u32 { return x << (n & 31u); }",
    ),
    Invalid(
        "fn f(x: i32, n: u32) -> i32 { return x >> «(n + 1u)»; }",
        fixed="fn f(x: i32, n: u32) -> i32 { return x >> ((n + 1u) & 31u); }",
    ),
    Invalid(
        "fn f(x: u32, n: u32) -> u32 { return x << «(n & 63u)»; }",
        fixed="fn f(x: u32, n: u32) -> u32 { return x << ((n & 63u) & 31u); }",
    ),
    Invalid(
        "fn f(n: u32) { var x = 1u; x <<= «n»; x >>= «n | 1u»; x >>= «(n)»; }",
        fixed="fn f(n: u32) { var x = 1u; x <<= n & 31u; x >>= (n | 1u) & 31u; x >>= (n) & 31u; }",
    ),
    Invalid(
        "fn f(x: u32, n: u32) -> u32 { let a = n; let b = a; return x << «b»; }",
        fixed="fn f(x: u32, n: u32) -> u32 { let a = n; let b = a; return x << (b & 31u); }",
    ),
    Invalid(
        "fn f(x: vec2<u32>, n: vec2<u32>) -> vec2<u32> { return x << «n»; }",
        fixed="fn f(x: vec2<u32>, n: vec2<u32>) -> vec2<u32> { return x << (n & vec2(31u)); }",
    ),
    Invalid(
        "fn f(x: vec4<u32>, n: u32) -> vec4<u32> { return x << «vec4(n, n & 31u, 1u, 2u)»; }",
        fixed="fn f(x: vec4<u32>, n: u32) -> vec4<u32> { return x << (vec4(n, n & 31u, 1u, 2u) & vec4(31u)); }",
    ),
    Invalid("fn vec2(x: u32) -> u32 { return x; }\nfn f(x: vec2u, n: vec2u) -> vec2u { return x << «n»; }"),
    Invalid(
        "override n = 5u;\nfn f(x: u32) -> u32 { return x << «n»; }",
        fixed="override n = 5u;\nfn f(x: u32) -> u32 { return x << (n & 31u); }",
    ),
    Invalid(
        "override m = 31u;\nfn f(x: u32, n: u32) -> u32 { return x << «(n & m)»; }",
        fixed="override m = 31u;\nfn f(x: u32, n: u32) -> u32 { return x << ((n & m) & 31u); }",
    ),
    Invalid(
        "fn f(x: u32, n: u32) -> u32 { var a = n & 31u; return x << «a»; }",
        fixed="fn f(x: u32, n: u32) -> u32 { var a = n & 31u; return x << (a & 31u); }",
    ),
    Invalid(
        "fn f(x: u32, n: u32) -> u32 "
        "{ return (x << «(n % 32u)») | (x << «min(n, 31u)») | (x << «select(1u, 2u, n > 1)»); }",
        fixed="fn f(x: u32, n: u32) -> u32 "
        "{ return (x << ((n % 32u) & 31u)) | (x << (min(n, 31u) & 31u)) | (x << (select(1u, 2u, n > 1) & 31u)); }",
    ),
    Invalid(
        "fn f(x: u32, n: u32) -> u32 { return x << «(n | 31u)»; }",
        fixed="fn f(x: u32, n: u32) -> u32 { return x << ((n | 31u) & 31u); }",
    ),
    Invalid(
        "fn f(x: u32, n: i32) -> u32 { return (x << «u32(n & -1)») >> «u32(n & 32)»; }",
        fixed="fn f(x: u32, n: i32) -> u32 { return (x << (u32(n & -1) & 31u)) >> (u32(n & 32) & 31u); }",
    ),
    Invalid(
        "fn f(x: u32, b: bool) -> u32 { return x << «u32(b)»; }",
        fixed="fn f(x: u32, b: bool) -> u32 { return x << (u32(b) & 31u); }",
    ),
    Invalid(
        "fn f(x: u32) -> u32 { let b = true; let r = 3.5; return (x << «u32(b)») >> «u32(r)»; }",
        fixed="fn f(x: u32) -> u32 { let b = true; let r = 3.5; return (x << (u32(b) & 31u)) >> (u32(r) & 31u); }",
    ),
    Invalid(
        "fn f(x: u32, n: u32) -> u32 { return (x << «bitcast<u32>(f32(n & 31))») >> «u32(bitcast<f32>(n & 31))»; }",
        fixed="fn f(x: u32, n: u32) -> u32 "
        "{ return (x << (bitcast<u32>(f32(n & 31)) & 31u)) >> (u32(bitcast<f32>(n & 31)) & 31u); }",
    ),
    Invalid(
        "enable f16;\nfn f(x: u32) -> u32 "
        "{ let a = vec2(1u, 2u); let b = bitcast<vec4<f16>>(a); return x << «bitcast<u32>(b.zw)»; }",
        fixed="enable f16;\nfn f(x: u32) -> u32 "
        "{ let a = vec2(1u, 2u); let b = bitcast<vec4<f16>>(a); return x << (bitcast<u32>(b.zw) & 31u); }",
    ),
    Invalid(
        "fn f(x: u32, n: vec2<u32>, i: u32) -> u32 "
        "{ let t = array(1u, 2u); return (x << «t[0]») >> «(n & vec2(31u))[i]»; }",
        fixed="fn f(x: u32, n: vec2<u32>, i: u32) -> u32 "
        "{ let t = array(1u, 2u); return (x << (t[0] & 31u)) >> ((n & vec2(31u))[i] & 31u); }",
    ),
    Invalid(
        "fn f(x: vec2<u32>, n: vec2<u32>) -> vec2<u32> { return x << «vec2(n & vec2(31u, 99u))»; }",
        fixed="fn f(x: vec2<u32>, n: vec2<u32>) -> vec2<u32> { return x << (vec2(n & vec2(31u, 99u)) & vec2(31u)); }",
    ),
    Invalid(
        "fn f(x: u32, n: vec2<u32>) -> u32 "
        "{ let a = vec2(n.x & 31u, n.y); let b = n.x; return ((x << a.x) << «a.y») >> «b»; }",
        fixed="fn f(x: u32, n: vec2<u32>) -> u32 "
        "{ let a = vec2(n.x & 31u, n.y); let b = n.x; return ((x << a.x) << (a.y & 31u)) >> (b & 31u); }",
    ),
    Invalid(
        "fn f(x: u32) -> u32 { let n = 32u; let k = u32(-1i); return (x << «n») >> «k»; }",
        fixed="fn f(x: u32) -> u32 { let n = 32u; let k = u32(-1i); return (x << (n & 31u)) >> (k & 31u); }",
    ),
    Invalid(
        "fn f(x: u32, n: vec2<u32>) -> u32 { let a = n & vec2(31u, 32u); return x << «a.x»; }",
        fixed="fn f(x: u32, n: vec2<u32>) -> u32 { let a = n & vec2(31u, 32u); return x << (a.x & 31u); }",
    ),
    Invalid(
        "fn f(x: u32, n: u32, m: u32) -> u32 { let a = n & m; { let a = m; return x << «a»; } }",
        fixed="fn f(x: u32, n: u32, m: u32) -> u32 { let a = n & m; { let a = m; return x << (a & 31u); } }",
    ),
    Invalid(
        "fn f(x: array<u32, 4>, s: u32) -> u32 { var t = x; t[s] <<= «t[0]»; return t[1]; }",
        fixed="fn f(x: array<u32, 4>, s: u32) -> u32 { var t = x; t[s] <<= t[0] & 31u; return t[1]; }",
    ),
    Invalid(
        "fn f(p: ptr<function, u32>) { for (var i = 1u; i < 9; i <<= «*p») {} }",
        fixed="fn f(p: ptr<function, u32>) { for (var i = 1u; i < 9; i <<= *p & 31u) {} }",
    ),
    Invalid(
        "override a = 1u;\noverride b = 1u << «a»;",
        fixed="override a = 1u;\noverride b = 1u << (a & 31u);",
    ),
    Invalid(
        "fn unreached(n: u32) -> u32 { return (1u << «n») >> «n»; }",
        fixed="fn unreached(n: u32) -> u32 { return (1u << (n & 31u)) >> (n & 31u); }",
    ),
    Invalid("const n = 32u;\nfn f(x: u32) -> u32 { return (x << «33u») >> «n»; }", beside=("WGSL002",)),
    Invalid(
        "fn f(v: vec2<u32>) -> vec2<u32> { var w = v << «vec2(1u, 40u)»; w >>= «vec2(32u, 1u)»; return w; }",
        beside=("WGSL002",),
    ),
]
