"""A small fleet: its records before they are signed, and the bundle that they make once they are."""

from __future__ import annotations

from typing import Any, NamedTuple

from .rollup import figures
from .signing import KEY_LOG, MODELS, PRESENTATION, Record, digest, key, link_hash, root, signed

ORIGIN = "https://operator.example"
DRED = "wai.audio.dred"
UPSCALE = "wai.media.upscale"
TIERS = ("none", "entropy-consistency", "decode-equivalence")
START, END = "2026-01-01T00:00:00Z", "2026-04-01T00:00:00Z"
FROM, TO = "2026-02-01T00:00:00Z", "2026-02-02T00:00:00Z"
NOON = "2026-02-01T12:00:00Z"
SIGNED = "2026-02-03T00:00:00.5Z"


class Ref(NamedTuple):
    """A link hash that is known once the record it names is signed."""

    kind: str
    place: int


def entry(name: str, role: str = "decode", tier: str = "none", capability: str | None = None) -> Record:
    """An entry of a class's sets."""
    capability = capability or (DRED if role == "decode" else UPSCALE)
    return {"sha256": digest(name), "capability": capability, "role": role, "tier": tier}


def entries(*sets: Record) -> list[Record]:
    """Entries in the order that a policy has them in."""
    return sorted(sets, key=lambda each: (each["sha256"], each["capability"], each["role"]))


def fleet_class(
    name: str = "lobby", devices: tuple[str, ...] = ("device",), attesters: tuple[str, ...] = (), sets: Any = None
) -> Record:
    """A class of a policy; without `sets` it has one set of each role."""
    if sets is None:
        sets = entries(
            entry("decoder", tier="entropy-consistency"),
            entry("prior", "upscale", "decode-equivalence"),
            entry("enhancer", "enhance"),
            entry("generator", "generate"),
        )
    keys = {"devices": sorted(map(key, devices)), "attesters": sorted(map(key, attesters))}
    return {"name": name, **keys, "sets": sets}


def policy(seq: int = 0, start: str = START, end: str = END, classes: Any = None, key_log: Any = None) -> Record:
    """A policy of the operator; one with a `seq` above 0 supersedes the policy before it in the bundle."""
    return {
        "kind": "wai-model-policy",
        "seq": seq,
        "supersedes": Ref("policy", seq - 1) if seq else None,
        "not_before": start,
        "not_after": end,
        "key_log": key_log,
        "classes": [fleet_class()] if classes is None else classes,
        "issued_at": "2025-12-31T00:00:00Z",
        "signer_pubkey": key("operator"),
        "signer_id": "operator.example",
    }


def attestation(device: str = "attested", start: str = START, end: str = END, attester: str = "attester") -> Record:
    """A device attestation."""
    return {
        "kind": "wai-model-device",
        "device": key(device),
        "not_before": start,
        "not_after": end,
        "issued_at": "2025-12-31T12:00:00.123456789Z",
        "signer_pubkey": key(attester),
    }


def decode(name: str = "decoder", at: str = NOON, tier: str = "decode-equivalence", **ran: Any) -> Record:
    """A decode of the set of that name, by a compute shader; `ran` changes its path."""
    path = {"unit": "gpu", "backend": "wgsl", "arithmetic": "integer", "tier": tier, "placement": None, **ran}
    dispatch = {"kind": "wai-neural-dispatch/1", "capability": DRED, "needed": "none", "ran": path, "refused": []}
    return {"at": at, "set": {"sha256": digest(name), "inner": None}, "dispatch": dispatch}


def report(
    decodes: Any = None,
    presentations: Any = (),
    start: str = FROM,
    end: str = TO,
    device: str = "device",
    **members: Any,
) -> Record:
    """A run report of a day; without `decodes` it states one."""
    return {
        "kind": "wai-model-run",
        "policy": Ref("policy", 0),
        "class": "lobby",
        "attestation": None,
        "from": start,
        "to": end,
        "decodes": [decode()] if decodes is None else decodes,
        "presentations": [Ref("presentation", index) for index in presentations],
        "issued_at": SIGNED,
        "signer_pubkey": key(device),
        **members,
    }


