"""Decodes a line of samples: residuals are read, scaled, and added to a prediction. Integers all the way."""

import struct

import numpy as np

from .predict import predict

HEADER = struct.Struct("<HBB")


def decode(data: bytes) -> np.ndarray:
    """The samples of a line, as int32: a header (count, scale, shift), then a signed byte for each residual."""
    count, scale, shift = HEADER.unpack_from(data)
    residuals = np.frombuffer(data, dtype=np.int8, count=count, offset=HEADER.size)
    scaled = (residuals.astype(np.int32) * scale) >> (shift & 31)
    return predict(scaled)
