"""A model small enough to decode thousands of times, and a payload of it."""

from __future__ import annotations

import json

import numpy as np
from wai_lint.checkers.decoder import graph as graphs
from wai_lint.checkers.decoder.codec.encode import encode
from wai_lint.checkers.decoder.codec.model import Model, assemble
from wai_lint.checkers.decoder.writer import Writer

CHANNELS = 4
WIDTH, HEIGHT = 9, 7
ESCAPED = (-120, 90)


def tables() -> dict:
    """Tables of four channels, an escape of 1, 16, 1024 and 4096 in 4096: the last codes nothing but escapes."""
    return {
        "format": "wai-tables/1",
        "channels": [
            {"low": -2, "frequencies": [95, 900, 2000, 900, 200, 1]},
            {"low": 0, "frequencies": [4080, 16]},
            {"low": -1, "frequencies": [1024, 1024, 1024, 1024]},
            {"low": 3, "frequencies": [4096]},
        ],
    }


def writer() -> Writer:
    """Latents of a third of the picture's size, mixed by a convolution that may leave the range of its node."""
    made = Writer()
    made.input("latent", [1, CHANNELS, None, None], *ESCAPED)
    random = np.random.default_rng(5)
    weight = random.integers(-3, 4, (27, CHANNELS, 3, 3))
    constants = {"weight": weight, "bias": np.full(27, 128)}
    made.node("mixed", "conv2d", ["latent"], constants, {"stride": 1, "padding": 1}, range=(-1500, 1500))
    made.node("spread", "depth_to_space", ["mixed"], attributes={"block": 3})
    made.node("picture", "clamp", ["spread"], attributes={"low": 0, "high": 255})
    made.output("picture", 0, 255)
    return made


def model() -> Model:
    """The model of these."""
    made = writer()
    return assemble(graphs.build(made.document(), made.sidecar()), json.dumps(tables()).encode())


def latents() -> np.ndarray:
    """Latents [1, 4, 3, 3] of which some are escaped."""
    random = np.random.default_rng(6)
    values = random.integers(-3, 4, (1, CHANNELS, 3, 3))
    values[0, 0, 1, 1], values[0, 2, 2, 2], values[0, 1, 0, 0] = ESCAPED[0], ESCAPED[1], 0
    return values


def payload(made: Model) -> bytes:
    """The payload of a picture of 9 × 7."""
    return encode(made, latents(), WIDTH, HEIGHT)
