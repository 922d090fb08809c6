"""The lexical structure of C, C++ and Objective-C (C11 §6.4, C++20 [lex]): spliced lines, raw strings, directives."""

from __future__ import annotations

import re
from bisect import bisect_right

from .tokens import NAME, OTHER, STRING, Token

_SPLICE = re.compile(r"\\[ \t]*(?:\r\n|\n|\r)")
_PIECE = re.compile(
    r"""(?P<newline>\n)
      | (?P<space>\s+?)
      | (?P<line>//[^\n]*)
      | (?P<block>/\*.*?(?:\*/|\Z))
      | (?:u8|[LuU])?R"(?P<raw>[^()\\\s"]{0,16})\(
      | (?:u8|[LuU@])?"(?P<string>[^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"?
      | (?:u8|[LuU])?'(?P<character>[^'\\\n]*+(?:\\.[^'\\\n]*+)*+)'?
      | (?P<name>[^\W\d]\w*)
      | (?P<number>\.?\d(?:[eEpP][+-]|'?\w|\.)*)
      | (?P<operator>::|->|==|&&|\|\||.)""",
    re.VERBOSE | re.DOTALL,
)


def scan(text: str) -> tuple[list[Token], list[tuple[int, int]]]:
    """The tokens and the comments of a source; a string ends with its line at the latest, a comment with the text."""
    spliced, place = _splice(text)
    tokens: list[Token] = []
    comments: list[tuple[int, int]] = []
    directive, fresh = "", True
    at = 0
    while at < len(spliced):
        match = _PIECE.match(spliced, at)
        assert match is not None
        start, at = at, match.end()
        form = match.lastgroup
        if form == "newline":
            directive, fresh = "", True
            continue
        if form in ("line", "block"):
            comments.append((place(start), place(at - 1) + 1))
            continue
        if form == "space":
            continue
        token = Token(OTHER, match[0], place(start), 0, directive)
        if form == "raw":
            closing = f'){match["raw"]}"'
            end = spliced.find(closing, at)
            token.form, token.text = STRING, spliced[at : end if end >= 0 else len(spliced)]
            at = end + len(closing) if end >= 0 else len(spliced)
        elif form in ("string", "character"):
            token.form, token.text = STRING, match[form]
        elif form == "name":
            token.form = NAME
            if directive == "#":
                directive = token.directive = token.text
        elif token.text == "#" and fresh:
            directive = "#"
        fresh = False
        token.end = place(at - 1) + 1
        tokens.append(token)
    return tokens, comments


def _splice(text: str) -> tuple[str, _Place]:
    """The text with its continued lines joined, and what maps an offset in it to one in `text`."""
    if "\\" not in text:
        return text, _Place([0], [0])
    parts, starts, shifts = [], [0], [0]
    at = length = 0
    for match in _SPLICE.finditer(text):
        parts.append(text[at : match.start()])
        length += match.start() - at
        at = match.end()
        starts.append(length)
        shifts.append(at - length)
    return "".join((*parts, text[at:])), _Place(starts, shifts)


class _Place:
    def __init__(self, starts: list[int], shifts: list[int]) -> None:
        self._starts = starts
        self._shifts = shifts

    def __call__(self, offset: int) -> int:
        return offset + self._shifts[bisect_right(self._starts, offset) - 1]
