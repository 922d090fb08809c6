"""What a check says about an input: a `Diagnostic`, with its notes and its fix.

A diagnostic holds resolved positions, so it can be cached, sent between processes and printed without its source.
"""

from __future__ import annotations

from .source import Position, Source

SAFE = "safe"
UNSAFE = "unsafe"
LONGEST_MESSAGE = 2000


def clip(text: str, length: int = LONGEST_MESSAGE) -> str:
    """`text` without its middle when it is longer than `length`: names may be of any length, and findings many."""
    if len(text) <= length:
        return text
    half = (length - 3) // 2
    return f"{text[:half]}...{text[-half:]}"


class Span:
    """A half-open range of a file, from `start` up to `end`."""

    __slots__ = ("end", "start")

    def __init__(self, start: Position, end: Position) -> None:
        self.start = start
        self.end = end

    @classmethod
    def of(cls, source: Source, start: int, end: int) -> Span:
        """The span between two code-point offsets of `source`."""
        return cls(source.position(start), source.position(end))

    @property
    def last_line(self) -> int:
        """The last line with a part of the span on it: a span that ends just after a line break ends on that line."""
        after_break = self.end.column == 1 and self.end.line > self.start.line
        return self.end.line - after_break

    def __repr__(self) -> str:
        return f"{self.start!r}-{self.end!r}"


class Note:
    """Something said beside the finding, at its own place ("declared here") or at none."""

    __slots__ = ("message", "span")

    def __init__(self, message: str, span: Span | None = None) -> None:
        self.message = message if len(message) <= LONGEST_MESSAGE else clip(message)
        self.span = span

    @classmethod
    def of(cls, source: Source, start: int, end: int, message: str) -> Note:
        """A note at the code-point offsets `start` to `end` of `source`."""
        return cls(message, Span.of(source, start, end))


class Edit:
    """Replace the text of `span` (empty: insert) by `text`."""

    __slots__ = ("span", "text")

    def __init__(self, span: Span, text: str) -> None:
        self.span = span
        self.text = text

    @classmethod
    def of(cls, source: Source, start: int, end: int, text: str) -> Edit:
        """An edit of the code-point offsets `start` to `end` of `source`."""
        return cls(Span.of(source, start, end), text)


class Fix:
    """Edits of one file that mend a finding; `applicability` is `SAFE` (same meaning) or `UNSAFE`."""

    __slots__ = ("applicability", "edits", "message")

    def __init__(self, message: str, edits: tuple[Edit, ...], applicability: str = SAFE) -> None:
        self.message = message
        self.edits = edits
        self.applicability = applicability


class Diagnostic:
    """One finding.

    `message` is lower case, one sentence without a full stop, and says what and why. `span` is None when the
    finding has no place in a text; `place` then names it (a graph path, a JSON pointer). `suppressed` is None, or how
    the finding was excused: `("comment", justification)` or `("baseline", "")`.
    """

    __slots__ = ("code", "fix", "message", "name", "notes", "path", "place", "severity", "span", "suppressed")

    def __init__(
        self,
        code: str,
        name: str,
        path: str,
        span: Span | None,
        message: str,
        *,
        severity: str = "error",
        notes: tuple[Note, ...] = (),
        fix: Fix | None = None,
        place: str = "",
    ) -> None:
        self.code = code
        self.name = name
        self.path = path
        self.span = span
        self.message = message if len(message) <= LONGEST_MESSAGE else clip(message)
        self.severity = severity
        self.notes = notes
        self.fix = fix
        self.place = place
        self.suppressed: tuple[str, str] | None = None

    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Order of report: by file, place, code."""
        if self.span is None:
            return (self.path, -1, -1, self.code, self.message)
        return (self.path, self.span.start.offset, self.span.end.offset, self.code, self.message)

    def __repr__(self) -> str:
        return f"{self.path}:{self.span!r}: {self.code} {self.message}"
