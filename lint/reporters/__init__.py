"""The formats a report is written in; each module has `render(report, options) -> str` and loads only when asked for."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..report import Report

# Format name → module of this package.
MODULES = {
    "text": "text",
    "concise": "concise",
    "json": "document",
    "sarif": "sarif",
    "github": "github",
    "gitlab": "gitlab",
    "junit": "junit",
}
FORMATS = tuple(MODULES)


class Options:
    """How to print: `color` and `width` (columns for source lines) matter to the text format alone.

    `quiet` leaves the summary line out of text and concise; `statistics` adds a table of counts by rule to them.
    """

    __slots__ = ("color", "quiet", "statistics", "width")

    def __init__(self, *, color: bool = False, width: int = 120, quiet: bool = False, statistics: bool = False) -> None:
        self.color = color
        self.width = width
        self.quiet = quiet
        self.statistics = statistics


def render(format_name: str, report: Report, options: Options | None = None) -> str:
    """The report in one of `FORMATS`, ending in a line break unless empty. Raises `KeyError` for another name."""
    from importlib import import_module

    module = import_module("." + MODULES[format_name], __name__)
    return module.render(report, options or Options())
