"""Each planted float is refused by the rule that names it, and its integer twin by none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from wai_lint.checkers.source import Source
from wai_lint.rules import python
from wai_lint.rules.family import Settings

PLANTED = Path(__file__).parent / "data" / "python_planted.txt"
LEAST = 150


def planted() -> list[tuple[str, str, str, str]]:
    """The code, the description, the source and its twin of each."""
    _, *blocks = re.split(r"^== ", PLANTED.read_text(encoding="utf-8"), flags=re.MULTILINE)
    found = []
    for block in blocks:
        title, _, rest = block.partition("\n")
        source, twin = rest.split("\n--\n")
        found.append((title[:5], title[6:], source + "\n", twin))
    return found


CASES = planted()


def codes(text: str) -> list[str]:
    """The codes of the findings in a source that is a decode path in full."""
    return [found.code for found in python.check(Source.from_text(text, "decode.py"), Settings()).diagnostics]


@pytest.mark.parametrize(("code", "what", "source", "twin"), CASES, ids=[f"{c[0]} {c[1]}" for c in CASES])
def test_a_planted_float_is_refused_and_its_integer_twin_is_not(code: str, what: str, source: str, twin: str) -> None:
    assert code in codes(source), what
    assert codes(twin) == [], what


def test_the_planted_set_is_large_and_names_nothing_twice() -> None:
    assert len(CASES) >= LEAST
    assert len({source for _, _, source, _ in CASES}) == len(CASES)
    assert {code for code, *_ in CASES} == {f"PY{number}" for number in range(101, 111)}
