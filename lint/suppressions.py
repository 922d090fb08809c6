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

    Index = dict[tuple[int | None, str], tuple[int, str, Suppression]]


def apply(
    source: Source,
    comments: Sequence[tuple[int, int]],
    diagnostics: list[Diagnostic],
    settings: Settings,
    partial: tuple[str, ...] = (),
) -> list[Diagnostic]:
    """Set `suppressed` on the findings that a comment of `source` excuses; return the findings about those comments.

    Findings of required codes (the file was not checked) are never excused. `partial`: the prefixes of the families
    that did not look at all of the source.
    """
    suppressions = read(source, sorted(set(comments)))
    if not suppressions:
        return []
    from ..rules.suppression import Context, check

    required = required_codes(every_family())
    index = _index(suppressions)
    for diagnostic in diagnostics:
        if diagnostic.code not in required:
            _excuse(diagnostic, index)
    was_checked = not any(diagnostic.code in required for diagnostic in diagnostics)

    def excusable(rule: Rule) -> bool:
        return rule.code not in required and not rule.code.startswith(SUPPRESSION.prefix)

    def enabled(rule: Rule) -> bool:
        return was_checked and settings.runs(rule) and not rule.code.startswith(partial)

    found = check(source, suppressions, Context(find_rule, suggestion, enabled, excusable))
    return [d for d in found if settings.selected is None or d.code in settings.selected]


def _index(suppressions: list[Suppression]) -> Index:
    """The first reference to each rule on each line, and in the whole file, with its place among the suppressions."""
    index: Index = {}
    for number, suppression in enumerate(suppressions):
        if suppression.reason:
            for reference in suppression.references:
                index.setdefault((suppression.line, reference.text), (number, reference.text, suppression))
    return index


def _excuse(diagnostic: Diagnostic, index: Index) -> None:
    # A comment on the line comes before those for the whole file, which then count as unused if nothing else is left.
    for line in (None if diagnostic.span is None else diagnostic.span.start.line, None):
        keys = ((line, diagnostic.code), (line, diagnostic.name))
        found = [index[key] for key in keys if key in index]
        if found:
            _, text, suppression = min(found, key=lambda entry: entry[0])
            suppression.used.add(text)
            diagnostic.suppressed = ("comment", suppression.reason)
            return
