"""The prediction of a sample from the two before it, in floats."""

import math

import numpy as np


def predict(residuals: np.ndarray) -> np.ndarray:
    """The samples that differ by `residuals` from the mean of the two before each."""
    samples = np.zeros(residuals.size)
    before, last = 0, 0
    for index, residual in enumerate(residuals.tolist()):
        before, last = last, round((before + last) / 2 + residual, 3)
        samples[index] = last
    return samples


def norm(samples: np.ndarray) -> float:
    """The root of the sum of squares: no decoder calls it, so it is on no decode path."""
    return math.sqrt(np.sum(samples * samples))
