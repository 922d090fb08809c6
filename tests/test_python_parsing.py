"""What Python reads is read, where it stands; what it does not read is refused at its place, however it was meant."""

from __future__ import annotations

import ast
import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wai_lint.checkers.diagnostic import Diagnostic
from wai_lint.checkers.python.parsing import Parsed, parse
from wai_lint.checkers.python.reading import read
from wai_lint.checkers.source import Source
from wai_lint.lint.check import check
from wai_lint.lint.families import families_of
from wai_lint.rules.family import Settings


def found_in(data: bytes, path: str = "codec.py") -> list[Diagnostic]:
    """All that is found in a file."""
    return check(path, data, families_of(path), Settings())


def parsed(data: bytes) -> Parsed:
    """The tree of a file that Python parses."""
    result = parse(read("codec.py", data))
    assert isinstance(result, Parsed)
    return result


def only(found: list[Diagnostic], code: str) -> tuple[str, int, int]:
    """The message, line and column of the one finding there is."""
    (diagnostic,) = found
    assert diagnostic.code == code
    assert diagnostic.span is not None
    return diagnostic.message, diagnostic.span.start.line, diagnostic.span.start.column


def notebook(*cells: str | list[str], **metadata: object) -> bytes:
    """A notebook of code cells."""
    rows = [{"cell_type": "code", "source": cell} for cell in cells]
    return json.dumps({"cells": rows, "metadata": metadata, "nbformat": 4}).encode()


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"x = '\xc3\xa9'\n", "é"),
        (b"\xef\xbb\xbfx = '\xc3\xa9'\n", "é"),
        (b"\xef\xbb\xbf# coding: utf-8\nx = '\xc3\xa9'\n", "é"),
        (b"# -*- coding: latin-1 -*-\nx = '\xe9'\n", "é"),
        (b"#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\nx = '\x80'\n", "€"),
        (b"\x0c\n# coding: koi8-r\nx = '\xc1'\n", "а"),
        (b"# coding: euc-jp\rx = '\xa4\xa2'\r", "あ"),
        (b"# coding: latin-1\r\nx = '\xe9'\r\n", "é"),
        (b"x = 1\n# coding: latin-1\ny = '\xc3\xa9'\n", "é"),
        (b"\n\n# coding: latin-1\ny = '\xc3\xa9'\n", "é"),
    ],
)
def test_a_source_is_decoded_as_it_declares(data: bytes, text: str) -> None:
    constants = [node.value for node in ast.walk(parsed(data).tree) if isinstance(node, ast.Constant)]
    assert constants[-1] == text
    assert constants[-1] == [n.value for n in ast.walk(ast.parse(data)) if isinstance(n, ast.Constant)][-1]


@pytest.mark.parametrize(
    ("data", "said", "line", "column"),
    [
        (b"# coding: utf-9\n", "utf-9", 1, 11),
        (b"\n# coding: rot13\n", "rot13", 2, 11),
        (b"# coding: punycode\n", "punycode", 1, 11),
        (b"# coding: undefined\n", "undefined", 1, 11),
        (b"# coding: zlib\n", "zlib", 1, 11),
        (b"\xef\xbb\xbf# coding: latin-1\n", "mark of UTF-8", 1, 14),
        (b"x = 1\ny = '\xff'\n", "byte 11 (0xff) is not utf-8", 2, 6),
        (b"# coding: ascii\nx = '\xe9'\n", "byte 21 (0xe9) is not ascii", 2, 6),
        (b"\xff\xfex\x00", "byte 0 (0xff)", 1, 1),
        (b"x = 1\0\n", "null character", 1, 6),
        (b"x = (1,\n", "'(' was never closed", 1, 5),
        (b"if x:\ny = 1\n", "expected an indented block", 2, 1),
        ("é = ü ü\n".encode(), "invalid syntax", 1, 7),
        (b"x = '\\N{nothing}'\n", "unknown Unicode character name", 1, 18),
        (b"\n\nx = " + b"9" * 5000 + b"\n", "exceeds the limit", 3, 5),
        (b"x = " + b"(" * 5000 + b")" * 5000 + b"\n", "too many nested parentheses", 1, 205),
        (b"x = " + b"-" * 100000 + b"1\n", "nests too deeply", 1, 1),
        (b"x = " + b"a." * 20000 + b"b\n", "nests too deeply", 1, 1),
        (b"x = " + b"f(" * 190 + b"~" * 20000 + b"1" + b")" * 190 + b"\n", "nests too deeply", 1, 384),
        (b"if x: pass\n" + b"elif x: pass\n" * 20000, "nests too deeply", 1, 1),
    ],
)
def test_what_is_not_python_is_refused_at_its_place(data: bytes, said: str, line: int, column: int) -> None:
    message, at_line, at_column = only(found_in(data), "PY001")
    assert said in message
    assert (at_line, at_column) == (line, column)


def test_a_text_of_too_many_words_is_refused_before_it_takes_the_memory_of_its_tree() -> None:
    data = b"a;" * (1 << 20)
    assert "split it" in only(found_in(data), "PY001")[0]
    assert "split it" in only(found_in(notebook(data.decode()), "codec.ipynb"), "PY001")[0]


