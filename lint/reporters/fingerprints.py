"""Names of findings that last while the code around them changes.

A fingerprint is of the rule, the path, the text of the line with its white space taken out, and the how-many-th such
finding it is in the file; line numbers are not in it.
"""

from __future__ import annotations

from hashlib import sha256

from .frame import line_bounds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...checkers.diagnostic import Diagnostic
    from ..report import Report


def fingerprints(report: Report, diagnostics: list[Diagnostic]) -> list[str]:
    """A fingerprint for each of `diagnostics`, all different; they come in the order of the report."""
    digests: dict[tuple[str, int], str] = {}
    seen: dict[tuple[str, str, str], int] = {}
    found: list[str] = []
    for diagnostic in diagnostics:
        line = diagnostic.span.start.line if diagnostic.span else 0
        place = (diagnostic.path, line)
        if place not in digests:
            digests[place] = _digest(_line_text(report, diagnostic.path, line))
        key = (diagnostic.code, diagnostic.path, digests[place] if line else diagnostic.place)
        seen[key] = seen.get(key, 0) + 1
        found.append(_digest("\0".join((*key, str(seen[key]))))[:32])
    return found


def _line_text(report: Report, path: str, line: int) -> str:
    source = report.source(path)
    if source is None or not 1 <= line <= len(source.line_starts):
        return ""
    begin, end = line_bounds(source, line)
    return "".join(source.text[begin:end].split())


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
