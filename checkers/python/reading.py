"""The text of a Python file: its encoding (PEP 263), its lines as Python counts them, the cells of a notebook."""

from __future__ import annotations

import codecs
import re

from ..source import BYTE_ORDER_MARK, Source

LINE_BREAKS = "\n\r"
# The encoding of a source that is not text: no codec calls itself so.
UNDECODED = "latin-1"
NOTEBOOK = ".ipynb"
_DECLARATION = re.compile(rb"[ \t\f]*#[^\r\n]*?coding[:=][ \t]*([-\w.]+)")
_BLANK = re.compile(rb"[ \t\f]*(?:#[^\r\n]*)?(?:\r\n|\r|\n)")
# Codecs that Python reads sources by in principle, but at a cost that grows with the square of their length.
_UNREADABLE = frozenset(("idna", "punycode", "undefined"))


class EncodingProblem(ValueError):
    """A file whose bytes are not text as it declares; `start` and `end` are the offsets of the bytes in question."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.start = start
        self.end = end


def read(path: str, data: bytes) -> Source:
    """The source of a Python file or notebook; of one that can't be decoded, its bytes as Latin-1.

    What is wrong with such a file, `decode` says.
    """
    if path.lower().endswith(NOTEBOOK):
        from .notebook import read_notebook

        return read_notebook(path, data)
    try:
        _, encoding = decode(data)
    except EncodingProblem:
        return Source(path, data, UNDECODED, breaks=LINE_BREAKS)
    return Source(path, data, encoding, breaks=LINE_BREAKS)


def decode(data: bytes) -> tuple[str, str]:
    """The text of a source file without its byte order mark, and its encoding (PEP 263). Raises `EncodingProblem`."""
    encoding, start, end = declared_encoding(data)
    bom = len(BYTE_ORDER_MARK) if data.startswith(BYTE_ORDER_MARK) else 0
    try:
        name = codecs.lookup(encoding).name
        readable = name not in _UNREADABLE
    except (LookupError, UnicodeError):
        readable, name = False, encoding
    if bom and name != "utf-8":
        raise EncodingProblem(
            f"this declares the encoding {encoding}, and the file begins with the mark of UTF-8: drop one of them",
            start,
            end,
        )
    if not readable:
        raise EncodingProblem(f"no text is read as {encoding}: save the file as UTF-8", start, end)
    try:
        return data[bom:].decode(name), name
    except UnicodeDecodeError as error:
        wrong = bom + error.start
        raise EncodingProblem(
            f"byte {wrong} (0x{data[wrong]:02x}) is not {encoding}, the encoding of this file: save it as UTF-8",
            wrong,
            wrong + 1,
        ) from error
    except (LookupError, UnicodeError, ValueError) as error:
        raise EncodingProblem(f"no text is read as {encoding}: save the file as UTF-8", start, end) from error


def declared_encoding(data: bytes) -> tuple[str, int, int]:
    """The encoding that one of the first two lines declares, and the offsets of its name; UTF-8 where none does."""
    at = len(BYTE_ORDER_MARK) if data.startswith(BYTE_ORDER_MARK) else 0
    for _ in range(2):
        if declaration := _DECLARATION.match(data, at):
            return declaration[1].decode("ascii", "replace"), declaration.start(1), declaration.end(1)
        blank = _BLANK.match(data, at)
        if blank is None:
            break
        at = blank.end()
    return "utf-8", 0, 0
