"""Remembers what of a project is on its decode paths, with the files that this follows from.

Which files those are is known only afterwards: so they are kept with the result, and so are the paths where a module
was looked for in vain. A result holds while all of them are as they were.
"""

from __future__ import annotations

import json
import os
import zlib
from hashlib import blake2b

from .cache import Cache, key_of
from .project import Examined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# A damaged entry is no entry: the checksum of the cache makes it unlikely, and not impossible.
_DAMAGED = (ValueError, TypeError, LookupError, AttributeError, zlib.error)


class Memory:
    """What is remembered in the cache folder for one question, whose `parts` are all that it depends on but files."""

    def __init__(self, folder: str, parts: Iterable[str]) -> None:
        self._cache = Cache(folder)
        self._key = key_of((b"decode paths", *(part.encode("utf-8", "surrogateescape") for part in parts)))

    def recall(self) -> Examined | None:
        """The result, if every file that it follows from is as it was."""
        body = self._cache.get(self._key)
        if body is None:
            return None
        try:
            row = json.loads(zlib.decompress(body))
            if any(map(os.path.lexists, row["absent"])):
                return None
            if any(_digest_of(path) != digest for path, digest in row["files"].items()):
                return None
            return Examined(dict(row["contexts"]), list(row["warnings"]))
        except _DAMAGED:
            return None

    def keep(self, examined: Examined, files: Mapping[str, bytes], absent: Iterable[str]) -> None:
        """Remember a result, and the bytes of the files that were read for it."""
        row = {
            "absent": sorted(absent),
            "files": {path: _digest(data) for path, data in files.items()},
            "contexts": examined.contexts,
            "warnings": examined.warnings,
        }
        self._cache.put(self._key, zlib.compress(json.dumps(row).encode("ascii")))
        self._cache.close()


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()


def _digest_of(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return _digest(file.read())
    except OSError:
        return ""
