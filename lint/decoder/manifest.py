"""Manifests of a confirmation (`wai-manifest/1`): which model, kernels and payloads, and what must come out."""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections import Counter
from dataclasses import dataclass
from typing import Any

from ..options import UsageError
from ..validation import errors

SCHEMA = "wai-manifest"
MOST_BYTES = 1 << 20
# A key of thousands of parts takes minutes to read.
_MOST_DOTS = 100


@dataclass(frozen=True, slots=True)
class Payload:
    """A payload to decode. `path`: where it lies; `shown`: as the manifest names it; `golden`: SHA-256 in hex."""

    path: str
    shown: str
    golden: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """A read manifest, its paths resolved. `kernels` is a folder, or None for those of the tool."""

    path: str
    sha256: str
    model: str
    kernels: str | None
    payloads: tuple[Payload, ...]


def read(path: str) -> Manifest:
    """The manifest at a path. Raises `UsageError`, which says where it is wrong."""
    data = read_bytes(path, MOST_BYTES)
    if max(part.count(b".") for part in data.split(b"=")) > _MOST_DOTS:
        raise UsageError(f"{path}: this manifest has more than {_MOST_DOTS} dots without = between them")
    try:
        table = tomllib.loads(data.decode("utf-8"))
    # Also what is no TOMLDecodeError: bytes that are no UTF-8, a number of thousands of digits.
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path}: this manifest is no TOML: {error}") from error
    _validate(table, path)
    folder = os.path.dirname(path)
    counted = Counter(entry["path"] for entry in table["payloads"])
    if twice := [name for name, count in counted.items() if count > 1]:
        raise UsageError(f"{path}: this manifest names the payload {twice[0]} more than once")
    payloads = tuple(
        Payload(os.path.join(folder, entry["path"]), entry["path"], entry["golden"]) for entry in table["payloads"]
    )
    return Manifest(
        path=path,
        sha256=hashlib.sha256(data).hexdigest(),
        model=os.path.join(folder, table["model"]),
        kernels=os.path.join(folder, table["kernels"]) if "kernels" in table else None,
        payloads=payloads,
    )


def read_bytes(path: str, most: int) -> bytes:
    """The content of a file of at most so many bytes. Raises `UsageError`."""
    from ..files import open_regular

    try:
        with open_regular(path) as file:
            data = file.read(most + 1)
    except OSError as error:
        raise UsageError(f"{path}: cannot read this file: {error.strerror}") from error
    except ValueError as error:
        raise UsageError(f"{path!r}: cannot read this file: {error}") from error
    if len(data) > most:
        raise UsageError(f"{path}: this file has more than {most} bytes, which is more than one of its kind holds")
    return data


def _validate(table: dict[str, Any], path: str) -> None:
    faults = sorted(errors(table, SCHEMA), key=lambda fault: [str(part) for part in fault.absolute_path])
    if faults:
        fault = faults[0]
        place = fault.json_path.removeprefix("$").removeprefix(".") or "its top"
        message = fault.message if len(fault.message) <= 200 else fault.message[:199] + "…"
        raise UsageError(f"{path}: this manifest does not fit its schema (schemas/{SCHEMA}.json) at {place}: {message}")
