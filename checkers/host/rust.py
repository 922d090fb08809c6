"""Rust's lexical structure (The Rust Reference, *Lexical structure*): nested comments, raw strings, lifetimes."""

from __future__ import annotations

import re

from .tokens import NAME, OTHER, STRING, Token

_PIECE = re.compile(
    r"""(?P<space>\s+)
      | (?P<line>//[^\n]*)
      | (?P<block>/\*)
      | (?P<raw>[bc]?r(?P<hashes>\#*)")
      | [bc]?"(?P<string>[^"\\]*+(?:\\.[^"\\]*+)*+)"?
      | b?'(?P<character>\\(?:u\{[^}'\n]*\}|x[0-9a-fA-F]{2}|[^u])|[^\\'\n])'
      | '\w*
      | (?P<name>(?:r\#)?[^\W\d]\w*)
      | (?P<number>\d\w*)
      | (?P<operator>::|==|=>|->|.)""",
    re.VERBOSE | re.DOTALL,
)
_NESTED = re.compile(r"/\*|\*/")


def scan(text: str) -> tuple[list[Token], list[tuple[int, int]]]:
    """The tokens and the comments of a Rust source; one without an end goes on to the end of the text."""
    tokens: list[Token] = []
    comments: list[tuple[int, int]] = []
    at = _shebang(text)
    while at < len(text):
        match = _PIECE.match(text, at)
        assert match is not None
        start, at = at, match.end()
        form = match.lastgroup
        if form == "line":
            comments.append((start, at))
        elif form == "block":
            at = _block_end(text, start)
            comments.append((start, at))
        elif form == "hashes" or match["raw"]:
            closing = '"' + match["hashes"]
            end = text.find(closing, at)
            end = len(text) if end < 0 else end
            tokens.append(Token(STRING, text[at:end], start, min(end + len(closing), len(text))))
            at = min(end + len(closing), len(text))
        elif form in ("string", "character"):
            tokens.append(Token(STRING, match[form], start, at))
        elif form == "name":
            tokens.append(Token(NAME, match["name"].removeprefix("r#"), start, at))
        elif form != "space":
            tokens.append(Token(OTHER, match[0], start, at))
    return tokens, comments


def _shebang(text: str) -> int:
    """The length of a first line `#!…` that is no inner attribute."""
    if not text.startswith("#!") or text[2:].lstrip().startswith("["):
        return 0
    end = text.find("\n")
    return len(text) if end < 0 else end


def _block_end(text: str, start: int) -> int:
    depth = 0
    for mark in _NESTED.finditer(text, start):
        depth += 1 if mark[0] == "/*" else -1
        if depth == 0:
            return mark.end()
    return len(text)
