"""Which JSON files the records family reads: bundles by their names, others by their `kind`.

Most JSON files of a folder have nothing to do with records: they are passed over after one search through their bytes.
"""

from __future__ import annotations

import errno
import re
from os import SEEK_END

from .profile import LARGEST_DOCUMENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

BUNDLE_SUFFIX = ".wai-models.json"
BUNDLE_KIND = "wai-model-bundle"
RECORD_KINDS = (
    "wai-model-policy",
    "wai-model-device",
    "wai-model-run",
    "wai-model-rollup",
    "wai-presentation",
    "wai-key-log",
)
_CHUNK = 1 << 20
# No member `kind` is longer, however it is written, unless someone pads it.
_OVERLAP = 1 << 12


class TooLarge(OSError):
    """A file of more than `profile.LARGEST_DOCUMENT` bytes."""

    def __init__(self) -> None:
        super().__init__(errno.EFBIG, f"it is larger than {LARGEST_DOCUMENT >> 20} MiB, the most that is read")


def read_bounded(file: BinaryIO, largest: int = LARGEST_DOCUMENT) -> bytes:
    """All bytes of `file`, which may be a pipe. Raises `TooLarge` once there are more than `largest`, and `OSError`."""
    chunks: list[bytes] = []
    left = largest + 1
    while left > 0 and (chunk := file.read(min(_CHUNK, left))):
        chunks.append(chunk)
        left -= len(chunk)
    if left <= 0:
        raise TooLarge
    return b"".join(chunks)


def recognises(name: str, file: BinaryIO) -> bool:
    """Whether a file is called like a bundle, or is a JSON object whose `kind` is that of a bundle or record.

    A text that says so and then is no JSON counts too: it was meant to be one. Raises `OSError`, `TooLarge` among them.
    """
    called = name.endswith(BUNDLE_SUFFIX)
    size = file.seek(0, SEEK_END)
    if size > LARGEST_DOCUMENT and (called or _mentions_kind(file, size)):
        raise TooLarge
    if called or not _mentions_kind(file, size):
        return called
    file.seek(0)
    return kind_of(file.read()) is not None


def _mentions_kind(file: BinaryIO, size: int) -> bool:
    """Whether a `kind` that names a bundle or record stands anywhere in a file, of which a part at a time is held."""
    file.seek(0)
    before = b""
    # Most files are small: for each, memory of a whole part would be got and given back.
    while chunk := file.read(min(_CHUNK, size + 1)):
        searched = before + chunk
        if _kind_in(searched) is not None:
            return True
        before = searched[-_OVERLAP:]
    return False


def kind_of(data: bytes) -> str | None:
    """The `kind` of the bundle or record that `data` is, None when it is none."""
    named = _kind_in(data)
    if named is None:
        return None
    from .outcome import Refusal
    from .reading import read_document

    try:
        document = read_document(data)
    except Refusal:
        return named
    kind = document.get("kind") if isinstance(document, dict) else None
    return kind if isinstance(kind, str) and kind in (BUNDLE_KIND, *RECORD_KINDS) else None


def _kind_in(data: bytes) -> str | None:
    """The first `kind` that names a bundle or record, at whatever depth."""
    if b"\\u" not in data and (b'"kind"' not in data or b'"wai-' not in data):
        return None
    kinds = (BUNDLE_KIND, *RECORD_KINDS)
    # `re` keeps what it has compiled.
    match = re.search(_member("kind", kinds), data)
    return None if match is None else next(kind for kind, found in zip(kinds, match.groups(), strict=True) if found)


def _member(name: str, values: tuple[str, ...]) -> bytes:
    """A pattern of a member that has one of these values; the group of the value says which."""
    value = "|".join(f"({_spelled(value)})" for value in values)
    return f'"{_spelled(name)}"[ \\t\\r\\n]*:[ \\t\\r\\n]*"(?:{value})"'.encode()


def _spelled(word: str) -> str:
    """A pattern of the ways to write `word` in a JSON string: each character as it is, or escaped."""
    return "".join(f"(?:{re.escape(char)}|\\\\u(?i:{ord(char):04x}))" for char in word)
