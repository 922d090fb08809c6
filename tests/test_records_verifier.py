"""The verifier on any bytes, what it holds while it reads, and checks that no policy which keeps the rules reaches."""

from __future__ import annotations

import json
import tracemalloc
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wai_lint.checkers.records import bundle, verifier
from wai_lint.checkers.records.outcome import Refusal
from wai_lint.checkers.records.policy import UPSCALE_CAPABILITY, DeviceClass
from wai_lint.checkers.records.runs import check_pictures
from wai_lint.checkers.records.statement import Frame, Statement
from wai_lint.tests.records_corpus.fleet import bundle as draft
from wai_lint.tests.records_corpus.fleet import decode, finish, policy, report, rollup

KINDS = ("wai-model-bundle", *verifier.KINDS)


@given(st.binary(max_size=200))
def test_any_bytes_have_an_outcome(data: bytes) -> None:
    outcome = verifier.verify(data)
    assert not outcome.accepted
    assert json.dumps(outcome.to_json())


MEMBERS = ["policies", "key_log", "attestations", "presentations", "reports", "rollup", "revisions", "sig", "frames"]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 2**54) | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["kind", *MEMBERS]), inner, max_size=4),
)


@given(st.sampled_from(KINDS) | VALUES, st.dictionaries(st.sampled_from(MEMBERS), VALUES), st.booleans())
def test_any_json_has_an_outcome(kind: object, members: dict[str, object], ascii_only: bool) -> None:
    text = json.dumps({**members, "kind": kind}, ensure_ascii=ascii_only)
    outcome = verifier.verify(text.encode("utf-8", "surrogatepass"))
    assert outcome.refusal is not None
    assert outcome.refusal.reason in ("record_malformed", "key_log_malformed")


def _hours(count: int) -> list[str]:
    return [f"2026-02-{1 + hour // 24:02}T{hour % 24:02}:00:00Z" for hour in range(count)]


def _reports(count: int, decodes: int, signer_id: str = "operator") -> bytes:
    hours = _hours(count + 1)
    reports = [report([decode(at=begin)] * decodes, start=begin, end=end) for begin, end in pairwise(hours)]
    policies = [{**policy(), "signer_id": signer_id}]
    bundle = finish(draft(policies=policies, reports=reports, rollup=rollup(hours[0], hours[-1])))
    return json.dumps(bundle, ensure_ascii=False).encode()


@pytest.mark.parametrize("signer_id", ["operator", "op\u00e9rateur", "\u904b\u7528", "\U0001f3a5"])
def test_a_bundle_never_stands_in_memory_whole(signer_id: str) -> None:
    """The text of 100 reports, and what is kept of each; a report as JSON values takes five times its bytes."""
    verifier.verify(_reports(2, 2))
    data = _reports(100, 60, signer_id)
    tracemalloc.start()
    try:
        outcome = verifier.verify(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert outcome.accepted, outcome.refusal
    assert outcome.decodes == 6000
    assert peak < 2.2 * len(data)


def test_after_a_refusal_no_other_record_of_its_kind_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    read_report = bundle._READERS["reports"]

    def counted(value: dict[str, object]) -> object:
        read.append(str(value["from"]))
        return read_report(value)

    monkeypatch.setitem(bundle._READERS, "reports", counted)
    document = json.loads(_reports(5, 1))
    document["reports"][2]["sig"] = "00" * 64
    outcome = verifier.verify(json.dumps(document).encode())
    assert outcome.refusal is not None
    assert (outcome.refusal.reason, outcome.refusal.at) == ("bad_signature", ("report", 2))
    assert read == _hours(3)


def test_what_was_read_before_a_refusal_is_held() -> None:
    document = json.loads(_reports(5, 1))
    document["reports"][2]["sig"] = "00" * 64
    verification = verifier.examine(json.dumps(document).encode())
    assert [each.begin for each in verification.reports] == _hours(2)
    assert (len(verification.policies), verification.rollup) == (1, None)


def test_a_picture_holds_the_tier_that_its_entry_asks_for() -> None:
    """No policy asks for a tier that a picture of the role does not hold; the check does not rest on that."""
    digest = "0f" * 32
    sets = {(digest, UPSCALE_CAPABILITY, role): "decode-equivalence" for role in ("upscale", "enhance", "generate")}
    device_class = DeviceClass("lobby", frozenset(), frozenset(), sets)

    def statement(*made: str) -> Statement:
        frames = tuple(Frame(each, digest, 1) for each in made)
        return Statement("", "", "2026-02-01T00:00:00Z", 0, frames)

    check_pictures(statement("derived"), device_class, {})
    for made in ("asserted", "synthesized"):
        with pytest.raises(Refusal) as refusal:
            check_pictures(statement("derived", made), device_class, {})
        assert (refusal.value.reason, refusal.value.at) == ("model_tier_below_policy", ("frame", 1))
