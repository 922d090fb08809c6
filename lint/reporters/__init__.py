"""The formats a report is written in: a module each, named as the format and loaded only when asked for."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..report import Report

FORMATS = ("text", "concise", "json", "sarif", "github", "gitlab", "junit")


def render(
    format_name: str, report: Report, *, color: bool = False, quiet: bool = False, statistics: bool = False
) -> str:
    """The report in one of `FORMATS`, ending in a line break unless empty."""
    from importlib import import_module

    module = import_module("." + format_name, __name__)
    return module.render(report, color=color, quiet=quiet, statistics=statistics)
