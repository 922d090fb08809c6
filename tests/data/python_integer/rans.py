"""Range asymmetric numeral systems with 32-bit states and 12-bit frequencies."""

from itertools import accumulate

SCALE = 12
LOWEST = 1 << 23


class Model:
    """Frequencies that add up to `1 << SCALE`."""

    def __init__(self, counts: list[int]) -> None:
        total = sum(counts)
        self.frequencies = [max(1, (count << SCALE) // total) for count in counts]
        surplus = sum(self.frequencies) - (1 << SCALE)
        largest = max(range(len(counts)), key=self.frequencies.__getitem__)
        self.frequencies[largest] -= surplus
        self.starts = [0, *accumulate(self.frequencies)]
        self.symbols = bytes(s for s, frequency in enumerate(self.frequencies) for _ in range(frequency))

    def encode(self, data: bytes) -> bytes:
        state, out = LOWEST, bytearray()
        for symbol in reversed(data):
            frequency = self.frequencies[symbol]
            while state >= (LOWEST >> SCALE << 8) * frequency:
                out.append(state & 0xFF)
                state >>= 8
            state = (state // frequency << SCALE) + state % frequency + self.starts[symbol]
        return state.to_bytes(4, "big") + bytes(reversed(out))

    def decode(self, data: bytes, length: int) -> bytes:
        state, at, out = int.from_bytes(data[:4], "big"), 4, bytearray()
        for _ in range(length):
            slot = state & ((1 << SCALE) - 1)
            symbol = self.symbols[slot]
            out.append(symbol)
            state = self.frequencies[symbol] * (state >> SCALE) + slot - self.starts[symbol]
            while state < LOWEST:
                state = state << 8 | data[at]
                at += 1
        return bytes(out)
