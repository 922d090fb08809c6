"""Checks documents against their JSON Schemas, and says what is wrong with a configuration in its author's words."""

from __future__ import annotations

import json

from ..checkers.documents import validator
from .selection import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from jsonschema.exceptions import ValidationError

_NAMES = {
    "array": "an array",
    "boolean": "true or false",
    "integer": "a whole number",
    "object": "a table",
    "string": "a string",
}
# What the definitions of the schema are called.
_DEFINED = {"path": "a path", "patterns": "an array of patterns", "selectors": "an array of selectors"}


def errors(document: Any, schema: str) -> Iterator[ValidationError]:
    """What is wrong with a JSON value by the schema `schemas/<schema>.json`."""
    return validator(schema).iter_errors(document)


def mistakes(table: Any) -> list[tuple[tuple[str | int, ...], str]]:
    """The place (keys and indices) and message of each mistake, in order of their places."""
    found = []
    for error in errors(table, "config"):
        place = tuple(error.absolute_path)
        if error.validator == "additionalProperties":
            found += _unknown_keys(error, place)
        else:
            found.append((place, f"{_key(place)} {_complaint(error)}"))
    return sorted(found, key=lambda mistake: [str(part) for part in mistake[0]])


def _unknown_keys(error: ValidationError, place: tuple[str | int, ...]) -> list[tuple[tuple[str | int, ...], str]]:
    schema: Any = error.schema
    known = sorted(schema["properties"])
    found = []
    table: Any = error.instance
    for key in table:
        if key not in known:
            near = nearest(key, known)
            hint = f"did you mean {near!r}?" if near else f"the keys are {', '.join(known)}"
            if (*place, key) == ("tool",):
                hint = "the keys stand at the top, [tool.wai-lint] is for pyproject.toml"
            within = f" in {_key(place)}" if place else ""
            found.append(((*place, key), f"unknown key {key!r}{within}; {hint}"))
    return found


def _complaint(error: ValidationError) -> str:
    value = error.instance
    if error.validator == "type":
        return f"must be {_NAMES[str(error.validator_value)]}, not {_described(value)}"
    if error.validator == "enum":
        choices: Any = error.validator_value
        near = nearest(value, choices) if isinstance(value, str) else None
        hint = f"; did you mean {near!r}?" if near else ""
        return f"must be one of {', '.join(choices)}, not {_described(value)}{hint}"
    if error.validator == "anyOf":
        options: Any = error.validator_value
        return f"must be {' or '.join(map(_wanted, options))}, not {_described(value)}"
    if error.validator == "required":
        required: Any = error.validator_value
        return f"lacks {', '.join(f'`{key}`' for key in required if key not in value)}"
    if error.validator in ("minItems", "minLength"):
        return "must not be empty"
    return f"is out of range: {error.message}"


def _wanted(option: dict[str, Any]) -> str:
    """What one of several forms of a value is called."""
    defined = _DEFINED.get(option.get("$ref", "").rpartition("/")[2])
    return defined or _NAMES[option["type"]]


def _key(place: tuple[str | int, ...]) -> str:
    if not place:
        return "the configuration"
    text = ""
    for part in place:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return f"`{text.lstrip('.')}`"


def _described(value: object) -> str:
    text = json.dumps(value, default=str, ensure_ascii=False)
    return text if len(text) <= 40 else text[:39] + "…"
