"""Signatures are verified strictly, and a refusal says whether the key or the signature failed."""

from __future__ import annotations

import json
from hashlib import sha512
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.bindings import crypto_core_ed25519_add, crypto_scalarmult_ed25519_base_noclamp
from wai_lint.checkers.records.ed25519 import is_key
from wai_lint.checkers.records.outcome import Refusal
from wai_lint.checkers.records.signatures import (
    KEY_LOG,
    PRESENTATION,
    SINK_MODELS,
    link_hash,
    refused,
    root_of,
    sign,
    verify,
)

CASES = json.loads((Path(__file__).parent / "data/ed25519-speccheck/cases.json").read_text("utf-8"))
# RFC 8032 §7.1: secret key, public key, message, signature.
RFC_8032 = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
]
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
ORDER_8 = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
SEED = bytes(range(32))


@pytest.mark.parametrize("number", range(12))
def test_of_the_corner_cases_only_the_third_verifies(number: int) -> None:
    case = CASES[number]
    reason = refused(*(bytes.fromhex(case[part]) for part in ("pub_key", "message", "signature")))
    assert reason == (None if number == 3 else "bad_key" if number in (0, 1, 10, 11) else "bad_signature")


@pytest.mark.parametrize(("secret", "key", "message", "signature"), RFC_8032)
def test_the_examples_of_rfc_8032_verify_and_a_changed_message_does_not(
    secret: str, key: str, message: str, signature: str
) -> None:
    parts = bytes.fromhex(key), bytes.fromhex(message), bytes.fromhex(signature)
    assert refused(*parts) is None
    assert refused(parts[0], parts[1] + b"!", parts[2]) == "bad_signature"
    assert sign({}, bytes.fromhex(secret), SINK_MODELS)["signer_pubkey"] == key


def _encoded(y: int, sign_bit: int = 0) -> bytes:
    return (y | sign_bit << 255).to_bytes(32, "little")


@pytest.mark.parametrize("sign_bit", [0, 1])
@pytest.mark.parametrize("y", [0, 1, P - 1, P, P + 1, 2**255 - 1, 2])
def test_a_key_of_small_order_or_none_at_all_is_a_bad_key(y: int, sign_bit: int) -> None:
    assert not is_key(_encoded(y, sign_bit))
    assert refused(_encoded(y, sign_bit), b"", bytes(64)) == "bad_key"


# y of the points of order 8.
@pytest.mark.parametrize("sign_bit", [0, 1])
@pytest.mark.parametrize(
    "encoded",
    [
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    ],
)
def test_a_key_of_order_eight_is_a_bad_key(encoded: str, sign_bit: int) -> None:
    key = bytearray(bytes.fromhex(encoded))
    key[31] |= sign_bit << 7
    assert not is_key(bytes(key))


@given(st.binary(min_size=32, max_size=32))
def test_a_key_of_mixed_order_is_a_key(seed: bytes) -> None:
    record = sign({"kind": "x"}, seed, SINK_MODELS)
    key = bytes.fromhex(str(record["signer_pubkey"]))
    assert is_key(key)
    # (0, -1) has order 2: a sum with it negates both coordinates, and is a key of mixed order.
    number = int.from_bytes(key, "little")
    mixed = _encoded(P - (number & 2**255 - 1), 1 - (number >> 255))
    assert is_key(mixed)


def _point(scalar: int, torsion: int) -> bytes:
    """A multiple of the base point plus one of a point of order 8."""
    point = bytes([1]) + bytes(31)
    for _ in range(torsion % 8):
        point = crypto_core_ed25519_add(point, ORDER_8)
    if scalar % L:
        multiple = crypto_scalarmult_ed25519_base_noclamp((scalar % L).to_bytes(32, "little"))
        point = crypto_core_ed25519_add(point, multiple)
    return point


SCALARS = st.sampled_from([0, 1, L - 1]) | st.integers(0, L - 1)


@given(SCALARS, st.integers(0, 7), SCALARS, st.integers(0, 7), st.booleans(), st.binary(max_size=4))
def test_the_equation_is_cofactorless_whatever_the_subgroups_of_key_and_commitment(
    secret: int, key_torsion: int, nonce: int, torsion: int, above_the_order: bool, message: bytes
) -> None:
    key, commitment = _point(secret, key_torsion), _point(nonce, torsion)
    challenge = int.from_bytes(sha512(commitment + key + message).digest(), "little") % L
    response = (nonce + challenge * secret) % L + (L if above_the_order else 0)
    reason = refused(key, message, commitment + response.to_bytes(32, "little"))
    if secret == 0:
        assert reason == "bad_key"
    elif nonce == 0 or above_the_order or (torsion + challenge * key_torsion) % 8:
        assert reason == "bad_signature"
    else:
        assert reason is None


def test_half_of_all_strings_are_keys() -> None:
    keys = sum(is_key(_encoded(y)) for y in range(2, 402))
    assert 150 < keys < 250


def test_a_signed_record_verifies_and_none_of_its_changes_does() -> None:
    record = sign({"kind": "x", "b": [1, None], "a": {"n": "\u00e9"}}, SEED, SINK_MODELS)
    verify(record, SINK_MODELS)
    for changed in ({**record, "b": [2, None]}, {**record, "c": 1}, {**record, "sig": "0" * 128}):
        with pytest.raises(Refusal) as refusal:
            verify(changed, SINK_MODELS)
        assert refusal.value.reason == "bad_signature"
        assert refusal.value.pointer == ("sig",)


def test_a_signature_of_one_domain_is_none_of_another() -> None:
    record = sign({"kind": "x"}, SEED, PRESENTATION)
    with pytest.raises(Refusal):
        verify(record, SINK_MODELS)


def test_a_signature_does_not_depend_on_one_that_was_there_before() -> None:
    record = sign({"kind": "x"}, SEED, SINK_MODELS)
    assert sign(record, SEED, SINK_MODELS) == record


def test_a_bad_key_is_said_of_the_key() -> None:
    record = {**sign({"kind": "x"}, SEED, SINK_MODELS), "signer_pubkey": "01" + "00" * 31}
    with pytest.raises(Refusal) as refusal:
        verify(record, SINK_MODELS)
    assert (refusal.value.reason, refusal.value.pointer) == ("bad_key", ("signer_pubkey",))


def test_a_link_hash_is_blake3_of_the_domain_and_the_canonical_form() -> None:
    from blake3 import blake3

    record = {"sig": "00", "a": 1}
    assert link_hash(record, SINK_MODELS) == blake3(b'wai:sink-models-link\x01{"a":1,"sig":"00"}').hexdigest()
    names = {link_hash(record, domain) for domain in (SINK_MODELS, PRESENTATION, KEY_LOG)}
    assert len(names) == 3
    assert root_of("ab" * 32) == blake3(b"wai:key-log-root\x01" + b"\xab" * 32).hexdigest()
