"""Vectors with two faults at once: of two adjacent checks, the earlier gives the reason and the place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from .bases import policies, rolled
from .faults import SMALL_ORDER
from .fleet import (
    NOON,
    ORIGIN,
    TO,
    attestation,
    bundle,
    decode,
    entries,
    entry,
    fleet_class,
    key_log,
    picture,
    policy,
    report,
    rollup,
    statement,
)
from .signing import MODELS, PRESENTATION, Record, digest, key, link_hash, signed
from .vector import DROP, Vector, change, done, refused

Check = tuple[str, str, Record]
UNREAD: Record = {"extra": "x"}
NO_KEY: Record = {"signer_pubkey": SMALL_ORDER["the identity"], "sig": "00" * 64}
UNSIGNED: Record = {"sig": "00" * 64}
FLOAT = {"unit": "npu", "backend": "webnn", "arithmetic": "float", "tier": "decode-equivalence"}


def _under(path: str, changes: Record) -> Record:
    return {f"{path}/{name}": value for name, value in changes.items()}


def _pairs(base: Record, checks: list[Check]) -> Iterator[Vector]:
    for (reason, at, first), (later, later_at, second) in pairwise(checks):
        name = f"order: {reason} at {at} before {later} at {later_at}"
        yield refused(name, reason, at, change(base, {**second, **first}))


def _policy_checks(index: int) -> list[Check]:
    at, path = f"policy/{index}", f"policies/{index}"
    return [
        ("record_malformed", at, _under(path, UNREAD)),
        ("bad_key", at, _under(path, NO_KEY)),
        ("bad_signature", at, _under(path, UNSIGNED)),
        ("policy_invalid", at, _under(path, {"not_after": "2000-01-01T00:00:00Z"})),
    ]


def _steps() -> Iterator[Vector]:
    """The last check of each step against the first of the next, and each step's records among themselves."""
    two = policies(2)
    chain: Check = ("policy_chain_break", "policy/1", {"policies/1/supersedes": digest("none")})
    yield from _pairs(two, [*_policy_checks(1), chain])
    yield from _pairs(two, [_policy_checks(0)[3], _policy_checks(1)[0]])
    absent: Check = ("key_log_absent", "policy/0", {"policies/0/key_log": ORIGIN})
    yield from _pairs(two, [chain, absent])
    yield from _pairs(change(two, {"policies/1/key_log": ORIGIN}), [chain, ("key_log_absent", "policy/1", {})])
    classes = [fleet_class(sets=entries(entry("decoder"), entry("prior", "upscale")))]
    base = bundle(
        policies=[policy(classes=classes, key_log=ORIGIN)],
        key_log=key_log(("2026-01-10T00:00:00Z", ("stolen",))),
        attestations=[attestation()],
        presentations=[statement(picture())],
        reports=[report(None, (0,))],
        rollup=rollup(),
    )
    held = signed(attestation(), MODELS, key("attester"))
    shown = signed(statement(picture()), PRESENTATION, key("session"))
    firsts: list[Check] = [
        ("record_malformed", "policy/0", _under("policies/0", UNREAD)),
        ("key_log_absent", "policy/0", {"key_log": None}),
        ("record_malformed", "attestation/0", _under("attestations/0", UNREAD)),
        ("record_malformed", "presentation/0", _under("presentations/0", UNREAD)),
        ("record_malformed", "report/0", _under("reports/0", UNREAD)),
        ("record_malformed", "rollup", _under("rollup", UNREAD)),
    ]
    lasts: list[Check] = [
        ("policy_invalid", "policy/0", {"policies/0/classes": []}),
        ("key_log_chain_break", "key_log", {"key_log/revisions/0/seq": 1}),
        ("record_duplicate", "attestation/1", {"attestations": [held, held]}),
        ("record_duplicate", "presentation/1", {"presentations": [shown, shown]}),
        ("record_overlap", "report/1", {"reports": [report(None, (0,)), report([])]}),
    ]
    for last, first in zip(lasts, firsts[1:], strict=True):
        yield from _pairs(base, [last, first])
    bad_log: Check = ("key_log_malformed", "key_log", {"key_log/revisions": []})
    yield from _pairs(base, [bad_log, firsts[2]])
    yield from _pairs(
        base, [("key_log_signature_invalid", "key_log", {"key_log/revisions/0/sig": "00" * 64}), firsts[2]]
    )
    for path, place in (("attestations", "attestation"), ("presentations", "presentation")):
        at = f"{place}/0"
        checks = [("record_malformed", at, _under(f"{path}/0", UNREAD)), ("bad_key", at, _under(f"{path}/0", NO_KEY))]
        yield from _pairs(base, [*checks, ("bad_signature", at, _under(f"{path}/0", UNSIGNED))])
    for path, place, again in (("attestations", "attestation", held), ("presentations", "presentation", shown)):
        broken = {**again, "sig": "00" * 64}
        yield from _pairs(
            base,
            [
                ("bad_signature", f"{place}/1", {path: [again, broken, broken]}),
                ("record_duplicate", f"{place}/2", {}),
            ],
        )


