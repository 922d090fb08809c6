"""What names a finding while the code around it changes: its rule, its path and the text of its line."""

from __future__ import annotations

from hashlib import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..checkers.diagnostic import Diagnostic
    from .report import Report


class LineDigests:
    """Digests of the lines that findings start on, with blanks evened out, so that indentation may change.

    A line is read once however many findings it has: a minified file may have all of them on one.
    """

    __slots__ = ("_known", "_report")

    def __init__(self, report: Report) -> None:
        self._report = report
        self._known: dict[tuple[str, int], str] = {}

    def of(self, diagnostic: Diagnostic) -> str:
        """The digest, 32 hexadecimal digits; of the finding's place, or else its message, when it has no line."""
        source = self._report.source(diagnostic.path)
        if source is None or diagnostic.span is None:
            return digest(diagnostic.place or diagnostic.message)
        line = min(source.line_of(diagnostic.span.start), len(source.line_starts))
        key = (diagnostic.path, line)
        if key not in self._known:
            self._known[key] = digest(" ".join(source.line(line).split()))
        return self._known[key]


def fingerprints(report: Report, diagnostics: list[Diagnostic]) -> list[str]:
    """A fingerprint for each of `diagnostics`, in their order; those alike in all three are told apart by counting."""
    digests = LineDigests(report)
    seen: dict[tuple[str, str, str], int] = {}
    found: list[str] = []
    for diagnostic in diagnostics:
        key = (diagnostic.code, diagnostic.path, digests.of(diagnostic))
        seen[key] = seen.get(key, 0) + 1
        found.append(digest("\0".join((*key, str(seen[key])))))
    return found


def digest(text: str) -> str:
    """32 hexadecimal digits of the SHA-256 of `text`."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
