"""Remembers what whole runs printed: a run over the same files that asks for the same prints the same.

A folder `runs` in the cache's, a file for each run, named by its key: checksum (8 bytes), exit status (1), then what
was printed. Most runs of a hook or an editor are of this kind, and reading findings back to print them takes longer
than finding out that nothing changed. Like the cache it is a help and never a duty.
"""

from __future__ import annotations

import os

from .cache import Cache, blake2b, key_of
from .files import open_regular, write_whole

KEPT = 8
LONGEST = 1 << 25
_CHECK = 8


class Replay:
    """Where the run `key` of a cache, asked to print in a certain way (`manner`), is remembered."""

    def __init__(self, cache: Cache, key: bytes, *manner: object) -> None:
        self._cache = cache
        self._key = key_of((b"printed", key, repr(manner).encode()))
        self._folder = os.path.join(cache.folder, "runs")
        self._path = os.path.join(self._folder, self._key.hex())

    def recall(self) -> tuple[int, str] | None:
        """The exit status and the text of that run; None when it is not known."""
        try:
            with open_regular(self._path) as file:
                data = file.read(LONGEST)
            body = data[_CHECK:]
            if not body or data[:_CHECK] != self._checksum(body):
                return None
            return body[0], body[1:].decode("utf-8", "surrogatepass")
        except (OSError, UnicodeDecodeError):
            return None

    def remember(self, status: int, text: str) -> None:
        """Keep what the run printed, in place of the oldest of too many; a text too long to be worth it is not kept."""
        body = bytes([status]) + text.encode("utf-8", "surrogatepass")
        if _CHECK + len(body) >= LONGEST:
            return
        try:
            self._cache.make_folder()
            os.makedirs(self._folder, exist_ok=True)
            write_whole(self._path, self._checksum(body) + body)
            kept = sorted((entry.stat().st_mtime_ns, entry.path) for entry in os.scandir(self._folder))
            for _, path in kept[:-KEPT]:
                os.unlink(path)
        except OSError:
            # Without it the next run reads its findings back, which is all that is lost.
            pass

    def _checksum(self, body: bytes) -> bytes:
        return blake2b(self._key + body, digest_size=_CHECK).digest()