def _reports() -> Iterator[Vector]:
    sets = entries(entry("decoder", tier="entropy-consistency"), entry("stolen"), entry("prior", "upscale"))
    base = bundle(
        policies=[policy(classes=[fleet_class(sets=sets)], key_log=ORIGIN)],
        key_log=key_log(("2026-01-10T00:00:00Z", ("stolen", "unlisted"))),
        presentations=[statement(picture(), picture())],
        reports=[report([decode(), decode()], (0,))],
    )
    at, first = "report/0", "report/0/decode/0"
    shown = "report/0/presentation/0"
    path, decodes = "reports/0", "reports/0/decodes"
    away: Check = ("device_not_in_class", at, {f"{path}/class": "yard"})
    outside: Check = ("outside_period", first, {f"{decodes}/0/at": "2026-01-31T23:59:59Z"})
    in_float: Check = ("dispatch_tier_refused", first, {f"{decodes}/0/dispatch/ran": {**FLOAT, "placement": None}})
    unlisted: Check = ("model_not_in_policy", first, {f"{decodes}/0/set/sha256": digest("unlisted")})
    below: Check = ("model_tier_below_policy", first, {f"{decodes}/0/dispatch/ran/tier": "none"})
    revoked: Check = ("model_revoked", first, {f"{decodes}/0/set/inner": digest("stolen")})
    second: Check = ("outside_period", "report/0/decode/1", {f"{decodes}/1/at": TO})
    unknown: Check = ("presentation_unknown", shown, {f"{path}/presentations": [digest("none")]})
    stated: Check = ("outside_period", shown, {"presentations/0/issued_at": TO})
    by_other: Check = (
        "model_not_in_policy",
        f"{shown}/frame/0",
        {"presentations/0/frames/0": picture("derived", "unlisted")},
    )
    by_second: Check = (
        "model_not_in_policy",
        f"{shown}/frame/1",
        {"presentations/0/frames/1": picture("derived", None)},
    )
    yield from _pairs(
        base,
        [
            ("record_malformed", at, _under(path, UNREAD)),
            ("bad_key", at, _under(path, NO_KEY)),
            ("bad_signature", at, _under(path, UNSIGNED)),
            ("policy_unknown", at, {f"{path}/policy": digest("none")}),
            ("policy_not_yet_valid", at, {f"{path}/from": "2025-12-31T00:00:00Z"}),
            ("policy_expired", at, {f"{path}/to": "2026-04-01T00:00:01Z"}),
            away,
            outside,
            in_float,
            unlisted,
        ],
    )
    yield from _pairs(base, [unlisted, revoked])
    yield from _pairs(base, [below, revoked, second, unknown])
    yield from _pairs(base, [below, second])
    yield from _pairs(base, [outside, revoked])
    yield from _pairs(base, [stated, by_other, by_second])
    far = ("model_revoked", "report/0/decode/1", {f"{decodes}/1/set/inner": digest("stolen")})
    yield from _pairs(base, [far, unknown])
    yield from _pairs(base, [far, stated])
    policy_set = {"policies/0/classes/0/sets": entries(*sets, entry("unlisted", "upscale"))}
    stolen = ("model_revoked", f"{shown}/frame/0", by_other[2])
    yield from _pairs(change(base, policy_set), [stolen, by_second])
    twice: Any = [report([decode(), decode()], (0,)), report([decode()])]
    overlap: Check = ("record_overlap", "report/1", {})
    for name, changes in (
        ("record_malformed", UNREAD),
        ("bad_signature", UNSIGNED),
        ("policy_unknown", {"policy": digest("none")}),
        ("device_not_in_class", {"class": "yard"}),
    ):
        yield from _pairs({**base, "reports": [twice[0], change(twice[1], changes)]}, [(name, "report/1", {}), overlap])
    late = {**base, "reports": [twice[0], report([decode(at=TO)])]}
    yield from _pairs(late, [("outside_period", "report/1/decode/0", {}), overlap])
    lost = {**base, "reports": [twice[0], change(report([]), {"presentations": [digest("none")]})]}
    yield from _pairs(lost, [("presentation_unknown", "report/1/presentation/0", {}), overlap])
    fault = change(base, {"presentations/0/frames/1": picture("derived", None)})
    before = {**fault, "reports": [twice[1], twice[0]]}
    yield from _pairs(before, [("model_not_in_policy", "report/1/presentation/0/frame/1", {}), overlap])
    third = {**base, "reports": [*twice, change(report([]), UNREAD)]}
    yield from _pairs(third, [overlap, ("record_malformed", "report/2", {})])
    yield from _statements(base)


