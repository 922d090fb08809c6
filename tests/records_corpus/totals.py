"""Vectors of roll-ups (§7, §8.2 step 6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import faults, forms
from .bases import BARE, BOTH, CLASSES, decoding, rolled
from .fleet import (
    FROM,
    NOON,
    TO,
    Ref,
    bundle,
    decode,
    entries,
    entry,
    fleet_class,
    picture,
    policy,
    report,
    rollup,
    statement,
)
from .signing import Record, digest, key, link_hash
from .vector import DROP, Vector, accepted, change, done, lone, refused, written

AT = "rollup"
LINE = "classes/0/"
SET = "classes/0/sets/0/"
GREATEST = 2**53 - 1


def _at(changes: Record) -> Record:
    return {f"rollup/{path}": value for path, value in changes.items()}


def _unsigned() -> Record:
    """A roll-up with its places filled in and no signature."""
    return change(done(rolled()), {"rollup/sig": DROP})


def _unreadable(record: Record) -> Iterator[tuple[str, Record]]:
    yield from faults.members(record)
    yield "no kind", {"kind": DROP}
    for kind in ("wai-model-rollups", "wai-model-run", None, 0):
        yield f"kind {kind!r}", {"kind": kind}
    yield from faults.common()
    units = SET + "units/"
    line: Any = record["classes"][0]
    for where, level in ((LINE, line), (SET, line["sets"][0]), (units, line["sets"][0]["units"])):
        for name, changes in faults.members(level, where):
            yield name, {where + path: value for path, value in changes.items()}
    for value in forms.few_bad_hex(forms.HEX):
        yield f"policy {forms.shown(value)}", {"policy": value}
        yield f"a report {forms.shown(value)}", {"reports": [value]}
        yield f"sha256 {forms.shown(value)}", {SET + "sha256": value}
    low, high = sorted((digest("a"), digest("b")))
    yield "reports in descending order", {"reports": [high, low]}
    yield "a report twice", {"reports": [low, low]}
    for member in ("from", "to"):
        for value in forms.BAD_LOG_TIMES[::7] + list(forms.WITH_FRACTION):
            yield f"{member} {forms.shown(value)}", {member: value}
    yield "from is to", {"from": TO}
    yield "from is after to", {"from": TO, "to": FROM}
    for member in ("reports", "classes", LINE + "sets"):
        for value in ("", {}):
            yield f"{member} {value!r}", {member: value}
    for member in ("classes/0", "classes/0/sets/0", SET + "units"):
        for value in (None, []):
            yield f"{member} {value!r}", {member: value}
    for value in [*forms.BAD_NAMES[::3], None]:
        yield f"class {forms.shown(value)}", {LINE + "class": value}
    for value in forms.BAD_TERMS[::3]:
        yield f"capability {forms.shown(value)}", {SET + "capability": value}
    for value in ("", "Decode", "render", None, 1):
        yield f"role {value!r}", {SET + "role": value}
    for path in faults.each_number(record):
        for value in forms.NOT_INTEGERS[::2] if path.endswith("silent") else [True, 2**53, "0"]:
            yield f"{path} {value!r}", {path: value}
    for value in ("", "a" * 2049, "é" * 1025, None, 1):
        yield f"signer_id {forms.shown(value)}", {"signer_id": value}


def _mismatched(record: Record) -> Iterator[tuple[str, Record]]:
    """Figures that are not the reports'."""
    for path in faults.each_number(record):
        yield f"{path} one more", {path: lambda number: number + 1}
    yield "another class's name", {LINE + "class": "yard"}
    yield "no class line", {"classes": []}
    yield "a class line twice", {"classes": lambda lines: lines * 2}
    yield "a class line that the policy lacks", {"classes": lambda lines: [*lines, {**lines[0], "class": "yard"}]}
    yield "no set line", {LINE + "sets": []}
    yield "a set line too few", {LINE + "sets": lambda sets: sets[1:]}
    yield "a set line twice", {LINE + "sets": lambda sets: [*sets, sets[-1]]}
    yield "set lines swapped", {LINE + "sets": lambda sets: sets[::-1]}
    yield "another digest", {SET + "sha256": digest("none")}
    yield "another capability", {SET + "capability": "a"}
    yield "another role", {SET + "role": "enhance"}
    yield "the reports with one too few", {"reports": []}
    yield "the reports with another", {"reports": [digest("none")]}
    yield "the reports with one too many", {"reports": lambda names: sorted([*names, digest("none")])}


