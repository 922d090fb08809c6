"""Writes a picture of 8-bit RGB as PNG (third edition): one IDAT, no filter."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_RGB = 2


def encode(picture: NDArray[np.uint8]) -> bytes:
    """The PNG of a picture, uint8 [height, width, 3]."""
    height, width, _ = picture.shape
    header = struct.pack(">IIBBBBB", width, height, 8, _RGB, 0, 0, 0)
    # Each row begins with the number of its filter, 0 for none.
    rows = np.zeros((height, 1 + 3 * width), np.uint8)
    rows[:, 1:] = picture.reshape(height, 3 * width)
    return b"".join(
        (_SIGNATURE, _chunk(b"IHDR", header), _chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)), _chunk(b"IEND", b""))
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
