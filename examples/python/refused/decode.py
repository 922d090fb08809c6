"""Decodes a line of samples as `clean` does, with floats where they come to hand."""

import struct

import numpy as np

from .predict import predict

HEADER = struct.Struct("<Hff")


def decode(data: bytes) -> np.ndarray:
    """The samples of a line: a header (count, scale, offset), then a signed byte for each residual."""
    count, scale, offset = HEADER.unpack_from(data)
    residuals = np.frombuffer(data, dtype=np.int8, count=count, offset=HEADER.size)
    scaled = residuals.astype(np.float32) * scale + offset
    return predict(scaled)
