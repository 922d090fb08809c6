"""Paths in relation to folders, and as they are shown: with `/` between parts wherever the tool runs."""

from __future__ import annotations

import os


def slashed(path: str) -> str:
    """A path with `/` between its parts."""
    return path.replace(os.sep, "/") if os.sep != "/" else path


def below(path: str, folder: str) -> str | None:
    """What an absolute path adds to that of a folder around it; None where it does not lie below the folder."""
    prefix = folder.rstrip(os.sep) + os.sep
    return path[len(prefix) :] if path.startswith(prefix) else None


def shown_path(path: str, folder: str) -> str:
    """An absolute path as it is shown: relative to the working folder when it lies below it."""
    return slashed(below(path, folder) or path)
