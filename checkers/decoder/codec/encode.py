"""Encoding of latents into a payload. What makes latents of a photograph is a model's own."""

from __future__ import annotations

import numpy as np

from ..graph import Tensor
from . import header as headers
from .header import Header
from .model import Model
from .rans import Encoder


def encode(model: Model, latents: Tensor, width: int, height: int) -> bytes:
    """The payload of latents [1, channels, height, width] and of the size of the picture that they stand for.

    Raises `ValueError` for latents that the tables cannot code.
    """
    encoder = Encoder()
    for channel in reversed(range(latents.shape[1])):
        encoder.channel(model.tables[channel], latents[0, channel].reshape(-1).tolist())
    words = encoder.finish()
    _, channels, latent_height, latent_width = latents.shape
    header = Header(channels, width, height, latent_width, latent_height, model.digest, len(words))
    return headers.write(header) + np.array(words, dtype="<u2").tobytes()
