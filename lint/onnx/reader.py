"""Models as sources: their bytes, and no text."""

from __future__ import annotations

from ...checkers.source import Source


def read(path: str, data: bytes) -> Source:
    """The source of a model."""
    return Source(path, data, text="")
