"""Source texts and places in them.

Offsets count Unicode code points of the decoded text; lines and columns count from 1; a column counts code points.
Byte offsets count from 0 in the file's bytes. These modules run at every start, so they use plain classes with
slots: importing `dataclasses` or `typing` costs more than linting a small shader.
"""

from __future__ import annotations

from bisect import bisect_right

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
# Code points at which WGSL §3.2 ends a line; "\r\n" ends one line, not two.
LINE_BREAKS = "\n\v\f\r\x85\u2028\u2029"


class Position:
    """A place: line and column (from 1, in code points), code-point offset and byte offset (from 0)."""

    __slots__ = ("byte", "column", "line", "offset")

    def __init__(self, line: int, column: int, offset: int, byte: int) -> None:
        self.line = line
        self.column = column
        self.offset = offset
        self.byte = byte

    def __repr__(self) -> str:
        return f"{self.line}:{self.column}"


class Source:
    """A file's bytes and, decoded strictly, its text.

    `path` is the name to show: relative to the working folder where it lies below it, with `/` between parts.
    `encoding` is `utf-8`, or `latin-1` for a language that does not ask for UTF-8: one code point a byte.
    `breaks` are the code points that end a line of the language. `text` is what is read where that is not the decoded
    bytes (the cells of a notebook; nothing, for a binary file): byte offsets are then those of `text`.
    Raises `UnicodeDecodeError` when `data` is not in it (the engine turns it into a diagnostic).
    """

    __slots__ = ("_bom", "_byte_marks", "_length", "_line_starts", "breaks", "data", "encoding", "path", "text")

    def __init__(
        self, path: str, data: bytes, encoding: str = "utf-8", *, breaks: str = LINE_BREAKS, text: str | None = None
    ) -> None:
        self.path = path
        self.data = data
        self._bom = len(BYTE_ORDER_MARK) if text is None and data.startswith(BYTE_ORDER_MARK) else 0
        self.encoding = encoding
        self.breaks = breaks
        self.text = data[self._bom :].decode(encoding) if text is None else text
        # Bytes that the text takes.
        self._length = len(data) - self._bom if text is None else len(text.encode(encoding, _ANY))
        self._line_starts: list[int] | None = None
        self._byte_marks: list[int] | None = None

    @classmethod
    def from_text(cls, text: str, path: str = "<text>") -> Source:
        """A source from text already decoded (tests, the public API)."""
        return cls(path, text.encode("utf-8"))

    @property
    def line_starts(self) -> list[int]:
        """The offset at which each line starts, ascending; the first is 0."""
        if self._line_starts is None:
            self._line_starts = _line_starts(self.text, self.breaks)
        return self._line_starts

    def position(self, offset: int) -> Position:
        """The place of a code-point offset; an offset past the end is the end."""
        length = len(self.text)
        if not 0 <= offset <= length:
            offset = 0 if offset < 0 else length
        starts = self._line_starts or self.line_starts
        line = bisect_right(starts, offset)
        byte = self._bom + offset
        if self._length != length:
            if self._byte_marks is None:
                self._byte_marks = _byte_marks(self.text, self._bom, self.encoding)
            mark = offset // _MARK
            byte = self._byte_marks[mark] + len(self.text[mark * _MARK : offset].encode(self.encoding, _ANY))
        return Position(line, offset - starts[line - 1] + 1, offset, byte)

    def line(self, number: int) -> str:
        """The text of a line (from 1), without its line break."""
        starts = self.line_starts
        begin = starts[number - 1]
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[begin:end].rstrip(self.breaks)


def _line_starts(text: str, breaks: str) -> list[int]:
    import re

    return [0, *(match.end() for match in re.finditer("\r\n|[" + breaks + "]", text))]


# Code points between two offsets whose byte offsets are kept, so that finding one costs the same anywhere in a text.
_MARK = 1024
# A text that was not decoded from the bytes (a string of JSON) may hold surrogates.
_ANY = "surrogatepass"


def _byte_marks(text: str, byte: int, encoding: str) -> list[int]:
    """The byte offset of every `_MARK`th code point; that of the first is `byte`."""
    marks = [byte]
    for start in range(0, len(text), _MARK):
        byte += len(text[start : start + _MARK].encode(encoding, _ANY))
        marks.append(byte)
    return marks
