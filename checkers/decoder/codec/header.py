"""The header of a payload: 60 bytes, numbers with the least significant byte first.

magic "wnis", version u16, latent channels u16, picture width and height u32, latent width and height u32, SHA-256 of
the model, number of 16-bit words of the stream u32. The stream follows, and nothing after it.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from ..refusal import HEADER_MALFORMED, STREAM_EXHAUSTED, TRAILING_BYTES, Refused

MAGIC = b"wnis"
VERSION = 1
_LAYOUT = struct.Struct("<4sHHIIII32sI")
BYTES = _LAYOUT.size


@dataclass(frozen=True, slots=True)
class Header:
    """What a payload says of itself. `words`: the length of its stream in 16-bit words."""

    latent_channels: int
    width: int
    height: int
    latent_width: int
    latent_height: int
    model: bytes
    words: int


def parse(payload: bytes) -> Header:
    """The header of a payload whose length is what it says. Raises `Refused`; allocates nothing by what it reads."""
    if len(payload) < BYTES:
        raise Refused(HEADER_MALFORMED, f"a payload of {len(payload)} bytes, its header alone has {BYTES}")
    magic, version, *fields = _LAYOUT.unpack_from(payload)
    if magic != MAGIC:
        raise Refused(HEADER_MALFORMED, f"a payload begins with {MAGIC!r}, this one with {magic!r}")
    if version != VERSION:
        raise Refused(HEADER_MALFORMED, f"version {version}, expected {VERSION}")
    header = Header(*fields)
    sides = (header.latent_channels, header.width, header.height, header.latent_width, header.latent_height)
    if 0 in sides:
        raise Refused(HEADER_MALFORMED, "a side or the number of channels is 0")
    length = BYTES + 2 * header.words
    if len(payload) < length:
        raise Refused(STREAM_EXHAUSTED, f"a payload of {len(payload)} bytes, its header says {length}")
    if len(payload) > length:
        raise Refused(TRAILING_BYTES, f"a payload of {len(payload)} bytes, its header says {length}")
    return header


def write(header: Header) -> bytes:
    """The bytes of a header."""
    return _LAYOUT.pack(
        MAGIC,
        VERSION,
        header.latent_channels,
        header.width,
        header.height,
        header.latent_width,
        header.latent_height,
        header.model,
        header.words,
    )
