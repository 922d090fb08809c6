"""The device attestation (model-governance §5, records §3.2)."""

from __future__ import annotations

from dataclasses import dataclass

from . import record, signatures
from .record import Table
from .shapes import BYTES_32, LOG_DATE_TIME, Fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TABLE = Table(
    "wai-model-device",
    signatures.SINK_MODELS,
    {"device": BYTES_32, "not_before": LOG_DATE_TIME, "not_after": LOG_DATE_TIME},
)


@dataclass(frozen=True, slots=True)
class Attestation:
    """An attestation that reads and whose signature verifies. It holds on [`not_before`, `not_after`]."""

    link_hash: str
    signer_pubkey: str
    issued_at: str
    device: str
    not_before: str
    not_after: str


def read_attestation(value: dict[str, Any]) -> Attestation:
    """Read an attestation; raises `Refusal`: record_malformed, then bad_key or bad_signature."""
    try:
        text = TABLE.read(value)
        if value["not_before"] >= value["not_after"]:
            raise Fault("its span ends no later than it begins", ("not_after",))
        if value["device"] == value["signer_pubkey"]:
            raise Fault("a device does not attest itself", ("device",))
    except Fault as fault:
        raise record.malformed(fault) from None
    record.verify(value, text, TABLE.domain)
    copied = ("signer_pubkey", "issued_at", "device", "not_before", "not_after")
    link_hash = signatures.link_hash_of_bytes(text, TABLE.domain)
    return Attestation(link_hash=link_hash, **{name: value[name] for name in copied})
