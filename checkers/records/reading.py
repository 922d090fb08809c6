"""Reading JSON strictly (records §1, rules 1 to 5)."""

from __future__ import annotations


class OtherNumber:
    """A number of a document that no record may hold: signed, with a fraction or an exponent, or above 2^53 − 1."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


def read_document(data: bytes) -> object:
    """The value of a document: dict, list, str, int (0 to 2^53 − 1), `OtherNumber`, bool or None.

    Raises `Refusal` with `record_malformed` at `("bundle",)` where rules 1 to 5 do not hold, and nothing else, in time
    linear in the bytes.
    """
    raise NotImplementedError
