"""Where in a document's text a value stands."""

from __future__ import annotations

from .outcome import Path


def locate(text: str, pointer: Path) -> tuple[int, int]:
    """Code-point offsets (start, end) of what a pointer leads to in a text that reads.

    The last part of a pointer that leads nowhere is left off: a member that is missing is shown at the object that lacks it.
    """
    raise NotImplementedError
