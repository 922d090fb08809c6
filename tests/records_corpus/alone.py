"""Vectors of a record alone (§9): it reads, its signature verifies and, for a policy, it keeps §4.2's rules."""

from __future__ import annotations

from collections.abc import Iterator

from .bases import attested, policies, presenting, rolled, whole
from .faults import SMALL_ORDER
from .fleet import FROM, TO, decode
from .signing import PRESENTATION, Record, digest, key, signed
from .vector import DROP, Done, Vector, accepted, change, done, refused, written


def _records() -> dict[str, Record]:
    """One signed record of each kind but the key log."""
    plain, held, shown, total = done(policies()), done(attested()), done(presenting()), done(rolled())
    return {
        "policy": plain["policies"][0],
        "attestation": held["attestations"][0],
        "presentation": shown["presentations"][0],
        "report": shown["reports"][0],
        "rollup": total["rollup"],
    }


def _signed_again(record: Record, changes: Record, place: str) -> Done:
    return Done(
        signed(change(record, {"sig": DROP, **changes}), PRESENTATION if place == "presentation" else "wai:sink-models")
    )


def vectors() -> Iterator[Vector]:
    """Records alone of each kind; the key log's are with its other vectors."""
    for place, record in _records().items():
        name = f"alone: a {place}"
        yield accepted(name, Done(record))
        yield accepted(
            f"{name}, spaced and in another order",
            Done(record),
            " " + written(dict(reversed(list(record.items())))) + "\n",
        )
        extra = _signed_again(record, {"extra": "x"}, place)
        yield refused(f"{name} with a member too many", "record_malformed", place, extra)
        yield refused(
            f"{name} with a boolean", "record_malformed", place, _signed_again(record, {"issued_at": True}, place)
        )
        no_key = {"signer_pubkey": SMALL_ORDER["the identity"], "sig": "00" * 64}
        yield refused(f"{name} with no key", "bad_key", place, Done(change(record, no_key)))
        yield refused(f"{name} badly signed", "bad_signature", place, Done(change(record, {"sig": "00" * 64})))
        other = signed(change(record, {"sig": DROP}), "wai:sink-models" if place == "presentation" else PRESENTATION)
        yield refused(f"{name} signed in the other domain", "bad_signature", place, Done(other))
        yield refused(f"{name} with a member twice", "record_malformed", "bundle", written(record)[:-1] + ',"sig":""}')
        yield refused(
            f"{name} of another kind", "record_malformed", "bundle", Done(change(record, {"kind": "wai-model"}))
        )
        yield refused(f"{name} without its kind", "record_malformed", "bundle", Done(change(record, {"kind": DROP})))
        yield refused(f"{name} in an array", "record_malformed", "bundle", f"[{written(record)}]")
        yield refused(f"{name} cut short", "record_malformed", "bundle", written(record)[:-2])
        number = {"issued_at": 1.5}
        yield refused(f"{name} with a fraction", "record_malformed", place, Done(change(record, number)))
        deep = written(record)[:-1] + ',"extra":' + "[" * 32 + "]" * 32 + "}"
        yield refused(f"{name} with 33 levels", "record_malformed", "bundle", deep)
        shallow = written(record)[:-1] + ',"extra":' + "[" * 31 + "]" * 31 + "}"
        yield refused(f"{name} with 32 levels", "record_malformed", place, shallow)
    yield from _rules()


def _rules() -> Iterator[Vector]:
    """What is asked of a record alone and what only of a bundle."""
    records = _records()
    policy, report, total = records["policy"], records["report"], records["rollup"]
    for name, changes in (
        ("with no class", {"classes": []}),
        ("whose seq is 1 and that supersedes none", {"seq": 1}),
        ("that ends before it begins", {"not_after": "2000-01-01T00:00:00Z"}),
        ("whose key log is no origin", {"key_log": "operator.example"}),
    ):
        yield refused(f"alone: a policy {name}", "policy_invalid", "policy", _signed_again(policy, changes, "policy"))
    successor = {"seq": 7, "supersedes": digest("none"), "key_log": "https://operator.example"}
    yield accepted(
        "alone: a policy that is a successor and names a key log", _signed_again(policy, successor, "policy")
    )
    three = {"decodes": [decode("unheard of", at="2020-01-01T00:00:00Z") for _ in range(3)]}
    yield accepted("alone: a report of decodes outside its period", _signed_again(report, three, "report"))
    yield accepted(
        "alone: a report that names two statements",
        _signed_again(report, {"presentations": sorted((digest("a"), digest("b")))}, "report"),
    )
    yield accepted(
        "alone: a report of no policy",
        _signed_again(report, {"policy": digest("none"), "attestation": digest("none")}, "report"),
    )
    yield refused(
        "alone: a report whose from is its to",
        "record_malformed",
        "report",
        _signed_again(report, {"from": TO}, "report"),
    )
    for name, changes in (
        ("of figures that are no reports'", {"classes/0/silent": 2**53 - 1, "classes/0/sets/0/pixels": 7}),
        ("of no class line", {"classes": []}),
        ("of another operator's policy", {"policy": digest("none")}),
        ("with set lines swapped", {"classes/0/sets": lambda sets: sets[::-1]}),
        ("with a set line twice", {"classes/0/sets": lambda sets: sets + sets}),
        (
            "of a role with another capability",
            {"classes/0/sets/0/capability": "a", "classes/0/sets/0/role": "generate"},
        ),
    ):
        yield accepted(f"alone: a roll-up {name}", _signed_again(total, changes, "rollup"))
    yield refused(
        "alone: a roll-up whose from is its to",
        "record_malformed",
        "rollup",
        _signed_again(total, {"to": FROM}, "rollup"),
    )
    frames = done(whole())["presentations"][0]["frames"]
    yield accepted(
        "alone: a presentation of four pictures",
        _signed_again(records["presentation"], {"frames": frames}, "presentation"),
    )
    held = records["attestation"]
    own = {"device": key("attester")}
    yield refused(
        "alone: an attestation of its signer",
        "record_malformed",
        "attestation",
        _signed_again(held, own, "attestation"),
    )
    ends = {"not_after": held["not_before"]}
    yield refused(
        "alone: an attestation of no time", "record_malformed", "attestation", _signed_again(held, ends, "attestation")
    )
