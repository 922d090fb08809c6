"""An integer operation that the integer semantics suite does not run.

## What it refuses

An operator, built-in function or conversion on integers that is not in the suite's table: `+ - * / %`, `~ & | ^`,
`<< >>`, comparisons, `abs min max clamp sign select dot`, `countOneBits countLeadingZeros countTrailingZeros`,
`firstLeadingBit firstTrailingBit`, `reverseBits extractBits insertBits`, conversions and `bitcast`, each on `i32`,
`u32` and their two-component vectors, and `arrayLength`. So any operation on three or four components at once is
refused, and the packed ones (`dot4U8Packed`, `pack4xI8` …), and views of buffers (`bufferView`, `bufferLength`).
Making, copying, indexing and swizzling a vector is no operation, and a const-expression passes. Atomics, barriers,
subgroup operations, textures, floats and scalars of other widths have rules of their own.

## Why results could differ

Before an adapter runs anything, the suite shows that it gives WGSL's result for each operation's edge cases. For an
operation that the suite does not run, nothing shows what the driver's compiler makes of it.

## Example

```wgsl
let r = a + b;                   // refused for vec4<u32>
let r = dot4U8Packed(x, y);      // refused
let r = a.xy + b.xy;             // accepted
```

## Fix

Write the operation on scalars or on two components at a time, from operations in the table.
"""

from __future__ import annotations

from ...checkers.wgsl import ir
from ...checkers.wgsl.semantics_table import BINARY, BUILTINS, CONVERSIONS, UNARY
from ...checkers.wgsl.types import I32, U32, Pointer, scalar_of
from ..rule import Invalid, Rule, Valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...checkers.diagnostic import Diagnostic
    from ...checkers.wgsl.facts import Facts
    from ...checkers.wgsl.types import Type
    from . import Context

RULE = Rule("WGSL404", "unlisted-operation", item="item 5")

WHY = "so no adapter is shown to give WGSL's result"
INTEGERS = (I32, U32)
# Built-in functions that rules of their own refuse, and the one that is listed although no case runs it.
ELSEWHERE = ("arrayLength", "atomic", "quad", "subgroup", "texture", "workgroup")
NONE: frozenset[str] = frozenset()


def check(module: ir.Module, context: Context) -> Iterator[Diagnostic]:
    """A finding at each operator or name of a built-in function that the device runs and the suite does not."""
    for start, end, what, listed, types in _operations(module, context.facts):
        for type in types:
            if scalar_of(type) in INTEGERS and type.name not in listed:
                message = f"the integer semantics suite does not run {what} on {type}, {WHY}"
                yield RULE.finding(module.source, start, end, message)
                break


def _operations(module: ir.Module, facts: Facts) -> Iterator[tuple[int, int, str, frozenset[str], Iterable[Type]]]:
    """Each operation that the device runs: its place, what it is, the types it is listed on and the types it has."""
    for binary in module.of(ir.Binary):
        if binary.stage != ir.CONST:
            start = binary.operator_start
            end = start + len(binary.operator) + binary.compound
            types = (binary.left.type, binary.right.type)
            yield start, end, "this operator", BINARY.get(binary.operator, NONE), types
    for unary in module.of(ir.Unary):
        if unary.stage != ir.CONST:
            listed = UNARY.get(unary.operator, NONE)
            yield unary.start, unary.end, "this operator", listed, (unary.type,)
    for convert in module.of(ir.Convert):
        if convert.stage != ir.CONST and convert.operand.type is not convert.type:
            yield convert.start, convert.end, "this conversion", CONVERSIONS, (convert.operand.type, convert.type)
    for call in module.of(ir.BuiltinCall):
        # What reads behind a pointer is an operation on what it gives.
        types = [call.type if isinstance(part.type, Pointer) else part.type for part in call.arguments]
        if call.stage != ir.CONST and not call.name.startswith(ELSEWHERE) and facts.float_in(call.type) is None:
            yield call.start, call.name_end, call.name, BUILTINS.get(call.name, NONE), types


def _listed(type: str, amount: str, condition: str) -> str:
    """A module of every operation in the table on an integer type."""
    return f"""
fn f(a: {type}, b: {type}, n: {amount}, c: {condition}, i: u32) -> {type} {{
    var r = (a + b - a * b / a % b) & (a | ~b);
    r ^= (r << n) >> n;
    r = select(r, abs(a), c) + clamp(a, {type}(1), {type}(2)) + min(a, b) + max(a, b);
    r += countOneBits(a) + countLeadingZeros(a) + countTrailingZeros(a) + firstLeadingBit(a) + firstTrailingBit(a);
    r += reverseBits(a) + extractBits(a, i, i) + insertBits(a, b, i, i) + bitcast<{type}>(n) + {type}(n) + {type}(c);
    _ = {condition}(a);
    let t = (a < b) == (a > b); let u = (a <= b) != (a >= b); let v = (a == b) == (a != b);
    return r;
}}
"""


