"""A refusal of the decoder: a code, and what was expected, where."""

from __future__ import annotations

HEADER_MALFORMED = "header_malformed"
MODEL_MISMATCH = "model_mismatch"
STREAM_EXHAUSTED = "stream_exhausted"
TRAILING_BYTES = "trailing_bytes"
FIELD_RANGE = "field_range"
CODES = (HEADER_MALFORMED, MODEL_MISMATCH, STREAM_EXHAUSTED, TRAILING_BYTES, FIELD_RANGE)


class Refused(Exception):
    """A graph, a model or a payload that the decoder refuses; `code` is one of `CODES`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"
