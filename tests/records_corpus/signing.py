"""Keys from fixed seeds, canonical text, signatures and link hashes, which share no code with the verifier."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from blake3 import blake3
from nacl.bindings import crypto_core_ed25519_add, crypto_scalarmult_ed25519_base_noclamp
from nacl.signing import SigningKey

MODELS, PRESENTATION, KEY_LOG = "wai:sink-models", "wai:presentation", "wai:key-log"
ORDER = 2**252 + 27742317777372353535851937790883648493
TORSION = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")  # a point of order 8
IDENTITY = bytes([1]) + bytes(31)

Record = dict[str, Any]
_SEEDS: dict[str, bytes] = {}


def digest(name: str) -> str:
    """A digest that stands for the parameter set, the record or the seed of that name."""
    return blake3(name.encode()).hexdigest()


def key(name: str) -> str:
    """The public key, in hexadecimal, of the key pair of that name."""
    seed = blake3(f"seed {name}".encode()).digest()
    public = bytes(SigningKey(seed).verify_key).hex()
    _SEEDS[public] = seed
    return public


def canonical(value: object) -> bytes:
    """RFC 8785, for values whose member names are ASCII and whose numbers are integers."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode("utf-8", "surrogatepass")


def message(record: Record, domain: str) -> bytes:
    """What a record's signature is over (§3)."""
    unsigned = {name: value for name, value in record.items() if name != "sig"}
    return domain.encode() + b"\x01" + canonical(unsigned)


def link_hash(record: Record, domain: str = MODELS) -> str:
    """The link hash that names a record (§3)."""
    return blake3(f"{domain}-link".encode() + b"\x01" + canonical(record)).hexdigest()


def root(public: str) -> str:
    """What a key-log revision's `next_root` says of the key that signs the next one."""
    return blake3(b"wai:key-log-root\x01" + bytes.fromhex(public)).hexdigest()


def signed(record: Record, domain: str = MODELS, signer: str | None = None) -> Record:
    """The record with a signature, by `signer_pubkey` if its seed is known, else by `signer`; one it has stays."""
    if "sig" in record:
        return record
    public = record.get("signer_pubkey")
    seed = _SEEDS[public if isinstance(public, str) and public in _SEEDS else signer or key("operator")]
    return {**record, "sig": SigningKey(seed).sign(message(record, domain)).signature.hex()}


def _scalar(seed: bytes) -> int:
    half = bytearray(hashlib.sha512(seed).digest()[:32])
    half[0] &= 248
    half[31] = half[31] & 63 | 64
    return int.from_bytes(half, "little")


def _challenge(point: bytes, public: bytes, text: bytes) -> int:
    return int.from_bytes(hashlib.sha512(point + public + text).digest(), "little") % ORDER


def _equation(nonce: int, point: bytes, seed: bytes, public: bytes, text: bytes) -> str:
    total = (nonce + _challenge(point, public, text) * _scalar(seed)) % ORDER
    return (point + total.to_bytes(32, "little")).hex()


def signed_under_mixed_order(record: Record, name: str, cofactorless: bool) -> Record:
    """The record signed under a key plus a point of order 8; the equation without cofactor holds or does not."""
    seed = _SEEDS[key(name)]
    public = crypto_core_ed25519_add(bytes.fromhex(key(name)), TORSION)
    record = {**record, "signer_pubkey": public.hex()}
    text = message(record, MODELS)
    for nonce in range(1, 1000):
        point = crypto_scalarmult_ed25519_base_noclamp(nonce.to_bytes(32, "little"))
        if (_challenge(point, public, text) % 8 == 0) is cofactorless:
            return {**record, "sig": _equation(nonce, point, seed, public, text)}
    raise ValueError("no nonce gives such a signature")


def signed_with_point(record: Record, name: str, point: str) -> Record:
    """The record signed with an `R` that is `identity` (the equation holds), or else one with a part of order 8."""
    seed, public = _SEEDS[key(name)], bytes.fromhex(key(name))
    text = message({**record, "signer_pubkey": public.hex()}, MODELS)
    if point == "identity":
        return {**record, "sig": _equation(0, IDENTITY, seed, public, text)}
    base = crypto_scalarmult_ed25519_base_noclamp((5).to_bytes(32, "little"))
    return {**record, "sig": _equation(5, crypto_core_ed25519_add(base, TORSION), seed, public, text)}


def with_large_scalar(signature: str) -> str:
    """The signature with the group's order added to its `S`."""
    total = int.from_bytes(bytes.fromhex(signature[64:]), "little") + ORDER
    return signature[:64] + total.to_bytes(32, "little").hex()
