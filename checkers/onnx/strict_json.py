"""Reading the JSON documents of the ONNX family strictly: bounded, no member twice, in the form of their schema."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from ..documents import DuplicateMember, parse, shown, validator
from .refusal import Failure

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jsonschema.exceptions import ValidationError

LARGEST_DOCUMENT = 1 << 20
# One is told; a list may have one of each entry.
_MOST_ERRORS = 1000


class DocumentRefused(Failure):
    """A document that is not followed; `pointer` is where in it, a JSON pointer."""

    def __init__(self, code: str, message: str, pointer: str = "") -> None:
        super().__init__(code, message)
        self.pointer = pointer

    def __str__(self) -> str:
        return f"{self.message} (at {self.pointer})" if self.pointer else self.message


def read(data: bytes, schema: str, prefix: str) -> dict[str, Any]:
    """The object that `data` writes, valid by `schemas/<schema>.json`.

    Raises `DocumentRefused` with one of the codes `<prefix>_INVALID`, `<prefix>_KEY_DUPLICATE`, `<prefix>_KEY_UNKNOWN`
    or `<prefix>_DIGEST_NOT_CANONICAL`.
    """
    document = _parse(data, prefix)
    errors = list(islice(validator(schema).iter_errors(document), _MOST_ERRORS))
    if errors:
        raise _refusal(sorted(errors, key=lambda error: list(map(str, error.absolute_path))), prefix)
    return document


def _parse(data: bytes, prefix: str) -> Any:
    if len(data) > LARGEST_DOCUMENT:
        raise DocumentRefused(f"{prefix}_INVALID", f"the document is larger than {LARGEST_DOCUMENT} bytes")
    try:
        return parse(data)
    except DuplicateMember as error:
        raise DocumentRefused(f"{prefix}_KEY_DUPLICATE", f"the key {error}") from error
    except ValueError as error:
        raise DocumentRefused(f"{prefix}_INVALID", f"this is no JSON document: {error}") from error


def _refusal(errors: Iterable[ValidationError], prefix: str) -> DocumentRefused:
    """The first of the errors as a refusal, unknown keys before what may follow from them."""
    errors = list(errors)
    error = next((each for each in errors if each.validator == "additionalProperties"), errors[0])
    pointer = "".join(f"/{part}" for part in error.absolute_path)
    schema: Any = error.schema
    if error.validator == "additionalProperties":
        instance: Any = error.instance
        unknown = next(name for name in instance if name not in schema["properties"])
        known = ", ".join(schema["properties"])
        message = f"there is no key {shown(unknown)} here: the keys are {known}"
        return DocumentRefused(f"{prefix}_KEY_UNKNOWN", message, pointer or "/")
    if error.validator in ("pattern", "maxLength") and schema.get("$comment") == "digest":
        message = f"{shown(error.instance)} is not a SHA-256 in its one form, 64 lower-case hexadecimal digits"
        return DocumentRefused(f"{prefix}_DIGEST_NOT_CANONICAL", message, pointer)
    return DocumentRefused(f"{prefix}_INVALID", _complaint(error), pointer or "/")


def _complaint(error: ValidationError) -> str:
    value: Any = error.validator_value
    match error.validator:
        case "type":
            return f"expected {_a(value)}, found {shown(error.instance)}"
        case "const":
            return f"expected {shown(value)}, found {shown(error.instance)}"
        case "required":
            instance: Any = error.instance
            return f"it lacks {', '.join(name for name in value if name not in instance)}"
        case "minimum" | "maximum":
            return f"{shown(error.instance)} is out of range: its {error.validator} is {value}"
        case "uniqueItems":
            return "an entry stands twice in the list"
    return f"{shown(error.instance)} does not have the form that is asked for ({error.validator})"


def _a(kind: object) -> str:
    return f"an {kind}" if str(kind)[:1] in "aeiou" else f"a {kind}"
