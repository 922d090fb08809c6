"""Remembers results between runs by the content they follow from.

A folder of 64 shards, each an append-only log of records: body length (4 bytes), checksum (8), key (16), body.
Appending one record batch is one write, so runs at the same time do not disturb each other; a record that is cut off or
altered fails its checksum, is treated as missing with all that follows it, and the shard is then written anew. The
cache is a help and never a duty: when its folder cannot be read or written, everything is computed.
"""

from __future__ import annotations

import os

try:
    # The compiled module alone; `hashlib` would load OpenSSL, which takes longer than linting a small shader.
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

SHARDS = 64
SHARD_LIMIT = 1 << 20
_KEY = 16
_CHECK = 8
_HEAD = 4 + _CHECK + _KEY
_ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_SOURCES = ("checkers", "grammars", "lint", "rules", "schemas")
_TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# This folder holds results of wai-lint and can be deleted.\n"
_identity: bytes | None = None


def tool_identity() -> bytes:
    """Identifies the code that computes results: its version, its Python, and in a checkout its files' times."""
    global _identity
    if _identity is None:
        import sys

        from .. import __version__

        parts = [__version__, sys.version]
        if os.path.exists(os.path.join(_ROOT, "pyproject.toml")):
            parts += [stamp for name in _SOURCES for stamp in _stamps(os.path.join(_ROOT, name))]
        _identity = blake2b("\0".join(parts).encode("utf-8", "surrogateescape"), digest_size=32).digest()
    return _identity


def _stamps(folder: str) -> list[str]:
    stamps = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name != "__pycache__":
                    stamps += _stamps(entry.path)
            else:
                status = entry.stat()
                stamps.append(f"{entry.path} {status.st_mtime_ns} {status.st_size}")
    return sorted(stamps)


def key_of(parts: Iterable[bytes]) -> bytes:
    """The key of what this tool computes from `parts`."""
    digest = blake2b(tool_identity(), digest_size=_KEY)
    for part in parts:
        digest.update(b"%d:" % len(part))
        digest.update(part)
    return digest.digest()


class Cache:
    """The results remembered in `folder`. Nothing is written before `close`."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._shards: dict[int, dict[bytes, bytes]] = {}
        self._damaged: set[int] = set()
        self._new: dict[int, dict[bytes, bytes]] = {}

    def get(self, key: bytes) -> bytes | None:
        """The body put under `key`, None when there is none."""
        number = key[0] % SHARDS
        shard = self._shards.get(number)
        if shard is None:
            shard = self._shards[number] = self._load(number)
        return shard.get(key)

    def put(self, key: bytes, body: bytes) -> None:
        """Remember `body` under `key`; a body too long to be worth it is not kept."""
        if _HEAD + len(body) <= SHARD_LIMIT // 4:
            self._new.setdefault(key[0] % SHARDS, {})[key] = body

    def close(self) -> None:
        """Write what was put."""
        if not self._new:
            return
        try:
            self.make_folder()
            for number, records in self._new.items():
                self._write(number, records)
        except OSError:
            # Without a cache the next run computes again, which is all that is lost.
            pass
        self._new = {}

    def _path(self, number: int) -> str:
        return os.path.join(self.folder, f"{number:02x}")

    def _load(self, number: int) -> dict[bytes, bytes]:
        try:
            from .files import open_regular

            with open_regular(self._path(number)) as file:
                data = file.read(4 * SHARD_LIMIT)
        except OSError:
            return {}
        records, whole = _parse(data)
        if not whole:
            self._damaged.add(number)
        return records

    def _write(self, number: int, records: dict[bytes, bytes]) -> None:
        path = self._path(number)
        if os.path.exists(path) and not os.path.isfile(path):
            # A pipe would wait for a reader.
            return
        data = b"".join(_record(key, body) for key, body in records.items())
        size = os.stat(path).st_size if os.path.exists(path) else 0
        if number not in self._damaged and size + len(data) <= SHARD_LIMIT:
            descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
            try:
                os.write(descriptor, data)
            finally:
                os.close(descriptor)
            return
        # Start anew with the later half, which holds the latest results.
        kept = {key: body for key, body in self._load(number).items() if key not in records}
        kept.update(records)
        chosen, total = [], 0
        for key, body in reversed(kept.items()):
            total += _HEAD + len(body)
            if total > SHARD_LIMIT // 2:
                break
            chosen.append(_record(key, body))
        from .files import write_whole

        write_whole(path, b"".join(reversed(chosen)))

    def make_folder(self) -> None:
        """Make the folder, marked as a cache; raises `OSError`."""
        tag = os.path.join(self.folder, "CACHEDIR.TAG")
        if os.path.exists(tag):
            return
        os.makedirs(self.folder, exist_ok=True)
        for name, text in ((".gitignore", "*\n"), ("CACHEDIR.TAG", _TAG)):
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(text)


def _record(key: bytes, body: bytes) -> bytes:
    check = blake2b(key + body, digest_size=_CHECK).digest()
    return len(body).to_bytes(4, "little") + check + key + body


def _parse(data: bytes) -> tuple[dict[bytes, bytes], bool]:
    """The records of a shard up to the first damaged one, and whether there was none."""
    records: dict[bytes, bytes] = {}
    position, end = 0, len(data)
    while position + _HEAD <= end:
        start = position + 4 + _CHECK
        stop = start + _KEY + int.from_bytes(data[position : position + 4], "little")
        if stop > end or blake2b(data[start:stop], digest_size=_CHECK).digest() != data[position + 4 : start]:
            return records, False
        records[data[start : start + _KEY]] = data[start + _KEY : stop]
        position = stop
    return records, position == end
