"""A left shift of a signed value.

## What it refuses

`<<` and `<<=` whose left operand is `i32` or a vector of it, unless the shift is a const-expression, which is folded
when the module is created. A literal that becomes `i32` counts (`1 << n`).

## Why results could differ

WGSL shifts the bits and drops those that leave the word (WGSL §8.10). naga writes a signed left shift as it is, and
MSL leaves the left shift of a negative or overflowing value undefined.

## Example

```wgsl
let y = x << 4u;                                  // refused for x: i32
let y = bitcast<i32>(bitcast<u32>(x) << 4u);      // accepted
```

## Fix

Shift the `u32` and bitcast back: by WGSL's definition the value stays the same. A compound assignment whose target
or amount calls a function, or writes memory, is left to its author.
"""

from __future__ import annotations

from bisect import bisect_left

from ...checkers.diagnostic import Edit, Fix
from ...checkers.wgsl import ir
from ...checkers.wgsl.types import I32, U32, Vector, scalar_of, vector
from ..rule import Invalid, Rule, Valid
from .rewriting import needs_parentheses, type_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from . import Context

RULE = Rule("WGSL402", "signed-left-shift", item="item 4")

MESSAGE = "the left operand is signed, and MSL leaves the left shift of a negative or overflowing value undefined"


def check(module: ir.Module, context: Context) -> Iterator[Diagnostic]:
    """A finding at each left shift of `i32` that the device runs."""
    shifts = [
        shift
        for shift in module.of(ir.Binary)
        if shift.operator == "<<" and shift.stage != ir.CONST and scalar_of(shift.left.type) is I32
    ]
    effects = _effects(module) if shifts else []
    for shift in shifts:
        fix = _fix(module, shift, context, effects)
        yield RULE.finding(module.source, shift.start, shift.end, MESSAGE, fix=fix)


def _fix(module: ir.Module, shift: ir.Binary, context: Context, effects: list[int]) -> Fix | None:
    """The shift of the bits as `u32`; None where that could change what runs, or a name it takes is redeclared."""
    signed = shift.left.type
    unsigned = vector(signed.size, U32) if isinstance(signed, Vector) else U32
    if context.facts.declares("bitcast", *type_names(signed), *type_names(unsigned)):
        return None
    source, left, right = module.source, shift.left, shift.right
    opening, middle = f"bitcast<{signed}>(bitcast<{unsigned}>(", ")"
    if not shift.compound:
        edits = (
            Edit.of(source, left.start, left.start, opening),
            Edit.of(source, left.end, left.end, middle),
            Edit.of(source, right.end, right.end, ")"),
        )
        return Fix("shift the bits as u32", edits)
    if bisect_left(effects, shift.start) < bisect_left(effects, shift.end):
        return None
    target = source.text[left.start : left.end]
    operator = Edit.of(source, shift.operator_start, shift.operator_start + 3, f"= {opening}{target}{middle} <<")
    edits = (operator, Edit.of(source, right.end, right.end, ")"))
    if needs_parentheses(right):
        edits = (operator, Edit.of(source, right.start, right.start, "("), Edit.of(source, right.end, right.end, "))"))
    return Fix("shift the bits as u32", edits)


def _effects(module: ir.Module) -> list[int]:
    """Where the calls start that may write memory, ascending: a fix must not repeat one or reorder around it."""
    atomics = [call.start for call in module.of(ir.BuiltinCall) if call.name.startswith("atomic")]
    return sorted([call.start for call in module.of(ir.Call)] + atomics)


VALID = [
    Valid("fn f(x: u32, n: u32) -> u32 { return x << (n & 31u); }"),
    Valid("fn f(x: i32, n: u32) -> i32 { return bitcast<i32>(bitcast<u32>(x) << (n & 31u)); }"),
    Valid("fn f(x: i32, n: u32) -> i32 { var y = x >> (n & 31u); y >>= 1u; return y; }"),
    Valid("const a = 1 << 3;\nconst b = 1i << 4u;\nfn f() -> i32 { return (1 << 3) + b; } // x << n"),
    Valid("fn f(x: vec2<u32>) -> vec2<u32> { var y = x << vec2(1u); y <<= vec2(1u); return y; }"),
    Valid("fn f(i: i32, n: i32) -> bool { return i < n && n < i; }"),
]

