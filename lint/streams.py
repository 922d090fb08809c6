"""Standard output and standard error: what is written there, whether in colour, and what happens where that fails."""

from __future__ import annotations

import os
import sys

from .options import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO


def replace_closed_streams() -> None:
    """What nobody reads is written to nowhere; the next file to be opened would get the number of the closed one."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - it lives as long as the run


def wants_color(when: str) -> bool:
    """Whether to colour standard output: `always`, `never`, or `auto` by NO_COLOR, FORCE_COLOR and the terminal."""
    if when != "auto":
        return when == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def write_text(text: str) -> None:
    """Print to standard output what its encoding has, and the rest escaped."""
    encoding = sys.stdout.encoding or "utf-8"
    write_bytes(text.encode(encoding, "backslashreplace"))


def write_bytes(data: bytes) -> None:
    """Write to standard output as it is."""
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except OSError as error:
        _discard(sys.stdout)
        # Whoever closed a pipe has read enough, which changes no verdict.
        if not isinstance(error, BrokenPipeError):
            raise UsageError(f"cannot write to standard output: {error.strerror}") from error


def say(kind: str, message: str) -> None:
    """Say something about the run on standard error."""
    from .reporters.terminal import printable

    write_message(f"{kind}: {printable(message)}\n")


def write_message(text: str) -> None:
    """Write to standard error; where that fails nobody can be told, and the exit status still says it."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        _discard(sys.stderr)


def _discard(stream: TextIO) -> None:
    """Lead a stream that fails to nowhere: at exit Python would try again to write what is left."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
