"""Signed records: reading one by its table, verifying its signature, naming it (records §1 rules 6 and 7, §2)."""

from __future__ import annotations

import re
from functools import cached_property

from . import signatures
from .canonical import canonical
from .outcome import Refusal
from .shapes import BYTES_32, BYTES_64, DATE_TIME, Fault, Fields, Shape, one_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .signatures import Domain


class Table:
    """The members of one kind of signed record, its common ones too, and the domain it is signed in."""

    def __init__(self, kind: str, domain: Domain, members: dict[str, Shape]) -> None:
        common = {"kind": one_of(kind), "issued_at": DATE_TIME, "signer_pubkey": BYTES_32, "sig": BYTES_64}
        self.kind = kind
        self.domain = domain
        self.shape = Fields({**common, **members})

    @cached_property
    def _pattern(self) -> re.Pattern[bytes]:
        return re.compile(self.shape.pattern.encode("ascii"))

    def read(self, value: object) -> bytes:
        """The canonical form of a value that has the table's members and types; raises `Fault` for any other."""
        try:
            text = canonical(value)
        except TypeError:
            # It holds a number that is no record's, which the table refuses.
            self.shape.check(value)
            raise
        if self._pattern.fullmatch(text) is None:
            self.shape.check(value)
        return text


def malformed(fault: Fault) -> Refusal:
    """The refusal of a record that does not read."""
    return Refusal("record_malformed", (), fault.message, fault.pointer)


def verify(record: dict[str, Any], text: bytes, domain: Domain) -> None:
    """Verify the signature of a record that reads and whose canonical form is `text`.

    Raises `Refusal` with `bad_key` or `bad_signature`.
    """
    signatures.verify_bytes(_without_sig(text, record["sig"]), record["signer_pubkey"], record["sig"], domain)


def _without_sig(text: bytes, sig: str) -> bytes:
    """The canonical form of a record without `sig`.

    No other member of a record that reads has that name, within a string a quote is escaped, and `signer_pubkey`
    always follows.
    """
    return text.replace(b'"sig":"%b",' % sig.encode("ascii"), b"", 1)
