"""CRC-32 and Adler-32, by table and by NumPy."""

import numpy as np

POLYNOMIAL = 0xEDB88320


def table() -> list[int]:
    rows = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (POLYNOMIAL if byte & 1 else 0)
        rows.append(byte)
    return rows


TABLE = table()


def crc32(data: bytes, value: int = 0) -> int:
    value ^= 0xFFFFFFFF
    for byte in data:
        value = TABLE[(value ^ byte) & 0xFF] ^ value >> 8
    return value ^ 0xFFFFFFFF


def adler32(data: bytes) -> int:
    values = np.frombuffer(data, dtype=np.uint8).astype(np.uint64)
    weights = np.arange(len(data), 0, -1, dtype=np.uint64)
    low = (1 + int(np.sum(values, dtype=np.uint64))) % 65521
    high = (len(data) + int(np.sum(values * weights % 65521, dtype=np.uint64))) % 65521
    return high << 16 | low


def words(data: bytes) -> np.ndarray:
    """Little-endian words, put together from bytes by shifts."""
    rows = np.frombuffer(data, dtype=np.uint8).reshape(-1, 4).astype(np.uint32)
    shifted = rows << np.array([0, 8, 16, 24], dtype=np.uint32)
    return np.bitwise_or.reduce(shifted, axis=1)
