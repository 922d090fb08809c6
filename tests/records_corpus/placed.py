"""Vectors of device attestations and presentation statements (§8.2 steps 3 and 4)."""

from __future__ import annotations

from collections.abc import Iterator

from . import faults, forms
from .bases import BARE, attested
from .fleet import END, START, attestation, bundle, picture, policy, statement
from .signing import MODELS, PRESENTATION, Record, digest, key, signed
from .vector import DROP, Done, Vector, accepted, change, done, lone, refused

PIXELS = ("transmitted", "derived", "asserted", "synthesized")


def _attestation_unreadable() -> Iterator[tuple[str, Record]]:
    yield from faults.members(attestation())
    yield "no kind", {"kind": DROP}
    for kind in ("wai-model-policy", "wai-model-devices", None, 0):
        yield f"kind {kind!r}", {"kind": kind}
    yield from faults.common()
    for value in forms.few_bad_hex(forms.HEX):
        yield f"device {forms.shown(value)}", {"device": value}
    for member in ("not_before", "not_after"):
        for value in forms.BAD_LOG_TIMES[::4] + list(forms.WITH_FRACTION):
            yield f"{member} {forms.shown(value)}", {member: value}
    yield "not_before is not_after", {"not_before": END}
    yield "not_before is after not_after", {"not_before": END, "not_after": START}
    yield "its device is its signer", {"device": key("attester")}
    yield "a member that is a boolean", {"device": True}


def _statement_unreadable() -> Iterator[tuple[str, Record]]:
    shown = statement(picture())
    yield from faults.members(shown)
    yield "no kind", {"kind": DROP}
    for kind in ("wai-presentations", "wai-model-run", None, 0):
        yield f"kind {kind!r}", {"kind": kind}
    yield from faults.common()
    yield "no frame", {"frames": []}
    for value in ("", {}):
        yield f"frames {value!r}", {"frames": value}
    for value in (None, []):
        yield f"a frame {value!r}", {"frames/0": value}
        yield f"pixels {value!r}", {"frames/0/pixels": value}
    for where, level in (("frames/0/", shown["frames"][0]), ("frames/0/pixels/", shown["frames"][0]["pixels"])):
        for name, changes in faults.members(level, where):
            yield name, {where + path: value for path, value in changes.items()}
    for value in ("", "Derived", "edited", None, 1, []):
        yield f"made {value!r}", {"frames/0/made": value}
    for value in forms.few_bad_hex(forms.HEX):
        if value is not None:
            yield f"made_by {forms.shown(value)}", {"frames/0/made_by": value}
    for count in PIXELS:
        for value in forms.NOT_INTEGERS if count == "derived" else forms.NOT_INTEGERS[:3]:
            yield f"{count} pixels {value!r}", {f"frames/0/pixels/{count}": value}
    yield "a transmitted picture that a set made", {"frames/0": picture("transmitted", "prior")}
    yield (
        "the last picture is transmitted and a set made it",
        {"frames": [picture(), picture(), picture("transmitted", "prior")]},
    )


def _kind(name: str, member: str, base: Record, domain: str, signer: str) -> Iterator[Vector]:
    """Keys, signatures and duplicates, which both kinds have alike."""
    place = f"{name}/0"
    whole = done(base)
    record = whole[member][0]
    at = f"{member}/0/"
    for why, changes in faults.bad_keys():
        draft = change(whole, {at + path: value for path, value in changes.items()})
        yield refused(f"{name}: {why}", "bad_key", place, draft)
    for why, changes in faults.signatures(change(record, {"sig": DROP}), signer, domain):
        yield refused(f"{name}: {why}", "bad_signature", place, change(whole, {at + "sig": changes["sig"]}))
    yield refused(f"{name}: sig left out", "record_malformed", place, change(whole, {at + "sig": DROP}))
    other = change(record, {"issued_at": "2026-01-01T00:00:00.25Z", "sig": DROP})
    second = signed(other, domain)
    one_after = {member: lambda records: [*records, second]}
    yield accepted(f"{name}: two that differ in their time", change(whole, one_after))
    twice = change(whole, {member: lambda records: [*records, records[0]]})
    yield refused(f"{name}: one twice", "record_duplicate", f"{name}/1", twice)
    again = change(whole, {member: lambda records: [*records, second, records[0]]})
    yield refused(f"{name}: one twice, another between", "record_duplicate", f"{name}/2", again)
    latter = change(whole, {member: lambda records: [*records, second, second, {}]})
    yield refused(f"{name}: one twice before one that does not read", "record_duplicate", f"{name}/2", latter)
    for reason, why, changes in (
        ("record_malformed", "does not read", {"extra": "x"}),
        ("bad_key", "has no key", {"signer_pubkey": faults.SMALL_ORDER["a point of order 8"]}),
        ("bad_signature", "has no good signature", {"sig": "00" * 64}),
    ):
        late = change(whole, {member: lambda records, changes=changes: [*records, change(second, changes)]})
        yield refused(f"{name}: the second {why}", reason, f"{name}/1", late)


def vectors() -> Iterator[Vector]:
    """Attestations and statements that no report names: whether they read, and their signatures."""
    held = bundle(policies=[policy(classes=BARE)], attestations=[attestation()])
    shown = bundle(policies=[policy(classes=BARE)], presentations=[statement(picture())])
    for name, changes in _attestation_unreadable():
        draft = change(held, {f"attestations/0/{path}": value for path, value in changes.items()})
        alone = lone(draft, "attestations")
        whole = alone.get("kind") != "wai-model-device"
        place = "attestation/0" if whole else "attestation"
        yield refused(f"attestation: {name}", "record_malformed", place, draft if whole else alone)
    yield from _kind("attestation", "attestations", held, MODELS, "attester")
    yield accepted("attestation: of a second", change(held, {"attestations/0/not_before": "2026-03-31T23:59:59Z"}))
    yield accepted("attestation: of a key that is no key", change(held, {"attestations/0/device": digest("no key")}))
    for name, changes in _statement_unreadable():
        draft = change(shown, {f"presentations/0/{path}": value for path, value in changes.items()})
        alone = lone(draft, "presentations")
        whole = alone.get("kind") != "wai-presentation"
        place = "presentation/0" if whole else "presentation"
        yield refused(f"presentation: {name}", "record_malformed", place, draft if whole else alone)
    yield from _kind("presentation", "presentations", shown, PRESENTATION, "session")
    models = Done(change(done(shown), {"presentations/0": signed(statement(picture()), MODELS)}))
    yield refused("presentation: signed as a record of models", "bad_signature", "presentation/0", models)
    for name, frames in (
        ("of four categories", statement()["frames"]),
        ("all transmitted", [picture("transmitted", None)]),
        ("made by no set that is named", [picture("asserted", None), picture("derived", None)]),
        ("by sets that no policy lists", [picture("synthesized", "unheard of")]),
        ("with the most pixels", [picture(pixels=2**53 - 1)]),
    ):
        yield accepted(
            f"presentation: one that no report names, {name}", change(shown, {"presentations/0/frames": frames})
        )
    unnamed = change(attested(), {"reports": []})
    yield accepted("attestation: one that no report names", unnamed)
