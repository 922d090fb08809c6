"""A module that is not WGSL.

## What it refuses

A text that the grammar of WGSL does not derive, or that is not UTF-8: the first place where it goes wrong. Nothing
else in the module is looked at, so this finding cannot be deselected.

## Why results could differ

A module that does not parse was not checked. Browsers refuse it; a translator that lets it through read something
this tool did not.

## Example

```wgsl
fn f() { return 1 }              // refused: a semicolon is missing
```

## Fix

Mend the text where the finding points.
"""

from __future__ import annotations

from ..rule import Invalid, Rule, Valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from ...checkers.wgsl.ir import Module
    from . import Context

RULE = Rule("WGSL001", "syntax-error", item="WGSL §2")


def check(module: Module, context: Context) -> Iterator[Diagnostic]:
    """What the parser found."""
    return (found for found in module.diagnostics if found.code == RULE.code)


VALID = [
    Valid(""),
    Valid("fn f() -> i32 { return 1; }\nfn g(a: u32, b: u32) -> u32 { return a | b << 16u; }"),
    Valid("const a = 1 + 2;;\n/* /* nested */ */ // line"),
]

INVALID = [
    Invalid("fn f() -> i32 { return 1 «}»"),
]
