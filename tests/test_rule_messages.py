"""What the rules about shaders say, word by word, about their invalid cases.

After an intended change: `WAI_LINT_WRITE_GOLDEN=1 pytest tests/test_rule_messages.py`, and read the difference.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from wai_lint.checkers.diagnostic import Diagnostic
from wai_lint.checkers.source import Source
from wai_lint.rules import wgsl
from wai_lint.rules.discovery import discover
from wai_lint.rules.family import Settings
from wai_lint.rules.rule import unmarked

GOLDEN = Path(__file__).parent / "data" / "rule_messages.txt"


def said() -> Iterator[str]:
    """Each finding in the invalid cases, its notes and its fix; what the front end finds has tests of its own."""
    for rule in discover("wgsl"):
        if rule.RULE.code in wgsl.FRONT_END or rule.RULE.translator:
            continue
        for case in rule.INVALID:
            text = unmarked(case.source)[0]
            yield f"\n{text}"
            settings = Settings(case.profile, frozenset((rule.RULE.code,)))
            for found in sorted(wgsl.check(Source.from_text(text), settings).diagnostics, key=Diagnostic.sort_key):
                yield f"    {found!r}"
                yield from (f"        {note.span!r}: {note.message}" for note in found.notes)
                yield from (f"        fix: {fix.message}" for fix in [found.fix] if fix is not None)


def test_the_rules_say_what_they_said() -> None:
    text = "\n".join(said()) + "\n"
    if os.environ.get("WAI_LINT_WRITE_GOLDEN") == "1":
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")
