"""A module that parses but is not valid WGSL.

## What it refuses

A module with a name that resolves to nothing, a type error, a const-expression that cannot be evaluated, or a
declaration, attribute or statement that WGSL's validation refuses. The other rules do not run on it, so this finding
cannot be deselected; they do run where all that is wrong are run-time operations that their constant operands make
errors (`x / 0`, `x << 33u`). Uniformity (WGSL §15.2) is not analysed: a module that breaks it alone is accepted.

## Why results could differ

Browsers refuse such a module. A translator that lets it through decides for itself what it means.

## Example

```wgsl
fn f() -> u32 { return -1i; }    // refused: i32 where u32 is returned
```

## Fix

Mend the module where the finding points.
"""

from __future__ import annotations

from ..rule import Invalid, Rule, Valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from ...checkers.wgsl.ir import Module
    from . import Context

RULE = Rule("WGSL002", "invalid-module", item="WGSL §2")


def check(module: Module, context: Context) -> Iterator[Diagnostic]:
    """What name resolution, typing, const-evaluation and validation found."""
    return (found for found in module.diagnostics if found.code == RULE.code)


VALID = [
    Valid("fn f() -> u32 { return 1; }\nfn g() -> f32 { return sqrt(2); }"),
    Valid("fn f(a: u32, b: u32) -> u32 { return a | b << 16u; }"),
    Valid("enable f16;\nconst a = 1h;\n@group(0) @binding(0) var t: texture_2d<f32>;"),
]

INVALID = [
    Invalid("fn f() -> u32 { return «-1i»; }"),
    Invalid("fn f() { let x = «y»; }"),
    Invalid("const a = «1 / 0»;"),
]
