"""Diagnostics as plain lists of numbers and strings, for the cache and for messages between processes."""

from __future__ import annotations

from ..checkers.diagnostic import Diagnostic, Edit, Fix, Note, Span
from ..checkers.source import Position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def encode(diagnostics: list[Diagnostic]) -> list[Any]:
    """The diagnostics of one file, without their path."""
    return [
        [
            diagnostic.code,
            diagnostic.name,
            diagnostic.severity,
            diagnostic.message,
            diagnostic.place,
            diagnostic.suppressed,
            _encode_span(diagnostic.span),
            [[note.message, _encode_span(note.span)] for note in diagnostic.notes],
            _encode_fix(diagnostic.fix),
        ]
        for diagnostic in diagnostics
    ]


def decode(rows: list[Any], path: str) -> list[Diagnostic]:
    """The diagnostics of the file `path`. Raises `ValueError`, `TypeError` or `LookupError` when `rows` is damaged."""
    found = []
    for code, name, severity, message, place, suppressed, span, notes, fix in rows:
        diagnostic = Diagnostic(
            code,
            name,
            path,
            _decode_span(span),
            message,
            severity=severity,
            notes=tuple([Note(text, _decode_span(numbers)) for text, numbers in notes]) if notes else (),
            fix=None if fix is None else _decode_fix(fix),
            place=place,
        )
        if suppressed is not None:
            kind, justification = suppressed
            diagnostic.suppressed = (kind, justification)
        found.append(diagnostic)
    return found


def _encode_span(span: Span | None) -> list[int] | None:
    if span is None:
        return None
    start, end = span.start, span.end
    return [start.line, start.column, start.offset, start.byte, end.line, end.column, end.offset, end.byte]


def _decode_span(numbers: list[int] | None) -> Span | None:
    if numbers is None:
        return None
    # Unpacked by hand: a warm run over many findings spends half of its time here.
    line, column, offset, byte, end_line, end_column, end_offset, end_byte = numbers
    return Span(Position(line, column, offset, byte), Position(end_line, end_column, end_offset, end_byte))


def _encode_fix(fix: Fix | None) -> list[Any] | None:
    if fix is None:
        return None
    return [fix.message, fix.applicability, [[_encode_span(edit.span), edit.text] for edit in fix.edits]]


def _decode_fix(row: list[Any]) -> Fix:
    message, applicability, edits = row
    decoded = []
    for numbers, text in edits:
        span = _decode_span(numbers)
        if span is None:
            raise ValueError("an edit without a span")
        decoded.append(Edit(span, text))
    return Fix(message, tuple(decoded), applicability)


# Findings in one piece of JSON: all of many at once would take several times their memory.
_PIECE = 1000


def pack(diagnostics: list[Diagnostic]) -> bytes:
    """The diagnostics of one file as bytes; nothing for none, which is what most files have."""
    if not diagnostics:
        return b""
    import json

    pieces = (encode(diagnostics[start : start + _PIECE]) for start in range(0, len(diagnostics), _PIECE))
    return b"\n".join([json.dumps(piece, separators=(",", ":")).encode("ascii") for piece in pieces])


def unpack(body: bytes, path: str) -> list[Diagnostic]:
    """The inverse of `pack`. Raises `ValueError`, `TypeError` or `LookupError` when `body` is damaged."""
    if not body:
        return []
    import json

    return [diagnostic for piece in body.split(b"\n") for diagnostic in decode(json.loads(piece), path)]
