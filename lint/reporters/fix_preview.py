"""A fix shown as a small diff of the lines it changes."""

from __future__ import annotations

from .frame import ELLIPSIS, Frame, crop, cropped, line_bounds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...checkers.diagnostic import Edit, Fix

# A longer change is cut: the whole of it is what `--diff` shows.
SHOWN_LINES = 6


def preview(frame: Frame, fix: Fix) -> list[str]:
    """Rows of `-` and `+` lines; edits on one line, or on lines that touch, make one change."""
    rows: list[str] = []
    for edits in _changes(fix):
        first, last = edits[0].span.start.line, max(edit.span.end.line for edit in edits)
        if last > len(frame.source.line_starts):
            return []
        rows += _change(frame, edits, first, last)
    return [frame.row("", "|", ""), *rows, frame.row("", "|", "")] if rows else []


def _changes(fix: Fix) -> list[list[Edit]]:
    changes: list[list[Edit]] = []
    for edit in sorted(fix.edits, key=lambda edit: (edit.span.start.offset, edit.span.end.offset)):
        if changes and edit.span.start.line <= changes[-1][-1].span.end.line:
            changes[-1].append(edit)
        else:
            changes.append([edit])
    return changes


def _change(frame: Frame, edits: list[Edit], first: int, last: int) -> list[str]:
    text = frame.source.text
    begin, end = line_bounds(frame.source, first)[0], line_bounds(frame.source, last)[1]
    # No more of a long line than what cropping may show, and no more of a long change than what is shown of it.
    begin = max(begin, edits[0].span.start.offset - frame.width)
    end = min(end, edits[-1].span.end.offset + frame.width, begin + SHOWN_LINES * frame.width * 2)
    new, at = "", begin
    for edit in edits:
        if edit.span.start.offset <= end:
            new += text[at : max(at, edit.span.start.offset)] + edit.text
            at = max(at, edit.span.end.offset)
    new += text[at:end]
    # Both sides are cropped around the first edit, so that a reader sees the same place twice.
    focus = edits[0].span.start.offset - begin
    return _side(frame, text[begin:end], focus, first, "-") + _side(frame, new, focus, first, "+")


def _side(frame: Frame, text: str, focus: int, number: int, sign: str) -> list[str]:
    style = "removed" if sign == "-" else "added"
    lines = text.splitlines()
    rows: list[str] = []
    for index, line in enumerate(lines[:SHOWN_LINES]):
        at = min(focus, len(line)) if index == 0 else 0
        window = crop(line, (0, len(line)), at, at, frame.width)
        shown = cropped(line, (0, len(line)), window)
        rows.append(frame.row(str(number + index), frame.paint(style, sign), frame.paint(style, shown)))
    if len(lines) > SHOWN_LINES:
        rows.append(frame.row("", sign, ELLIPSIS))
    return rows
