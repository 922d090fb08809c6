"""A small fleet, signed by keys of fixed seeds: what the cases of the rules and the examples are made of.

`compose` gives an accepted bundle; edits change its records before they are signed, or the whole afterwards.
"""

from __future__ import annotations

from hashlib import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Record = dict[str, Any]
    Edit = Callable[[Record], object]

SIGNER = "signer"
CODEC = "wai.codec.neural"
UPSCALE = "wai.media.upscale"
TIMES = {"not_before": "2026-01-01T00:00:00Z", "not_after": "2027-01-01T00:00:00Z"}
PERIOD = {"from": "2026-03-01T00:00:00Z", "to": "2026-03-02T00:00:00Z"}
ISSUED = {"issued_at": "2026-03-02T06:00:00Z"}


def seed(name: str) -> bytes:
    """The seed of a key of the fleet."""
    return sha256(b"wai-lint fleet key " + name.encode()).digest()


def public(name: str) -> str:
    """The public half of a key of the fleet, in hexadecimal."""
    from nacl.bindings import crypto_sign_seed_keypair

    return crypto_sign_seed_keypair(seed(name))[0].hex()


def digest(name: str) -> str:
    """The SHA-256 of a parameter set of the fleet."""
    return sha256(b"wai-lint fleet set " + name.encode()).hexdigest()


def compose(edits: Mapping[str, Edit] | None = None) -> Record:
    """A bundle of a policy, a key log, an attestation, a statement, two reports and a roll-up.

    An edit changes the record of its name before it is signed: `policy`, `successor` (absent without it), `first` and
    `revision` (the key log's two), `attestation`, `statement`, `report` (of the television), `other` (of the box) and
    `rollup`; `document` changes the whole once all is signed. A record is signed by the key that its `signer` names.
    """
    from ...checkers.records import signatures

    given = dict(edits or {})

    def signed(name: str, record: Record, domain: signatures.Domain = signatures.SINK_MODELS) -> Record:
        given.get(name, lambda _: None)(record)
        return signatures.sign(record, seed(record.pop(SIGNER)), domain)

    def link(record: Record) -> str:
        return signatures.link_hash(record, signatures.SINK_MODELS)

    policies = [signed("policy", _policy())]
    if "successor" in given:
        policies.append(signed("successor", _policy() | {"seq": 1, "supersedes": link(policies[0])}))
    first = signed("first", _revision(0, None, []) | {SIGNER: "root 0"}, signatures.KEY_LOG)
    prev = signatures.link_hash(first, signatures.KEY_LOG)
    second = signed("revision", _revision(1, prev, [digest("old")]) | {SIGNER: "root 1"}, signatures.KEY_LOG)
    attestation = signed("attestation", _attestation())
    statement = signed("statement", _statement(), signatures.PRESENTATION)
    policy = link(policies[-1])
    shown = signatures.link_hash(statement, signatures.PRESENTATION)
    report = signed("report", _report(policy, "television", decodes=[decode()]))
    placed = {"attestation": link(attestation), "presentations": [shown]}
    other = signed("other", _report(policy, "box") | placed)
    reports = sorted((link(report), link(other)))
    document = {
        "kind": "wai-model-bundle",
        "policies": policies,
        "key_log": {"kind": "wai-key-log", "origin": "https://keys.example", "revisions": [first, second]},
        "attestations": [attestation],
        "presentations": [statement],
        "reports": [report, other],
        "rollup": signed("rollup", _rollup(policy, reports)),
    }
    given.get("document", lambda _: None)(document)
    return document


def _policy() -> Record:
    sets = [
        {"sha256": digest("codec"), "capability": CODEC, "role": "decode", "tier": "entropy-consistency"},
        {"sha256": digest("prior"), "capability": UPSCALE, "role": "upscale", "tier": "decode-equivalence"},
    ]
    living_room = {
        "name": "living-room",
        "devices": [public("television")],
        "attesters": [public("factory")],
        "sets": sorted(sets, key=lambda entry: entry["sha256"]),
    }
    return {
        "kind": "wai-model-policy",
        "seq": 0,
        "supersedes": None,
        **TIMES,
        "key_log": "https://keys.example",
        "classes": [living_room],
        "issued_at": "2025-12-20T09:30:00.5Z",
        "signer_id": "fleet@operator.example",
        SIGNER: "operator",
    }


