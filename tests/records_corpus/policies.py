"""Vectors of model policies: reading, signatures, §4.2's rules, successors (§4.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import faults, forms
from .bases import policies
from .fleet import END, START, UPSCALE, Ref, bundle, entries, entry, fleet_class, policy
from .signing import Record, digest, key
from .vector import DROP, Vector, accepted, change, done, lone, refused, written

ENTRY = "classes/0/sets/0/"


def _at(changes: Record, index: int = 0) -> Record:
    return {f"policies/{index}/{path}": value for path, value in changes.items()}


def _unreadable(record: Record) -> faults.Faults:
    yield from faults.members(record)
    yield "no kind", {"kind": DROP}
    for kind in ("wai-model-device", "wai-model-bundle", "wai-model-polic", "", None, 1):
        yield f"kind {kind!r}", {"kind": kind}
    for where, value in (("classes/0/", record["classes"][0]), (ENTRY, record["classes"][0]["sets"][0])):
        for name, changes in faults.members(value, where):
            yield name, {where + path: each for path, each in changes.items()}
    yield from faults.common(every=True)
    yield "no sig", {"sig": None}
    for value in forms.NOT_INTEGERS:
        yield f"seq {value!r}", {"seq": value}
    for value in forms.few_bad_hex(forms.HEX):
        if value is not None:
            yield f"supersedes {forms.shown(value)}", {"supersedes": value, "seq": 1}
    for member in ("not_before", "not_after"):
        for value in (forms.BAD_LOG_TIMES[:: 3 if member == "not_before" else 9]) + list(forms.WITH_FRACTION):
            yield f"{member} {forms.shown(value)}", {member: value}
    for value in (0, True, [], {}):
        yield f"key_log {value!r}", {"key_log": value}
    for member in ("classes", "classes/0/devices", "classes/0/attesters", "classes/0/sets"):
        for value in ("", {}):
            yield f"{member} {value!r}", {member: value}
    for member in ("classes/0", "classes/0/sets/0"):
        for value in (None, []):
            yield f"{member} {value!r}", {member: value}
    for member in ("classes/0/name", ENTRY + "role", ENTRY + "tier", "signer_id"):
        for value in forms.NOT_STRINGS:
            yield f"{member} {value!r}", {member: value}
    for member in ("classes/0/devices/0", ENTRY + "sha256"):
        for value in forms.few_bad_hex(forms.HEX):
            yield f"{member} {forms.shown(value)}", {member: value}
    yield "an attester in capitals", {"classes/0/attesters": [forms.HEX.upper()]}
    for value in forms.BAD_TERMS:
        yield f"capability {forms.shown(value)}", {ENTRY + "capability": value}
    for value in ("", "a" * 2049, "é" * 1025, "😀" * 513):
        yield f"signer_id {forms.shown(value)}", {"signer_id": value}


def _invalid() -> Iterator[tuple[str, Record]]:
    """Changes of a policy that reads, each of which breaks one rule of §4.2."""
    yield "not_before is not_after", {"not_before": END, "not_after": END}
    yield "not_before is after not_after", {"not_before": END, "not_after": START}
    yield "supersedes is named and seq is 0", {"supersedes": digest("none")}
    yield "supersedes is null and seq is 1", {"seq": 1}
    for origin in forms.BAD_ORIGINS:
        yield f"key_log {forms.shown(origin)}", {"key_log": origin}
    yield "no class", {"classes": []}
    for name in forms.BAD_NAMES:
        yield f"class name {forms.shown(name)}", {"classes/0/name": name}
    yield "the second class's name", {"classes": [fleet_class(), fleet_class("Lobby")]}
    yield "two classes of a name", {"classes": [fleet_class(), fleet_class("b"), fleet_class(sets=[])]}
    pair = sorted((key("device"), key("second")))
    for member in ("devices", "attesters"):
        other = {"classes/0/attesters": []} if member == "devices" else {"classes/0/devices": []}
        yield f"{member} in descending order", {f"classes/0/{member}": pair[::-1], **other}
        yield f"{member} with one twice", {f"classes/0/{member}": [pair[0], pair[0]], **other}
    yield "neither devices nor attesters", {"classes/0/devices": []}
    yield "the second class has neither", {"classes": [fleet_class(), fleet_class("b", ())]}
    yield "a key is a device and an attester", {"classes/0/attesters": [key("device")]}
    yield "one of two keys is a device and an attester", {"classes/0/devices": pair, "classes/0/attesters": pair[1:]}
    low, high = entries(entry("decoder"), entry("stolen"))
    yield "sets in descending order", {"classes/0/sets": [high, low]}
    yield "a set twice", {"classes/0/sets": [low, low]}
    yield "a set twice, of two tiers", {"classes/0/sets": [low, {**low, "tier": "decode-equivalence"}]}
    yield (
        "a set's capabilities in descending order",
        {"classes/0/sets": [{**low, "capability": "b"}, {**low, "capability": "a"}]},
    )
    enhance, generate = entry("enhancer", "enhance"), entry("enhancer", "generate")
    yield "a set's roles in descending order", {"classes/0/sets": [generate, enhance]}
    yield (
        "the second class's sets in descending order",
        {"classes": [fleet_class(), fleet_class("b", sets=[high, low])]},
    )
    for role in ("", "Decode", "decoder", "render"):
        yield f"role {role!r}", {ENTRY + "role": role, ENTRY + "capability": UPSCALE}
        yield f"role {role!r} for another capability", {ENTRY + "role": role}
    for tier in ("", "None", "decode", "bit-exact"):
        yield f"tier {tier!r}", {ENTRY + "tier": tier}
    yield "decode for the capability of pictures", {ENTRY + "capability": UPSCALE}
    for role in ("upscale", "enhance", "generate"):
        yield (
            f"{role} for another capability",
            {"classes/0/sets": [{**entry("a", role), "capability": "wai.media.upscaled"}]},
        )
    for role in ("enhance", "generate"):
        for tier in ("entropy-consistency", "decode-equivalence"):
            yield f"{role} of tier {tier}", {"classes/0/sets": [entry("a", role, tier)]}
    yield "upscale of tier entropy-consistency", {"classes/0/sets": [entry("a", "upscale", "entropy-consistency")]}


def _valid() -> Iterator[tuple[str, Record]]:
    yield "not_after a second after not_before", {"not_before": END, "not_after": END[:-2] + "1Z"}
    yield "the widest span", {"not_before": "0001-01-01T00:00:00Z", "not_after": "9999-12-31T23:59:59Z"}
    yield "the first held is a successor of one not held", {"seq": 1, "supersedes": digest("none")}
    yield "the greatest seq", {"seq": 2**53 - 1, "supersedes": digest("none")}
    for time in forms.LOG_TIMES:
        yield f"not_before {time}", {"not_before": time}
    for time in forms.WITH_FRACTION:
        yield f"issued_at {time}", {"issued_at": time}
    yield "issued_at after not_after", {"issued_at": "9999-12-31T23:59:59Z"}
    for name in forms.NAMES:
        yield f"class name {forms.shown(name)}", {"classes/0/name": name}
    for term in forms.TERMS:
        yield f"capability {forms.shown(term)}", {"classes/0/sets": [{**entry("a"), "capability": term}]}
    for text in ("a", '"', "\\", "\x7f", "a" * 2048, "é" * 1024, "😀" * 512, '\0\x1f"\\/\x7f\u2028\ufffd\U0010ffff'):
        yield f"signer_id {forms.shown(text)}", {"signer_id": text}
    yield "no set", {"classes/0/sets": []}
    yield "attesters and no device", {"classes/0/devices": [], "classes/0/attesters": [key("attester")]}
    yield "a device in two classes", {"classes": [fleet_class(), fleet_class("b")]}
    yield (
        "a set in every role",
        {"classes/0/sets": entries(*(entry("a", role) for role in ("decode", "upscale", "enhance", "generate")))},
    )
    for tier in ("none", "entropy-consistency", "decode-equivalence"):
        yield f"decode of tier {tier}", {"classes/0/sets": [entry("a", "decode", tier)]}
    for tier in ("none", "decode-equivalence"):
        yield f"upscale of tier {tier}", {"classes/0/sets": [entry("a", "upscale", tier)]}
    yield "classes in descending order of their names", {"classes": [fleet_class("b"), fleet_class("a")]}


def _chains() -> Iterator[tuple[str, Record, bool]]:
    """Changes of three policies, and whether the chain holds."""
    yield "three successors", {}, True
    yield "a successor that begins with its predecessor", {"policies/1/not_before": START}, True
    yield "a successor that begins before its predecessor", {"policies/1/not_before": "2025-12-31T23:59:59Z"}, False
    yield "a gap before a successor", {"policies/0/not_after": "2026-01-15T00:00:00Z"}, True
    yield "a successor that ends before its predecessor", {"policies/1/not_after": "2026-02-15T00:00:00Z"}, True
    yield "a successor of another operator", {"policies/1/signer_pubkey": key("other operator")}, False
    yield "a successor of another link hash", {"policies/1/supersedes": digest("none")}, False
    yield "a seq that skips one", {"policies/1/seq": 2, "policies/2/seq": 3}, False
    yield "a seq that stays", {"policies/0/seq": 1, "policies/0/supersedes": digest("none")}, False
    yield "a second policy that succeeds none", {"policies/1/seq": 0, "policies/1/supersedes": None}, False
    yield (
        "another signer_id and other classes",
        {
            "policies/1/signer_id": "other",
            "policies/1/classes": [fleet_class("other", ("other",))],
            "policies/1/key_log": None,
        },
        True,
    )


def vectors() -> Iterator[Vector]:
    """Policies that are refused and policies that are not, on both sides of every rule."""
    base = policies()
    record: Record = done(base)["policies"][0]
    for name, changes in _unreadable(base["policies"][0]):
        changed = change(base, _at(changes))
        alone = lone(changed, "policies")
        if alone.get("kind") == "wai-model-policy":
            yield refused(f"policy: {name}", "record_malformed", "policy", alone)
        else:
            yield refused(f"policy: {name}", "record_malformed", "policy/0", changed)
    text = written(lone(base, "policies"))
    for number in ("-0", "0.0", "0e0", "0E+2", "1e-999"):
        yield refused(f"policy: seq {number}", "record_malformed", "policy", text.replace('"seq":0', f'"seq":{number}'))
    yield refused("policy: sig left out", "record_malformed", "policy/0", change(done(base), {"policies/0/sig": DROP}))
    for name, changes in faults.bad_keys(every=True):
        yield refused(f"policy: {name}", "bad_key", "policy", lone(change(base, _at(changes)), "policies"))
    for name, changes in faults.signatures(change(record, {"sig": DROP}), "operator", every=True):
        yield refused(f"policy: {name}", "bad_signature", "policy", lone(change(done(base), _at(changes)), "policies"))
    for name, crafted in faults.crafted(base["policies"][0], "operator"):
        yield refused(f"policy: {name}", "bad_signature", "policy/0", bundle(policies=[crafted]))
    yield accepted(
        "policy: a key of mixed order, where the equation without cofactor holds", bundle(policies=[_mixed()])
    )
    for name, changes in _invalid():
        yield refused(f"policy: {name}", "policy_invalid", "policy", lone(change(base, _at(changes)), "policies"))
    for name, changes in _valid():
        yield accepted(f"policy: {name}", lone(change(base, _at(changes)), "policies"))
    logs = bundle(key_log={})
    for origin in forms.ORIGINS:
        draft = change(logs, {"policies/0/key_log": origin, "policies/0/classes": [fleet_class(sets=[])]})
        yield refused(f"policy: key_log {forms.shown(origin)}", "key_log_malformed", "key_log", draft)
    for name, changes, holds in _chains():
        draft = change(policies(3), changes)
        yield (
            accepted(f"chain: {name}", draft)
            if holds
            else refused(f"chain: {name}", "policy_chain_break", "policy/1", draft)
        )
    yield from _later()


def _mixed() -> Record:
    return faults.signed_under_mixed_order(policy(classes=[fleet_class(sets=[])]), "operator", True)


def _later() -> Iterator[Vector]:
    """Faults of a policy that is not the first."""
    three: Any = policies(3)
    for index in (1, 2):
        place = f"policy/{index}"
        for name, reason, changes in (
            ("does not read", "record_malformed", {"signer_id": ""}),
            ("has no key", "bad_key", {"signer_pubkey": faults.SMALL_ORDER["the identity"], "sig": "00" * 64}),
            ("has no good signature", "bad_signature", {"sig": "00" * 64}),
            ("is invalid", "policy_invalid", {"classes": []}),
            ("is no successor", "policy_chain_break", {"supersedes": digest("none")}),
        ):
            yield refused(f"chain: {place} {name}", reason, place, change(three, _at(changes, index)))
    missing = change(policies(3), {"policies": lambda all_three: all_three})
    whole = done(missing)
    yield refused(
        "chain: the second of three is not held",
        "policy_chain_break",
        "policy/1",
        change(whole, {"policies": [whole["policies"][0], whole["policies"][2]]}),
    )
    yield refused(
        "chain: in descending order",
        "policy_chain_break",
        "policy/1",
        change(whole, {"policies": whole["policies"][::-1]}),
    )
    yield refused(
        "chain: a policy twice",
        "policy_chain_break",
        "policy/1",
        change(whole, {"policies": whole["policies"][:1] * 2}),
    )
    yield accepted("chain: the first is not held", change(whole, {"policies": whole["policies"][1:]}))
    first = change(policies(1), {"policies/0/classes": [fleet_class()]})
    yield accepted("chain: one policy", first)
    unlinked = policies(2)
    unlinked["policies"][1]["supersedes"] = Ref("policy", 0)
    yield accepted("chain: two policies", unlinked)
