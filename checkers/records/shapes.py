"""What a record holds, as data: the tables of records §3 (rules 6 and 7 of §1).

A shape answers twice. Its `pattern` is a regular expression that the canonical text of a value matches only if the
value has the shape: one match reads a whole record, at the speed of the regular-expression engine. Where it does not
match, `check` walks the value and raises `Fault` at the first member that breaks the table; its verdict is the shape's.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod

from . import forms
from .outcome import Path
from .reading import OtherNumber


class Fault(Exception):
    """What is wrong with a record, and the way from the record to the member that is."""

    def __init__(self, message: str, pointer: Path = ()) -> None:
        super().__init__(message, pointer)
        self.message = message
        self.pointer = pointer


_MOST_TURNS = 65_535


class Shape(ABC):
    """A set of JSON values."""

    pattern: str

    @abstractmethod
    def check(self, value: object, pointer: Path = ()) -> None:
        """Raise `Fault` unless the value has this shape."""


class Form(Shape):
    """Strings over ASCII, without quotes or backslashes, of a form of records §1."""

    def __init__(self, form: str, expected: str) -> None:
        # A string that has the form has it in one way: the engine need not keep others to go back to.
        self.pattern = f'(?>"{form}")'
        self.expected = expected
        self._form = re.compile(form)

    def check(self, value: object, pointer: Path = ()) -> None:
        if not isinstance(value, str) or self._form.fullmatch(value) is None:
            raise Fault(f"expected {self.expected}, found {described(value)}", pointer)


class Text(Shape):
    """Any string."""

    # The engine keeps a place to go back to for each turn of a loop: what has more of them is walked.
    pattern = rf'"[^"\\]*(?:\\.[^"\\]*){{0,{_MOST_TURNS}}}"'

    def check(self, value: object, pointer: Path = ()) -> None:
        if not isinstance(value, str):
            raise Fault(f"expected a string, found {described(value)}", pointer)


class Integer(Shape):
    """Unsigned integers of at most 2^53 − 1: the only `int` that a document is read to."""

    pattern = r"[0-9]{1,16}"

    def check(self, value: object, pointer: Path = ()) -> None:
        if type(value) is not int:
            raise Fault(f"expected an unsigned integer of at most 2^53 - 1, found {described(value)}", pointer)


class Nullable(Shape):
    """A shape, or null."""

    def __init__(self, shape: Shape) -> None:
        self.pattern = f"(?:null|{shape.pattern})"
        self._shape = shape

    def check(self, value: object, pointer: Path = ()) -> None:
        if value is not None:
            self._shape.check(value, pointer)


class ListOf(Shape):
    """Arrays of one shape, of `least` to `most` elements."""

    def __init__(self, element: Shape, least: int = 0, most: int | None = None) -> None:
        # A canonical text has its commas where they belong, so that they need no pattern of their own.
        self.pattern = rf"\[(?:{element.pattern},?){{{least},{_MOST_TURNS if most is None else most}}}\]"
        self._element, self._least, self._most = element, least, most

    def check(self, value: object, pointer: Path = ()) -> None:
        if not isinstance(value, list):
            raise Fault(f"expected an array, found {described(value)}", pointer)
        if len(value) < self._least:
            raise Fault(f"expected at least {self._least} elements, found {len(value)}", pointer)
        if self._most is not None and len(value) > self._most:
            raise Fault(f"expected at most {self._most} elements, found {len(value)}", (*pointer, self._most))
        for index, element in enumerate(value):
            self._element.check(element, (*pointer, index))


class Fields(Shape):
    """Objects of exactly these members."""

    def __init__(self, members: dict[str, Shape]) -> None:
        self.members = dict(sorted(members.items()))
        inside = ",".join(f'"{name}":{shape.pattern}' for name, shape in self.members.items())
        self.pattern = rf"\{{{inside}\}}"

    def check(self, value: object, pointer: Path = ()) -> None:
        if not isinstance(value, dict):
            raise Fault(f"expected an object, found {described(value)}", pointer)
        for name in self.members:
            if name not in value:
                raise Fault(f"the member `{name}` is missing", (*pointer, name))
        for name, member in value.items():
            if name not in self.members:
                raise Fault(f"there is no member `{clipped(name)}` here", (*pointer, name))
            self.members[name].check(member, (*pointer, name))


class ByMember(Shape):
    """Objects one member of which, a token, says which table they have."""

    def __init__(self, member: str, tables: dict[str, Fields]) -> None:
        self.pattern = f"(?:{'|'.join(table.pattern for table in tables.values())})"
        self._member, self._tables = member, tables
        self._tokens = one_of(*tables)

    def check(self, value: object, pointer: Path = ()) -> None:
        if not isinstance(value, dict):
            raise Fault(f"expected an object, found {described(value)}", pointer)
        if self._member not in value:
            raise Fault(f"the member `{self._member}` is missing", (*pointer, self._member))
        self._tokens.check(value[self._member], (*pointer, self._member))
        self._tables[value[self._member]].check(value, pointer)


class SignerId(Shape):
    """Strings of 1 to 2048 bytes of UTF-8."""

    # Without escapes or letters outside ASCII, a byte is a character; the others are counted.
    pattern = r'"[ !#-\[\]-~]{1,2048}"'

    def check(self, value: object, pointer: Path = ()) -> None:
        if not isinstance(value, str) or not 1 <= len(value.encode("utf-8")) <= 2048:
            raise Fault(f"expected a string of 1 to 2048 bytes, found {described(value)}", pointer)


def one_of(*tokens: str) -> Form:
    """Strings that are one of some tokens."""
    return Form(f"(?:{'|'.join(map(re.escape, tokens))})", " or ".join(f"`{token}`" for token in tokens))


def digests(most: int | None = None) -> ListOf:
    """Arrays of digests or keys."""
    return ListOf(BYTES_32, most=most)


BYTES_32 = Form(forms.hexadecimal(32), "64 characters of 0-9a-f")
BYTES_64 = Form(forms.hexadecimal(64), "128 characters of 0-9a-f")
NAME = Form(forms.NAME, "a name (1 to 64 of a-z 0-9 - _ .)")
TERM = Form(forms.TERM, "a term")
DATE_TIME = Form(forms.DATE_TIME, "a date-time like 2026-01-31T12:00:00.5Z")
LOG_DATE_TIME = Form(forms.LOG_DATE_TIME, "a date-time without a fraction, like 2026-01-31T12:00:00Z")
TIER = one_of(*forms.TIERS)
INTEGER = Integer()
TEXT = Text()
SIGNER_ID = SignerId()


def described(value: object) -> str:
    """What a value is, for a message."""
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case str():
            return f"`{clipped(value)}`"
        case int():
            return str(value)
        case OtherNumber():
            return f"the number {clipped(value.text)}"
        case list():
            return "an array"
        case _:
            return "an object"


def clipped(text: str) -> str:
    """A text of any length, as much of it as a message holds."""
    escaped = "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text[:81])
    return escaped if len(escaped) <= 80 else escaped[:77] + "..."


def ascending(values: list[str], pointer: Path) -> None:
    """Raise `Fault` at the first of some strings that is not above the one before it."""
    for index in range(1, len(values)):
        if values[index] <= values[index - 1]:
            raise Fault("the elements are not in strictly ascending order", (*pointer, index))
