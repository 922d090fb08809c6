"""JSON documents that others wrote: parsed strictly, and held to the schemas of this package."""

from __future__ import annotations

import json
import os
from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from jsonschema import Draft202012Validator

SCHEMAS = os.path.join(os.path.dirname(os.path.dirname(__file__)), "schemas")
_LONGEST_SHOWN = 80


class DuplicateMember(ValueError):
    """An object that has a member twice, of which readers take one or the other."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{shown(name)} stands twice in one object")


def parse(data: bytes, *, integers: bool = False) -> Any:
    """The value of a JSON text in UTF-8 (RFC 8259), all of whose numbers are integers where `integers` says so.

    Raises `DuplicateMember`, or another `ValueError` for what is no such text, or nests too deeply to be read.
    """

    def number(text: str) -> object:
        raise ValueError(f"{text[:_LONGEST_SHOWN]} is no {'integer' if integers else 'JSON number'}")

    try:
        return json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_members,
            parse_constant=number,
            parse_float=number if integers else None,
        )
    except RecursionError as error:
        raise ValueError("it nests too deeply") from error


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members: dict[str, object] = {}
    for name, value in pairs:
        if name in members:
            raise DuplicateMember(name)
        members[name] = value
    return members


@cache
def validator(schema: str) -> Draft202012Validator:
    """What checks a JSON value by `schemas/<schema>.json`, in time that its size bounds."""
    from jsonschema import Draft202012Validator, ValidationError
    from jsonschema.validators import extend

    def unique(_: object, asked: bool, entries: object, __: object) -> Iterator[ValidationError]:
        # Theirs compares each two entries where the entries cannot be sorted.
        if asked and isinstance(entries, list):
            written = {json.dumps(entry, sort_keys=True) for entry in entries}
            if len(written) < len(entries):
                yield ValidationError("an entry stands twice in the list")

    with open(os.path.join(SCHEMAS, f"{schema}.json"), encoding="utf-8") as file:
        return extend(Draft202012Validator, {"uniqueItems": unique})(json.load(file))


def shown(value: object) -> str:
    """A value as JSON in ASCII, shortened where it is long."""
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 3]}..."
