"""What the front end says of a module: the codes of its findings, their diagnostics, the names that are near."""

from __future__ import annotations

from ..diagnostic import Diagnostic, Note, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..source import Source

    Place = tuple[int, int, str]

SYNTAX_ERROR = "WGSL001"
INVALID_MODULE = "WGSL002"
NONSTANDARD_SYNTAX = "WGSL004"
_NAMES = {SYNTAX_ERROR: "syntax-error", INVALID_MODULE: "invalid-module", NONSTANDARD_SYNTAX: "nonstandard-syntax"}

# Comparing names costs the product of their lengths, so only this much of it is done.
_LONGEST = 64
_MOST_CANDIDATES = 2000


def problem(source: Source, code: str, start: int, end: int, message: str, notes: Iterable[Place] = ()) -> Diagnostic:
    """The diagnostic of that code at the code-point offsets `start` to `end`; each note is (start, end, message)."""
    shown = tuple([Note.of(source, *place) for place in notes])
    return Diagnostic(code, _NAMES[code], source.path, Span.of(source, start, end), message, notes=shown)


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """`: did you mean …?` with the candidate nearest to a name that means nothing; "" when none is near."""
    if len(name) > _LONGEST:
        return ""
    from difflib import get_close_matches

    short = [known for known in candidates if len(known) <= _LONGEST]
    near = get_close_matches(name, short[:_MOST_CANDIDATES], 1, 0.75)
    return f": did you mean `{near[0]}`?" if near else ""
