"""Decoding of a payload: header, rANS, synthesis graph, RGB8. Integers all the way."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from .. import vectorised
from ..graph import Graph, Tensor
from ..refusal import HEADER_MALFORMED, MODEL_MISMATCH, Refused
from . import header as headers
from .header import Header
from .model import Model
from .rans import Decoder

Compute = Callable[[Graph, Mapping[str, Tensor]], Mapping[str, Tensor]]


@dataclass(frozen=True, slots=True)
class Picture:
    """A decoded picture. `pixels`: rows from the top, pixels from the left, red, green and blue of each in a byte."""

    width: int
    height: int
    pixels: bytes

    @property
    def sha256(self) -> str:
        """What a golden is compared with: SHA-256 of the pixels."""
        return hashlib.sha256(self.pixels).hexdigest()


def decode(model: Model, payload: bytes, compute: Compute = vectorised.run) -> Picture:
    """The picture of a payload. `compute` gives a graph's outputs for its inputs. Raises `Refused`."""
    header, latents = read(model, payload)
    outputs = compute(model.graph, {model.latent: latents})
    return picture(header, outputs[model.picture])


def read(model: Model, payload: bytes) -> tuple[Header, Tensor]:
    """The header and the latents [1, channels, height, width] of a payload, for this model. Raises `Refused`.

    That every tensor of the decode is within the cap is known before any is made.
    """
    header = headers.parse(payload)
    if header.model != model.digest:
        raise Refused(
            MODEL_MISMATCH, f"the payload is for the model {header.model.hex()}, this is {model.digest.hex()}"
        )
    shape = (1, header.latent_channels, header.latent_height, header.latent_width)
    shapes = model.graph.shapes({model.latent: shape})
    for side, latent, made in zip((header.height, header.width), shape[2:], shapes[model.picture][2:], strict=True):
        # As few latents as the picture needs.
        if not made - made // latent < side <= made:
            raise Refused(HEADER_MALFORMED, f"a picture's side of {side} has not {latent} latents, which make {made}")
    decoder = Decoder(np.frombuffer(payload, dtype="<u2", offset=headers.BYTES).tolist())
    area = header.latent_height * header.latent_width
    channels = [decoder.channel(table, area) for table in model.tables]
    decoder.finish()
    return header, np.array(channels, dtype=np.int64).reshape(shape)


def picture(header: Header, output: Tensor) -> Picture:
    """The picture in the output [1, 3, height, width] of a model's graph."""
    part = output[0, :, : header.height, : header.width]
    return Picture(header.width, header.height, part.transpose(1, 2, 0).astype(np.uint8).tobytes())
