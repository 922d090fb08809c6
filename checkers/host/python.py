"""Python's lexical structure (The Python Language Reference, *Lexical analysis*), fields of f-strings too."""

from __future__ import annotations

import re

from .tokens import NAME, OTHER, STRING, Token

_PIECE = re.compile(
    r"""(?P<space>\s+|\\\r?\n)
      | (?P<comment>\#[^\n\r]*)
      | (?P<prefix>(?i:r[bft]?|[bft]r?|u)?)(?P<quote>'''|\"\"\"|'|")
      | (?P<name>[^\W\d]\w*)
      | (?P<number>\.?\d[\w.]*)
      | (?P<operator>[!=<>:]=|.)""",
    re.VERBOSE | re.DOTALL,
)
# Nothing follows that could fail, so nothing is tried again; Python 3.11.2 keeps what a possessive group gave back.
_BODY = {
    quote: re.compile(rf"[^{quote[0]}\\{line}]*+(?:(?:\\.{inner})[^{quote[0]}\\{line}]*+)*", re.DOTALL)
    for quote, line, inner in (
        ("'", r"\n", ""),
        ('"', r"\n", ""),
        ("'''", "", "|'(?!'')"),
        ('"""', "", '|"(?!"")'),
    )
}
# What ends a literal part of an f-string, or is passed over in it.
_LITERAL = re.compile(r"""\\N\{[^}\n'"]*\}|\\[\\'"\r\n]|\{\{|\}\}|[{}'"\n]""")


class _Formatted:
    """An f-string being read: its quote, and for each replacement field open in it, outermost first, how many brackets
    are open in the field, or None while its format specification is read."""

    __slots__ = ("fields", "quote")

    def __init__(self, quote: str) -> None:
        self.quote = quote
        self.fields: list[int | None] = []


def scan(text: str) -> tuple[list[Token], list[tuple[int, int]]]:
    """The tokens and the comments of a Python source.

    A string without an end goes on to the end of its line, or of the text where its quote is tripled. An f-string gives
    the tokens of its replacement fields, and none for its literal parts.
    """
    tokens: list[Token] = []
    comments: list[tuple[int, int]] = []
    strings: list[_Formatted] = []
    at, literal = 0, False
    while at < len(text):
        if literal:
            at, literal = _literal(text, at, strings)
            continue
        match = _PIECE.match(text, at)
        assert match is not None
        start, at = at, match.end()
        form, word = match.lastgroup, match[0]
        if form == "quote":
            at, literal = _string(text, match, strings, tokens)
        elif form == "comment":
            comments.append((start, at))
        elif form == "name":
            tokens.append(Token(NAME, word, start, at))
        elif form != "space":
            literal = bool(strings) and _leaves_field(word, strings[-1].fields)
            if not literal:
                tokens.append(Token(OTHER, word, start, at))
    return tokens, comments


def _string(text: str, match: re.Match[str], strings: list[_Formatted], tokens: list[Token]) -> tuple[int, bool]:
    """Read a string, of an f-string the opening quote: the offset after it, and whether a literal part follows."""
    prefix, quote, at = match["prefix"].lower(), match["quote"], match.end()
    if "f" in prefix or "t" in prefix:
        strings.append(_Formatted(quote))
        return at, True
    body = _BODY[quote].match(text, at)
    assert body is not None
    end = body.end() + len(quote) if text.startswith(quote, body.end()) else body.end()
    tokens.append(Token(STRING, body[0], match.start(), end))
    return end, False


def _literal(text: str, at: int, strings: list[_Formatted]) -> tuple[int, bool]:
    """Read on in a literal part of the innermost f-string: the offset, and whether what follows is literal still."""
    string = strings[-1]
    match = _LITERAL.search(text, at)
    if match is None:
        return len(text), True
    mark, after = match[0], match.end()
    if text.startswith(string.quote, match.start()) or (mark == "\n" and len(string.quote) == 1):
        strings.pop()
        return match.start() + max(len(string.quote) if mark != "\n" else 0, 1), False
    if mark == "{" or (mark == "{{" and string.fields):
        string.fields.append(0)
        return match.start() + 1, False
    if mark[0] == "}" and string.fields:
        string.fields.pop()
        return match.start() + 1, True
    return after, True


def _leaves_field(word: str, fields: list[int | None]) -> bool:
    """Count a bracket in the innermost field of an f-string; whether the token ends its expression."""
    depth = fields[-1] if fields else None
    if depth is None:
        return False
    if word in ("(", "[", "{"):
        fields[-1] = depth + 1
    elif word in (")", "]", "}") and depth > 0:
        fields[-1] = depth - 1
    elif word == "}":
        fields.pop()
        return True
    elif word in (":", ":=") and depth == 0:
        fields[-1] = None
        return True
    return False
