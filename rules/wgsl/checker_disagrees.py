"""A module that this tool passed and whose translation holds what it refuses.

## What it refuses

A module without findings of WGSL101 to WGSL104, WGSL202, WGSL301, WGSL304, WGSL401 or WGSL402 whose SPIR-V, as naga
writes it, holds what that rule refuses: a floating-point type, a 64-bit integer, a group operation, an atomic of
another kind, a shift whose amount is neither a constant below 32 nor masked, a left shift of a signed integer. Asked
for by `--naga`.

## Why results could differ

One of the two readers is wrong about this module, and if it is this tool, a module that differs between devices
passed. It is an error of this tool, not of the module.

## Example

```wgsl
fn f(x: u32, n: u32) -> u32 { return x << n; }    // refused if WGSL401 were to pass it
```

## Fix

Report the module, with this message, as a defect of wai-lint. Until that is mended, don't take its verdict on this
module.
"""

from __future__ import annotations

from ...checkers.wgsl.ir import Module
from ..rule import Invalid, Rule, Valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from . import Context

RULE = Rule("WGSL009", "checker-disagrees", item="items 1 to 4", translator="naga")

# The rules that should have refused what a module holds; `workgroupUniformLoad`, a barrier, loads an atomic.
REFUSED_BY = {
    "float-type": ("WGSL101", "WGSL102", "WGSL103", "WGSL104"),
    "wide-integer": ("WGSL104",),
    "group-operation": ("WGSL202",),
    "refused-atomic": ("WGSL301", "WGSL304"),
    "unmasked-shift": ("WGSL401",),
    "signed-left-shift": ("WGSL402",),
}


def check(module: Module, context: Context) -> Iterator[Diagnostic]:
    """A finding, at the module's start, for each thing that its SPIR-V holds and that the rules for it passed."""
    from ...checkers.naga import open_translator, translate
    from ...checkers.naga.cross_check import held
    from ...checkers.naga.specialization import specialized
    from ...checkers.naga.spirv import SpirvModule

    translation = translate(context.naga, specialized(module))
    if not translation.spirv:
        return
    for found in held(SpirvModule(translation.spirv)):
        codes = REFUSED_BY[found.kind]
        if not refused(module, context, codes):
            version = open_translator(context.naga).version
            message = (
                f"wai-lint passed this module under {' and '.join(codes)}, but the SPIR-V of {version} holds what they "
                f"refuse ({found.detail}): one of the two is wrong, so report this as a defect of wai-lint"
            )
            yield RULE.finding(module.source, 0, 0, message)


def refused(module: Module, context: Context, codes: tuple[str, ...]) -> bool:
    """Whether one of the rules `codes` has a finding in the module, selected or not."""
    from ..discovery import discover

    rules = [rule for rule in discover("wgsl") if rule.RULE.code in codes]
    return any(True for rule in rules for _ in rule.check(module, context))


VALID = [
    Valid("@group(0) @binding(0) var<storage, read_write> b: array<i32>;\nfn f(n: u32) { b[n] = b[n] >> (n & 31u); }"),
    Valid("override n = 5u;\nfn f(x: u32) -> u32 { return x << n; }"),
    Valid("fn f(x: f32) -> f32 { return x * 2.0; }"),
    Valid("fn f(x: u32, y: i32, n: u32) -> i32 { return (1i << 3u) | i32(x << min(n, 7u)) | (y << n); }"),
    Valid("fn f(n: u32) -> u32 { return n >> extractBits(0xffu, 2u, 3u); }"),
    Valid("fn f(x: u32, n: u32) -> u32 { let a = vec2(n & 31u, n); let b = vec2(9u, 99u); return (x << a.x) >> b.x; }"),
]

INVALID = [
    Invalid("«»fn f(x: u32, n: u32) -> u32 { return x << n; }", blind=("WGSL401",)),
    Invalid("«»fn f(x: i32, n: u32) -> i32 { return x << (n & 31u); }", blind=("WGSL402",)),
    Invalid("«»«»override n = 5u;\nfn f(x: i32) -> i32 { return x << (n + u32(x)); }", blind=("WGSL401", "WGSL402")),
    Invalid("«»fn f(x: f32) -> bool { return x < x; }", blind=("WGSL101", "WGSL103")),
    Invalid("«»fn f(x: i64) -> bool { return x < x; }", blind=("WGSL104",)),
    Invalid(
        "«»var<workgroup> a: atomic<u32>;\n@compute @workgroup_size(1) fn f() { atomicStore(&a, 3u); }",
        blind=("WGSL301",),
    ),
]
