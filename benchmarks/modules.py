"""The WGSL modules of a folder, for the scripts that compare."""

from __future__ import annotations

import os


def modules(folder: str) -> list[str]:
    """The paths of the WGSL modules below `folder`, in order."""
    found = [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names if name.endswith(".wgsl")]
    return sorted(found)


def text_of(path: str) -> str | None:
    """A module's text, or None where the file is not UTF-8."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None
