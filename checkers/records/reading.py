"""Reading JSON strictly (records §1, rules 1 to 5), in time linear in the bytes.

Python's scanner, written in C, reads; what it would let pass is looked for in the bytes. Only where something is
wrong does `grammar`, which is slower and knows the place, read the text again.
"""

from __future__ import annotations

import re
from json.decoder import JSONDecodeError, JSONDecoder

from ..source import BYTE_ORDER_MARK
from . import profile
from .grammar import Broken, check_text
from .outcome import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Element = Callable[[str, object], object]
    Scan = Callable[[str, int], tuple[Any, int]]

# `translate` first takes as much memory as what it is given, and `split` makes many small parts.
_PIECE = 1 << 16
_QUOTES_AND_BRACKETS = b'"[]{}'
_OTHER_BYTES = bytes(byte for byte in range(256) if byte not in _QUOTES_AND_BRACKETS)
_ONE_KIND = bytes.maketrans(b"{}", b"[]")
_WHITE_SPACE = re.compile(r"[ \t\n\r]*")
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_PAIR = r"u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
# An escape; the group is a surrogate that is not one of a pair. Outside strings no text that reads has one.
_ESCAPE = re.compile(rf"\\(?:{_PAIR}|(u[dD][89a-fA-F])|.)", re.DOTALL)


class OtherNumber:
    """A number of a document that no record may hold: signed, with a fraction or an exponent, or above 2^53 − 1."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class _Wrong(Exception):
    """Something that Python's scanner lets pass."""


def read_document(data: bytes, element: Element | None = None) -> object:
    """The value of a document: dict, list, str, int (0 to 2^53 − 1), `OtherNumber`, bool or None.

    Where the value is an object, `element` is given each element of each array that is a member of it, with the
    member's name, and what it returns stands in the element's place: so a bundle never stands in memory whole.
    Raises `Refusal` with `record_malformed` at `("bundle",)` where rules 1 to 5 do not hold, and nothing else.
    """
    try:
        _check_nesting(data)
        # Python gives every character of a text as many bytes as the widest needs: where one is not ASCII, a text of
        # the bytes is scanned, and its parts are decoded one at a time.
        ascii_only = data.isascii()
        text = data.decode("ascii" if ascii_only else "latin-1")
        if _SURROGATE.search(data):
            _check_surrogates(text)
        value = _read(text, element, _scan if ascii_only else _scan_bytes)
    except (_Wrong, JSONDecodeError, UnicodeDecodeError):
        fault = _fault(data)
        raise Refusal("record_malformed", ("bundle",), fault.message, (), fault.offset) from None
    return value


def _fault(data: bytes) -> Broken:
    """What is wrong with a document, and where."""
    if data.startswith(BYTE_ORDER_MARK):
        return Broken("this starts with a byte-order mark, which no record has: save it as UTF-8 without one", 0)
    try:
        check_text(data.decode("utf-8"))
    except Broken as broken:
        return broken
    except UnicodeDecodeError as error:
        return Broken("these bytes are not UTF-8", len(data[: error.start].decode("utf-8")))
    return Broken("this is not JSON", 0)


def _check_nesting(data: bytes) -> None:
    """Raise `_Wrong` where something is nested too deeply, so that the scanner recurses no further than that.

    Of the bytes only quotes and brackets are kept; then strings go, and the innermost pairs of brackets level by level.
    What is left is nested too deeply, or no JSON.
    """
    if b"\\" in data:
        data = data.replace(b"\\\\", b"").replace(b'\\"', b"")
    pieces = (data[at : at + _PIECE] for at in range(0, len(data), _PIECE))
    # Two quotes side by side are an empty string, or join two strings: what else is within a string stays so.
    brackets = b"".join(piece.translate(_ONE_KIND, _OTHER_BYTES) for piece in pieces).replace(b'""', b"")
    if b'"' in brackets:
        brackets = b"".join(_outside_strings(brackets))
    for _ in range(profile.DEEPEST_NESTING):
        if b"[]" not in brackets:
            break
        brackets = brackets.replace(b"[]", b"")
    if brackets:
        raise _Wrong


def _outside_strings(marks: bytes) -> Iterator[bytes]:
    within = 0
    for at in range(0, len(marks), _PIECE):
        parts = marks[at : at + _PIECE].split(b'"')
        yield from parts[within::2]
        within = (within + len(parts) - 1) % 2


def _check_surrogates(text: str) -> None:
    """Raise `_Wrong` where a surrogate is escaped that is not one of a pair."""
    if any(match[1] for match in _ESCAPE.finditer(text)):
        raise _Wrong


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _Wrong
    return members


def _integer(text: str) -> int | OtherNumber:
    if len(text) <= 16 and text[0] != "-":
        number = int(text)
        if number <= profile.LARGEST_INTEGER:
            return number
    return OtherNumber(text)


def _constant(_: str) -> object:
    raise _Wrong


# The scanner's arguments; the decoder itself reads no text.
_scan = JSONDecoder(
    object_pairs_hook=_object, parse_float=OtherNumber, parse_int=_integer, parse_constant=_constant
).raw_decode
_scan_anything = JSONDecoder(parse_float=str, parse_int=str).raw_decode


def _scan_bytes(text: str, at: int) -> tuple[Any, int]:
    """`_scan`, of a text with a character for each byte of its UTF-8, which JSON's own characters are alike in."""
    end = _scan_anything(text, at)[1]
    return _scan(text[at:end].encode("latin-1").decode("utf-8"), 0)[0], end


def _read(text: str, element: Element | None, scan: Scan) -> object:
    start = _after_space(text, 0)
    if element is None or text[start : start + 1] != "{":
        value, end = scan(text, start)
    else:
        value, end = _read_object(text, start + 1, element, scan)
    if _after_space(text, end) != len(text):
        raise _Wrong
    return value


def _read_object(text: str, at: int, element: Element, scan: Scan) -> tuple[dict[str, object], int]:
    """The outermost object, whose `{` ends at `at`, and where it ends."""
    members: dict[str, object] = {}
    at = _after_space(text, at)
    if text[at : at + 1] == "}":
        return members, at + 1
    while True:
        if text[at : at + 1] != '"':
            raise _Wrong
        name, at = scan(text, at)
        at = _after_space(text, at)
        if text[at : at + 1] != ":" or name in members:
            raise _Wrong
        at = _after_space(text, at + 1)
        if text[at : at + 1] == "[":
            members[name], at = _read_array(text, at + 1, name, element, scan)
        else:
            members[name], at = scan(text, at)
        at = _after_space(text, at)
        if text[at : at + 1] == "}":
            return members, at + 1
        if text[at : at + 1] != ",":
            raise _Wrong
        at = _after_space(text, at + 1)


def _read_array(text: str, at: int, name: str, element: Element, scan: Scan) -> tuple[list[object], int]:
    """An array whose `[` ends at `at`, each element as `element` gives it, and where it ends."""
    elements: list[object] = []
    at = _after_space(text, at)
    if text[at : at + 1] == "]":
        return elements, at + 1
    while True:
        value, at = scan(text, at)
        elements.append(element(name, value))
        at = _after_space(text, at)
        if text[at : at + 1] == "]":
            return elements, at + 1
        if text[at : at + 1] != ",":
            raise _Wrong
        at = _after_space(text, at + 1)


def _after_space(text: str, at: int) -> int:
    match = _WHITE_SPACE.match(text, at)
    return at if match is None else match.end()