def _statements(base: Record) -> Iterator[Vector]:
    """A report that names two statements, in either order of their link hashes, with a fault in each."""
    shown = [statement(picture(), picture("derived", None)), statement(picture(), at=TO)]
    whole = done({**base, "presentations": shown, "reports": [report([], (0, 1))]})
    names = [link_hash(each, PRESENTATION) for each in whole["presentations"]]
    order = whole["reports"][0]["presentations"]
    picture_at = f"report/0/presentation/{order.index(names[0])}/frame/1"
    stated_at = f"report/0/presentation/{order.index(names[1])}"
    first, then = ("model_not_in_policy", picture_at), ("outside_period", stated_at)
    if order[0] != names[0]:
        first, then = then, first
    yield refused(f"order: {first[0]} at {first[1]} before {then[0]} at {then[1]}, of two statements", *first, whole)
    for index in (0, 1):
        kept = change(whole, {f"presentations/{index}": DROP})
        other = first if order[0] != names[index] else ("presentation_unknown", "report/0/presentation/0")
        yield refused(f"order: two statements, without the one at {order.index(names[index])}", *other, kept)


def _rollups() -> Iterator[Vector]:
    base: Record = dict(change(done(rolled()), {"rollup/sig": DROP}))
    line = "rollup/classes/0/reports"
    yield from _pairs(
        base,
        [
            ("record_malformed", "rollup", _under("rollup", UNREAD)),
            ("bad_key", "rollup", _under("rollup", NO_KEY)),
            ("bad_signature", "rollup", _under("rollup", UNSIGNED)),
            ("wrong_operator", "rollup", {"rollup/signer_pubkey": key("stranger")}),
            ("policy_unknown", "rollup", {"rollup/policy": digest("none")}),
            ("rollup_mismatch", "rollup", {"rollup/reports": []}),
            ("outside_period", "rollup", {"rollup/from": NOON}),
            ("rollup_mismatch", "rollup", {line: 2}),
        ],
    )
    yield from _pairs(
        base,
        [
            ("wrong_operator", "rollup", {"rollup/signer_pubkey": key("stranger")}),
            ("rollup_mismatch", "rollup", {line: 2}),
        ],
    )
    yield from _pairs(
        base,
        [
            ("policy_unknown", "rollup", {"rollup/policy": digest("none")}),
            ("outside_period", "rollup", {"rollup/from": NOON}),
        ],
    )


def vectors() -> Iterator[Vector]:
    """Bundles with two faults."""
    yield from _steps()
    yield from _reports()
    yield from _rollups()
