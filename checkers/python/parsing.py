"""From a source to its syntax tree: the standard library's, with the place of each node in the text.

The parser is that of the Python that runs: it decides what the language is.
"""

from __future__ import annotations

import ast
import re
import sys
import warnings
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from ..host.python import scan
from ..source import Source
from ..suppression import MARKER
from .reading import LINE_BREAKS, NOTEBOOK, UNDECODED, EncodingProblem, decode

LONGEST = 1 << 25
# The tree of a source and what is found out about it takes a kilobyte for each of its words and signs.
_MOST_WORDS = 1 << 20
_WORD = re.compile(r"\w+|[^\w\s]")
_MANY_DIGITS = re.compile(r"(?<![\w.])\d(?:_?\d){3999,}")
# The parser makes trees less deep than a tenth of this; the frames are on the heap.
_WALKER_FRAMES = 40_000
# Python's own limit; its parser makes trees three times as deep.
_PARSER_FRAMES = 1000
_CONTINUATION = bytes(range(0x80, 0xC0))
# Bytes between two places of a long line whose code points are counted beforehand.
_MARK = 1024
_FORMATTED = re.compile(r"""\b(?:[fF][rR]?|[rR][fF])['"]""")
_PLACES_FORMATTED = sys.version_info >= (3, 12)


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Lets functions recurse along a tree of any depth that the parser makes."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _WALKER_FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


class SyntaxProblem:
    """Why a source is not Python: `message`, at the code-point offsets `start` to `end`."""

    __slots__ = ("end", "message", "start")

    def __init__(self, message: str, start: int, end: int) -> None:
        self.message = message
        self.start = start
        self.end = end


