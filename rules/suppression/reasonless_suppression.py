"""A suppression without a reason.

## What it refuses

A comment `wai-lint: ignore[…]` or `wai-lint: ignore-file[…]` with nothing, or only punctuation, after the bracket. Such
a comment excuses nothing.

## Why results could differ

A suppression says that results cannot differ here although the rule sees that they could. Only a reason lets the next
reader check that claim.

## Example

```wgsl
let y = x << n; // wai-lint: ignore[WGSL401]
```

## Fix

Write after the bracket why the finding does not hold, or mend the finding and delete the comment.
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

RULE = Rule("SUP001", "reasonless-suppression", item="the reason is mandatory")


def check(source: Source, suppression: Suppression, context: Context) -> Iterator[Diagnostic]:
    """The finding that `suppression` gives no reason."""
    if suppression.problem is None and not suppression.reason:
        message = "this suppression excuses nothing without a reason: say after the bracket why results cannot differ"
        yield RULE.finding(source, suppression.start, suppression.end, message)


_SHIFT = "fn f(x: u32, n: u32) -> u32 {{\n    return x << n; // {}\n}}\n"

VALID = [
    Valid(_SHIFT.format("wai-lint: ignore[WGSL401] the caller passes n < 32")),
    Valid(_SHIFT.format("see wai-lint: ignore[WGSL401]")),
    Valid("/* wai-lint: ignore-file[WGSL401] every amount\n   is masked on the host */\n" + _SHIFT.format("shift")),
]
INVALID = [
    Invalid(_SHIFT.format("«wai-lint: ignore[WGSL401]»")),
    Invalid(_SHIFT.format("«wai-lint: ignore[unmasked-shift]» -- ...")),
    Invalid("// «wai-lint: ignore-file[WGSL401]»\n" + _SHIFT.format("shift")),
    Invalid("/* «wai-lint: ignore-file[WGSL401]» */\n" + _SHIFT.format("shift")),
]
