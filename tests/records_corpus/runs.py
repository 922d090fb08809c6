"""Vectors of what a report says that a device ran: decodes (§6.2), pictures (§6.3), overlap (§6.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .bases import BARE, CLASSES, PICTURES, decoding, presenting
from .fleet import (
    DRED,
    FROM,
    NOON,
    ORIGIN,
    TIERS,
    TO,
    UPSCALE,
    Ref,
    bundle,
    decode,
    entries,
    entry,
    fleet_class,
    key_log,
    picture,
    policy,
    report,
    statement,
)
from .signing import PRESENTATION, Record, digest, link_hash
from .vector import Vector, accepted, change, done, refused

FLOAT = {"unit": "npu", "backend": "onnx-runtime", "arithmetic": "float"}
FIRST = "report/0/decode/0"
SETS = "policies/0/classes/0/sets"


def _either(name: str, reason: str | None, at: str, draft: Record) -> Vector:
    return accepted(name, draft) if reason is None else refused(name, reason, at, draft)


def _periods() -> Iterator[Vector]:
    for time, reason in (
        ("2026-01-31T23:59:59Z", "outside_period"),
        (FROM, None),
        ("2026-02-01T23:59:59Z", None),
        (TO, "outside_period"),
        ("2026-02-02T00:00:01Z", "outside_period"),
    ):
        yield _either(f"decode: at {time}", reason, FIRST, decoding(decode(at=time)))
    yield refused(
        "decode: the second is past the period",
        "outside_period",
        "report/0/decode/1",
        decoding(decode(), decode(at=TO)),
    )


def _tiers() -> Iterator[Vector]:
    for needed in TIERS:
        for tier in TIERS:
            draft = decoding(decode(tier=tier, **FLOAT))
            draft["reports"][0]["decodes"][0]["dispatch"]["needed"] = needed
            reason = "dispatch_tier_refused" if "decode-equivalence" in (needed, tier) else None
            yield _either(f"decode: in float at {tier}, {needed} needed", reason, FIRST, draft)
    for backend, unit in (("model-runtime", "gpu"), ("webnn", "cpu")):
        draft = decoding(decode(unit=unit, backend=backend, arithmetic="float"))
        yield refused(f"decode: {backend} at decode-equivalence", "dispatch_tier_refused", FIRST, draft)
    for least in TIERS:
        for tier in TIERS:
            draft = change(decoding(decode(tier=tier)), {SETS: [entry("decoder", tier=least)]})
            reason = "model_tier_below_policy" if TIERS.index(tier) < TIERS.index(least) else None
            yield _either(f"decode: at {tier} where {least} is the least", reason, FIRST, draft)


def _sets() -> Iterator[Vector]:
    other_class = [fleet_class(sets=[]), fleet_class("yard", ("other",), sets=[entry("decoder")])]
    for name, changes, holds in (
        ("of a set that no entry names", {SETS: [entry("other")]}, False),
        ("of a class with no set", {SETS: []}, False),
        ("of a set for another capability", {SETS: [entry("decoder", capability="wai.audio.red")]}, False),
        (
            "of a set for that capability too",
            {SETS: entries(entry("decoder", capability="wai.audio.red"), entry("decoder"))},
            True,
        ),
        ("of a set that only another class has", {"policies/0/classes": other_class}, False),
        (
            "of a set whose digest only its inner is",
            {"reports/0/decodes/0/set": {"sha256": digest("sealed"), "inner": digest("decoder")}},
            False,
        ),
        ("of a sealed set", {"reports/0/decodes/0/set": {"sha256": digest("decoder"), "inner": digest("inner")}}, True),
        (
            "for pictures, of an upscale set",
            {SETS: [entry("decoder", "upscale")], "reports/0/decodes/0/dispatch/capability": UPSCALE},
            False,
        ),
        ("of an enhance set", {SETS: [entry("decoder", "enhance")]}, False),
        ("of a set that has another role too", {SETS: entries(entry("decoder"), entry("decoder", "generate"))}, True),
    ):
        yield _either(f"decode: {name}", None if holds else "model_not_in_policy", FIRST, change(decoding(), changes))
    second = decoding(decode(), decode("other"), decode("third"))
    yield refused(
        "decode: the second is of a set that no entry names", "model_not_in_policy", "report/0/decode/1", second
    )
    tiers = entries(
        entry("decoder", capability="wai.audio.red", tier="none"), entry("decoder", tier="decode-equivalence")
    )
    draft = change(decoding(decode(tier="none")), {SETS: tiers})
    yield refused("decode: at a tier that suffices for another capability", "model_tier_below_policy", FIRST, draft)
    successor = policy(1, TO, classes=[fleet_class(sets=[entry("other")])])
    under = bundle(policies=[policy(classes=CLASSES), successor], reports=[report(None)])
    yield accepted("decode: of a set that the successor drops", under)
    late: Record = {"start": TO, "end": "2026-02-03T00:00:00Z", "policy": Ref("policy", 1)}
    dropped = {**under, "reports": [report([decode(at=TO)], **late)]}
    yield refused("decode: of a set that only the predecessor lists", "model_not_in_policy", FIRST, dropped)
    yield accepted(
        "decode: of a set that only the successor lists", {**under, "reports": [report([decode("other", TO)], **late)]}
    )


def _revoked() -> Iterator[Vector]:
    def logged(draft: Record, *revisions: tuple[str, tuple[str, ...]], named: bool = True) -> Record:
        changed = change(draft, {"policies/0/key_log": ORIGIN if named else None})
        return {**changed, "key_log": key_log(("2026-01-10T00:00:00Z", ()), *revisions)}

    before, after = "2026-02-01T11:59:59Z", "2026-02-01T12:00:01Z"
    for time, reason in ((before, "model_revoked"), (NOON, "model_revoked"), (after, None)):
        for what, name in (("the set", "decoder"), ("the inner of a sealed set", "inner")):
            draft = change(decoding(), {"reports/0/decodes/0/set/inner": digest("inner")})
            yield _either(f"decode: {what} is revoked at {time}", reason, FIRST, logged(draft, (time, (name,))))
    for name, draft in (("decode", decoding()), ("picture", presenting())):
        at = FIRST if name == "decode" else "report/0/presentation/0/frame/0"
        model = "decoder" if name == "decode" else "prior"
        ever = (before, (model, "stolen")), (after, (model, "stolen", "broken"))
        yield refused(f"{name}: revoked by a revision before the last", "model_revoked", at, logged(draft, *ever))
        first = {**logged(draft), "key_log": key_log(("2020-01-01T00:00:00Z", (model,)))}
        yield refused(f"{name}: revoked by the first revision", "model_revoked", at, first)
        other = (before, ("stolen",)), (after, ("stolen", model))
        yield accepted(f"{name}: revoked by the last revision, after it", logged(draft, *other))
        yield accepted(f"{name}: revoked in a log that no policy names", logged(draft, (before, (model,)), named=False))
        begins = policy(1, "2026-03-01T00:00:00Z", classes=BARE, key_log=ORIGIN)
        successor = {**logged(draft, (before, (model,)), named=False)}
        successor["policies"] = [*successor["policies"], begins]
        yield accepted(f"{name}: revoked in a log that only the successor names", successor)
        unnamed = {**logged(draft, (before, (model,)))}
        unnamed["policies"] = [*unnamed["policies"], policy(1, "2026-03-01T00:00:00Z", classes=BARE)]
        yield refused(f"{name}: revoked in a log that the successor does not name", "model_revoked", at, unnamed)
    for time, reason in (
        ("2026-02-01T11:59:59.999999999Z", None),
        (NOON, "model_revoked"),
        ("2026-02-01T12:00:00.000000000Z", "model_revoked"),
        ("2026-02-01T12:00:00.000000001Z", "model_revoked"),
    ):
        draft = change(presenting(), {"presentations/0/issued_at": time})
        at = "report/0/presentation/0/frame/0"
        yield _either(f"picture: revoked at noon, stated at {time}", reason, at, logged(draft, (NOON, ("prior",))))


def _pictures() -> Iterator[Vector]:
    at = "report/0/presentation/0"
    frame = f"{at}/frame/0"
    unknown = {"reports/0/presentations": [digest("none")]}
    yield refused("picture: of a statement that is not held", "presentation_unknown", at, change(presenting(), unknown))
    models = done(presenting())["presentations"][0]
    named = {"reports/0/presentations": [link_hash(models)]}
    yield refused(
        "picture: a statement named as a record of models", "presentation_unknown", at, change(presenting(), named)
    )
    for time, reason in (
        ("2026-01-31T23:59:59.999999999Z", "outside_period"),
        (FROM, None),
        ("2026-02-01T23:59:59.999999999Z", None),
        (TO, "outside_period"),
        ("2026-02-02T00:00:00.000000000Z", "outside_period"),
    ):
        yield _either(
            f"picture: stated at {time}", reason, at, change(presenting(), {"presentations/0/issued_at": time})
        )
    every = [entry("a", role) for role in ("upscale", "enhance", "generate")]
    for made in ("derived", "asserted", "synthesized"):
        role = {"derived": "upscale", "asserted": "enhance", "synthesized": "generate"}[made]
        yield refused(f"picture: {made}, by no set", "model_not_in_policy", frame, presenting(picture(made, None)))
        yield refused(
            f"picture: {made}, by a set not listed", "model_not_in_policy", frame, presenting(picture(made, "other"))
        )
        others = change(
            presenting(picture(made, "a")), {SETS: entries(*(each for each in every if each["role"] != role))}
        )
        yield refused(f"picture: {made}, by a set of the other roles", "model_not_in_policy", frame, others)
        only = change(presenting(picture(made, "a")), {SETS: [entry("a", role)]})
        yield accepted(f"picture: {made}, by a set of its role", only)
        decoder = change(presenting(picture(made, "a")), {SETS: [entry("a", "decode")]})
        yield refused(f"picture: {made}, by a set to decode with", "model_not_in_policy", frame, decoder)
    exact = change(presenting(), {SETS: [entry("prior", "upscale", "decode-equivalence")]})
    yield accepted("picture: derived, where decode-equivalence is the least", exact)
    yield accepted("picture: transmitted, by no set", presenting(picture("transmitted", None)))
    second = presenting(
        picture("transmitted", None), picture(), picture("asserted", "other"), picture("derived", "other")
    )
    yield refused("picture: the third is by a set not listed", "model_not_in_policy", f"{at}/frame/2", second)
    yard = [fleet_class(sets=[]), fleet_class("yard", ("other",), sets=[entry("prior", "upscale")])]
    elsewhere = change(presenting(), {"policies/0/classes": yard})
    yield refused("picture: by a set that only another class has", "model_not_in_policy", frame, elsewhere)


def _statements() -> Iterator[Vector]:
    """Several statements in a report, and one statement in several reports."""
    shown = [statement(picture(pixels=count)) for count in (1, 2, 3)]
    base = bundle(policies=[policy(classes=PICTURES)], presentations=shown, reports=[report([], (0, 1, 2))])
    yield accepted("picture: three statements", base)
    for index in range(3):
        for reason, name, value in (
            ("presentation_unknown", "is not held", None),
            ("outside_period", "is of another day", {"issued_at": TO}),
            ("model_not_in_policy", "is by a set not listed", {"frames": [picture("derived", "other")]}),
        ):
            changed = done(change(base, {f"presentations/{index}": lambda old, value=value: {**old, **(value or {})}}))
            names = [link_hash(each, PRESENTATION) for each in changed["presentations"]]
            place = changed["reports"][0]["presentations"].index(names[index])
            at = f"report/0/presentation/{place}" + ("/frame/0" if value and "frames" in value else "")
            if value is None:
                kept = [each for each in changed["presentations"] if link_hash(each, PRESENTATION) != names[index]]
                changed = change(changed, {"presentations": kept})
            yield refused(f"picture: statement {index} of three {name}", reason, at, changed)
    later: Any = report([], (0,), device="second", start="2026-02-01T00:00:00Z")
    pair = change(base, {"policies/0/classes": [fleet_class(devices=("device", "second"), sets=PICTURES[0]["sets"])]})
    pair = {**pair, "reports": [report([], (1,)), later]}
    yield accepted("picture: two devices, a statement each", pair)
    shared = {**pair, "reports": [report([], (0,)), later]}
    yield refused("picture: two devices, one statement", "record_duplicate", "report/1/presentation/0", shared)
    past = {**shared, "reports": [*shared["reports"][:1], report([], (0,), start=TO, end="2026-02-03T00:00:00Z")]}
    yield refused(
        "picture: a statement twice, and outside the second period", "record_duplicate", "report/1/presentation/0", past
    )


def _overlaps() -> Iterator[Vector]:
    def pair(start: str, end: str, **members: Any) -> Record:
        classes = [fleet_class(devices=("device", "second"), sets=[])]
        reports = [report([]), report([], start=start, end=end, **members)]
        return bundle(policies=[policy(classes=classes)], reports=reports)

    early, late = "2026-01-31T00:00:00Z", "2026-02-03T00:00:00Z"
    for name, start, end, holds in (
        ("the day after", TO, late, True),
        ("the day before", early, FROM, True),
        ("the day after and a second before it", "2026-02-01T23:59:59Z", late, False),
        ("the day before and a second after it", early, "2026-02-01T00:00:01Z", False),
        ("the same day", FROM, TO, False),
        ("within the day", NOON, "2026-02-01T13:00:00Z", False),
        ("around the day", early, late, False),
        ("from the same instant", FROM, late, False),
        ("to the same instant", early, TO, False),
    ):
        yield _either(f"overlap: {name}", None if holds else "record_overlap", "report/1", pair(start, end))
    yield accepted("overlap: the same day, another device", pair(FROM, TO, device="second"))
    days = [report([], start=f"2026-02-0{day}T00:00:00Z", end=f"2026-02-0{day + 1}T00:00:00Z") for day in (5, 1, 3)]
    base = bundle(policies=[policy(classes=[fleet_class(sets=[])])])
    yield accepted("overlap: three days, not in order", {**base, "reports": days})
    for day in (1, 3, 5):
        part = report([], start=f"2026-02-0{day}T05:00:00Z", end=f"2026-02-0{day}T06:00:00Z")
        yield refused(
            f"overlap: three days and part of day {day}",
            "record_overlap",
            "report/3",
            {**base, "reports": [*days, part]},
        )
    between = report([], start="2026-02-02T00:00:00Z", end="2026-02-03T00:00:00Z")
    yield accepted("overlap: the day between", {**base, "reports": [*days, between]})
    again = {**base, "reports": [days[0], days[0]]}
    yield refused("overlap: a report twice", "record_overlap", "report/1", again)
    shown = presenting()
    twice = {**shown, "reports": shown["reports"] * 2}
    yield refused(
        "overlap: a report that names a statement, twice", "record_duplicate", "report/1/presentation/0", twice
    )
    classes = [fleet_class(sets=[]), fleet_class("yard", sets=[])]
    other = {"policies/0/classes": classes, "reports/1/class": "yard"}
    yield refused("overlap: the same day in another class", "record_overlap", "report/1", change(pair(FROM, TO), other))
    two = [policy(classes=classes), policy(1, "2026-01-01T00:00:00Z", classes=classes)]
    under = bundle(
        policies=two, reports=[report([], policy=Ref("policy", 1)), report([], policy=Ref("policy", 1), start=NOON)]
    )
    yield refused("overlap: under a successor", "record_overlap", "report/1", under)


def vectors() -> Iterator[Vector]:
    """Runs that a policy permits, and runs that it does not."""
    yield from _periods()
    yield from _tiers()
    yield from _sets()
    yield from _revoked()
    yield from _pictures()
    yield from _statements()
    yield from _overlaps()
    stranger = report([], device="stranger")
    silent = bundle(policies=[policy(classes=PICTURES)], reports=[report([], capability=DRED)])
    yield refused("overlap: a report with a member too many", "record_malformed", "report/0", silent)
    yield refused(
        "overlap: a report of a stranger", "device_not_in_class", "report/0", {**silent, "reports": [stranger]}
    )
