"""Variable-length integers, seven bits a byte, with and without a sign."""

from collections.abc import Iterator


def encode(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def decode(data: bytes) -> Iterator[int]:
    value = shift = 0
    for byte in data:
        value |= (byte & 0x7F) << shift
        if byte & 0x80:
            shift += 7
        else:
            yield value
            value = shift = 0


def zigzag(value: int) -> int:
    return value << 1 if value >= 0 else ~(value << 1)


def unzigzag(value: int) -> int:
    return value >> 1 ^ -(value & 1)
