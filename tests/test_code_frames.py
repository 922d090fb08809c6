"""Where the marks of a code frame stand, for any text and any span."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from wai_lint.checkers.diagnostic import Diagnostic, Edit, Fix, Note, Span
from wai_lint.checkers.source import Source
from wai_lint.lint.report import Report
from wai_lint.lint.reporters import text
from wai_lint.lint.reporters.fix_preview import preview
from wai_lint.lint.reporters.frame import Frame, Label, crop
from wai_lint.lint.reporters.terminal import Painter, cell, columns, printable

PLAIN = Painter(False)
# Letters whose width every terminal agrees on: narrow, wide, combining, escaped.
LETTERS = st.text(alphabet="ab 漢字Ａ한é\u0301\t\x1b\u202e\x7f\u200d", max_size=40)
ODD = st.text(st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from("\r\n\v\f\x85\u2028\t\x1b")))


def rows(source_text: str, *spans: tuple[int, int], width: int = 80) -> list[str]:
    source = Source.from_text(source_text)
    labels = [Label(Span.of(source, *span), "", "^", "error") for span in spans]
    return Frame(source, 1, width, PLAIN).rows(labels)


def test_marks_are_drawn_under_the_exact_span() -> None:
    assert rows("let y = x << n;", (8, 14)) == ["1 | let y = x << n;", "  |         ^^^^^^"]


def test_an_empty_span_is_one_mark() -> None:
    assert rows("let y", (5, 5)) == ["1 | let y", "  |      ^"]


def test_a_span_that_takes_the_line_break_with_it_ends_on_its_line() -> None:
    assert rows("ab\ncd\n", (0, 3)) == ["1 | ab", "  | ^^"]


def test_lines_between_marks_are_shown_when_there_is_one_and_left_out_when_there_are_more() -> None:
    near = rows("a\nb\nc", (0, 1), (4, 5))
    far = rows("a\nb\nc\nd", (0, 1), (6, 7))
    assert near == ["1 | a", "  | ^", "2 | b", "3 | c", "  | ^"]
    assert far == ["1 | a", "  | ^", "...", "4 | d", "  | ^"]


def test_a_long_span_is_shown_by_its_first_and_last_line() -> None:
    assert rows("{\n1\n2\n3\n4\n}", (0, 11)) == ["1 | {", "  | ^", "...", "6 | }", "  | ^"]


def test_the_middle_of_a_span_is_marked_from_its_indentation_and_not_where_it_is_blank() -> None:
    assert rows("{\n\n  a\n}", (0, 8)) == ["1 | {", "  | ^", "2 |", "3 |   a", "  |   ^", "4 | }", "  | ^"]


def test_a_carriage_return_of_a_line_break_is_no_part_of_the_line() -> None:
    shown = Frame(source := Source.from_text("a\r\nb\rc\n\nd"), 1, 80, PLAIN).rows([], whole=True)
    assert shown == ["1 | a", "2 | b", "3 | c", "4 |", "5 | d"]
    label = Label(Span.of(source, 0, len(source.text)), "", "^", "error")
    assert Frame(source, 1, 80, PLAIN).rows([label])[:2] == ["1 | a", "  | ^"]


def shares_a_row(text: str, plain: tuple[int, int], noted: tuple[int, int], note: str) -> bool:
    source = Source.from_text(text)
    labels = [Label(Span.of(source, *plain), "", "^", "error"), Label(Span.of(source, *noted), note, "-", "mark")]
    return len(Frame(source, 1, 80, PLAIN).rows(labels)) == 2


def test_marks_share_a_row_when_a_column_is_free_between_them_and_their_texts() -> None:
    assert shares_a_row("aa bb", (0, 2), (3, 5), "note")
    assert not shares_a_row("aabb", (0, 2), (2, 4), "note")
    assert not shares_a_row("aabb", (0, 2), (1, 4), "note")
    assert shares_a_row("a     b", (6, 7), (0, 1), "abc")
    assert not shares_a_row("a    b", (5, 6), (0, 1), "abc")


def test_marks_without_text_come_first_and_texts_from_the_right() -> None:
    source = Source.from_text("aa bb cc")
    spans = [Span.of(source, 0, 8), Span.of(source, 3, 5), Span.of(source, 6, 8)]
    labels = [Label(spans[1], "second", "-", "mark"), Label(spans[2], "third", "-", "mark")]
    marks = Frame(source, 1, 80, PLAIN).rows([Label(spans[0], "", "^", "error"), *labels])[1:]
    assert marks == ["  | ^^^^^^^^", "  |       -- third", "  |    -- second"]
    assert Frame(source, 1, 80, PLAIN).rows([Label(spans[0], "", "^", "error"), labels[1]])[1:] == marks[:2]


@pytest.mark.parametrize(
    ("line", "span", "width", "shown"),
    [
        ("a" * 20, (0, 1), 20, ["1 | " + "a" * 20, "  | ^"]),
        ("a" * 21, (0, 1), 20, ["1 | " + "a" * 14 + "...", "  | ^"]),
        ("漢" * 10, (0, 1), 20, ["1 | " + "漢" * 10, "  | ^^"]),
        ("漢" * 11, (0, 1), 20, ["1 | " + "漢" * 7 + "...", "  | ^^"]),
        ("a" * 21, (20, 21), 20, ["1 | ..." + "a" * 7, "  |          ^"]),
        (
            "a" * 50 + "b" + "c" * 50,
            (50, 51),
            26,
            ["1 | ..." + "a" * 9 + "b" + "c" * 10 + "...", "  |" + " " * 13 + "^"],
        ),
        ("x" * 100, (10, 90), 26, ["1 | ..." + "x" * 20 + "...", "  |    " + "^" * 20]),
        ("e" + "\u0301" * 999, (0, 1), 20, ["1 | e" + "\u0301" * 20 + "...", "  | ^"]),
        ("e" + "\u0301" * 999, (1, 900), 20, ["1 | e" + "\u0301" * 40 + "...", "  |  ^"]),
    ],
)
def test_a_long_line_is_cropped_around_the_span(line: str, span: tuple[int, int], width: int, shown: list[str]) -> None:
    assert rows(line, span, width=width) == shown


def test_a_line_between_marks_is_cropped_from_its_start() -> None:
    assert rows("a\n" + "b" * 100 + "\nc", (0, 1), (103, 104), width=20)[2] == "2 | " + "b" * 14 + "..."


def test_a_mark_inside_a_span_too_long_for_its_window_gets_a_window_of_its_own() -> None:
    shown = rows("x" * 100, (10, 90), (50, 52), width=26)
    assert [row.count("^") for row in shown if not row.startswith("1")] == [20, 2]
    assert sum(row.startswith("1 |") for row in shown) == 2


@pytest.mark.parametrize(
    ("char", "shown", "width"),
    [
        (" ", " ", 1),
        ("~", "~", 1),
        ("\x7f", "\\x7f", 4),
        ("\x1f", "\\x1f", 4),
        ("\t", "    ", 4),
        ("\x9b", "\\x9b", 4),
        ("\xad", "\\xad", 4),
        ("\u2066", "\\u{2066}", 8),
        ("\u2028", "\\u{2028}", 8),
        ("\u3164", "\\u{3164}", 8),
        ("\ufe00", "\\u{fe00}", 8),
        ("\ufe0f", "\\u{fe0f}", 8),
        ("\U000e0100", "\\u{e0100}", 9),
        ("\U000e01ef", "\\u{e01ef}", 9),
        ("\u180b", "\\u{180b}", 8),
        ("\u180f", "\\u{180f}", 8),
        ("\udc80", "\\x80", 4),
        ("\udcff", "\\xff", 4),
        ("\udc7f", "\\u{dc7f}", 8),
        ("\ud800", "\\u{d800}", 8),
        ("\u0301", "\u0301", 0),
        ("é", "é", 1),
        ("漢", "漢", 2),
        ("Ａ", "Ａ", 2),
        ("😀", "😀", 2),
    ],
)
def test_each_code_point_is_shown_in_its_columns_or_escaped(char: str, shown: str, width: int) -> None:
    assert cell(char) == (shown, width)


def fix_rows(content: str, *edits: tuple[int, int, str], width: int = 84) -> list[str]:
    source = Source.from_text(content)
    fix = Fix("f", tuple(Edit(Span.of(source, begin, end), text) for begin, end, text in edits))
    return preview(Frame(source, 1, width, PLAIN), fix)[1:-1]


def test_a_fix_is_shown_as_the_lines_before_and_after() -> None:
    assert fix_rows("ab\ncd\nef", (0, 1, "X"), (7, 8, "Y")) == ["1 - ab", "1 + Xb", "3 - ef", "3 + eY"]
    assert fix_rows("ab\ncd\nef", (1, 4, "X")) == ["1 - ab", "2 - cd", "1 + aXd"]
    assert fix_rows("ab", (0, 0, "("), (2, 2, ")")) == ["1 - ab", "1 + (ab)"]
    assert fix_rows("ab", (1, 1, "1\n2")) == ["1 - ab", "1 + a1", "2 + 2b"]


def test_edits_that_overlap_are_shown_once() -> None:
    assert fix_rows("abcd", (0, 3, "X"), (1, 2, "Y")) == ["1 - abcd", "1 + XYd"]


def test_of_a_long_change_the_first_lines_are_shown() -> None:
    six, seven = "\n".join("123456"), "\n".join("1234567")
    assert fix_rows("a", (0, 1, six))[1:] == [f"{n} + {n}" for n in range(1, 7)]
    assert fix_rows("a", (0, 1, seven))[1:] == [*(f"{n} + {n}" for n in range(1, 7)), "  + ..."]


def test_further_lines_of_a_change_are_cropped_from_their_start() -> None:
    assert fix_rows("a" * 9 + "b", (9, 10, "c\n" + "d" * 50), width=20)[2] == "2 + " + "d" * 14 + "..."


def test_marks_too_far_apart_for_one_window_get_a_window_each() -> None:
    shown = rows("a" + " " * 500 + "b", (0, 1), (501, 502), width=40)
    assert [row for row in shown if "^" in row] != shown
    assert sum(row.startswith("1 |") for row in shown) == 2


def test_a_fix_on_a_long_line_is_shown_around_its_first_edit() -> None:
    source = Source.from_text("a" * 500 + "b" * 3 + "c" * 500)
    report = Report()
    fix = Fix("f", (Edit(Span.of(source, 500, 503), "X"), Edit(Span.of(source, 1000, 1003), "far")))
    report.diagnostics = [Diagnostic("A001", "a", source.path, Span.of(source, 500, 503), "m", fix=fix)]
    report.add_source(source)
    removed, added = [row for row in text.render(report, width=44).splitlines() if row.startswith(("1 - ", "1 + "))]
    assert removed == "1 - ..." + "a" * 17 + "bbb" + "c" * 14 + "..."
    assert added == "1 + ..." + "a" * 17 + "X" + "c" * 16 + "..."


def test_a_span_the_source_does_not_have_is_left_out() -> None:
    long = Source.from_text("a\nb\nc")
    assert Frame(Source.from_text("a"), 1, 80, PLAIN).rows([Label(Span.of(long, 4, 5), "", "^", "error")]) == []


@given(LETTERS, LETTERS, LETTERS)
def test_marks_stand_in_the_columns_of_the_marked_text(before: str, marked: str, after: str) -> None:
    code, marks = rows(before + marked + after, (len(before), len(before) + len(marked)), width=1000)
    start = cell_len(printable(before))
    size = max(1, cell_len(printable(before + marked)) - start)
    assert marks == "  | " + " " * start + "^" * size
    assert code == ("1 | " + printable(before + marked + after)).rstrip()


@given(st.text(alphabet="ab漢\t\x1b\u0301", min_size=1, max_size=300), st.data())
def test_a_window_fits_and_starts_at_or_before_what_it_shows(line: str, data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(line)))
    last = data.draw(st.integers(first, len(line)))
    begin, end = crop(line, (0, len(line)), first, last, 60)
    assert 0 <= begin <= first <= end <= len(line)
    assert columns(line[begin:end]) <= 60
    if columns(line[first:last]) <= 40 and last - first <= 40:
        assert end >= last


# The first example loads the rules for their reasons.
@settings(deadline=None)
@given(ODD, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), min_size=4, max_size=4), st.integers(20, 90))
def test_any_text_and_any_spans_print_without_raw_controls(
    content: str, places: list[tuple[int, int]], width: int
) -> None:
    source = Source.from_text(content, "odd\x1b\udcff" + content[:5])
    spans = [Span.of(source, min(place), max(place)) for place in places]
    fix = Fix("mend " + content[:9], (Edit(spans[2], content[:7]), Edit(spans[3], "\n\x07")))
    found = Diagnostic("A001", "a", source.path, spans[0], content, notes=(Note(content, spans[1]),), fix=fix)
    report = Report()
    report.diagnostics = [found]
    report.add_source(source)
    shown = text.render(report, width=width)
    assert {char for char in shown if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")} == {"\n"}


@settings(deadline=None)
@given(ODD, ODD)
def test_positions_of_another_version_of_the_file_do_no_harm(old: str, new: str) -> None:
    before, after = Source.from_text(old), Source.from_text(new)
    span = Span.of(before, len(old) // 2, len(old))
    found = Diagnostic("A001", "a", after.path, span, "m", fix=Fix("f", (Edit(span, "x"),)))
    report = Report()
    report.diagnostics = [found]
    report.add_source(after)
    assert text.render(report).startswith("error[A001]: m\n")