def _periods() -> Iterator[Vector]:
    for name, changes, holds in (
        ("from a report's from to its to", {}, True),
        ("from a second later", {"from": "2026-02-01T00:00:01Z"}, False),
        ("to a second earlier", {"to": "2026-02-01T23:59:59Z"}, False),
        (
            "from a second earlier to a second later",
            {"from": "2026-01-31T23:59:59Z", "to": "2026-02-02T00:00:01Z"},
            True,
        ),
        ("another year", {"from": "2020-01-01T00:00:00Z", "to": "2020-02-01T00:00:00Z"}, False),
        ("wider than the policy's span", {"from": "2020-01-01T00:00:00Z", "to": "2030-02-01T00:00:00Z"}, True),
    ):
        draft = change(rolled(), _at(changes))
        yield accepted(f"roll-up: {name}", draft) if holds else refused(f"roll-up: {name}", "outside_period", AT, draft)


def _fleets() -> Iterator[tuple[str, Record]]:
    """Bundles whose roll-up is right."""
    devices = ("device", "second", "third")
    classes = [
        fleet_class("lobby", devices, ("attester",), entries(entry("decoder"), entry("prior", "upscale"))),
        fleet_class("yard", ("third", "fourth"), (), entries(entry("decoder"))),
        fleet_class("attic", (), ("attester",), []),
    ]
    base = bundle(policies=[policy(classes=classes)], rollup=rollup())
    yield "no report", base
    yield "an empty report", {**base, "reports": [report([])]}
    half = report([decode(at=NOON, unit="cpu")], start=NOON)
    first = report([decode(at=FROM), decode(at=FROM)], end=NOON)
    yield "two reports of one device", {**base, "reports": [first, half]}
    yield "reports not in the order of their link hashes", {**base, "reports": [half, first]}
    other = report(device="third", **{"class": "yard"})
    yield (
        "a device in one class that is silent in another",
        {
            **base,
            "reports": [first, other, report([], device="third", start=TO, end="2026-02-03T00:00:00Z")],
            "rollup": rollup(end="2026-02-03T00:00:00Z"),
        },
    )
    yield "all devices", {**base, "reports": [report([], device=name) for name in devices]}
    shown = [
        statement(picture(pixels=5), picture("transmitted", None)),
        statement(picture(pixels=6), picture(pixels=0)),
    ]
    yield "pictures of one set in two statements", {**base, "presentations": shown, "reports": [report([], (0, 1))]}
    mixed = picture(pixels=5)
    mixed["pixels"] = {"transmitted": 1, "derived": 2, "asserted": 4, "synthesized": 8}
    yield (
        "a picture of pixels in every category",
        {**base, "presentations": [statement(mixed)], "reports": [report([], (0,))]},
    )
    unnamed = [statement(picture(pixels=5)), statement(picture("asserted", "unheard of", 6))]
    yield "a statement that no report names", {**base, "presentations": unnamed, "reports": [report([], (0,))]}
    most = [statement(picture(pixels=GREATEST - 1), picture(pixels=1))]
    yield "the greatest sum", {**base, "presentations": most, "reports": [report([], (0,))]}


def _sums() -> Iterator[Vector]:
    """Sums above 2^53 − 1, which no figure states."""
    shown = [statement(picture(pixels=GREATEST), picture(pixels=1))]
    base = {**rolled(), "presentations": shown}
    done_base = done({**base, "rollup": None})
    name = link_hash(done_base["reports"][0])
    for pixels in (0, 1, GREATEST, GREATEST - 1):
        draft = change(_unsigned(), {"presentations": [], "reports": []})
        total = {**draft["rollup"], "reports": [name]}
        sets = total["classes"][0]["sets"]
        for line in sets:
            if line["role"] == "upscale":
                line.update(frames=2, pixels=pixels)
        whole = {**done_base, "rollup": total}
        yield refused(f"roll-up: a sum of 2^53 stated as {pixels}", "rollup_mismatch", AT, whole)
    above = {**done_base, "rollup": change(total, {SET + "pixels": 2**53, SET + "role": "upscale"})}
    yield refused("roll-up: a sum of 2^53 stated as it is", "record_malformed", AT, above)


