"""What the Python rules say, word by word, and what their options change.

After an intended change: `WAI_LINT_WRITE_GOLDEN=1 pytest tests/test_python_rules.py`, and read the difference.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from wai_lint.checkers.diagnostic import Diagnostic
from wai_lint.checkers.source import Source
from wai_lint.rules import python
from wai_lint.rules.discovery import discover
from wai_lint.rules.family import Settings
from wai_lint.rules.rule import unmarked

GOLDEN = Path(__file__).parent / "data" / "python_rule_messages.txt"


def found(text: str, **options: object) -> list[Diagnostic]:
    """What is found in a source that is a decode path in full."""
    options = {name.replace("_", "-"): value for name, value in options.items()}
    settings = Settings(options=options)
    return sorted(python.check(Source.from_text(text, "x.py"), settings).diagnostics, key=Diagnostic.sort_key)


def codes(text: str, **options: object) -> list[str]:
    """The codes of what is found."""
    return [diagnostic.code for diagnostic in found(text, **options)]


def said() -> Iterator[str]:
    """Each message of a rule once, in the order of its cases."""
    for rule in discover("python"):
        messages: dict[str, None] = {}
        for case in rule.INVALID:
            settings = Settings(selected=frozenset((rule.RULE.code,)))
            source = Source.from_text(unmarked(case.source)[0], case.path)
            for diagnostic in sorted(python.check(source, settings).diagnostics, key=Diagnostic.sort_key):
                if diagnostic.code == rule.RULE.code:
                    fix = "" if diagnostic.fix is None else f" [{diagnostic.fix.message}]"
                    messages[f"{diagnostic.severity}: {diagnostic.message}{fix}"] = None
        yield f"{rule.RULE.code} {rule.RULE.name}"
        yield from (f"    {message}" for message in messages)


def test_the_rules_say_what_they_said() -> None:
    text = "\n".join(said()) + "\n"
    if os.environ.get("WAI_LINT_WRITE_GOLDEN") == "1":
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "strict", "lax"),
    [
        ("def f(a, b):\n    return a**b\n", ["PY107"], []),
        ("def f(a: int, b: int):\n    return a**b\n", ["PY107"], []),
        ("def f(a: int):\n    return a**2\n", [], []),
        ("def f(a):\n    return pow(a, 2)\n", ["PY107"], []),
        ("def f(a):\n    return pow(a, 2, 7)\n", [], []),
        ("def f(a):\n    a **= 2\n    return a\n", ["PY107"], []),
        ("def f(a):\n    return float(a) ** 2\n", ["PY103"], ["PY103"]),
        ("def f(a: int):\n    return a ** float(a)\n", ["PY103"], ["PY103"]),
        ("def f(a):\n    return a / 2\n", ["PY102"], ["PY102"]),
    ],
)
def test_strict_asks_for_proof_of_powers(text: str, strict: list[str], lax: list[str]) -> None:
    assert codes(text, strict=True) == strict
    assert codes(text) == lax


def test_the_configured_runtimes_take_the_place_of_the_built_in_ones() -> None:
    text = "import torch\nimport house.kernels\nimport houses\n"
    assert codes(text) == ["PY106"]
    (only,) = found(text, float_runtimes=["house"])
    assert only.span is not None
    assert only.span.start.line == 2
    assert codes(text, float_runtimes=[]) == []


def test_a_rule_that_is_not_selected_says_nothing() -> None:
    source = Source.from_text("x = 1.5 / 2\n", "x.py")
    assert [d.code for d in python.check(source, Settings(selected=frozenset(("PY101",)))).diagnostics] == ["PY101"]


def test_every_finding_says_its_route() -> None:
    for diagnostic in found("import numpy as np\nx = np.zeros(3) / 2.0\n"):
        assert [note.message for note in diagnostic.notes] == ["on a decode path: named on the command line"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import os\nx = os.listdir('.')\ny = [x]\nx = [y]\n", ["PY110"]),
        ("import numpy as np\nw = np.ones(3, np.uint32)\nk = k + 1\nx = w << k\n", ["PY109"]),
        (
            "import numpy as np\nw = np.ones(3, np.uint32)\nk0 = n % 2\n"
            + "".join(f"k{i + 1} = k{i} + k{i}\n" for i in range(60))
            + "x = w << k60\n",
            ["PY109"],
        ),
        ("import numpy as np\nx = np.zeros(3, dtype=" + "(" * 60 + "'f4'" + ",)" * 60 + ")\n", ["PY103"]),
        ("import struct\nx = struct.unpack('<' + " + " + ".join(["'f'"] * 900) + ", b)\n", ["PY103"]),
        ("def f(x: '" + "-" * 3000 + "float'):\n    return x\n", []),
    ],
)
def test_sources_that_turn_on_themselves_come_to_an_end(text: str, expected: list[str]) -> None:
    assert codes(text) == expected
