"""Reads the family's data: `grammars/python_*.txt` and `grammars/numpy_*.txt`, a row a line, `#` before a comment."""

from __future__ import annotations

import os
from functools import cache

_FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "grammars")


def lines(name: str) -> list[str]:
    """The rows of `grammars/<name>.txt` as they are written, without comments and empty lines."""
    with open(os.path.join(_FOLDER, f"{name}.txt"), encoding="utf-8") as file:
        return [line for line in file.read().split("\n") if line and line[0] != "#"]


@cache
def keyed(name: str) -> dict[str, tuple[str, ...]]:
    """The rows of `grammars/<name>.txt` as words, by their first word."""
    return {words[0]: tuple(words[1:]) for words in map(str.split, lines(name))}
