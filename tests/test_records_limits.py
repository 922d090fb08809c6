"""Arrays of the most elements read, and arrays of one more do not: what reads is refused for its signature alone."""

from __future__ import annotations

import copy
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from wai_lint.checkers.records.verifier import verify
from wai_lint.tests.records_corpus.bases import decoding, logged, presenting, rolled
from wai_lint.tests.records_corpus.signing import Record
from wai_lint.tests.records_corpus.vector import lone, written

START = datetime(2026, 1, 1, tzinfo=UTC)


def digests(count: int) -> list[str]:
    """Digests in ascending order."""
    return [f"{index:064x}" for index in range(count)]


def revisions(log: Record, count: int) -> list[Record]:
    """Revisions a second apart."""
    first = log["revisions"][0]
    times = (START + timedelta(seconds=index) for index in range(count))
    return [{**first, "issued_at": f"{time:%Y-%m-%dT%H:%M:%SZ}"} for time in times]


def repeated(member: str) -> Callable[[Record, int], list[Any]]:
    """The first element of a member, many times."""
    return lambda record, count: [record[member][0]] * count


LIMITS: list[tuple[Record, str, str, int, Callable[[Record, int], list[Any]]]] = [
    (decoding(), "reports", "decodes", 65_536, repeated("decodes")),
    (decoding(), "reports", "presentations", 4_096, lambda _, count: digests(count)),
    (presenting(), "presentations", "frames", 65_536, repeated("frames")),
    (rolled(), "rollup", "reports", 65_536, lambda _, count: digests(count)),
    (logged(), "key_log", "revisions", 65_536, revisions),
]


@pytest.mark.parametrize(("draft", "kind", "member", "most", "elements"), LIMITS, ids=[each[2] for each in LIMITS])
def test_an_array_of_the_most_elements_reads_and_one_of_more_does_not(
    draft: Record, kind: str, member: str, most: int, elements: Callable[[Record, int], list[Any]]
) -> None:
    record = copy.deepcopy(dict(lone(draft, kind)))
    if "sig" in record:
        record["sig"] = "00" * 64
    log = "key_log_" if kind == "key_log" else ""
    unsigned = "key_log_signature_invalid" if log else "bad_signature"
    for count, reason in ((most, unsigned), (most + 1, f"{log or 'record_'}malformed")):
        changed = {**record, member: elements(record, count)}
        if log:
            changed[member][0] = {**changed[member][0], "sig": "00" * 64}
        assert verify(written(changed).encode()).to_json()["reason"] == reason
