"""A literal that is a float or a complex number.

## What it refuses

A literal with a point or an exponent (`1.0`, `.5`, `1e3`), and an imaginary one (`2j`), wherever it stands: a default,
a pattern, a comparison, a constant that is folded.

## Why results could differ

The literal itself is the same double everywhere; what it is combined with is not. Every operation that it takes part in
is a float's, whose result depends on fused operations, vector width, the math library and the order of a sum.

## Example

```python
half = 0.5                      # refused
half = 1 << 15                  # accepted: one half in 16.16 fixed point
```

## Fix

Write the value as an integer at the scale that the path computes in.
"""

from __future__ import annotations

import ast

from ..rule import Invalid, Rule, Valid
from ._references import ITEM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from ...checkers.python.facts import Facts

RULE = Rule("PY101", "float-literal", item=ITEM)

MESSAGE = (
    "this literal is {a}, and what is computed with it may round differently on another machine: write an integer at a "
    "fixed scale"
)


def check(facts: Facts) -> Iterator[Diagnostic]:
    """A finding at each float or complex literal."""
    for node in facts.nodes(ast.Constant):
        if isinstance(node.value, float | complex):
            kind = "a float" if isinstance(node.value, float) else "a complex number"
            yield RULE.finding(facts.source, *facts.parsed.span(node), MESSAGE.format(a=kind))


VALID = [
    Valid("HALF = 1 << 15\nMASK = 0x1E3\nWIDE = 10**3\n"),
    Valid('text = "1.5"  # 1.5\n"""0.5"""\nraw = b"1e3"\n'),
    Valid("a.b.e3 = 1 .bit_length()\n"),
    Valid("def f(x: int = 1_000) -> int:\n    return x[1:2]\n"),
]

INVALID = [
    Invalid("half = «0.5»\n"),
    Invalid("a = («.5», «5.», «1e3», «1E-3», «1_0.0_1»)\n"),
    Invalid("z = 1 + «2j»\nw = «1.5J»\n"),
    Invalid("x = -«1.0»\n"),
    Invalid("def scale(x, by=«0.5», *, bias=«1.»):\n    return x\n"),
    Invalid("f = lambda x: x * «2.0»\n"),
    Invalid("weights = [w * «0.1» for w in range(4) if w > «1.5»]\n"),
    Invalid("match x:\n    case «1.5»:\n        pass\n    case {'k': -«2.5»}:\n        pass\n"),
    Invalid("x += «1.0»\nassert x < «1e9»\n"),
    Invalid("@scaled(«0.5»)\ndef f():\n    return «1.0»\n"),
    Invalid('y = f"{x * «0.5»}"\n'),
    Invalid("ü = («1.5»)\n"),
    Invalid("class A:\n    gain: int = «1.0»\n"),
]
