"""A suppression that excuses nothing.

## What it refuses

A code or name in a suppression when no finding of that rule is where the suppression looks: on its line, on the next
line with code when the comment stands alone, or anywhere in the file for `ignore-file`. Rules that did not run
(deselected, of another profile, or behind a translator that was not asked) and files that do not parse are passed over.

## Why results could differ

A suppression left behind excuses the next finding on its line, which nobody has looked at.

## Example

```wgsl
let y = x << 3u; // wai-lint: ignore[WGSL401] the amount is masked
```

## Fix

Delete the reference, or the comment when none is left; `--fix` does.
"""

from __future__ import annotations

from ...checkers.diagnostic import Edit, Fix, Span
from ..rule import Invalid, Rule, Valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from ...checkers.source import Source
    from ...checkers.suppression import Reference, Suppression
    from . import Context

RULE = Rule("SUP002", "unused-suppression", item="unused suppressions are findings of their own")


def check(source: Source, suppression: Suppression, context: Context) -> Iterator[Diagnostic]:
    """A finding for each reference of `suppression` that excused nothing."""
    # A reasonless one is refused as such; it could not have excused anything.
    if not suppression.reason:
        return
    unused = [reference for reference in suppression.references if _is_unused(reference, suppression, context)]
    for reference in unused:
        line = suppression.line
        where = "in this file" if line is None else f"on line {line - source.section(line)[0] + 1}"
        message = f"this suppression excuses no finding of {reference.text} {where}: it would hide the next one"
        fix = _deletion(source, suppression, unused)
        yield RULE.finding(source, reference.start, reference.end, message, fix=fix)


def _is_unused(reference: Reference, suppression: Suppression, context: Context) -> bool:
    if reference.text in suppression.used:
        return False
    rule = context.find(reference.text)
    return rule is not None and context.excusable(rule) and context.enabled(rule)


def _deletion(source: Source, suppression: Suppression, unused: list[Reference]) -> Fix:
    """Delete the unused references, or the comment (with its line, if that holds no more) when no other is left."""
    kept = [reference for reference in suppression.references if reference not in unused]
    if kept:
        span = Span.of(source, suppression.references[0].start, suppression.references[-1].end)
        return Fix("delete the unused references", (Edit(span, ", ".join(reference.text for reference in kept)),))
    start, end = suppression.comment
    text = source.text
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    if start == 0 or text[start - 1] in "\r\n":
        end += 2 if text.startswith("\r\n", end) else int(text.startswith(("\r", "\n"), end))
    return Fix("delete the suppression", (Edit(Span.of(source, start, end), ""),))


_SHIFT = "fn f(x: u32, n: u32) -> u32 {{\n    return x << {};{}\n}}\n"

VALID = [
    Valid(_SHIFT.format("n", " // wai-lint: ignore[WGSL401] the caller passes n < 32")),
    Valid("// wai-lint: ignore[WGSL306] private memory is written before it is read\nvar<private> p: u32;\n"),
    Valid("// wai-lint: ignore[WGSL305] read after write only\n\n// the tile\nvar<workgroup> tile: array<u32, 4>;\n"),
]
INVALID = [
    Invalid(
        _SHIFT.format("3u", " // wai-lint: ignore[«WGSL401»] the amount is masked"),
        fixed=_SHIFT.format("3u", ""),
    ),
    Invalid(
        "// wai-lint: ignore-file[«unmasked-shift»] masked on the host\n" + _SHIFT.format("3u", ""),
        fixed=_SHIFT.format("3u", ""),
    ),
    Invalid(
        "/* all */ // wai-lint: ignore[«WGSL401»] masked on the host\nfn f() {}",
        fixed="/* all */\nfn f() {}",
    ),
    Invalid(
        "// wai-lint: ignore[«WGSL401»] masked on the host\n\nfn f() {} ",
        fixed="\nfn f() {} ",
    ),
    Invalid(
        "/* wai-lint: ignore[«WGSL401»] masked on the host */ fn f() {}",
        fixed=" fn f() {}",
    ),
    Invalid(
        _SHIFT.format("n", " // wai-lint: ignore[WGSL401, «WGSL301»] the caller passes n < 32"),
        fixed=_SHIFT.format("n", " // wai-lint: ignore[WGSL401] the caller passes n < 32"),
    ),
]
