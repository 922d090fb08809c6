"""What a hostile bundle can make the verifier do: no more than its size is worth."""

from __future__ import annotations

import json
import tracemalloc

import pytest
from wai_lint.checkers.records import report, runs, signatures
from wai_lint.checkers.records.canonical import canonical
from wai_lint.checkers.records.verifier import verify
from wai_lint.rules.records._fleet import compose, digest, seed


def test_revocations_are_not_gone_through_for_each_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    instants: list[str] = []

    def counted(text: str) -> int:
        instants.append(text)
        return instant(text)

    instant = runs.instant
    monkeypatch.setattr(runs, "instant", counted)
    listed = sorted({digest("old"), *(digest(f"withdrawn {number}") for number in range(1000))})
    document = compose({"revision": lambda revision: revision.update(revoked_modules=listed)})
    template = document["presentations"][0]
    for second in range(10):
        later = template | {"issued_at": f"2026-03-01T20:16:{second:02}Z"}
        document["presentations"].append(signatures.sign(later, seed("session"), signatures.PRESENTATION))
    names = sorted(signatures.link_hash(each, signatures.PRESENTATION) for each in document["presentations"])
    report = document["reports"][1] | {"presentations": names}
    document["reports"][1] = signatures.sign(report, seed("box"), signatures.SINK_MODELS)
    document["rollup"] = None
    assert verify(json.dumps(document).encode()).accepted
    assert len(instants) < 100


def test_reading_a_record_keeps_no_places_to_go_back_to_in_its_strings() -> None:
    record = compose()["reports"][0]
    entry = record["decodes"][0]
    entry["dispatch"]["capability"] = "a.b_c-" * 20 + "a"
    record["decodes"] = [entry] * 2000
    value = json.loads(json.dumps(record))
    report.TABLE.read(compose()["reports"][0])
    size = len(canonical(value))
    tracemalloc.start()
    try:
        report.TABLE.read(value)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 5 * size
