"""Signatures and link hashes of records (records §2).

A domain is what stands before the canonical form in the bytes that are signed and in those that are hashed.
"""

from __future__ import annotations

from typing import NamedTuple

from . import profile
from .canonical import canonical
from .outcome import Refusal


class Domain(NamedTuple):
    """The prefixes of one kind of record: of what its signer signs, and of what names it."""

    signed: bytes
    linked: bytes


SINK_MODELS = Domain(b"wai:sink-models\x01", b"wai:sink-models-link\x01")
PRESENTATION = Domain(profile.PRESENTATION_DOMAIN, profile.PRESENTATION_LINK_DOMAIN)
KEY_LOG = Domain(profile.KEY_LOG_DOMAIN, profile.KEY_LOG_LINK_DOMAIN)


def verify(record: dict[str, object], domain: Domain) -> None:
    """Verify the signature of a record that reads, strictly.

    Raises `Refusal` with `bad_key` (§2 steps 1 and 2) or `bad_signature` (steps 3 and 4), at a place relative to it.
    """
    unsigned = canonical({name: value for name, value in record.items() if name != "sig"})
    verify_bytes(unsigned, str(record["signer_pubkey"]), str(record["sig"]), domain)


def verify_bytes(unsigned: bytes, signer_pubkey: str, sig: str, domain: Domain) -> None:
    """`verify`, of a record whose canonical form without `sig` is at hand."""
    reason = refused(bytes.fromhex(signer_pubkey), domain.signed + unsigned, bytes.fromhex(sig))
    if reason is not None:
        raise Refusal(reason, (), _MESSAGES[reason], (_MEMBERS[reason],))


_MESSAGES = {
    "bad_key": "the signer's key is no point of the curve, or one of small order, whose signatures say nothing",
    "bad_signature": "the signature is not the signer's over this record",
}
_MEMBERS = {"bad_key": "signer_pubkey", "bad_signature": "sig"}


def refused(key: bytes, message: bytes, signature: bytes) -> str | None:
    """Why a signature (64 bytes) of a message under a key (32 bytes) does not verify strictly; None when it does."""
    from nacl.bindings import crypto_sign_open
    from nacl.exceptions import BadSignatureError

    try:
        crypto_sign_open(signature + message, key)
    except BadSignatureError:
        from .ed25519 import is_key

        return "bad_signature" if is_key(key) else "bad_key"
    return None


def link_hash(record: dict[str, object], domain: Domain) -> str:
    """The name of a record, `sig` included: BLAKE3-256 in lowercase hexadecimal."""
    return link_hash_of_bytes(canonical(record), domain)


def link_hash_of_bytes(signed: bytes, domain: Domain) -> str:
    """`link_hash`, of a record whose canonical form is at hand."""
    from blake3 import blake3

    return blake3(domain.linked + signed).hexdigest()


def root_of(signer_pubkey: str) -> str:
    """What a key-log revision commits to of the key that signs the next one (§3.5)."""
    from blake3 import blake3

    return blake3(profile.KEY_LOG_ROOT_DOMAIN + bytes.fromhex(signer_pubkey)).hexdigest()


def sign(record: dict[str, object], seed: bytes, domain: Domain) -> dict[str, object]:
    """The record with `signer_pubkey` and `sig` set by the key of a seed of 32 bytes."""
    from nacl.signing import SigningKey

    key = SigningKey(seed)
    unsigned = {name: value for name, value in record.items() if name != "sig"}
    unsigned["signer_pubkey"] = bytes(key.verify_key).hex()
    return {**unsigned, "sig": key.sign(domain.signed + canonical(unsigned)).signature.hex()}
