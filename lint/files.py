"""Writes files so that nobody ever sees half of one."""

from __future__ import annotations

import errno
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO


def open_regular(path: str) -> BinaryIO:
    """Open a file to read that has an end, unlike a pipe or `/dev/zero`. Raises `OSError`."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise OSError(errno.EINVAL, "it is not a regular file")
    return open(path, "rb")


def write_whole(path: str, data: bytes) -> None:
    """Replace the content of `path` (through a symbolic link: of its target) in one step, keeping its mode.

    It keeps its owner too where this user may give files away. A hard link to the old content goes on holding that.

    Raises `OSError`, and then leaves the old content.
    """
    target = os.path.realpath(path)
    try:
        old = os.stat(target)
    except FileNotFoundError:
        old = None

    if old is not None and not os.path.isfile(target):
        # A device or a pipe (`/dev/stdout`) cannot be replaced, only written to.
        with open(target, "wb") as file:
            file.write(data)
        return
    if old is not None and not os.access(target, os.W_OK):
        # Renaming would get round the protection of the file itself.
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    # A name of its own: one that an ended run left behind, or that is longer than names may be, stops nothing.
    temporary = os.path.join(os.path.dirname(target), f".wai-lint-{os.urandom(8).hex()}.tmp")
    try:
        with open(temporary, "xb") as file:
            file.write(data)
        if old is not None:
            _give(temporary, old)
        os.replace(temporary, target)
    except BaseException:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise


def _give(path: str, old: os.stat_result) -> None:
    """Give a new file the owner and the mode of an old one; only some may give files away."""
    from contextlib import suppress

    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(path, old.st_uid, old.st_gid)
    os.chmod(path, old.st_mode & 0o7777)
