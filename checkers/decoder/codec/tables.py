"""Frequency tables of latents (`wai-tables/1`): one for each channel, in units of 1 / 4096, the last the escape's."""

from __future__ import annotations

from dataclasses import dataclass

from .. import document
from ..refusal import MODEL_MISMATCH, Refused

SCHEMA = "wai-tables"
FORMAT = "wai-tables/1"
BITS = 12
TOTAL = 1 << BITS


@dataclass(frozen=True, slots=True)
class Table:
    """A channel's table: the values from `low` up have the frequencies in order; the last frequency is the escape's."""

    low: int
    frequencies: tuple[int, ...]

    @property
    def values(self) -> int:
        """How many values it holds."""
        return len(self.frequencies) - 1


def parse(data: bytes, what: str = "the tables") -> tuple[Table, ...]:
    """The tables of a document, by channel. Raises `Refused` with `model_mismatch`."""
    described = document.read(data, SCHEMA, what)
    tables = tuple(Table(entry["low"], tuple(entry["frequencies"])) for entry in described["channels"])
    for channel, table in enumerate(tables):
        if sum(table.frequencies) != TOTAL:
            total = sum(table.frequencies)
            raise Refused(MODEL_MISMATCH, f"frequencies of channel {channel} add up to {total}, expected {TOTAL}")
    return tables
