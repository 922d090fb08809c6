"""rANS: 32-bit states from 2^16 up, 16-bit words, frequencies in units of 1 / 4096.

A stream begins with its first state, the high word first. A value outside its channel's table is the escape followed
by how far outside it is, even numbers above and odd ones below, in groups of three bits, the lowest first; each group
is four raw bits, the highest of them set where another follows.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..refusal import FIELD_RANGE, HEADER_MALFORMED, STREAM_EXHAUSTED, TRAILING_BYTES, Refused
from .tables import BITS, TOTAL, Table

LEAST_STATE = 1 << 16
# Groups that an escape may have: 33 bits.
MOST_GROUPS = 11


class Decoder:
    """The state of a decode: words are taken from the front."""

    def __init__(self, words: Sequence[int]) -> None:
        if len(words) < 2:
            raise Refused(STREAM_EXHAUSTED, f"a stream of {len(words)} words, its first state alone has 2")
        self._words = words
        self._state = words[0] << 16 | words[1]
        self._at = 2
        if self._state < LEAST_STATE:
            raise Refused(HEADER_MALFORMED, f"the stream begins with the state {self._state}, below {LEAST_STATE}")

    def channel(self, table: Table, count: int) -> list[int]:
        """The next `count` values of a channel. Raises `Refused`."""
        symbols = [symbol for symbol, frequency in enumerate(table.frequencies) for _ in range(frequency)]
        starts = [0]
        for frequency in table.frequencies:
            starts.append(starts[-1] + frequency)
        frequencies, low, escape = table.frequencies, table.low, table.values
        mask, values = TOTAL - 1, []
        for _ in range(count):
            slot = self._state & mask
            symbol = symbols[slot]
            self._state = frequencies[symbol] * (self._state >> BITS) + slot - starts[symbol]
            if self._state < LEAST_STATE:
                self._refill()
            values.append(low + symbol if symbol != escape else self._escaped(table))
        return values

    def finish(self) -> None:
        """Raise `Refused` unless everything was used up and the state is the one that an encoder begins with."""
        if self._at < len(self._words):
            raise Refused(TRAILING_BYTES, f"the last value ends at word {self._at} of {len(self._words)}")
        if self._state != LEAST_STATE:
            raise Refused(TRAILING_BYTES, f"the stream ends in the state {self._state}, expected {LEAST_STATE}")

    def _refill(self) -> None:
        if self._at == len(self._words):
            raise Refused(STREAM_EXHAUSTED, f"the stream ends after {self._at} words, before its last value")
        self._state = self._state << 16 | self._words[self._at]
        self._at += 1

    def _escaped(self, table: Table) -> int:
        distance = 0
        for group in range(MOST_GROUPS):
            bits = self._state & 15
            self._state >>= 4
            if self._state < LEAST_STATE:
                self._refill()
            distance |= (bits & 7) << 3 * group
            if bits < 8:
                break
        else:
            raise Refused(FIELD_RANGE, f"an escape has more than {MOST_GROUPS} groups")
        if distance & 1:
            return table.low - 1 - (distance >> 1)
        return table.low + table.values + (distance >> 1)


class Encoder:
    """The state of an encode: values are given from the last to the first."""

    def __init__(self) -> None:
        self._state = LEAST_STATE
        self._words: list[int] = []

    def channel(self, table: Table, values: Sequence[int]) -> None:
        """Put the values of a channel, before those put so far. Raises `ValueError` for one past all groups."""
        starts = [0]
        for frequency in table.frequencies:
            starts.append(starts[-1] + frequency)
        for value in reversed(values):
            symbol = value - table.low
            if not 0 <= symbol < table.values:
                self._escape(table, value)
                symbol = table.values
            self._put(starts[symbol], table.frequencies[symbol], BITS)

    def finish(self) -> list[int]:
        """The words of the stream, in the order that a decoder takes them."""
        return [self._state >> 16, self._state & 0xFFFF, *reversed(self._words)]

    def _escape(self, table: Table, value: int) -> None:
        above = value - table.low - table.values
        distance = 2 * above if above >= 0 else 2 * (table.low - 1 - value) + 1
        groups = max(1, -(-distance.bit_length() // 3))
        if groups > MOST_GROUPS:
            raise ValueError(f"{value} is too far outside the table to be coded")
        for group in reversed(range(groups)):
            more = 8 if group < groups - 1 else 0
            self._put((distance >> 3 * group & 7) | more, 1, 4)

    def _put(self, start: int, frequency: int, bits: int) -> None:
        if self._state >= frequency << (32 - bits):
            self._words.append(self._state & 0xFFFF)
            self._state >>= 16
        quotient, remainder = divmod(self._state, frequency)
        self._state = (quotient << bits) + remainder + start
