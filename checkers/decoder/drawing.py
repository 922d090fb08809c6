"""Constants, attributes and tensors of operators, drawn from a seed: the least and the greatest among them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

Parts = tuple[dict[str, NDArray[np.int64]], dict[str, int]]


class Draw:
    """What is drawn for a node: constants and attributes, small or as large as they go."""

    def __init__(self, seed: int, large: bool) -> None:
        self.random = random.Random(seed)
        self.large = large

    def ints(self, shape: Sequence[int], low: int, high: int) -> NDArray[np.int64]:
        """Integers from `low` to `high`, one of four an end, about 0, or a power of two."""
        bits = max(1, low.bit_length(), high.bit_length())
        powers = [sign << bit for bit in range(bits) for sign in (1, -1)]
        edges = (low, high, 0, 1, -1)
        values = [
            min(max(self.random.choice(self.random.choice((edges, powers))), low), high)
            if self.random.random() < 0.25
            else self.random.randint(low, high)
            for _ in range(prod(shape))
        ]
        return np.array(values, dtype=np.int64).reshape(shape)

    def parts(self, operator: str, channels: int, reach: tuple[int, int]) -> Parts:
        """Constants and attributes for an operator on a tensor with these channels and values."""
        most = 2**31 - 1 if self.large else 127
        if operator in ("conv2d", "conv_transpose2d"):
            out, height, width = self.random.randint(1, 4), self.random.randint(1, 4), self.random.randint(1, 4)
            stride = self.random.randint(1, 3)
            attributes = {"stride": stride, "padding": self.random.randint(0, 2)}
            if operator == "conv_transpose2d":
                attributes["output_padding"] = self.random.randrange(stride)
            weight = self.ints((out, channels, height, width), -most - 1, most)
            return {"weight": weight, "bias": self.ints((out,), -most - 1, most)}, attributes
        if operator == "requant":
            size = max(abs(reach[0]), abs(reach[1])).bit_length()
            factor = 2 ** self.random.randint(1, 31) - 1 if self.large else 2 ** self.random.randint(1, 14) - 1
            low = max(1, size + factor.bit_length() - (40 if self.large else 12))
            shift = self.ints((channels,), low, max(low, min(62, low + 8)))
            return {"multiplier": self.ints((channels,), -factor, factor), "shift": shift}, {}
        if operator == "isqrt_norm":
            # The smaller the factors, the larger what a certificate leaves to the values.
            multiplier, gamma = (2 ** self.random.randint(0, most.bit_length()) - 1 for _ in range(2))
            return {
                "multiplier": self.ints((channels,), -multiplier, multiplier),
                "beta": self.ints((channels,), 1, most),
                "gamma": self.ints((channels, channels), 0, gamma),
            }, {}
        if operator == "clamp":
            low, high = sorted(self.random.randint(-most - 1, most) for _ in range(2))
            return {}, {"low": low, "high": high}
        if operator == "lut":
            return {"table": self.ints((reach[1] - reach[0] + 1,), -most - 1, most)}, {"low": reach[0]}
        if operator == "depth_to_space":
            return {}, {"block": self.random.randint(1, 3)}
        if operator == "slice":
            start = self.random.randint(0, 2)
            return {}, {"axis": self.random.randint(1, 3), "start": start, "stop": start + self.random.randint(1, 3)}
        return {}, {}
