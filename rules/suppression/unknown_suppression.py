"""A suppression that cannot be understood.

## What it refuses

A comment that begins with `wai-lint:` and is not of the form `ignore[…] reason` or `ignore-file[…] reason`, one that
names no rule, one that nearly marks a decode path (`wai-lint: decode_path`), and a reference to a rule that does not
exist or whose findings cannot be excused: syntax errors and invalid modules, on which no rule ran, and the rules about
suppressions.

## Why results could differ

Whoever wrote it believes that a finding was looked at and excused, or that code is checked.

## Example

```wgsl
let y = x << n; // wai-lint: ignore[WGSL999] the caller passes n < 32
```

## Fix

Name the rules by their codes or names, as `wai-lint rules` lists them, or delete the comment.
"""

from __future__ import annotations

from ..rule import Invalid, Rule, Valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from ...checkers.source import Source
    from ...checkers.suppression import Suppression
    from . import Context

RULE = Rule("SUP003", "unknown-suppression", item="what was suppressed is never lost")


def check(source: Source, suppression: Suppression, context: Context) -> Iterator[Diagnostic]:
    """What `suppression` says that cannot be honoured."""
    if suppression.problem is not None:
        yield RULE.finding(source, suppression.start, suppression.end, f"this comment {suppression.problem}")
    for reference in suppression.references:
        rule = context.find(reference.text)
        if rule is None:
            message = f"no rule has this code or name{context.suggest(reference.text)}"
        elif not context.excusable(rule):
            message = f"findings of {rule.code} cannot be excused, so this reference does nothing: mend them instead"
        else:
            continue
        yield RULE.finding(source, reference.start, reference.end, message)


_SHIFT = "fn f(x: u32, n: u32) -> u32 {{\n    return x << (n & 31u); // {}\n}}\n"

VALID = [
    Valid(_SHIFT.format("configured for wai-lint: ignore what follows")),
    Valid(_SHIFT.format("wai-linter: ignore[WGSL999] of another tool")),
    Valid(_SHIFT.format("wai-lint: ignore[WGSL401] known, though unused")),
    Valid(_SHIFT.format("wai-lint: decode-path")),
    Valid(_SHIFT.format("wai-lint decode-path marks are for Python")),
]
INVALID = [
    Invalid(_SHIFT.format("wai-lint: ignore[«WGSL999»] the caller passes n < 32")),
    Invalid(_SHIFT.format("wai-lint: ignore[«unmasked-shif», «wgsl401»] the caller passes n < 32")),
    Invalid(_SHIFT.format("wai-lint: ignore[«WGSL4»] a prefix names too much")),
    Invalid(_SHIFT.format("wai-lint: ignore[«WGSL001»] it never parses")),
    Invalid(_SHIFT.format("wai-lint: ignore[«SUP002»] keep it")),
    Invalid(_SHIFT.format("«wai-lint: ignore[]» the caller passes n < 32")),
    Invalid(_SHIFT.format("«wai-lint: ignore WGSL401 the caller passes n < 32»")),
    Invalid(_SHIFT.format("«wai-lint: disable»")),
    Invalid(_SHIFT.format("«wai-lint: decode_path»")),
    Invalid(_SHIFT.format("«wai-lint decode-path»")),
    Invalid(_SHIFT.format("«wai-lint ignore[WGSL401] the caller passes n < 32»")),
]
