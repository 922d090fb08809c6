"""naga's error reports: a message, and a drawing of the source with carets, from which the place is read back."""

from __future__ import annotations

import re
from unicodedata import east_asian_width

# As naga draws: a tab is four columns wide, and wide characters two.
_TAB = 4


class Rejection:
    """naga's refusal of a module: its message, and the place as code-point offsets (both 0 where it names none)."""

    __slots__ = ("end", "message", "start")

    def __init__(self, message: str, start: int = 0, end: int = 0) -> None:
        self.message = message
        self.start = start
        self.end = end


def read_report(text: str, report: str) -> Rejection:
    """Read a report on the module `text`: its first line with the causes listed under it, and the place.

    The place is the first that carets under one line point at, the innermost that naga names; else where the report
    says it is.
    """
    message = report.split("\n", 1)[0].removeprefix("error: ")
    causes = re.findall(r"(?m)^ *= (?!note:)(.*\S)$", report)
    message = ": ".join((message, *causes))
    return Rejection(message, *(_underlined(text, report) or _named(text, report)))


def _underlined(text: str, report: str) -> tuple[int, int] | None:
    number, drawn = 0, ""
    for row in report.split("\n"):
        source = re.match(r" *(\d+) │ (.*)", row)
        if source:
            number, drawn = int(source[1]), source[2]
            continue
        carets = re.match(r" *│ ([ │]*)(\^+)", row)
        if carets and number:
            line, start = _line(text, number)
            column = len(carets[1]) - (len(drawn.rstrip()) - len(line.replace("\t", " " * _TAB).rstrip()))
            begin = _index(line, column)
            return start + begin, start + max(begin, _index(line, column + len(carets[2])))
    return None


def _named(text: str, report: str) -> tuple[int, int]:
    place = re.search(r"(?m)^ *┌─ wgsl:(\d+):(\d+)$", report)
    if place is None:
        return 0, 0
    line, start = _line(text, int(place[1]))
    return start + min(int(place[2]) - 1, len(line)), start + len(line)


def _line(text: str, number: int) -> tuple[str, int]:
    """A line from 1, of those that "\\n" alone ends, and its offset."""
    start = 0
    for _ in range(number - 1):
        start = text.find("\n", start) + 1
    return text[start:].split("\n", 1)[0], start


def _index(line: str, column: int) -> int:
    """The index of the character drawn at `column`."""
    at = 0
    for index, character in enumerate(line):
        if at >= column:
            return index
        at += _TAB if character == "\t" else 2 if east_asian_width(character) in "WF" else 1
    return len(line)
