"""Syntax that a translator accepts and WGSL does not.

## What it refuses

What naga parses, real modules use and the grammar of WGSL forbids: mixes of binary operators without parentheses
(`a | b << 16u`), literal suffixes such as `1lu`, an empty structure; and what native devices offer through it
without WGSL's leave: subgroup built-ins without `enable subgroups;`, naga's own types, attributes and built-in values
where no directive enables them, arrays in the immediate address space, storage that a vertex shader may write. The
module is still read, and the other rules run.

## Why results could differ

Browsers refuse the module, and translators that accept it rank the operators by their own table.

## Example

```wgsl
let x = a | b << 16u;            // refused
let x = a | (b << 16u);          // accepted
```

## Fix

Write the parentheses that say what is meant.
"""

from __future__ import annotations

from ..rule import Invalid, Rule, Valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from ...checkers.wgsl.ir import Module
    from . import Context

RULE = Rule("WGSL004", "nonstandard-syntax", item="WGSL §2")


def check(module: Module, context: Context) -> Iterator[Diagnostic]:
    """What the front end accepted against the letter of WGSL."""
    return (found for found in module.diagnostics if found.code == RULE.code)


VALID = [
    Valid("fn f(a: u32, b: u32) -> u32 { return a | (b << 16u); }"),
    Valid("fn f(a: u32, b: u32) -> u32 { return a + b * 16u - b; }\nstruct S { a: u32 }"),
]

INVALID = [
    Invalid("fn f(a: u32, b: u32) -> u32 { return a | «b << 16u»; }"),
]
