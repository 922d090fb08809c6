"""An `enable` directive.

## What it refuses

Any `enable`, whatever it names: `f16`, `subgroups`, `dual_source_blending`, a translator's own extensions.

## Why results could differ

An enabled extension brings operations that the tier does not cover: half-precision floats, subgroup operations whose
result depends on a width the device chooses. A device without the extension refuses the module.

## Example

```wgsl
enable f16;                      // refused
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

RULE = Rule("WGSL201", "enable-directive", item="item 2")

MESSAGE = "the module enables an extension, whose operations may differ between devices or be missing on one; remove it"


def check(module: ir.Module, context: Context) -> Iterator[Diagnostic]:
    """A finding at each `enable` directive."""
    for directive in module.directives:
        if directive.keyword == "enable":
            yield RULE.finding(module.source, directive.start, directive.end, MESSAGE)


VALID = [
    Valid("// enable f16;\nfn enable_all() {}"),
    Valid("diagnostic(off, derivative_uniformity);\nrequires packed_4x8_integer_dot_product;"),
]

INVALID = [
    Invalid("«enable f16;»"),
    Invalid("«enable subgroups;»"),
    Invalid("«enable f16, subgroups;»\n«enable dual_source_blending;»\nfn f() {}"),
    Invalid("diagnostic(off, derivative_uniformity);\n/* */ «enable\nf16;»"),
]
