"""Files that a policy names by path and SHA-256: below its own folder, and of exactly that content."""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .strict_json import DocumentRefused

if TYPE_CHECKING:
    from collections.abc import Mapping

LARGEST_FILE = 1 << 30
_UNSAFE = re.compile(r"[\\\x00-\x1f\x7f\ud800-\udfff]|^[A-Za-z]:|^/|/$")


@dataclass(frozen=True)
class Binding:
    """The path of a file, relative to the policy that names it, and the SHA-256 of its bytes."""

    path: str
    sha256: str

    def to_json(self) -> dict[str, str]:
        """As policies and envelopes write it."""
        return {"path": self.path, "sha256": self.sha256}


def read_regular(path: str, most: int, prefix: str) -> bytes:
    """The bytes of a regular file, at most so many. Raises `DocumentRefused` with `<prefix>_UNREADABLE`."""
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            raise DocumentRefused(f"{prefix}_UNREADABLE", f"{path} is not a regular file")
        with open(path, "rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise DocumentRefused(f"{prefix}_UNREADABLE", f"cannot read {path}: {reason}") from error
    if len(data) > most:
        raise DocumentRefused(f"{prefix}_UNREADABLE", f"{path} is larger than {most} bytes")
    return data


def bind(
    entry: Mapping[str, str], folder: str, prefix: str, what: str, mismatch: str, most: int = LARGEST_FILE
) -> tuple[Binding, bytes]:
    """The file that `entry` of a policy in `folder` names, and its bytes, at most so many; `what` is what to call it.

    Raises `DocumentRefused`: `<prefix>_PATH_TRAVERSAL`, `<prefix>_UNREADABLE`, or `<prefix>_<mismatch>` where the bytes
    hash otherwise.
    """
    binding = Binding(entry["path"], entry["sha256"])
    pointer = f"/{what}/path"
    parts = binding.path.split("/")
    inside = os.path.realpath(folder)
    plain = not _UNSAFE.search(binding.path) and not {"", ".", ".."}.intersection(parts)
    location = os.path.realpath(os.path.join(inside, *parts)) if plain else ""
    if not location.startswith(inside.rstrip(os.sep) + os.sep):
        message = f"the path of the {what} leads out of the policy's folder or is not in its plain form"
        raise DocumentRefused(
            f"{prefix}_PATH_TRAVERSAL", f"{message}: name a file below it, with / between parts", pointer
        )
    data = read_regular(location, most, prefix)
    digest = hashlib.sha256(data).hexdigest()
    if digest != binding.sha256:
        message = f"the {what} hashes to {digest}, not to the {binding.sha256} that the policy is bound to"
        raise DocumentRefused(f"{prefix}_{mismatch}", message, f"/{what}/sha256")
    return binding, data
