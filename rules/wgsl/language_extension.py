"""A `requires` directive.

## What it refuses

Any `requires`, whatever language extension it names.

## Why results could differ

A language extension is there in some implementations and not in others: a module that requires one is refused where
it is missing, and uses behaviour the tier's text of WGSL does not fix.

## Example

```wgsl
requires packed_4x8_integer_dot_product;   // refused
```

## Fix

Remove the directive, and write what used the extension in core WGSL.
"""

from __future__ import annotations

from ...checkers.wgsl import ir
from ..rule import Invalid, Rule, Valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from . import Context

RULE = Rule("WGSL203", "language-extension", item="item 2")

MESSAGE = "the module requires a language extension, which some implementations lack; remove it"


def check(module: ir.Module, context: Context) -> Iterator[Diagnostic]:
    """A finding at each `requires` directive."""
    for directive in module.directives:
        if directive.keyword == "requires":
            yield RULE.finding(module.source, directive.start, directive.end, MESSAGE)


VALID = [
    Valid("// requires packed_4x8_integer_dot_product;\nfn requires_nothing() {}"),
    Valid("enable f16;\ndiagnostic(off, derivative_uniformity);"),
]

INVALID = [
    Invalid("«requires packed_4x8_integer_dot_product;»"),
    Invalid(
        "«requires readonly_and_readwrite_storage_textures, pointer_composite_access;»\n"
        "enable f16;\n«requires unrestricted_pointer_parameters;»"
    ),
]
