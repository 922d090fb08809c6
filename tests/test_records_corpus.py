"""The corpus of records: it comes from its seeds, the verifier gives each vector its outcome, and no copy passes."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from wai_lint.checkers.records.verifier import verify
from wai_lint.tests.records_corpus.__main__ import CORPUS, text
from wai_lint.tests.records_corpus.signing import Record, canonical
from wai_lint.tests.records_corpus.vector import ALONE, file_bytes, written

VECTORS: list[Record] = json.loads(CORPUS.read_bytes())["vectors"]
# model-governance §10, and those that other texts add.
REASONS = [
    "policy_invalid",
    "policy_chain_break",
    "policy_unknown",
    "policy_not_yet_valid",
    "policy_expired",
    "key_log_absent",
    "device_not_in_class",
    "model_not_in_policy",
    "model_tier_below_policy",
    "model_revoked",
    "presentation_unknown",
    "wrong_operator",
    "rollup_mismatch",
    "dispatch_tier_refused",
    "outside_period",
    "record_duplicate",
    "record_overlap",
    "record_malformed",
    "bad_key",
    "bad_signature",
    "key_log_malformed",
    "origin_mismatch",
    "key_log_signature_invalid",
    "key_log_chain_break",
    "key_log_root_not_committed",
    "key_log_rewrites_history",
]
WHOLE = "bundle: some of everything"


def outcome(data: bytes) -> Record:
    """What the verifier says of a file, without the words."""
    said = verify(data).to_json()
    said.pop("message", None)
    return said


def of(name: str) -> Record:
    """The document of a vector."""
    return next(vector["document"] for vector in VECTORS if vector["name"] == name)


def test_the_corpus_is_what_its_seeds_give() -> None:
    assert CORPUS.read_bytes() == text().encode()


def test_every_vector_has_its_outcome() -> None:
    wrong = [
        (vector["name"], said, vector["outcome"])
        for vector in VECTORS
        if (said := outcome(file_bytes(vector))) != vector["outcome"]
    ]
    assert wrong == []


def test_every_refusal_says_what_is_wrong() -> None:
    for vector in VECTORS:
        message = verify(file_bytes(vector)).to_json().get("message", "")
        assert isinstance(message, str)
        assert bool(message) is not vector["outcome"]["accepted"], vector["name"]


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_refuses_several(reason: str) -> None:
    assert Counter(vector["outcome"].get("reason") for vector in VECTORS)[reason] >= 3


def test_no_other_reason_refuses() -> None:
    assert {vector["outcome"].get("reason") for vector in VECTORS} == {None, *REASONS}


def test_a_record_of_each_kind_is_accepted_alone() -> None:
    alone = {
        vector["document"].get("kind") for vector in VECTORS if "document" in vector and vector["outcome"]["accepted"]
    }
    assert alone == {*ALONE, "wai-model-bundle"}


def _records(document: Any) -> set[bytes]:
    """The canonical text of every record that a document holds, and of every revision of its key log."""
    if not isinstance(document, dict):
        return set()
    if document.get("kind") == "wai-model-bundle":
        log, total = document["key_log"], document["rollup"]
        lists = [document[name] for name in ("policies", "attestations", "presentations", "reports")]
        records = [each for one in lists for each in one] + [each for each in (log, total) if each is not None]
    else:
        records = [document]
    parts: list[Any] = []
    for each in records:
        if each.get("kind") == "wai-key-log":
            # Alone, a log's origin is any text, and nothing signs it.
            parts += [{"origin": each["origin"] if each is not document else ""}, *each["revisions"]]
        else:
            parts.append(each)
    return set(map(canonical, parts))


def _positions(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of each object and array in a document."""
    if isinstance(value, dict | list):
        yield path
        for name, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _positions(each, (*path, name))


def _edits(value: Any) -> Iterator[tuple[str, Any]]:
    """An object with one member dropped, renamed or replaced; an array with one element dropped, doubled or moved."""
    if isinstance(value, dict):
        for name in value:
            yield f"without {name}", {other: each for other, each in value.items() if other != name}
            yield f"{name} renamed", {f"{other}x" if other == name else other: each for other, each in value.items()}
            yield f"{name} null", {**value, name: None}
    else:
        for index in range(len(value)):
            yield f"without element {index}", value[:index] + value[index + 1 :]
            yield f"element {index} twice", value[: index + 1] + value[index:]
            if index and value[index] != value[index - 1]:
                yield (
                    f"element {index} moved",
                    [*value[: index - 1], value[index], value[index - 1], *value[index + 1 :]],
                )


def _at(document: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        document = document[step]
    return document


def _structural(document: Record) -> Iterator[tuple[str, bytes]]:
    for path in _positions(document):
        for what, edited in _edits(_at(document, path)):
            changed: Any = edited
            if path:
                changed = copy.deepcopy(document)
                _at(changed, path[:-1])[path[-1]] = edited
            yield f"{'/'.join(map(str, path))}: {what}", written(changed).encode()


def _doubled(document: Record) -> Iterator[tuple[str, bytes]]:
    """Each member of each object written twice."""
    for path in _positions(document):
        value = _at(document, path)
        if isinstance(value, dict):
            for name, each in value.items():
                marked = copy.deepcopy(document)
                target = _at(marked, path)
                target["\x00"] = 0
                member = f",{written({name: each})[1:-1]}"
                yield (
                    f"{'/'.join(map(str, path))}: {name} twice",
                    written(marked).replace(',"\\u0000":0', member).encode(),
                )


def _bytes_changed(data: bytes, stride: int) -> Iterator[tuple[str, bytes]]:
    """Bytes changed by one bit, dropped and doubled, at every `stride`-th place."""
    for index in range(0, len(data), stride):
        flipped = data[index] ^ 1 << index // stride % 8
        yield f"byte {index} flipped", data[:index] + bytes([flipped]) + data[index + 1 :]
        yield f"byte {index} dropped", data[:index] + data[index + 1 :]
        yield f"byte {index} doubled", data[: index + 1] + data[index:]


def _passed(document: Record, copies: Iterator[tuple[str, bytes]]) -> list[str]:
    """The copies that are accepted and hold a record that the document does not."""
    held = _records(document)
    wrong = []
    for what, data in copies:
        if verify(data).accepted and not _records(json.loads(data)) <= held:
            wrong.append(what)
    return wrong


MUTATED = [
    WHOLE,
    *(f"alone: a {kind}" for kind in ("policy", "attestation", "presentation", "report", "rollup", "key log")),
]


@pytest.mark.parametrize("name", MUTATED)
def test_no_copy_with_a_member_or_an_element_changed_is_accepted(name: str) -> None:
    document = of(name)
    assert _passed(document, _structural(document)) == []


@pytest.mark.parametrize("name", MUTATED)
def test_every_copy_with_a_member_twice_is_refused(name: str) -> None:
    document = of(name)
    copies = list(_doubled(document))
    assert copies
    assert {outcome(data).get("reason") for _, data in copies} == {"record_malformed"}


@pytest.mark.parametrize("name", MUTATED)
def test_no_copy_with_a_byte_changed_is_accepted(name: str) -> None:
    document = of(name)
    assert _passed(document, _bytes_changed(written(document).encode(), 7 if name == WHOLE else 2)) == []


def test_every_accepted_vector_cut_short_is_refused() -> None:
    for vector in VECTORS:
        data = file_bytes(vector).rstrip()
        if vector["outcome"]["accepted"]:
            for cut in (1, len(data) // 2, len(data) - 1):
                assert outcome(data[:-cut]) == {"accepted": False, "reason": "record_malformed", "at": ["bundle"]}