def _policies() -> Iterator[Vector]:
    two = [policy(classes=CLASSES), policy(1, TO, classes=BARE)]
    base = bundle(policies=two, reports=[report()], rollup=rollup())
    yield accepted("roll-up: of the first of two policies", base)
    yield refused(
        "roll-up: of a successor, over its predecessor's reports",
        "rollup_mismatch",
        AT,
        change(base, {"rollup/policy": Ref("policy", 1)}),
    )
    end = "2026-02-03T00:00:00Z"
    later = report([], start=TO, end=end, policy=Ref("policy", 1))
    wide = {"rollup/to": end}
    over = {**change(base, wide), "reports": [report(), later]}
    yield refused("roll-up: over reports of two policies", "rollup_mismatch", AT, over)
    under = {**change(base, {**wide, "rollup/policy": Ref("policy", 1)}), "reports": [later]}
    yield accepted("roll-up: of the second of two policies", under)
    empty = {**change(base, {"rollup/policy": Ref("policy", 1)}), "reports": []}
    yield accepted("roll-up: of a policy that no report names", empty)
    yield refused(
        "roll-up: of a policy that is not held",
        "policy_unknown",
        AT,
        dict(change(_unsigned(), {"rollup/policy": digest("none")})),
    )
    other = change(base, {"rollup/signer_pubkey": key("other operator")})
    yield refused("roll-up: by another operator", "wrong_operator", AT, other)
    yield refused("roll-up: by a device", "wrong_operator", AT, change(base, {"rollup/signer_pubkey": key("device")}))
    yield accepted("roll-up: with another signer_id", change(base, {"rollup/signer_id": "other"}))
    two_classes = [*BOTH, fleet_class("yard", ("other",), sets=[])]
    swapped = done(change(rolled(), {"policies/0/classes": two_classes}))
    lines = swapped["rollup"]["classes"][::-1]
    yield refused(
        "roll-up: class lines swapped",
        "rollup_mismatch",
        AT,
        dict(change(swapped, {"rollup/classes": lines, "rollup/sig": DROP})),
    )


def vectors() -> Iterator[Vector]:
    """Roll-ups that are refused, and roll-ups that are not."""
    base = _unsigned()
    plain = dict(base)
    small = dict(change(done({**decoding(), "rollup": rollup()}), {"rollup/sig": DROP}))
    for name, changes in _unreadable(small["rollup"]):
        changed = change(small, _at(changes))
        alone = lone(changed, "rollup")
        yield refused(
            f"roll-up: {name}", "record_malformed", AT, alone if alone.get("kind") == "wai-model-rollup" else changed
        )
    text = written(lone(rolled(), "rollup"))
    for number in ("-0", "0.0", "0e0"):
        body = text.replace('"silent":0', f'"silent":{number}')
        yield refused(f"roll-up: silent {number}", "record_malformed", AT, body)
    yield refused("roll-up: sig left out", "record_malformed", AT, base)
    for name, changes in faults.bad_keys():
        yield refused(f"roll-up: {name}", "bad_key", AT, lone(change(small, _at(changes)), "rollup"))
    for name, changes in faults.signatures(small["rollup"], "operator"):
        yield refused(f"roll-up: {name}", "bad_signature", AT, lone(change(small, _at(changes)), "rollup"))
    for name, changes in _mismatched(base["rollup"]):
        yield refused(f"roll-up: {name}", "rollup_mismatch", AT, change(plain, _at(changes)))
    for name, draft in _fleets():
        yield accepted(f"roll-up: {name}", draft)
    yield from _periods()
    yield from _sums()
    yield from _policies()
