"""Where a module-scope declaration stands changes nothing: WGSL lets them come in any order."""

from __future__ import annotations

from collections import Counter
from types import ModuleType

import pytest
from wai_lint.checkers.source import Source
from wai_lint.checkers.wgsl.module import load
from wai_lint.rules import wgsl
from wai_lint.rules.discovery import discover
from wai_lint.rules.family import Settings
from wai_lint.rules.rule import Invalid, Valid, unmarked

CASES = [
    pytest.param(rule, case, id=f"{rule.RULE.code}-{index}")
    for rule in discover("wgsl")
    if not rule.RULE.translator and rule.RULE.code not in wgsl.FRONT_END
    for index, case in enumerate((*rule.VALID, *rule.INVALID))
]


def reversed_declarations(text: str) -> str:
    """The module with its declarations in the places of one another, the last one first; comments stay."""
    module = load(Source.from_text(text))
    kinds = (
        module.structs,
        module.aliases,
        module.constants,
        module.overrides,
        module.variables,
        module.functions,
    )
    spans = sorted((declared.start, declared.end) for kind in kinds for declared in kind)
    pieces: list[str] = []
    at = 0
    for (start, end), (first, last) in zip(spans, reversed(spans), strict=True):
        pieces += [text[at:start], text[first:last], ";"]
        at = end
    return "".join(pieces) + text[at:]


def found(rule: ModuleType, text: str, profile: str) -> Counter[str]:
    """What the rule's findings point to in `text`."""
    settings = Settings(profile, frozenset((rule.RULE.code,)))
    spans = [diagnostic.span for diagnostic in wgsl.check(Source.from_text(text), settings).diagnostics]
    return Counter(text[span.start.offset : span.end.offset] for span in spans if span is not None)


@pytest.mark.parametrize(("rule", "case"), CASES)
def test_findings_do_not_depend_on_the_order_of_declarations(rule: ModuleType, case: Valid | Invalid) -> None:
    text = unmarked(case.source)[0]
    turned = reversed_declarations(text)
    expected, given = found(rule, text, case.profile), found(rule, turned, case.profile)
    # Of two kinds of atomics, the later one in the text is reported.
    if rule.RULE.code == "WGSL302":
        assert bool(given) == bool(expected)
    else:
        assert given == expected
