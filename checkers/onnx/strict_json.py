"""Reading the JSON documents of the ONNX family strictly: bounded, no member twice, in the form of their schema."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

LARGEST_DOCUMENT = 1 << 20


class DocumentRefused(ValueError):
    """A document that is not followed: `code` (stable), `pointer` (where in it, a JSON pointer) and a sentence."""

    def __init__(self, code: str, message: str, pointer: str = "") -> None:
        super().__init__(f"{message} (at {pointer})" if pointer else message)
        self.code = code
        self.message = message
        self.pointer = pointer


def read(data: bytes, schema: str, prefix: str) -> dict[str, Any]:
    """The object that `data` writes, valid by `schemas/<schema>.json`.

    Raises `DocumentRefused` with one of the codes `<prefix>_INVALID`, `<prefix>_KEY_DUPLICATE`, `<prefix>_KEY_UNKNOWN`
    or `<prefix>_DIGEST_NOT_CANONICAL`.
    """
    document = _parse(data, prefix)
    errors = sorted(_validator(schema).iter_errors(document), key=lambda error: list(map(str, error.absolute_path)))
    if errors:
        raise _refusal(errors, prefix)
    return document


def _parse(data: bytes, prefix: str) -> Any:
    def members(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found: dict[str, object] = {}
        for name, value in pairs:
            if name in found:
                raise DocumentRefused(f"{prefix}_KEY_DUPLICATE", f"the key {_shown(name)} stands twice in one object")
            found[name] = value
        return found

    def constant(name: str) -> object:
        raise ValueError(f"{name} is no JSON number")

    if len(data) > LARGEST_DOCUMENT:
        raise DocumentRefused(f"{prefix}_INVALID", f"the document is larger than {LARGEST_DOCUMENT} bytes")
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=members, parse_constant=constant)
    except DocumentRefused:
        raise
    except (ValueError, RecursionError) as error:
        raise DocumentRefused(f"{prefix}_INVALID", f"this is no JSON document: {error}") from error


@cache
def _validator(schema: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator

    folder = files(__name__.split(".")[0] + ".schemas")
    return Draft202012Validator(json.loads(folder.joinpath(f"{schema}.json").read_text(encoding="utf-8")))


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
        message = f"there is no key {_shown(unknown)} here: the keys are {known}"
        return DocumentRefused(f"{prefix}_KEY_UNKNOWN", message, pointer or "/")
    if error.validator in ("pattern", "maxLength") and schema.get("$comment") == "digest":
        message = f"{_shown(error.instance)} is not a SHA-256 in its one form, 64 lower-case hexadecimal digits"
        return DocumentRefused(f"{prefix}_DIGEST_NOT_CANONICAL", message, pointer)
    return DocumentRefused(f"{prefix}_INVALID", _complaint(error), pointer or "/")


def _complaint(error: ValidationError) -> str:
    value: Any = error.validator_value
    match error.validator:
        case "type":
            return f"expected {_a(value)}, found {_shown(error.instance)}"
        case "const":
            return f"expected {_shown(value)}, found {_shown(error.instance)}"
        case "required":
            instance: Any = error.instance
            return f"it lacks {', '.join(name for name in value if name not in instance)}"
        case "minimum" | "maximum":
            return f"{_shown(error.instance)} is out of range: its {error.validator} is {value}"
        case "uniqueItems":
            return "an entry stands twice in the list"
    return f"{_shown(error.instance)} does not have the form that is asked for ({error.validator})"


def _a(kind: object) -> str:
    return f"an {kind}" if str(kind)[:1] in "aeiou" else f"a {kind}"


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 80 else f"{text[:77]}..."
