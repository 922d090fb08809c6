"""Workflow commands that GitHub Actions turns into annotations on the changed lines."""

from __future__ import annotations

from ..pages import page_url
from .terminal import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...checkers.diagnostic import Diagnostic
    from ..report import Failure, Report


def render(report: Report, *, color: bool = False, quiet: bool = False, statistics: bool = False) -> str:
    """A `::error` or `::warning` command per active finding and per failure."""
    lines = [_finding(diagnostic) for diagnostic in report.active]
    lines += [_failure(failure) for failure in report.failures]
    return "".join(line + "\n" for line in lines)


def _finding(diagnostic: Diagnostic) -> str:
    properties = {"file": diagnostic.path}
    span = diagnostic.span
    if span:
        properties |= {"line": str(span.start.line), "endLine": str(span.last_line)}
        if span.start.line == span.end.line:
            # Columns are only understood within one line; endColumn is the last column marked.
            properties |= {"col": str(span.start.column), "endColumn": str(max(span.start.column, span.end.column - 1))}
    properties["title"] = f"{diagnostic.code} {diagnostic.name}"
    place = f" ({printable(diagnostic.place)})" if diagnostic.place else ""
    fix = f"\nfix: {printable(diagnostic.fix.message)}" if diagnostic.fix else ""
    message = f"{printable(diagnostic.message)}{place}{fix}\nsee: {page_url(diagnostic.code)}"
    return _command("error" if diagnostic.severity == "error" else "warning", properties, message)


def _failure(failure: Failure) -> str:
    properties = {"file": failure.path} if failure.path else {}
    return _command("error", properties | {"title": "not checked"}, printable(failure.message))


def _command(name: str, properties: dict[str, str], message: str) -> str:
    given = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{name} {given}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(printable(text)).replace(":", "%3A").replace(",", "%2C")
