"""One line a finding: `path:line:column: CODE message`."""

from __future__ import annotations

from .summary import closing_lines
from .terminal import Painter, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...checkers.diagnostic import Diagnostic
    from ..report import Report


def render(report: Report, *, color: bool = False, quiet: bool = False, statistics: bool = False) -> str:
    """The active findings, a line each, with `[*]` where a safe fix is at hand."""
    paint = Painter(color)
    lines = "".join(_line(diagnostic, paint) + "\n" for diagnostic in report.active)
    return lines + closing_lines(report, paint, quiet=quiet, statistics=statistics)


def _line(diagnostic: Diagnostic, paint: Painter) -> str:
    where = printable(diagnostic.path)
    if diagnostic.span:
        where += f":{diagnostic.span.start.line}:{diagnostic.span.start.column}"
    place = f" ({printable(diagnostic.place)})" if diagnostic.place else ""
    fixable = " [*]" if diagnostic.fix and diagnostic.fix.applicability == "safe" else ""
    code = paint(diagnostic.severity, diagnostic.code)
    return f"{paint('bold', where)}: {code}{fixable} {printable(diagnostic.message)}{place}"
