"""Where the marks of a code frame stand, for any text and any span."""

from __future__ import annotations

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from wai_lint.checkers.diagnostic import Diagnostic, Edit, Fix, Note, Span
from wai_lint.checkers.source import Source
from wai_lint.lint.report import Report
from wai_lint.lint.reporters import text
from wai_lint.lint.reporters.frame import Frame, Label, crop
from wai_lint.lint.reporters.terminal import Painter, columns, printable

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


def test_marks_share_a_row_until_they_or_their_texts_would_meet() -> None:
    source = Source.from_text("aa bb cc")
    spans = [Span.of(source, 0, 2), Span.of(source, 3, 5), Span.of(source, 6, 8)]
    free = [Label(spans[0], "", "^", "error"), Label(spans[2], "third", "-", "mark")]
    crossing = [Label(spans[1], "second", "-", "mark"), Label(spans[2], "third", "-", "mark")]
    assert Frame(source, 1, 80, PLAIN).rows(free)[1:] == ["  | ^^    -- third"]
    assert Frame(source, 1, 80, PLAIN).rows(crossing)[1:] == ["  |       -- third", "  |    -- second"]


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