VALID = [
    Valid(_listed("i32", "u32", "bool") + "fn g(a: i32) -> i32 { return -a + sign(a); }"),
    Valid(_listed("u32", "u32", "bool")),
    Valid(
        _listed("vec2<i32>", "vec2<u32>", "vec2<bool>")
        + "fn g(a: vec2i) -> i32 { return dot(-a, sign(a)) + (a * 2).x; }"
    ),
    Valid(_listed("vec2<u32>", "vec2<u32>", "vec2<bool>") + "fn g(a: vec2u) -> u32 { return dot(a, 2u * a); }"),
    Valid(
        "@group(0) @binding(0) var<storage> b: array<vec4<u32>>;\nfn f() -> u32 { return arrayLength(&b) + b[0].w; }"
    ),
    Valid("fn f(b: vec4<bool>, c: bool) -> bool { return !c && any(b) || all(!b) != c && all(select(b, b, c)); }"),
    Valid("fn f(v: vec4<u32>, n: u32) { let w = vec4(v.xy, n, 1u); var x = v; x = w.wzyx; x[n] += 1u; _ = x; }"),
    Valid("fn f(v: vec3<u32>, w: vec4<i32>) -> vec3<u32> { _ = vec4(w); return vec3<u32>(v); }"),
    Valid("const a = vec3(1u, 2, 3) * 2 + ~vec3(2u);\nconst b = vec3<i32>(a) - 1;\nconst_assert all(-b < vec3(9));"),
    Valid("const a = vec3(1, 2, 3) * 2 + 1;\nconst b = pack4xI8(vec4(1)) + dot4U8Packed(1u, 2u);"),
    Valid("fn f(x: f32, v: vec3f) -> f32 { return sqrt(-x) + pow(v * v, v + v).x + vec3f(v).y; }"),
    Valid("fn f(x: f32, v: vec4f, n: i32) -> f32 { return ldexp(x, n) + unpack4x8unorm(pack4x8unorm(v)).x; }"),
    Valid(
        "var<workgroup> w: atomic<u32>;\n@group(0) @binding(0) var t: texture_3d<u32>;\n"
        "fn f() { let x = atomicAdd(&w, 1u) + textureLoad(t, vec3(0i), 0).x; workgroupBarrier(); }"
    ),
    Valid("var<workgroup> w: vec4<u32>;\nfn f() -> u32 { return workgroupUniformLoad(&w).x; }"),
    Valid("enable subgroups;\nfn f(v: vec4<u32>) -> vec4<u32> { return quadSwapX(subgroupAdd(v)); }"),
    Valid("fn dot4U8Packed(a: u32) -> u32 { return a; }\nfn f() -> u32 { return dot4U8Packed(1u); } // pack4xU8"),
]

INVALID = [
    Invalid("fn f(v: vec3<u32>) -> vec3<u32> { return v «+» v; }"),
    Invalid("fn f(v: vec4<i32>) -> vec4<i32> { return (2 «*» v) «%» v; }"),
    Invalid("fn f(v: vec3<i32>) -> bool { return all(v «<=» v); }"),
    Invalid("fn f(v: vec3<u32>) { var w = v; w «+=» 1u; w «<<=» vec3(1u); }"),
    Invalid("fn f(v: vec3<i32>) -> vec3<i32> { return «-v»; }"),
    Invalid("fn f(v: vec3<u32>) -> vec3<u32> { return «(~v)»; }"),
    Invalid("fn f(v: vec3<i32>) -> vec3<u32> { return «vec3<u32>(v)»; }"),
    Invalid("fn f(v: vec3<i32>) -> vec3<bool> { return «vec3<bool>(v)»; }"),
    Invalid("fn f(v: vec3<bool>) -> vec3<u32> { return «vec3<u32>(v)»; }"),
    Invalid("fn f(v: vec4<u32>) -> vec4<u32> { return «min»(v, v); }"),
    Invalid("fn f(v: vec3<u32>, c: bool) -> vec3<u32> { return «select»(v, v, c); }"),
    Invalid("fn f(v: vec3<i32>) -> vec3<u32> { return «bitcast»<vec3<u32>>(v); }"),
    Invalid("fn f(v: vec4<u32>) -> u32 { return «dot»(v, v); }"),
    Invalid("fn f(x: u32) -> u32 { return «dot4U8Packed»(x, x); }"),
    Invalid("fn f(x: u32) -> i32 { return «dot4I8Packed»(x, x); }"),
    Invalid("fn unreached(v: vec4<u32>) -> u32 { return «pack4xU8»(v); }"),
    Invalid("fn f(x: u32) -> vec4<i32> { return «unpack4xI8»(x); }"),
    Invalid(
        "@group(0) @binding(0) var<storage> b: buffer;\n"
        "fn f(n: u32) -> u32 { return «bufferLength»(&b) + (*«bufferView»<u32>(&b, n)); }"
    ),
    Invalid("override n = 1u;\nconst k = 2u;\noverride m = «dot4U8Packed»(n, k);"),
]