def picture(made: str = "derived", name: str | None = "prior", pixels: int = 100) -> Record:
    """A picture that a statement lists, all of it in one category."""
    counts = {each: pixels if each == made else 0 for each in ("transmitted", "derived", "asserted", "synthesized")}
    return {"made": made, "made_by": None if name is None else digest(name), "pixels": counts}


def statement(*frames: Record, at: str = NOON, session: str = "session") -> Record:
    """A presentation statement; without `frames` it states one picture of each category."""
    shown = frames or (
        picture("transmitted", None),
        picture(),
        picture("asserted", "enhancer", 7),
        picture("synthesized", "generator", 9),
    )
    return {"kind": "wai-presentation", "frames": list(shown), "issued_at": at, "signer_pubkey": key(session)}


def key_log(*revoked: tuple[str, tuple[str, ...]], origin: str = ORIGIN) -> Record:
    """A key log; each revision is the instant it was issued at and the names of all the sets revoked by then."""
    revisions = [
        {
            "seq": index,
            "prev": Ref("revision", index - 1) if index else None,
            "issued_at": at,
            "revoked_modules": sorted(map(digest, names)),
            "next_root": root(key(f"log {index + 1}")),
            "signer_pubkey": key(f"log {index}"),
        }
        for index, (at, names) in enumerate(revoked)
    ]
    return {"kind": "wai-key-log", "origin": origin, "revisions": revisions}


def rollup(start: str = FROM, end: str = TO, of: int = 0, **members: Any) -> Record:
    """A roll-up over all the reports of its bundle; its `reports` and `classes` are filled in unless given."""
    return {
        "kind": "wai-model-rollup",
        "policy": Ref("policy", of),
        "from": start,
        "to": end,
        "reports": None,
        "classes": None,
        "issued_at": SIGNED,
        "signer_pubkey": key("operator"),
        "signer_id": "operator.example",
        **members,
    }


def bundle(**members: Any) -> Record:
    """A bundle's members before they are signed; without `policies` it has one."""
    empty = {"key_log": None, "attestations": [], "presentations": [], "reports": [], "rollup": None}
    return {"kind": "wai-model-bundle", "policies": [policy()], **empty, **members}


def _resolve(value: Any, named: dict[Ref, str]) -> Any:
    if isinstance(value, Ref):
        return named.get(value, digest("none"))
    if isinstance(value, dict):
        return {name: _resolve(each, named) for name, each in value.items()}
    if isinstance(value, list):
        resolved = [_resolve(each, named) for each in value]
        return sorted(resolved) if value and all(isinstance(each, Ref) for each in value) else resolved
    return value


def finish(draft: Record) -> Record:
    """The bundle that a draft becomes: link hashes put in (arrays of them sorted), figures summed, records signed."""
    named: dict[Ref, str] = {}

    def made(kind: str, records: Any, domain: str, signer: str) -> Any:
        if not isinstance(records, list):
            return records
        signers = [f"log {index}" if kind == "revision" else signer for index in range(len(records))]
        done = []
        for index, record in enumerate(records):
            if isinstance(record, dict):
                record = signed(_resolve(record, named), domain, key(signers[index]))
                named[Ref(kind, index)] = link_hash(record, domain)
            done.append(record)
        return done

    done = dict(draft)
    for member, kind, domain, signer in (
        ("policies", "policy", MODELS, "operator"),
        ("attestations", "attestation", MODELS, "attester"),
        ("presentations", "presentation", PRESENTATION, "session"),
        ("reports", "report", MODELS, "device"),
    ):
        if member in done:
            done[member] = made(kind, done[member], domain, signer)
    log = done.get("key_log")
    if isinstance(log, dict) and "revisions" in log:
        done["key_log"] = {**log, "revisions": made("revision", log["revisions"], KEY_LOG, "log")}
    total = done.get("rollup")
    if isinstance(total, dict):
        total = dict(total)
        if total.get("reports", 0) is None:
            total["reports"] = sorted(link_hash(each) for each in done["reports"])
        total = _resolve(total, named)
        if total.get("classes", 0) is None:
            total["classes"] = figures(total["policy"], done["policies"], done["reports"], done["presentations"])
        done["rollup"] = signed(total, MODELS, key("operator"))
    return done
