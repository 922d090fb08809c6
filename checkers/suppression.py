"""Suppression comments: `wai-lint: ignore[WGSL401, unmasked-shift] reason`, in whatever comments a language has.

`ignore[…]` excuses findings on its own line or, alone on its line, on the next line that holds code; `ignore-file[…]`
excuses findings anywhere in the file. A reference is a rule's code or name; the reason is whatever follows the bracket.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from .diagnostic import clip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .source import Source

MARKER = "wai-lint"
_OPENING = re.compile(r"\W*(wai-lint)(\s*:\s*|\s+(?=ignore|decode-path\W*$))")
# Says what is on a decode path, and suppresses nothing.
_MARKING = re.compile(r"decode-path(?![\w-])")
_BODY = re.compile(r"(ignore-file|ignore)\s*\[([^\]]*)\]")
_REFERENCE = re.compile(r"[^,\s]+")
_EXPECTED = "is not a suppression: write `wai-lint: ignore[CODE] reason` or `wai-lint: ignore-file[CODE] reason`"
_WORD = re.compile(r"[\w-]{1,30}")
_WORDS = ("decode-path", "ignore", "ignore-file")
_UNMARKED = "marks nothing and suppresses nothing; did you mean `wai-lint: decode-path`?"


class Reference:
    """A rule named in a suppression: its text and its code-point offsets."""

    __slots__ = ("end", "start", "text")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.start = start
        self.end = end


class Suppression:
    """One suppression comment.

    `comment` is the range of the whole comment, `start` and `end` that of the words from `wai-lint` to the bracket.
    `line` is the line it covers, None for the whole file. `problem` says what is wrong with its form, None when nothing
    is. `used`: the texts of the references that excused a finding.
    """

    __slots__ = ("comment", "end", "line", "problem", "reason", "references", "start", "used")

    def __init__(self, comment: tuple[int, int], start: int, end: int) -> None:
        self.comment = comment
        self.start = start
        self.end = end
        self.references: list[Reference] = []
        self.reason = ""
        self.line: int | None = None
        self.problem: str | None = None
        self.used: set[str] = set()


def read(source: Source, comments: Sequence[tuple[int, int]]) -> list[Suppression]:
    """The suppressions in the comments of `source`, whose ranges are in order of their starts."""
    if MARKER not in source.text:
        return []
    found = [s for comment in comments if (s := _parse(source.text, comment)) is not None]
    if found:
        _place(source, comments, found)
    return found


def _parse(text: str, comment: tuple[int, int]) -> Suppression | None:
    begin, end = comment
    if text.find(MARKER, begin, end) < 0:
        return None
    opening = _OPENING.match(text, begin, end)
    if opening is None or (":" in opening[2] and _MARKING.match(text, opening.end(), end)):
        return None
    if text.startswith("/*", begin) and text.endswith("*/", begin, end):
        end -= 2
    body = _BODY.match(text, opening.end(), end)
    if body is None or ":" not in opening[2]:
        suppression = Suppression(comment, opening.start(1), begin + len(text[begin:end].rstrip()))
        suppression.problem = _UNMARKED if _means_to_mark(text, opening.end(), end) else _EXPECTED
        return suppression
    suppression = Suppression(comment, opening.start(1), body.end())
    suppression.line = None if body[1] == "ignore-file" else 0
    for reference in _REFERENCE.finditer(text, body.start(2), body.end(2)):
        suppression.references.append(Reference(reference[0], reference.start(), reference.end()))
    if not suppression.references:
        suppression.problem = "names no rule: put the codes or names of the rules it excuses between the brackets"
    reason = " ".join(text[body.end() : end].split()).strip("-–—:* ")
    # Punctuation gives no reason.
    suppression.reason = clip(reason) if any(char.isalnum() for char in reason) else ""
    return suppression


def _means_to_mark(text: str, start: int, end: int) -> bool:
    from difflib import get_close_matches

    word = _WORD.match(text, start, end)
    return word is not None and get_close_matches(word[0].lower(), _WORDS, 1) == ["decode-path"]


def _place(source: Source, comments: Sequence[tuple[int, int]], suppressions: list[Suppression]) -> None:
    """Fill in the line of those that cover one."""
    following = _next_code_lines(source, comments)
    starts = source.line_starts
    for suppression in suppressions:
        first = bisect_right(starts, suppression.comment[0])
        last = bisect_right(starts, max(suppression.comment[0], suppression.comment[1] - 1))
        if suppression.line is not None:
            is_alone = following[first] > last
            suppression.line = following[last] if is_alone else first


def _next_code_lines(source: Source, comments: Sequence[tuple[int, int]]) -> list[int]:
    """For each line number, the first line from it on that holds code (past the end when none does)."""
    text, starts = source.text, source.line_starts
    coded = bytearray(len(starts) + 2)
    position = 0
    for begin, end in [*comments, (len(text), len(text))]:
        for word in re.finditer(r"\S+", text[position:begin]):
            coded[bisect_right(starts, position + word.start())] = 1
        position = max(position, end)
    following = [len(starts) + 1] * (len(starts) + 2)
    for line in range(len(starts), 0, -1):
        following[line] = line if coded[line] else following[line + 1]
    return following
