"""Where a text stops being JSON that may be read (records §1, rules 2 to 5), token by token with a stack of its own."""

from __future__ import annotations

import re

from . import profile

_SPACE = re.compile(r"[ \t\n\r]*")
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_ESCAPE = re.compile(r'\\(?:(["\\/bfnrt])|u([0-9a-fA-F]{4}))')
_LOW_SURROGATE = re.compile(r"\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_SCALAR = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null")
_MEANING = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_AFTER_SCALAR = re.compile(r"[ \t\n\r,\]}]|\Z")


class Broken(Exception):
    """A text is no JSON that may be read, from a code point on."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message, offset)
        self.message = message
        self.offset = offset


def check_text(text: str) -> None:
    """Raise `Broken` at the first place where one of rules 2 to 5 does not hold."""
    # The names seen in each object that is open, outermost first; None stands for an array.
    containers: list[set[str] | None] = []
    at = _value(text, 0, containers)
    first = True  # whether the innermost container has just been opened
    depth = len(containers)
    while containers:
        names = containers[-1]
        at = _space(text, at)
        if text[at : at + 1] == ("]" if names is None else "}"):
            containers.pop()
            at, first, depth = at + 1, False, len(containers)
            continue
        if not first:
            if text[at : at + 1] != ",":
                raise Broken("expected a comma or the closing bracket here", at)
            at = _space(text, at + 1)
        if names is not None:
            at = _name(text, at, names)
        at = _value(text, at, containers)
        first, depth = len(containers) > depth, len(containers)
    at = _space(text, at)
    if at < len(text):
        raise Broken("there is text after the value", at)


def _space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return at if match is None else match.end()


def _value(text: str, at: int, containers: list[set[str] | None]) -> int:
    """Where a scalar ends, or the opening bracket of a container, which is added to those that are open."""
    at = _space(text, at)
    char = text[at : at + 1]
    if char == '"':
        return _string(text, at)[1]
    if char in ("[", "{"):
        if len(containers) == profile.DEEPEST_NESTING:
            raise Broken(f"this is nested deeper than {profile.DEEPEST_NESTING} levels", at)
        containers.append(set() if char == "{" else None)
        return at + 1
    match = _SCALAR.match(text, at)
    if match is None:
        raise Broken("expected a value here", at)
    if _AFTER_SCALAR.match(text, match.end()) is None:
        raise Broken("this is not a number or word of JSON", at)
    return match.end()


def _name(text: str, at: int, names: set[str]) -> int:
    """The offset after a member's name and its colon."""
    if text[at : at + 1] != '"':
        raise Broken("expected the name of a member here", at)
    name, end = _string(text, at)
    if name in names:
        raise Broken("an object names this member twice", at)
    names.add(name)
    end = _space(text, end)
    if text[end : end + 1] != ":":
        raise Broken("expected a colon here", end)
    return end + 1


def _string(text: str, start: int) -> tuple[str, int]:
    """A string that starts at a quote, with its escapes read, and where it ends."""
    parts: list[str] = []
    at = start + 1
    while True:
        match = _PLAIN.match(text, at)
        if match is not None:
            parts.append(match[0])
            at = match.end()
        char = text[at : at + 1]
        if char == '"':
            return "".join(parts), at + 1
        if not char:
            raise Broken("this string does not end", start)
        if char != "\\":
            raise Broken("a string holds a control character", at)
        part, at = _escape(text, at)
        parts.append(part)


def _escape(text: str, at: int) -> tuple[str, int]:
    """The character that an escape stands for, and where the escape ends."""
    match = _ESCAPE.match(text, at)
    if match is None:
        raise Broken("this is no escape of JSON", at)
    if match[1]:
        return _MEANING.get(match[1], match[1]), match.end()
    unit = int(match[2], 16)
    if not 0xD800 <= unit < 0xE000:
        return chr(unit), match.end()
    low = _LOW_SURROGATE.match(text, match.end())
    if unit >= 0xDC00 or low is None:
        raise Broken("a string holds a surrogate that is not one of a pair", at)
    return chr(0x10000 + ((unit - 0xD800) << 10) + int(low[1], 16) - 0xDC00), low.end()