INVALID = [
    Invalid(
        "fn f(x: i32, n: u32) -> i32 { return «x << n»; }",
        fixed="fn f(x: i32, n: u32) -> i32 { return bitcast<i32>(bitcast<u32>(x) << n); }",
    ),
    Invalid(
        "fn f(x: i32) -> i32 { return «((x + 1) << 4u)» | 1; }",
        fixed="fn f(x: i32) -> i32 { return (bitcast<i32>(bitcast<u32>((x + 1)) << 4u)) | 1; }",
    ),
    Invalid(
        "fn f(n: u32) -> i32 { return «1 << (n & 31u)»; }",
        fixed="fn f(n: u32) -> i32 { return bitcast<i32>(bitcast<u32>(1) << (n & 31u)); }",
    ),
    Invalid(
        "fn f(x: vec2<i32>) -> vec2<i32> { return «x << vec2(1u)»; }",
        fixed="fn f(x: vec2<i32>) -> vec2<i32> { return bitcast<vec2<i32>>(bitcast<vec2<u32>>(x) << vec2(1u)); }",
    ),
    Invalid(
        "fn f(n: u32) { var x = 1; «x <<= n»; «x <<= n & 31u»; «x <<= (n + 1u)»; }",
        fixed="fn f(n: u32) { var x = 1; x = bitcast<i32>(bitcast<u32>(x) << n); "
        "x = bitcast<i32>(bitcast<u32>(x) << (n & 31u)); x = bitcast<i32>(bitcast<u32>(x) << (n + 1u)); }",
    ),
    Invalid(
        "struct S { a: array<vec3i, 2> }\nvar<private> s: S;\n"
        "fn f(i: u32) { let p = &s; «p.a[i + 1u].y <<= min(3u, i)»; }",
        fixed="struct S { a: array<vec3i, 2> }\nvar<private> s: S;\n"
        "fn f(i: u32) { let p = &s; p.a[i + 1u].y = bitcast<i32>(bitcast<u32>(p.a[i + 1u].y) << min(3u, i)); }",
    ),
    Invalid(
        "fn f(n: u32) { var x = 1; «x/*a*/<<=/*b*/n»/*c*/; }",
        fixed="fn f(n: u32) { var x = 1; x/*a*/= bitcast<i32>(bitcast<u32>(x) <</*b*/n)/*c*/; }",
    ),
    Invalid("var<private> t: array<i32, 4>;\nfn g() -> u32 { return 1u; }\nfn f() { «t[g()] <<= 1u»; }"),
    Invalid("var<private> t: array<i32, 4>;\nfn g() -> u32 { return 1u; }\nfn f() { «t[1] <<= g()»; }"),
    Invalid(
        "fn g() -> u32 { return 1u; }\nfn f() { var x = 1; _ = g(); «x <<= 1u»; _ = g(); }",
        fixed="fn g() -> u32 { return 1u; }\n"
        "fn f() { var x = 1; _ = g(); x = bitcast<i32>(bitcast<u32>(x) << 1u); _ = g(); }",
    ),
    Invalid("var<workgroup> a: atomic<u32>;\nfn f() { var x = 1; «x <<= atomicAdd(&a, 1u)»; }"),
    Invalid("alias u32 = i32;\nfn f(x: i32) -> i32 { return «x << 1»; }"),
    Invalid("alias u32 = i32;\nfn f(x: vec2i, n: vec2u) -> vec2i { return «x << n»; }"),
    Invalid("struct vec2 { x: i32 }\nfn f(x: vec2i, n: vec2u) -> vec2i { return «x << n»; }"),
    Invalid("fn bitcast(x: i32) -> i32 { return «x << 1u»; }"),
    Invalid(
        "fn g(x: i32) -> i32 { return x; }\nfn f(x: i32) -> i32 { return «g(x) << 1u»; }",
        fixed="fn g(x: i32) -> i32 { return x; }\n"
        "fn f(x: i32) -> i32 { return bitcast<i32>(bitcast<u32>(g(x)) << 1u); }",
    ),
    Invalid(
        "override o: i32;\noverride p = «o << 1u»;\nfn unreached() { for (var i = 1; i < p; «i <<= 1u») {} }",
        fixed="override o: i32;\noverride p = bitcast<i32>(bitcast<u32>(o) << 1u);\n"
        "fn unreached() { for (var i = 1; i < p; i = bitcast<i32>(bitcast<u32>(i) << 1u)) {} }",
    ),
    Invalid(
        "fn f(x: i32) -> i32 { let y = x; return «(«(y << 1u)» << 2u)»; }",
        fixed="fn f(x: i32) -> i32 { let y = x; return "
        "(bitcast<i32>(bitcast<u32>((bitcast<i32>(bitcast<u32>(y) << 1u))) << 2u)); }",
    ),
]