class Lines:
    """Finds code-point offsets from lines (from 1) and columns in bytes of UTF-8 (from 0), as `ast` has them."""

    __slots__ = ("_ascii", "_marks", "_starts", "_text")

    def __init__(self, text: str, starts: list[int]) -> None:
        self._text = text
        self._starts = starts
        self._ascii = text.isascii()
        self._marks: dict[int, tuple[bytes, list[int]] | None] = {}

    def offset(self, line: int, column: int) -> int:
        """The code-point offset of a place; one outside the text is the nearest inside."""
        if not 0 < line <= len(self._starts):
            return 0 if line <= 0 else len(self._text)
        start = self._starts[line - 1]
        points = column if self._ascii else self._points(line, column)
        return min(start + points, len(self._text))

    def line(self, offset: int) -> int:
        """The line (from 1) that a code-point offset is on."""
        return bisect_right(self._starts, offset)

    def _points(self, line: int, column: int) -> int:
        """The code points in the first `column` bytes of a line."""
        if line not in self._marks:
            start = self._starts[line - 1]
            end = self._starts[line] if line < len(self._starts) else len(self._text)
            text = self._text[start:end]
            self._marks[line] = None if text.isascii() else _marked(text)
        found = self._marks[line]
        if found is None:
            return column
        encoded, marks = found
        mark = min(column // _MARK, len(marks) - 1)
        return marks[mark] + _count(encoded[mark * _MARK : column])


def line_starts(text: str) -> list[int]:
    """The offset at which each line of Python starts."""
    return [0, *(match.end() for match in re.finditer("\r\n|[" + LINE_BREAKS + "]", text))]


def _marked(text: str) -> tuple[bytes, list[int]]:
    encoded = text.encode("utf-8", "surrogatepass")
    marks = [0]
    for start in range(0, len(encoded), _MARK):
        marks.append(marks[-1] + _count(encoded[start : start + _MARK]))
    return encoded, marks


def _count(piece: bytes) -> int:
    """How many code points begin in a piece of UTF-8."""
    return len(piece.translate(None, _CONTINUATION))


class Parsed:
    """A source and its tree. `text` is what was parsed: that of the source, or as long, with blanks for a notebook's
    magics."""

    __slots__ = ("_comments", "_lines", "_placed", "source", "text", "tree")

    def __init__(self, source: Source, text: str, tree: ast.Module, lines: Lines) -> None:
        self.source = source
        self.text = text
        self.tree = tree
        self._lines = lines
        self._comments: list[tuple[int, int]] | None = None
        self._placed = _PLACES_FORMATTED or _FORMATTED.search(text) is None

    def span(self, node: ast.AST) -> tuple[int, int]:
        """The code-point offsets at which a node starts and ends; 0 and 0 of one that has no place."""
        if not self._placed:
            # Only who asks for a place has to wait for it.
            self._placed = True
            _place_formatted(self.tree, self.text, self._lines)
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        start = self._lines.offset(line, column)
        end_line, end_column = getattr(node, "end_lineno", None), getattr(node, "end_col_offset", None)
        if end_line is None or end_column is None:
            return start, start
        return start, max(start, self._lines.offset(end_line, end_column))

    def line(self, offset: int) -> int:
        """The line (from 1) of a code-point offset, as `ast` counts them."""
        return self._lines.line(offset)

    @property
    def comments(self) -> list[tuple[int, int]]:
        """The (start, end) ranges of the comments, if any may be for this tool."""
        if self._comments is None:
            self._comments = scan(self.text)[1] if MARKER in self.text else []
        return self._comments


def parse(source: Source) -> Parsed | SyntaxProblem:
    """The tree of a Python source or notebook, or why there is none."""
    if is_too_large(source.text):
        return SyntaxProblem(
            f"this has more than {LONGEST} characters or {_MOST_WORDS} words, which are not read: split it", 0, 0
        )
    if source.path.lower().endswith(NOTEBOOK):
        from .notebook import python_of

        text = python_of(source)
    else:
        text = source.text
        if source.encoding == UNDECODED:
            try:
                decode(source.data)
            except EncodingProblem as problem:
                return SyntaxProblem(str(problem), problem.start, problem.end)
    if isinstance(text, SyntaxProblem):
        return text
    lines = Lines(text, source.line_starts if source.breaks == LINE_BREAKS else line_starts(text))
    tree = tree_of(text, lines)
    if isinstance(tree, SyntaxProblem):
        return tree
    return Parsed(source, text, tree, lines)


def is_too_large(text: str) -> bool:
    """Whether the tree of a text would take more memory than there may be."""
    if len(text) <= _MOST_WORDS or len(text) > LONGEST:
        return len(text) > LONGEST
    return any(count >= _MOST_WORDS for count, _ in enumerate(_WORD.finditer(text), 1))


def tree_of(text: str, lines: Lines) -> ast.Module | SyntaxProblem:
    """What the parser of the running Python makes of a text."""
    if (null := text.find("\0")) >= 0:
        return SyntaxProblem("a source holds no null character: remove it", null, null + 1)
    limit = sys.getrecursionlimit()
    try:
        # Who walks trees may raise it, but how deep they are is not to depend on that.
        with suppress(RecursionError):
            sys.setrecursionlimit(_PARSER_FRAMES)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        return _problem(error, text, lines)
    except (RecursionError, MemoryError):
        place = _deepest(text)
        return SyntaxProblem("this nests too deeply for Python to parse: give parts of it names", place, place + 1)
    except (ValueError, OverflowError) as error:
        surrogate = next((at for at, char in enumerate(text) if "\ud800" <= char <= "\udfff"), 0)
        message = _said(str(error))
        return SyntaxProblem(message, surrogate, min(surrogate + 1, len(text)))
    finally:
        sys.setrecursionlimit(limit)


def _problem(error: SyntaxError, text: str, lines: Lines) -> SyntaxProblem:
    """The parser's complaint, where it points; its columns count code points, from 1."""

    def place(line: int | None, column: int | None) -> int:
        start = lines.offset(line or 1, 0)
        end = lines.offset((line or 1) + 1, 0)
        return min(start + max((column or 1) - 1, 0), end)

    if not error.offset and (digits := _MANY_DIGITS.search(text, place(error.lineno, 1))):
        # Of a literal that it does not convert, the parser tells no more than the line it was at.
        return SyntaxProblem(_said(error.msg.partition(";")[0]), *digits.span())
    start = place(error.lineno, error.offset)
    end = place(error.end_lineno, error.end_offset) if error.end_lineno and (error.end_offset or 0) > 0 else start
    if end <= start:
        end = min(start + 1, len(text))
    return SyntaxProblem(_said(error.msg or "invalid syntax"), min(start, end), end)


def _said(message: str) -> str:
    """A message of the parser in our form."""
    message = " ".join(message.split()).rstrip(".")
    return f"this is not Python: {message[:1].lower()}{message[1:]}"


def _deepest(text: str) -> int:
    """Where the brackets of a text are nested most deeply."""
    depth = deepest = place = 0
    for at, char in enumerate(text):
        if char in "([{":
            depth += 1
            if depth > deepest:
                deepest, place = depth, at
        elif char in ")]}":
            depth -= 1
    return place


def _place_formatted(tree: ast.Module, text: str, lines: Lines) -> None:
    """Give the expressions of f-strings that Python 3.11 misplaces the place of their f-string."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.JoinedStr):
            continue
        for value in node.values:
            if isinstance(value, ast.FormattedValue) and not _stands(value.value, text, lines):
                for part in ast.walk(value):
                    if hasattr(part, "lineno"):
                        ast.copy_location(part, node)


def _stands(expression: ast.expr, text: str, lines: Lines) -> bool:
    """Whether an expression is what stands at its place."""
    start = lines.offset(expression.lineno, expression.col_offset)
    end = lines.offset(expression.end_lineno or 0, expression.end_col_offset or 0)
    written = text[start:end]
    if isinstance(expression, ast.Name):
        return written == expression.id
    found = tree_of(f"({written}\n)", Lines("", [0]))
    if isinstance(found, SyntaxProblem) or len(found.body) != 1:
        return False
    statement = found.body[0]
    return isinstance(statement, ast.Expr) and ast.dump(statement.value) == ast.dump(expression)
