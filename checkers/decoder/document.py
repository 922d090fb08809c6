"""Strict reading of the decoder's JSON documents: integers only, no member twice, a schema, bounds on size."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

from ..documents import parse, validator
from .refusal import MODEL_MISMATCH, Refused

MOST_BYTES = 1 << 24


def content(path: Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of a file, one more than `most` at most. Raises `OSError`, for what is no file too.

    A pipe or a device would not end.
    """
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    with path.open("rb") as file:
        return file.read(most + 1)


def read(data: bytes, schema: str, what: str) -> dict[str, Any]:
    """The document in `data`, valid by `schemas/<schema>.json`. Raises `Refused` with `model_mismatch`."""
    if len(data) > MOST_BYTES:
        raise Refused(MODEL_MISMATCH, f"{what} has {len(data)} bytes, expected at most {MOST_BYTES}")
    try:
        document = parse(data, integers=True)
    except ValueError as error:
        raise Refused(MODEL_MISMATCH, f"{what} is no JSON document of integers: {error}") from None
    faults = validator(schema).iter_errors(document)
    fault = min(faults, key=lambda fault: (len(fault.path), str(fault.json_path)), default=None)
    if fault is not None:
        message = fault.message if len(fault.message) < 200 else fault.message[:197] + "…"
        raise Refused(MODEL_MISMATCH, f"{what} does not fit its schema at {fault.json_path}: {message}")
    return document
