"""Where in a document's text a value stands."""

from __future__ import annotations

import re
from json.decoder import JSONDecoder

from .outcome import Path

_SPACE = re.compile(r"[ \t\n\r]*")
# Numbers stay texts, however long they are: values are read here to be passed over.
_scan = JSONDecoder(parse_float=str, parse_int=str).raw_decode


def locate(text: str, pointer: Path) -> tuple[int, int]:
    """Code-point offsets (start, end) of the value a pointer leads to, in the text of a document that reads.

    Where the pointer leads to nothing, what its longest prefix leads to: a member that is missing is shown at the
    object that lacks it.
    """
    at = _after_space(text, 0)
    for part in pointer:
        found = _member(text, at, part) if isinstance(part, str) else _element(text, at, part)
        if found is None:
            break
        at = found
    return at, _scan(text, at)[1]


def _after_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return at if match is None else match.end()


def _member(text: str, at: int, name: str) -> int | None:
    """The offset of the value of a member of the object at an offset."""
    if text[at] != "{":
        return None
    at = _after_space(text, at + 1)
    while text[at] != "}":
        found, at = _scan(text, at)
        at = _after_space(text, _after_space(text, at) + 1)
        if found == name:
            return at
        at = _after_space(text, _scan(text, at)[1])
        if text[at] == ",":
            at = _after_space(text, at + 1)
    return None


def _element(text: str, at: int, index: int) -> int | None:
    """The offset of an element of the array at an offset."""
    if text[at] != "[":
        return None
    at = _after_space(text, at + 1)
    while text[at] != "]":
        if index == 0:
            return at
        index -= 1
        at = _after_space(text, _scan(text, at)[1])
        if text[at] == ",":
            at = _after_space(text, at + 1)
    return None
