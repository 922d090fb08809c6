"""Writes files so that nobody ever sees half of one."""

from __future__ import annotations

import errno
import os


def write_whole(path: str, data: bytes) -> None:
    """Replace the content of `path` (through a symbolic link: of its target) in one step, keeping its mode.

    Raises `OSError`, and then leaves the old content.
    """
    target = os.path.realpath(path)
    try:
        mode = os.stat(target).st_mode & 0o7777
    except FileNotFoundError:
        mode = None

    if mode is not None and not os.path.isfile(target):
        # A device or a pipe (`/dev/stdout`) cannot be replaced, only written to.
        with open(target, "wb") as file:
            file.write(data)
        return
    if mode is not None and not os.access(target, os.W_OK):
        # Renaming would get round the protection of the file itself.
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    temporary = os.path.join(os.path.dirname(target), f".{os.path.basename(target)}.{os.getpid()}.tmp")
    try:
        with open(temporary, "xb") as file:
            file.write(data)
        if mode is not None:
            os.chmod(temporary, mode)
        os.replace(temporary, target)
    except BaseException:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise
