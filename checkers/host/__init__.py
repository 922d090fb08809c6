"""Host sources: Rust, C, C++, Objective-C and Python, as tokens, so that comments and strings count for nothing."""

from __future__ import annotations

from .tokens import HostCode, Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..source import Source

RUST, C, PYTHON = "rust", "c", "python"

_SUFFIXES = {".rs": RUST, ".py": PYTHON, ".pyi": PYTHON}


def language_of(path: str) -> str:
    """The language of a host file by its name; those of the C family are one."""
    return _SUFFIXES.get(path[path.rfind(".") :], C)


def read(source: Source) -> HostCode:
    """The tokens and comments of a host source. Any text has some: what no token fits is a token of one character."""
    language = language_of(source.path)
    scan: Callable[[str], tuple[list[Token], list[tuple[int, int]]]]
    if language == RUST:
        from .rust import scan
    elif language == PYTHON:
        from .python import scan
    else:
        from .c_family import scan
    return HostCode(source, language, *scan(source.text))