def test_no_warning_of_the_parser_is_printed_or_raised(recwarn: pytest.WarningsRecorder) -> None:
    assert found_in(b"x = '\\d' is 1\n1or 2\n") == []
    assert list(recwarn) == []


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_lines_are_counted_as_python_counts_them(ending: str) -> None:
    text = "a = '\x0b\x0c\x85\u2028'\n\x0cb = '''\n\n'''\nc = é / 2.0\n".replace("\n", ending)
    (_, division), (_, literal) = [
        (d.code, (d.span.start.line, d.span.start.column)) for d in found_in(text.encode()) if d.span is not None
    ]
    assert (division, literal) == ((5, 5), (5, 9))


def test_columns_count_code_points_in_lines_of_any_length() -> None:
    text = "".join(f"é{n} = '😀' + ü; " for n in range(3000)) + "x = 1.5\n"
    (found,) = found_in(text.encode())
    assert found.span is not None
    assert text[found.span.start.offset : found.span.end.offset] == "1.5"
    assert text.encode()[found.span.start.byte : found.span.end.byte] == b"1.5"


@pytest.mark.parametrize(
    "text",
    [
        "f'{1.5}'",
        "f'é{1.5!r:>{1.5}}'",
        "f'''\n  {\n 1.5 }\n{1.5}'''",
        "'a' f'{1.5}' 'b' f'{1.5}'",
        "f'{f\"{1.5}\"}'",
        "(f'a'\n  f'{x}{1.5}')",
        "rf'\\{1.5}'",
    ],
)
def test_a_literal_in_a_formatted_string_is_found_at_its_place_or_at_the_string(text: str) -> None:
    source = Source.from_text(f"y = {text}\n", "codec.py")
    result = parse(source)
    assert isinstance(result, Parsed)
    literals = [n for n in ast.walk(result.tree) if isinstance(n, ast.Constant) and n.value == 1.5]
    assert literals
    for literal in literals:
        start, end = result.span(literal)
        written = source.text[start:end]
        assert written == "1.5" or (sys.version_info < (3, 12) and "1.5" in written and "'" in written)


def test_comments_are_found_where_they_may_be_for_this_tool() -> None:
    text = "# one wai-lint\nx = '# no'  # two\ny = f'{x!r:#>4}'  # three"
    assert [text[start:end] for start, end in parsed(text.encode()).comments] == ["# one wai-lint", "# two", "# three"]
    assert parsed(b"x = 1  # four\n").comments == []


@given(st.text(alphabet="ab01.(){}[]'\"#:=\\\n\r\t \x0c\0éf%@é😀\ud800", max_size=40))
def test_any_text_is_parsed_or_refused_within_it(text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    for diagnostic in found_in(data):
        assert diagnostic.span is not None
        assert diagnostic.span.start.offset <= diagnostic.span.end.offset


@given(st.binary(max_size=60), st.sampled_from(["codec.py", "codec.ipynb"]))
def test_any_bytes_are_parsed_or_refused(data: bytes, path: str) -> None:
    for diagnostic in found_in(data, path):
        assert diagnostic.message


def test_a_finding_in_a_notebook_stands_in_its_cell() -> None:
    data = json.dumps(
        {
            "cells": [
                {"cell_type": "markdown", "source": ["x = 1.0"]},
                {"cell_type": "code", "source": ["import math\n", "y = 2.5"]},
                {"cell_type": "code", "source": "\nz = 1\nw = 3.5  # wai-lint: ignore[PY101] shown only\nv = 4.5"},
            ]
        }
    ).encode()
    found = found_in(data, "codec.ipynb")
    assert [(d.place, d.span.start.line, d.span.start.column, bool(d.suppressed)) for d in found if d.span] == [
        ("cell 2", 2, 5, False),
        ("cell 3", 3, 5, True),
        ("cell 3", 4, 5, False),
    ]


@pytest.mark.parametrize(
    "cell",
    [
        "%matplotlib inline\nx = 1",
        "!ls -l | wc\nx = 1",
        "x = !ls\ny = %timeit -o f()",
        "np.zeros?\n?np.ones\nnp.sum??",
        "%%bash\nfor x in 1.5; do echo; done",
        "%%time\nx = 1",
        "for x in y:\n    %run it.py",
        "!echo \\\n  'it'\nx = 1",
        "x = (a\n  % b)\n%who",
        "'''\n%who 1.5\n'''\n%who",
        "await f()\nasync with a: pass",
    ],
)
def test_what_only_ipython_reads_is_passed_over(cell: str) -> None:
    assert found_in(notebook(cell), "codec.ipynb") == []
    (found,) = found_in(notebook(f"{cell}\nq = 1 + 2.5" if "%%bash" not in cell else "q = 2.5", cell), "codec.ipynb")
    assert found.code == "PY101"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "JSON document"),
        (b"[]", "JSON object"),
        (b"{}", "list of cells"),
        (b'{"cells": 3}', "list of cells"),
        (b"[" * 100_000, "JSON document"),
        (b'{"x": ' + b"9" * 5000 + b"}", "JSON document"),
        (b"\xff\xfe{}", "JSON document"),
        (notebook("1", kernelspec={"language": "julia"}), "julia"),
    ],
)
def test_what_is_no_notebook_of_python_is_refused(data: bytes, said: str) -> None:
    assert said in only(found_in(data, "codec.ipynb"), "PY001")[0]


def test_a_cell_that_does_not_parse_is_refused_in_its_cell() -> None:
    (found,) = found_in(notebook("x = 1", ["y = 1\n", "z = = 2"]), "codec.ipynb")
    assert (found.code, found.place, found.span and found.span.start.line) == ("PY001", "cell 2", 2)
