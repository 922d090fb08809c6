"""Which files the ONNX family reads, and how much of them: no more than one byte past the limit of a model."""

from __future__ import annotations

from .limits import Limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

_most = Limits().model_bytes


def recognises(name: str, file: BinaryIO) -> bool:
    """All that are called so."""
    del name, file
    return True


def read_bounded(file: BinaryIO) -> bytes:
    """The bytes of a file, which may be a pipe: all, or so many that it is seen to be past the limit.

    Raises `OSError`.
    """
    return file.read(_most + 1)


def bound(model_bytes: int) -> None:
    """Let the limit of a model be another one than the default for this process and those it forks."""
    global _most
    _most = model_bytes
