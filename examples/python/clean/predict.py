"""The prediction of a sample from the two before it, in integers."""

import math

import numpy as np


def predict(residuals: np.ndarray) -> np.ndarray:
    """The samples that differ by `residuals` from the rounded mean of the two before each."""
    samples = np.zeros(residuals.size, dtype=np.int32)
    before, last = 0, 0
    for index, residual in enumerate(residuals.tolist()):
        before, last = last, ((before + last + 1) >> 1) + residual
        samples[index] = last
    return samples


def norm(samples: np.ndarray) -> int:
    """The root of the sum of squares, rounded down."""
    return math.isqrt(int(np.sum(samples * samples, dtype=np.int64)))
