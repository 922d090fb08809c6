"""The files that the commands read: one, standard input, or those of a folder."""

from __future__ import annotations

import errno
import os
import stat
import sys

from ..discovery import STANDARD_INPUT, Discovery, Input
from ..options import UsageError
from ..paths import shown_path

FAMILY = "records"
STANDARD_OUTPUT = "-"


def read(path: str) -> bytes:
    """The bytes of a file, or of standard input for `-`; a larger one than a bundle can be is refused.

    Raises `OSError`.
    """
    from ...checkers.records.profile import LARGEST_DOCUMENT
    from ...checkers.records.recognition import TooLarge, read_bounded

    if path == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError(errno.EBADF, "standard input is closed")
        return read_bounded(sys.stdin.buffer)
    with open(path, "rb") as file:
        status = os.fstat(file.fileno())
        if status.st_size > LARGEST_DOCUMENT:
            raise TooLarge
        # A regular file is read at once; what else has a name may go on for ever.
        return file.read() if stat.S_ISREG(status.st_mode) else read_bounded(file)


def read_or_refuse(path: str) -> bytes:
    """The bytes of a file. Raises `UsageError` when it cannot be read."""
    try:
        return read(path)
    except OSError as error:
        raise UsageError(unreadable(path, error)) from error


def unreadable(path: str, error: OSError) -> str:
    """What to say of a file that cannot be read."""
    return f"{path}: cannot read this file: {error.strerror}"


def inputs(operands: list[str]) -> tuple[list[Input], bool]:
    """The files that operands name, and whether they may be several: there is a folder or more than one operand.

    In a folder, those that the records family reads. Raises `UsageError` for a folder that holds none.
    """
    folder = os.getcwd()
    found: dict[str, Input] = {}
    several = len(operands) > 1
    for operand in operands:
        if not operand:
            # An empty variable of a script must not turn into the whole working folder.
            raise UsageError("'': an empty path names nothing")
        location = os.path.normpath(os.path.join(folder, operand))
        if operand == STANDARD_INPUT:
            # Workers have a standard input of their own.
            named = [Input(operand, operand, (), read_or_refuse(operand))]
        elif os.path.isdir(operand):
            several = True
            named = _inside(folder, operand)
        else:
            named = [Input(location, shown_path(location, folder), ())]
        found |= {item.location: item for item in named if item.location not in found}
    return list(found.values()), several


def _inside(folder: str, operand: str) -> list[Input]:
    discovery = Discovery(folder, respect_gitignore=False, families=(FAMILY,))
    discovery.add(operand)
    if discovery.failures:
        raise UsageError("\n".join(map(str, discovery.failures)))
    if not discovery.inputs:
        raise UsageError(f"{operand}: no bundle or record lies in this folder")
    return discovery.sorted_inputs()
