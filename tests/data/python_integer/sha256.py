"""SHA-256 (FIPS 180-4) on Python integers."""

import struct

MASK = 0xFFFFFFFF


def primes(count: int) -> list[int]:
    found: list[int] = []
    number = 2
    while len(found) < count:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found


def root(number: int, power: int) -> int:
    """The integer part of a root, by bisection."""
    low, high = 0, number + 1
    while high - low > 1:
        middle = (low + high) >> 1
        if middle * middle * (middle if power == 3 else 1) <= number:
            low = middle
        else:
            high = middle
    return low


K = tuple(root(prime << 96, 3) & MASK for prime in primes(64))
START = tuple(root(prime << 64, 2) & MASK for prime in primes(8))


def rotated(word: int, amount: int) -> int:
    return (word >> amount | word << (32 - amount)) & MASK


def compressed(state: tuple[int, ...], block: bytes) -> tuple[int, ...]:
    words = list(struct.unpack(">16I", block))
    for index in range(16, 64):
        one, two = words[index - 15], words[index - 2]
        low = rotated(one, 7) ^ rotated(one, 18) ^ one >> 3
        high = rotated(two, 17) ^ rotated(two, 19) ^ two >> 10
        words.append((words[index - 16] + low + words[index - 7] + high) & MASK)
    a, b, c, d, e, f, g, h = state
    for constant, word in zip(K, words, strict=True):
        high = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
        first = (h + high + (e & f ^ ~e & g) + constant + word) & MASK
        low = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
        second = (low + (a & b ^ a & c ^ b & c)) & MASK
        a, b, c, d, e, f, g, h = (first + second) & MASK, a, b, c, (d + first) & MASK, e, f, g
    return tuple((old + new) & MASK for old, new in zip(state, (a, b, c, d, e, f, g, h), strict=True))


def digest(data: bytes) -> bytes:
    padded = data + b"\x80" + bytes(-(len(data) + 9) % 64) + struct.pack(">Q", 8 * len(data))
    state = START
    for at in range(0, len(padded), 64):
        state = compressed(state, padded[at : at + 64])
    return struct.pack(">8I", *state)
