"""Fixes of Python sources change the tokens that they are about and nothing else, and safe ones no result."""

from __future__ import annotations

import io
import subprocess
import sys
import tokenize

import libcst
import pytest
from wai_lint.checkers.diagnostic import SAFE, UNSAFE, Diagnostic
from wai_lint.checkers.source import Source
from wai_lint.lint.fixes import apply_once
from wai_lint.rules.discovery import discover
from wai_lint.rules.family import Settings
from wai_lint.rules.python import check
from wai_lint.rules.rule import unmarked

FIXED = [case for rule in discover("python") for case in rule.INVALID if case.fixed is not None]
LAYOUT = (tokenize.COMMENT, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
# What a fix may take away or bring.
MEANT = {"/", "//", "/=", "//=", "int", "(", ")", ",", "dtype", "=", "np", "numpy", ".", "int64", '"int64"'}


def tokens(text: str) -> list[tokenize.TokenInfo]:
    return list(tokenize.generate_tokens(io.StringIO(text).readline))


def found_in(text: str) -> list[Diagnostic]:
    return check(Source.from_text(text), Settings()).diagnostics


def fixed(text: str, *applicability: str) -> str:
    fixes = [d.fix for d in found_in(text) if d.fix is not None and d.fix.applicability in applicability]
    return apply_once(text, fixes)[0]


@pytest.mark.parametrize("case", FIXED, ids=range(len(FIXED)))
def test_a_fix_keeps_the_layout_and_all_tokens_but_its_own(case: object) -> None:
    before, after = unmarked(getattr(case, "source", ""))[0], getattr(case, "fixed", "")
    old, new = tokens(before), tokens(after)
    assert [t.string for t in old if t.type in LAYOUT] == [t.string for t in new if t.type in LAYOUT]
    old_words, new_words = (
        [t.string for t in version if t.type != tokenize.NL and t.string not in MEANT] for version in (old, new)
    )
    assert old_words == new_words


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
    assert fixed(text, SAFE, UNSAFE) == text


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


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("zeros( 3 )", 'zeros( 3, dtype="int64" )'),
        ("zeros(3,)", 'zeros(3, dtype="int64",)'),
        ("zeros(3 , )", 'zeros(3 , dtype="int64", )'),
        ("zeros(3,\n)", 'zeros(3, dtype="int64",\n)'),
        ("zeros (shape = 3)", 'zeros (shape = 3, dtype="int64")'),
        ("zeros(3,order='C')", "zeros(3,order='C',dtype=\"int64\")"),
        ("zeros(\n    3\n)", 'zeros(\n    3, dtype="int64"\n)'),
        ("zeros(\n    3  # three\n)", 'zeros(\n    3, dtype="int64"  # three\n)'),
        ("zeros(\n    3,  # three\n)", 'zeros(\n    3,  # three\n    dtype="int64",\n)'),
        ("zeros(\n    3, order='C',\n)", "zeros(\n    3, order='C', dtype=\"int64\",\n)"),
        ("zeros(3,\n      order='C')", "zeros(3,\n      order='C',\n      dtype=\"int64\")"),
        (
            "zeros(\n\t3,\n\torder='C'  # rows\n\t# end\n)",
            "zeros(\n\t3,\n\torder='C',  # rows\n\t# end\n\tdtype=\"int64\"\n)",
        ),
        ("zeros(3, \\\n  order='C')", "zeros(3, \\\n  order='C', \\\n  dtype=\"int64\")"),
        ("zeros(  # how many\n    3,\n)", 'zeros(  # how many\n    3,\n    dtype="int64",\n)'),
        ("zeros(f(\n  3), order='''\n''' # (\n)", "zeros(f(\n  3), order='''\n''', dtype=\"int64\" # (\n)"),
        ("zeros(\r\n    3,\r\n)", 'zeros(\r\n    3,\r\n    dtype="int64",\r\n)'),
    ],
)
def test_a_dtype_is_set_as_the_other_arguments_are(call: str, expected: str) -> None:
    end = "\r\n" if "\r" in call else "\n"
    text = f"from numpy import zeros{end}x =  {{}} # x{end}{end}"
    assert fixed(text.format(call), UNSAFE) == text.format(expected)


@pytest.mark.parametrize(
    ("division", "expected"),
    [
        ("int( n/2 )", "n//2"),
        ("int (n / 2)", "n // 2"),
        ("int((n / # half\n  2))", "(n // # half\n  2)"),
        ("int(n\\\n  / 2)", "(n\\\n  // 2)"),
        ("int( # of n\n  (n)/2\n)", "( # of n\n  (n)//2\n)"),
        ("int(\r\n  n / 2\r\n)", "(\r\n  n // 2\r\n)"),
        ("1 - int( n / 2 )", "1 - ( n // 2 )"),
        ("int(n / 2)if n else 1", "(n // 2)if n else 1"),
        ("f'{int(n / 2)}'", "f'{(n // 2)}'"),
        ("(int # of n\n  (n / 2))", None),
    ],
)
def test_a_conversion_goes_and_what_stands_in_it_stays(division: str, expected: str | None) -> None:
    text = "n = len(text)\nx =  {} # x\n"
    assert fixed(text.format(division), SAFE) == text.format(expected or division)


@pytest.mark.parametrize(
    "text",
    [
        f"import numpy as np\nx = np.zeros(({'3, ' * 400}))\n",
        f"x = 7 / {'-' * 20}1\n",
        f"import numpy as np\nx = np.zeros({'-' * 20}n)\n",
        "from numpy import zeros\nx = f'{zeros(3)}'\n",
    ],
    ids=["long", "deep", "deep argument", "quotes in an f-string"],
)
def test_what_is_too_large_or_cannot_be_written_has_no_fix(text: str) -> None:
    assert fixed(text, SAFE, UNSAFE) == text
    assert found_in(text)


@pytest.mark.parametrize("text", ["x = 7 / 2\n", "x = 7\nx /= 2\n", "from numpy import zeros\nx = zeros(3)\n"])
def test_what_libcst_cannot_read_has_no_fix(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert fixed(text, UNSAFE) != text

    def refuse(text: str) -> None:
        raise libcst.ParserSyntaxError("no", lines=[text], raw_line=1, raw_column=0)

    monkeypatch.setattr(libcst, "parse_expression", refuse)
    monkeypatch.setattr(libcst, "parse_statement", refuse)
    assert fixed(text, UNSAFE) == text


@pytest.mark.parametrize(("text", "loads"), [("def f(a, b):\n    return a / b, 1.5\n", False), ("x = 7 / 2\n", True)])
def test_libcst_is_loaded_for_a_fix_alone(text: str, loads: bool) -> None:
    program = (
        "import sys; from wai_lint.checkers.source import Source; from wai_lint.rules.family import Settings; "
        f"from wai_lint.rules.python import check; found = check(Source.from_text({text!r}), Settings()).diagnostics; "
        "print(len(found) > 0, 'libcst' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.split() == ["True", str(loads)]
