"""A declaration whose type has a floating-point scalar in it.

## What it refuses

A variable, constant, override, `let`, parameter, function result, structure member or alias whose type holds `f32`,
`f16` or an abstract float at any depth: behind arrays, vectors, matrices, pointers, structures, aliases and the
sampled types of textures, written or inferred. Built-in values such as `position` count: they are parameters and
members like any other. An index or a loop bound is no exception. Other widths are WGSL104's.

## Why results could differ

WGSL lets an implementation reassociate floating-point operations, fuse them, and flush subnormal numbers to zero
(WGSL §15.7). Each device compiler chooses for itself, so two devices may give different bits for one module.

## Example

```wgsl
var<private> gain: f32;          // refused
var<private> gain: i32;          // accepted: 16.16 fixed point
```

## Fix

Compute in `i32` or `u32`: fixed point with an explicit scale, rounding by an added half and a shift.
"""

from __future__ import annotations

from ...checkers.diagnostic import Note
from ...checkers.wgsl import ir
from ..rule import Invalid, Rule, Valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from . import Context

RULE = Rule("WGSL101", "float-type", item="item 1")

WHY = "devices round, regroup and fuse floating-point arithmetic differently"
KINDS = (
    (ir.StructMember, "this member"),
    (ir.Alias, "this alias"),
    (ir.Constant, "this constant"),
    (ir.Override, "this override"),
    (ir.Variable, "this variable"),
    (ir.Let, "this value"),
    (ir.Parameter, "this parameter"),
    (ir.Function, "this result"),
)


def check(module: ir.Module, context: Context) -> Iterator[Diagnostic]:
    """A finding at the written type of each declaration that holds a float, or at its name where that is inferred."""
    facts = context.facts
    for kind, subject in KINDS:
        for declared in module.of(kind):
            held = facts.float_held(declared.type)
            if held is None:
                continue
            scalar, member = held
            start, end = declared.type_start, declared.type_end
            if not end:
                start, end = declared.name_start, declared.name_end
            message = f"the type of {subject} holds {scalar}, and {WHY}"
            notes = ()
            if member is not None:
                notes = (Note.of(module.source, member.name_start, member.name_end, "the member that holds it"),)
            yield RULE.finding(module.source, start, end, message, notes=notes)


VALID = [
    Valid("var<private> f32_count: i32;\n// f32\n/* f16 */ fn f(x: u32) -> i32 { let float = i32(x); return float; }"),
    Valid("struct S { a: array<vec3<u32>, 4>, b: mat }\nalias mat = vec4<i32>;\nvar<private> s: S;"),
    Valid("@group(0) @binding(0) var t: texture_2d<u32>;\n@group(0) @binding(1) var s: sampler;"),
    Valid("fn f(p: ptr<function, bool>) { let q = p; const n = 3; var b = *q; }"),
    Valid("@compute @workgroup_size(1) fn f(@builtin(global_invocation_id) id: vec3<u32>) { let x = id.x; }"),
    Valid("alias f = u32;\nstruct f32_ { f32: f }\nconst a: f = 2;\noverride o: i32;"),
]

INVALID = [
    Invalid("var<private> x: «f32»;"),
    Invalid("enable f16;\nvar<private> x: «f16»;"),
    Invalid("var<private> «x» = 1.5;"),
    Invalid("const «a» = 0.5;"),
    Invalid("const «a» = array(1, 2.5);"),
    Invalid("const a: «f32» = 1;"),
    Invalid("override o: «f32»;"),
    Invalid("override «o» = 2.0;"),
    Invalid("alias Real = «f32»;"),
    Invalid("alias Real = «f32»;\nvar<private> x: «Real»;"),
    Invalid("alias Reals = «array<vec2<f32>, 4>»;\nfn f(x: «Reals») {}"),
    Invalid("struct S { n: u32, x: «f32» }"),
    Invalid("struct S { x: «vec3f» }\nstruct T { n: u32, s: «array<S, 2>» }\nvar<private> t: «T»;"),
    Invalid("var<private> m: «mat2x2<f32>»;"),
    Invalid("@group(0) @binding(0) var<storage> b: «array<f32>»;"),
    Invalid("@group(0) @binding(0) var t: «texture_2d<f32>»;"),
    Invalid("@group(0) @binding(0) var t: «texture_depth_2d»;"),
    Invalid("@group(0) @binding(0) var t: «binding_array<texture_2d<f32>, 4>»;"),
    Invalid(
        "enable chromium_experimental_subgroup_matrix;\n"
        "fn f() { var m: «subgroup_matrix_left<f32, 8, 8>»; var n: subgroup_matrix_left<i32, 8, 8>; }"
    ),
    Invalid("@group(0) @binding(0) var t: «texture_storage_2d<rgba8unorm, write>»;"),
    Invalid("fn f(p: «ptr<function, f32>») { let «q» = p; }"),
    Invalid("fn f(x: u32) {}\nfn g() -> «f32» { return 1; }"),
    Invalid("fn f() { let «x» = 1 / 2.0; }"),
    Invalid("fn f() { var «x» = vec2(1, 2.); }"),
    Invalid("fn f(n: u32) { { let «n» = f32(n); } let m = n; }"),
    Invalid("fn f() { for (var «i» = 0.0; i < 4; i += 1) {} }"),
    Invalid("fn f() { loop { break; continuing { const x: «f32» = 1; } } }"),
    Invalid("fn f() { let «r» = frexp(1.5); }"),
    Invalid("@vertex fn f() -> @builtin(position) «vec4<f32>» { return vec4<f32>(); }"),
    Invalid("@fragment fn f(@builtin(position) p: «vec4f») {}"),
    Invalid("struct V { @builtin(position) p: «vec4<f32>» }"),
    Invalid("struct S { x: «f32» }\nfn unreached() { var a: «array<S, 2>»; let «p» = &a; }"),
]
