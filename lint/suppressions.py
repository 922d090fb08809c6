"""Marks the findings that suppression comments excuse, and finds fault with the comments."""

from __future__ import annotations

from ..checkers.suppression import read
from .families import SUPPRESSION, every_family, required_codes
from .selection import find_rule, suggestion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..checkers.diagnostic import Diagnostic
    from ..checkers.source import Source
    from ..checkers.suppression import Suppression
    from ..rules.family import Settings
    from ..rules.rule import Rule


def apply(
    source: Source, comments: Sequence[tuple[int, int]], diagnostics: list[Diagnostic], settings: Settings
) -> list[Diagnostic]:
    """Set `suppressed` on the findings that a comment of `source` excuses; return the findings about those comments.

    Findings of required codes (the file was not checked) are never excused.
    """
    suppressions = read(source, sorted(set(comments)))
    if not suppressions:
        return []
    from ..rules.suppression import Context, check

    required = required_codes(every_family())
    # Comments on their line come before those for the whole file, which then count as unused if nothing else is left.
    by_narrowness = sorted(suppressions, key=lambda suppression: suppression.line is None)
    for diagnostic in diagnostics:
        if diagnostic.code not in required:
            _excuse(diagnostic, by_narrowness)
    was_checked = not any(diagnostic.code in required for diagnostic in diagnostics)

    def excusable(rule: Rule) -> bool:
        return rule.code not in required and not rule.code.startswith(SUPPRESSION.prefix)

    def enabled(rule: Rule) -> bool:
        return was_checked and settings.runs(rule)

    found = check(source, suppressions, Context(find_rule, suggestion, enabled, excusable))
    return [d for d in found if settings.selected is None or d.code in settings.selected]


def _excuse(diagnostic: Diagnostic, suppressions: list[Suppression]) -> None:
    line = None if diagnostic.span is None else diagnostic.span.start.line
    for suppression in suppressions:
        if suppression.line not in (None, line) or not suppression.reason:
            continue
        for reference in suppression.references:
            if reference.text in (diagnostic.code, diagnostic.name):
                suppression.used.add(reference.text)
                diagnostic.suppressed = ("comment", suppression.reason)
                return
