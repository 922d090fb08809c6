"""Vectors of a report's device and policy (§6.4)."""

from __future__ import annotations

from collections.abc import Iterator

from .bases import BARE, attested, decoding
from .fleet import FROM, TO, Ref, bundle, entries, entry, fleet_class, policy, report
from .reports import REPORT, at
from .signing import Record, digest, key
from .vector import Vector, accepted, change, done, refused


def _placed() -> Iterator[tuple[str, str | None, Record]]:
    """§6.4 over one policy, from 2026-01-01 to 2026-04-01: the reason, and the changes of the report."""
    yield "of a policy that is not held", "policy_unknown", {"policy": digest("none")}
    yield "from a second before not_before", "policy_not_yet_valid", {"from": "2025-12-31T23:59:59Z"}
    yield (
        "a period before not_before",
        "policy_not_yet_valid",
        {"from": "2025-01-01T00:00:00Z", "to": "2025-01-02T00:00:00Z", "decodes": []},
    )
    yield "from not_before", None, {"from": "2026-01-01T00:00:00Z"}
    yield "to not_after", None, {"to": "2026-04-01T00:00:00Z"}
    yield "all the policy's span", None, {"from": "2026-01-01T00:00:00Z", "to": "2026-04-01T00:00:00Z"}
    yield "to a second after not_after", "policy_expired", {"to": "2026-04-01T00:00:01Z"}
    yield (
        "a period after not_after",
        "policy_expired",
        {"from": "2026-05-01T00:00:00Z", "to": "2026-05-02T00:00:00Z", "decodes": []},
    )
    yield "of a class that the policy lacks", "device_not_in_class", {"class": "lobby2"}
    yield "of a device that no class has", "device_not_in_class", {"signer_pubkey": key("stranger")}
    yield "of an attestation that is not held", "device_not_in_class", {"attestation": digest("none")}
    yield (
        "with no decode, of a device that no class has",
        "device_not_in_class",
        {"decodes": [], "signer_pubkey": key("stranger")},
    )


def _classes() -> Iterator[Vector]:
    two = [fleet_class(sets=entries(entry("decoder"))), fleet_class("yard", ("other",), sets=entries(entry("decoder")))]
    draft = change(decoding(), {"policies/0/classes": two})
    wrong = {"reports/0/class": "yard"}
    yield refused("report: of a device in another class", "device_not_in_class", REPORT, change(draft, wrong))
    yield accepted(
        "report: of a device in the second class", change(draft, {**wrong, "reports/0/signer_pubkey": key("other")})
    )
    base = attested()
    for name, changes, holds in (
        ("that names its attestation", {}, True),
        ("that names none", {"reports/0/attestation": None}, False),
        ("of another device's attestation", {"attestations/0/device": key("device")}, False),
        ("of an attester that the class lacks", {"attestations/0/signer_pubkey": key("stranger")}, False),
        ("from the attestation's not_before", {"attestations/0/not_before": FROM}, True),
        ("from a second before it", {"attestations/0/not_before": "2026-02-01T00:00:01Z"}, False),
        ("to the attestation's not_after", {"attestations/0/not_after": TO}, True),
        ("to a second after it", {"attestations/0/not_after": "2026-02-01T23:59:59Z"}, False),
        ("of an attestation that ended", {"attestations/0/not_after": "2026-01-15T00:00:00Z"}, False),
        (
            "of an attestation that lies in its period",
            {"attestations/0/not_before": "2026-02-01T01:00:00Z", "attestations/0/not_after": "2026-02-01T23:00:00Z"},
            False,
        ),
        ("of a class that the policy lacks", {"reports/0/class": "yard"}, False),
        (
            "of an attester that another class has",
            {"policies/0/classes": [fleet_class(), fleet_class("yard", (), ("attester",))]},
            False,
        ),
        (
            "of a device that its class enrols and attests",
            {"policies/0/classes": [fleet_class("lobby", ("attested",), ("attester",))]},
            True,
        ),
        (
            "of a device that its class enrols, by a wrong attestation",
            {
                "policies/0/classes": [fleet_class("lobby", ("attested",), ("attester",))],
                "attestations/0/device": key("device"),
            },
            False,
        ),
        ("of the attester itself", {"reports/0/attestation": None, "reports/0/signer_pubkey": key("attester")}, False),
    ):
        changed = change(base, changes)
        full = f"report: attested, {name}"
        yield accepted(full, changed) if holds else refused(full, "device_not_in_class", REPORT, changed)


def _in_force() -> Iterator[Vector]:
    """A report under a policy that has a successor."""
    first = policy(classes=BARE)
    for name, start, end, of, begins, reason in (
        ("to its successor's not_before", FROM, TO, 0, TO, None),
        ("to a second after it", FROM, "2026-02-02T00:00:01Z", 0, TO, "policy_expired"),
        ("after it", "2026-02-03T00:00:00Z", "2026-02-04T00:00:00Z", 0, TO, "policy_expired"),
        (
            "to not_after, a gap before the successor",
            "2026-03-31T00:00:00Z",
            "2026-04-01T00:00:00Z",
            0,
            "2026-05-01T00:00:00Z",
            None,
        ),
        ("into the gap", "2026-03-31T00:00:00Z", "2026-04-01T00:00:01Z", 0, "2026-05-01T00:00:00Z", "policy_expired"),
        (
            "into the gap, under the successor",
            "2026-04-30T23:59:59Z",
            "2026-05-02T00:00:00Z",
            1,
            "2026-05-01T00:00:00Z",
            "policy_not_yet_valid",
        ),
        ("from the successor's not_before", TO, "2026-02-03T00:00:00Z", 1, TO, None),
        (
            "under the successor a second before it",
            "2026-02-01T23:59:59Z",
            "2026-02-03T00:00:00Z",
            1,
            TO,
            "policy_not_yet_valid",
        ),
        (
            "under one that its successor replaces at once",
            "2026-01-01T00:00:00Z",
            TO,
            0,
            "2026-01-01T00:00:00Z",
            "policy_expired",
        ),
    ):
        second = policy(1, begins, "2026-07-01T00:00:00Z", BARE)
        draft = bundle(policies=[first, second], reports=[report([], start=start, end=end, policy=Ref("policy", of))])
        yield (
            accepted(f"in force: {name}", draft)
            if reason is None
            else refused(f"in force: {name}", reason, REPORT, draft)
        )
    third = [policy(seq, f"2026-0{seq + 1}-01T00:00:00Z", classes=BARE) for seq in range(3)]
    under = bundle(
        policies=third,
        reports=[report([], start="2026-02-28T00:00:00Z", end="2026-03-01T00:00:00Z", policy=Ref("policy", 1))],
    )
    yield accepted("in force: to the third policy's not_before", under)
    yield refused(
        "in force: into the third policy's span",
        "policy_expired",
        REPORT,
        change(under, at({"to": "2026-03-01T00:00:01Z"})),
    )
    alone = done(change(under, {"reports": []}))
    lone = {**alone, "policies": alone["policies"][:1], "reports": [report([], policy=digest("none"))]}
    yield refused("in force: under a successor that is not held", "policy_unknown", REPORT, lone)


def vectors() -> Iterator[Vector]:
    """Reports whose device or policy is refused, and those on the other side."""
    base = decoding()
    for name, reason, changes in _placed():
        draft = change(base, at(changes))
        yield (
            accepted(f"report: {name}", draft) if reason is None else refused(f"report: {name}", reason, REPORT, draft)
        )
    yield from _classes()
    yield from _in_force()
