"""Fixes of Python sources change the tokens that they are about and nothing else, and safe ones no result."""

from __future__ import annotations

import io
import tokenize

import pytest
from wai_lint.checkers.diagnostic import SAFE, UNSAFE, Diagnostic
from wai_lint.checkers.source import Source
from wai_lint.lint.fixes import apply_once
from wai_lint.rules.discovery import discover
from wai_lint.rules.family import Settings
from wai_lint.rules.python import check
from wai_lint.rules.rule import unmarked

FIXED = [case for rule in discover("python") for case in rule.INVALID if case.fixed is not None]
LAYOUT = (tokenize.COMMENT, tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT)
# What a fix may take away or bring.
MEANT = {"/", "//", "/=", "//=", "int", "(", ")", ",", "dtype", "=", "np", "numpy", ".", "int64", '"int64"'}


def tokens(text: str) -> list[tokenize.TokenInfo]:
    return list(tokenize.generate_tokens(io.StringIO(text).readline))


def found_in(text: str) -> list[Diagnostic]:
    return check(Source.from_text(text), Settings()).diagnostics


def fixed(text: str, applicability: str) -> str:
    fixes = [d.fix for d in found_in(text) if d.fix is not None and d.fix.applicability == applicability]
    return apply_once(text, fixes)[0]


@pytest.mark.parametrize("case", FIXED, ids=range(len(FIXED)))
def test_a_fix_keeps_the_layout_and_all_tokens_but_its_own(case: object) -> None:
    before, after = unmarked(getattr(case, "source", ""))[0], getattr(case, "fixed", "")
    old, new = tokens(before), tokens(after)
    assert [t.string for t in old if t.type in LAYOUT] == [t.string for t in new if t.type in LAYOUT]
    assert [t.string for t in old if t.string not in MEANT] == [t.string for t in new if t.string not in MEANT]


@pytest.mark.parametrize(
    "spelling", ["int(n / d)", "int((n / d))", "-int(n / d) ** 2", "int(\n    n / d  # half\n)", "[int(n/d)][0]"]
)
def test_a_safe_fix_gives_the_same_integers(spelling: str) -> None:
    text = f"def f(text, other):\n    n, d = len(text), len(other) + 1\n    return {spelling}\n"
    new = fixed(text, SAFE)
    assert new != text
    results = []
    for version in (text, new):
        names: dict[str, object] = {}
        exec(version, names)
        function = names["f"]
        assert callable(function)
        results.append([function("a" * n, "a" * d) for n in range(40) for d in range(9)])
    assert results[0] == results[1]
    assert {type(value) for value in results[1]} == {int}


@pytest.mark.parametrize(
    "text",
    [
        "def f(n: int):\n    return int(n / 2)\n",
        "n = len(text)\nx = n / 2\n",
        "n = len(text)\nx = round(n / 2)\n",
        "n = len(text)\nx = int(n / -2)\n",
        "n = len(text)\nx = int(n / 2, 10)\n",
        "n = len(text)\nx = int(n / 2,)\n",
        "n = len(text)\nint = str\nx = int(n / 2)\n",
        "import numpy as np\nn = np.uint8(7)\nx = int(n / np.uint8(2))\n",
    ],
)
def test_a_division_whose_floor_may_be_another_value_has_no_safe_fix(text: str) -> None:
    assert fixed(text, SAFE) == text


@pytest.mark.parametrize(
    "text", ["def f(a, b):\n    return a / b\n", "x = 1.5 / 2\n", "def f(a: int, b):\n    a /= b\n"]
)
def test_a_division_of_what_may_be_no_integers_has_no_fix(text: str) -> None:
    assert fixed(fixed(text, SAFE), UNSAFE) == text


@pytest.mark.parametrize(
    "text",
    [
        "import numpy as np\nx = np.zeros(*shape)\n",
        "import numpy as np\nx = np.zeros(3, **options)\n",
        "import numpy as np\nx = np.zeros()\n",
        "import numpy as np\nx = np.full(3, 0.5)\n",
    ],
)
def test_a_call_that_may_say_its_dtype_or_must_not_has_no_fix(text: str) -> None:
    assert fixed(text, UNSAFE) == text
