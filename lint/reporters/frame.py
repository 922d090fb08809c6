"""Code frames: source lines with a gutter of line numbers, and marks under exact spans.

A long line is cropped around what is marked, so a frame costs no more on a line of ten million characters.
"""

from __future__ import annotations

from .terminal import Painter, cell, columns, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...checkers.diagnostic import Span
    from ...checkers.source import Source

ELLIPSIS = "..."
# A span of more lines than this is shown by its first and its last line.
WHOLE_SPAN_LINES = 4


class Label:
    """What a frame marks: `mark` is drawn under `span` in `style`, with `text` after it."""

    __slots__ = ("mark", "span", "style", "text")

    def __init__(self, span: Span, text: str, mark: str, style: str) -> None:
        self.span = span
        self.text = text
        self.mark = mark
        self.style = style


class _Piece:
    """The part of a label on one line, as code-point offsets of the source; `text` only on the label's last line."""

    __slots__ = ("begin", "end", "label", "text")

    def __init__(self, begin: int, end: int, text: str, label: Label) -> None:
        self.begin = begin
        self.end = end
        self.text = text
        self.label = label


def line_bounds(source: Source, number: int) -> tuple[int, int]:
    """The code-point offsets of a line's text (from 1), its line break left out."""
    starts = source.line_starts
    if number >= len(starts):
        return starts[number - 1], len(source.text)
    end = starts[number] - 1
    if source.text[end - 1 : end + 1] == "\r\n":
        end -= 1
    return starts[number - 1], end


def crop(text: str, line: tuple[int, int], first: int, last: int, width: int) -> tuple[int, int]:
    """The part of a line, at most `width` columns, that shows `first` up to `last` and as much around as fits."""
    line_begin, line_end = line
    if line_end - line_begin <= width and columns(text[line_begin:line_end]) <= width:
        return line
    budget = width - 2 * len(ELLIPSIS)
    end = first
    while end < min(last, first + width) and (size := cell(text[end])[1]) <= budget:
        end += 1
        budget -= size
    begin, left = first, budget // 2
    while begin > max(line_begin, first - width) and (size := cell(text[begin - 1])[1]) <= left:
        begin -= 1
        left -= size
        budget -= size
    stop = min(line_end, end + width)
    while end < stop and (size := cell(text[end])[1]) <= budget:
        end += 1
        budget -= size
    return begin, end


def cropped(text: str, line: tuple[int, int], window: tuple[int, int]) -> str:
    """The window of a line, printable, with an ellipsis on each side where the line goes on."""
    before = ELLIPSIS if window[0] > line[0] else ""
    after = ELLIPSIS if window[1] < line[1] else ""
    return before + printable(text[window[0] : window[1]]) + after


class Frame:
    """Draws the frames of one source: `gutter` is the width of the line numbers, `width` that of the source text."""

    __slots__ = ("gutter", "paint", "source", "width")

    def __init__(self, source: Source, gutter: int, width: int, paint: Painter) -> None:
        self.source = source
        self.gutter = gutter
        self.width = width
        self.paint = paint

    def rows(self, labels: list[Label], *, whole: bool = False) -> list[str]:
        """The rows that show every label, in the order of the lines; none for a label the source has no lines for.

        `whole`: show the lines without labels too.
        """
        pieces: dict[int, list[_Piece]] = {}
        for label in labels:
            for number, piece in self._pieces(label):
                pieces.setdefault(number, []).append(piece)
        rows: list[str] = []
        previous = 0
        for number in range(1, len(self.source.line_starts) + 1) if whole else sorted(pieces):
            if previous and number == previous + 2:
                rows += self._line(number - 1, [])
            elif previous and number > previous + 2:
                rows.append(self.paint("mark", ELLIPSIS))
            rows += self._line(number, pieces.get(number, []))
            previous = number
        return rows

    def row(self, number: str, sign: str, text: str) -> str:
        """One row: the gutter with `number`, a bar or another `sign`, and `text`."""
        return f"{self.paint('mark', f'{number:>{self.gutter}} {sign}')} {text}".rstrip()

    def _pieces(self, label: Label) -> list[tuple[int, _Piece]]:
        start, stop = label.span.start, label.span.end
        first = self.source.line_of(start)
        last, stopped = first + label.span.last_line - start.line, first + stop.line - start.line
        if last > len(self.source.line_starts):
            return []
        found: list[tuple[int, _Piece]] = []
        for number in range(first, last + 1) if last - first < WHOLE_SPAN_LINES else (first, last):
            line_begin, line_end = line_bounds(self.source, number)
            begin = line_begin + start.column - 1 if number == first else self._indented(line_begin, line_end)
            end = line_begin + stop.column - 1 if number == stopped else line_end
            begin = min(begin, line_end)
            end = max(begin, min(end, line_end))
            if begin < end or number in (first, last):
                found.append((number, _Piece(begin, end, label.text if number == last else "", label)))
        return found

    def _indented(self, begin: int, end: int) -> int:
        while begin < end and self.source.text[begin].isspace():
            begin += 1
        return begin

    def _line(self, number: int, pieces: list[_Piece]) -> list[str]:
        """A line's rows; the line comes more than once when its marks lie too far apart to be seen together."""
        text, line = self.source.text, line_bounds(self.source, number)
        waiting = sorted(pieces, key=lambda piece: (piece.begin, piece.end))
        rows: list[str] = []
        shown = str(number - self.source.section(number)[0] + 1)
        while waiting or not rows:
            first, last = (waiting[0].begin, waiting[0].end) if waiting else (line[0], line[0])
            window = crop(text, line, first, last, self.width)
            seen = [piece for piece in waiting if piece.end <= window[1]] or waiting[:1]
            waiting = [piece for piece in waiting if piece not in seen]
            rows.append(self.row(shown, "|", cropped(text, line, window)))
            rows += [self.row("", "|", marks) for marks in self._marks(window, line[0], seen)]
        return rows

    def _marks(self, window: tuple[int, int], line_begin: int, pieces: list[_Piece]) -> list[str]:
        """The rows of marks under a window: marks share a row where neither they nor their texts meet."""
        shift = len(ELLIPSIS) if window[0] > line_begin else 0
        placed: list[list[tuple[int, int, _Piece, int]]] = []
        plain_last = sorted(pieces, key=lambda piece: (bool(piece.text), -piece.begin))
        for piece in plain_last:
            begin = shift + columns(self.source.text[window[0] : piece.begin])
            size = max(1, columns(self.source.text[piece.begin : min(piece.end, window[1])]))
            stop = begin + size + (1 + columns(piece.text) if piece.text else 0)
            for row in placed:
                if all(stop < other or begin > other_stop for other, other_stop, _, _ in row):
                    row.append((begin, stop, piece, size))
                    break
            else:
                placed.append([(begin, stop, piece, size)])
        return [self._mark_row(sorted(row, key=lambda item: item[0])) for row in placed]

    def _mark_row(self, row: list[tuple[int, int, _Piece, int]]) -> str:
        drawn, at = "", 0
        for begin, stop, piece, size in row:
            text = piece.label.mark * size + (" " + printable(piece.text) if piece.text else "")
            drawn += " " * (begin - at) + self.paint(piece.label.style, text)
            at = stop
        return drawn