def _revision(seq: int, prev: str | None, revoked: list[str]) -> Record:
    return {
        "seq": seq,
        "prev": prev,
        "issued_at": f"2026-02-0{seq + 1}T00:00:00Z",
        "revoked_modules": revoked,
        "next_root": root(f"root {seq + 1}"),
    }


def root(name: str) -> str:
    """What a revision of the key log commits to: the hash of the key that signs the next."""
    from blake3 import blake3

    from ...checkers.records.profile import KEY_LOG_ROOT_DOMAIN

    return blake3(KEY_LOG_ROOT_DOMAIN + bytes.fromhex(public(name))).hexdigest()


def _attestation() -> Record:
    return {"kind": "wai-model-device", "device": public("box"), **TIMES, **ISSUED, SIGNER: "factory"}


def _statement() -> Record:
    frames = [frame("transmitted", None, transmitted=2073600), frame("derived", digest("prior"), derived=8294400)]
    return {
        "kind": "wai-presentation",
        "frames": frames,
        "issued_at": "2026-03-01T20:15:00.25Z",
        SIGNER: "session",
    }


def frame(made: str, made_by: str | None, **pixels: int) -> Record:
    """A picture of a statement."""
    counts = dict.fromkeys(("transmitted", "derived", "asserted", "synthesized"), 0)
    return {"made": made, "made_by": made_by, "pixels": counts | pixels}


def _report(policy: str, device: str, decodes: list[Record] | None = None) -> Record:
    return {
        "kind": "wai-model-run",
        "policy": policy,
        "class": "living-room",
        "attestation": None,
        **PERIOD,
        "decodes": decodes or [],
        "presentations": [],
        **ISSUED,
        SIGNER: device,
    }


def decode(set_name: str = "codec", at: str = "2026-03-01T19:00:00Z", inner: str | None = None) -> Record:
    """A decode that ran in integers on a GPU."""
    ran = {"unit": "gpu", "backend": "wgsl", "arithmetic": "integer", "tier": "decode-equivalence", "placement": None}
    dispatch = {
        "kind": "wai-neural-dispatch/1",
        "capability": CODEC,
        "needed": "decode-equivalence",
        "ran": ran,
        "refused": [],
    }
    return {"at": at, "set": {"sha256": digest(set_name), "inner": inner}, "dispatch": dispatch}


def in_float(report: Record, needed: str, tier: str) -> None:
    """Have the first decode of a report run in floating point on a neural processor."""
    dispatch = report["decodes"][0]["dispatch"]
    dispatch["needed"] = needed
    dispatch["ran"] |= {"unit": "npu", "backend": "onnx-runtime", "arithmetic": "float", "tier": tier}


def _without_rollup(document: Record) -> None:
    document["rollup"] = None


# An edit for bundles whose figures another edit changes.
NO_ROLLUP: dict[str, Edit] = {"document": _without_rollup}
# Of the second revision: it revokes the set that the television decodes with.
REVOKED = {"revoked_modules": sorted((digest("codec"), digest("old")))}


def _rollup(policy: str, reports: list[str]) -> Record:
    none = {"npu": 0, "gpu": 0, "cpu": 0}
    lines = [
        {"sha256": digest("codec"), "capability": CODEC, "role": "decode", "decodes": 1, "frames": 0, "pixels": 0}
        | {"units": none | {"gpu": 1}},
        {"sha256": digest("prior"), "capability": UPSCALE, "role": "upscale", "decodes": 0, "frames": 1}
        | {"pixels": 8294400, "units": none},
    ]
    living_room = {
        "class": "living-room",
        "reports": 2,
        "devices": 2,
        "silent": 0,
        "sets": sorted(lines, key=lambda line: line["sha256"]),
    }
    return {
        "kind": "wai-model-rollup",
        "policy": policy,
        **PERIOD,
        "reports": reports,
        "classes": [living_room],
        **ISSUED,
        "signer_id": "fleet@operator.example",
        SIGNER: "operator",
    }
