"""Where a tensor first differs from the reference's."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .graph import Tensor


@dataclass(frozen=True, slots=True)
class Difference:
    """The first element, row by row, that is not the reference's; `count` of `elements` are not."""

    index: int
    expected: int
    given: int
    count: int
    elements: int

    def __str__(self) -> str:
        more = f", the first of {self.count} of {self.elements}" if self.count > 1 else ""
        return f"gives {self.given} at index {self.index}{more}, and the reference gives {self.expected}"


def first_difference(expected: Tensor, given: Tensor) -> Difference | None:
    """The difference of two tensors of as many elements, or None."""
    expected, given = expected.reshape(-1), given.reshape(-1)
    differing = np.flatnonzero(given != expected)
    if not differing.size:
        return None
    index = int(differing[0])
    return Difference(index, int(expected[index]), int(given[index]), int(differing.size), expected.size)
