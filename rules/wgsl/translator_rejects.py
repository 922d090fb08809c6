"""A module that the translator naga does not take.

## What it refuses

A module that naga does not parse or validate, or does not write in MSL, HLSL or SPIR-V. Asked for by `--naga`; the
message is naga's own, at the place it names, and says which naga. A module with overrides is translated with their
default values.

## Why results could differ

Such a module runs nowhere that wgpu runs, or not on every backend: Metal takes MSL, DirectX 12 takes HLSL, Vulkan
takes SPIR-V. Where WGSL allows what naga refuses the module is right all the same, and browsers run it.

## Example

```wgsl
fn f() -> u32 { loop { return 1u; } }    // refused: naga asks for a return after the loop
```

## Fix

Write it in a form that naga takes, or leave this rule out where naga is not among the module's translators.
"""

from __future__ import annotations

from ...checkers.wgsl.ir import Module
from ..rule import Invalid, Rule, Valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from . import Context

RULE = Rule("WGSL003", "translator-rejects", item="item 4", translator="naga")


def check(module: Module, context: Context) -> Iterator[Diagnostic]:
    """A finding where naga refuses the module; else one for each language that it does not write it in."""
    from ...checkers.naga import open_translator, translate
    from ...checkers.naga.specialization import specialized

    version = open_translator(context.naga).version
    rejection = translate(context.naga, module.source.text).rejection
    if rejection is not None:
        message = f"{version} rejects this module, so it runs nowhere that naga translates for: {rejection.message}"
        yield RULE.finding(module.source, rejection.start, rejection.end, message)
        return
    translation = translate(context.naga, specialized(module))
    if translation.rejection is not None:
        message = f"{version} rejects this module with its overrides at their defaults: {translation.rejection.message}"
        yield RULE.finding(module.source, 0, 0, message)
    for language, failure in translation.failures.items():
        message = f"{version} does not write this module in {language}, so it does not run on every backend: {failure}"
        yield RULE.finding(module.source, 0, 0, message)


VALID = [
    Valid("@compute @workgroup_size(1) fn main() {}"),
    Valid(
        "override n: u32;\n@id(3) override k = 2u;\n@compute @workgroup_size(k) fn main() { var a = array<u32, 3>(); }"
    ),
    Valid("// é\nfn f(a: u32, b: u32) -> u32 { return a | b << 16u; }"),
]

INVALID = [
    Invalid("«fn f() -> u32 { loop { return 1u; } }»"),
    Invalid("// é\nfn f() -> u32 {\n\tlet ü = 40u; return «1u << ü»; }"),
    Invalid("enable «subgroups»;\nfn f() {}"),
    Invalid(
        "«»struct S { i: i32 }\nfn f(p: ptr<private, i32>) -> i32 { return *p; }\n"
        "var<private> s: S;\nfn g() -> i32 { return f(&s.i); }"
    ),
    Invalid("«»override n: u32;\nconst_assert true;\nfn f() { var a = array<u32, 3>(); let x = a[n + 2u]; }"),
]
