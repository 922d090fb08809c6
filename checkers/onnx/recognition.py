"""Which files the ONNX family reads, and how much of them: no more than one byte past the limit of a model."""

from __future__ import annotations

import os

from .limits import Limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

# Processes that share the work inherit it, however they are started.
_BOUND = "WAI_LINT_ONNX_MODEL_BYTES"


def recognises(name: str, file: BinaryIO) -> bool:
    """All that are called so."""
    del name, file
    return True


def read_bounded(file: BinaryIO) -> bytes:
    """The bytes of a file, which may be a pipe: all, or so many that it is seen to be past the limit.

    Raises `OSError`.
    """
    said = os.environ.get(_BOUND, "")
    most = int(said) if said.isascii() and said.isdigit() else Limits().model_bytes
    return file.read(most + 1)


def bound(model_bytes: int) -> None:
    """Let the limit of a model be another one than the default in this process and those it starts."""
    os.environ[_BOUND] = str(model_bytes)
