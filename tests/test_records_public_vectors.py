"""Vectors that others wrote (`tests/data/records`): Ed25519, RFC 8785, BLAKE3, texts that are JSON or are not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from wai_lint.checkers.records.canonical import canonical
from wai_lint.checkers.records.outcome import Refusal
from wai_lint.checkers.records.reading import read_document
from wai_lint.checkers.records.signatures import Domain, link_hash_of_bytes, verify_bytes

PUBLIC = Path(__file__).parent / "data" / "records" / "public"
BARE = Domain(b"", b"")
# Duplicate names are the one thing that RFC 8259 lets pass and records do not.
DUPLICATES = {"y_object_duplicated_key", "y_object_duplicated_key_and_value"}
# What RFC 8259 leaves open: numbers of any size read (no record may hold them); the rest does not.
OPEN_NUMBERS = "i_number_"
# Invalid UTF-8, which the published texts hold and no JSON file can.
NOT_UTF_8 = {
    "i_string_UTF-16LE_with_BOM": b'\xff\xfe[\x00"\x00\xe9\x00"\x00]\x00',
    "i_string_invalid_utf-8": b'["\xff"]',
    "i_string_not_in_unicode_range": b'["\xf4\xbf\xbf\xbf"]',
    "i_string_overlong_sequence_2_bytes": b'["\xc0\xaf"]',
    "i_string_UTF8_surrogate_U+D800": b'["\xed\xa0\x80"]',
    "n_structure_incomplete_UTF8_BOM": b"\xef\xbb{}",
    "n_structure_lone-invalid-utf-8": b"\xe5",
}


def public(name: str) -> Any:
    """The data of a file of public vectors."""
    return json.loads((PUBLIC / f"{name}.json").read_text(encoding="utf-8"))


def refusal(data: bytes) -> str | None:
    """The reason why a document does not read, or none."""
    try:
        read_document(data)
    except Refusal as refused:
        return refused.reason
    return None


def signature_refusal(message: bytes, key: str, signature: str) -> str | None:
    """The reason why a signature does not verify, or none."""
    try:
        verify_bytes(message, key, signature, BARE)
    except Refusal as refused:
        return refused.reason
    return None


@pytest.mark.parametrize("answer", public("ed25519"), ids=lambda answer: f"{len(answer['message']) // 2} bytes")
def test_known_answers_of_ed25519_verify_and_no_others(answer: dict[str, str]) -> None:
    message, key, signature = bytes.fromhex(answer["message"]), answer["key"], answer["signature"]
    assert signature_refusal(message, key, signature) is None
    assert signature_refusal(message + b"\0", key, signature) == "bad_signature"
    for index in range(0, 128, 7):
        changed = f"{signature[:index]}{int(signature[index], 16) ^ 1:x}{signature[index + 1 :]}"
        assert signature_refusal(message, key, changed) == "bad_signature"


@pytest.mark.parametrize(("case", "signature"), list(enumerate(public("ed25519-speccheck"))))
def test_ed25519_speccheck_tells_a_bad_key_from_a_bad_signature(case: int, signature: dict[str, str]) -> None:
    reason = signature_refusal(bytes.fromhex(signature["message"]), signature["pub_key"], signature["signature"])
    assert reason == (None if case == 3 else "bad_key" if case in (0, 1, 10, 11) else "bad_signature")


@pytest.mark.parametrize("name", ["arrays", "french", "unicode", "weird"])
def test_rfc_8785_examples_are_canonical_byte_for_byte(name: str) -> None:
    example = public("rfc8785")[name]
    assert canonical(read_document(example["input"].encode())) == bytes.fromhex(example["utf8"])


@pytest.mark.parametrize("name", ["structures", "values"])
def test_rfc_8785_examples_with_numbers_of_no_record_have_no_canonical_form(name: str) -> None:
    value = read_document(public("rfc8785")[name]["input"].encode())
    with pytest.raises(TypeError):
        canonical(value)


@pytest.mark.parametrize(("length", "digest"), public("blake3").items())
def test_link_hashes_are_blake3(length: str, digest: str) -> None:
    message = bytes(index % 251 for index in range(int(length)))
    assert link_hash_of_bytes(message, BARE) == digest
    assert link_hash_of_bytes(message[4:], Domain(b"", message[:4])) == digest


@pytest.mark.parametrize(("name", "text"), public("json_test_suite").items())
def test_json_test_suite(name: str, text: str) -> None:
    reads = name not in DUPLICATES if name.startswith("y_") else name.startswith(OPEN_NUMBERS)
    assert refusal(text.encode()) == (None if reads else "record_malformed")


@pytest.mark.parametrize(("name", "data"), NOT_UTF_8.items())
def test_json_test_suite_of_no_utf_8(name: str, data: bytes) -> None:
    assert refusal(data) == "record_malformed", name


@pytest.mark.parametrize("levels", [b"[" * 100_000, b'[{"":' * 50_000])
def test_json_test_suite_of_100_000_levels(levels: bytes) -> None:
    assert refusal(levels) == "record_malformed"
    assert refusal(levels + b"\n") == "record_malformed"
