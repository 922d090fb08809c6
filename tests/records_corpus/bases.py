"""The drafts that vectors change: each as small as what it is for allows."""

from __future__ import annotations

from .fleet import (
    ORIGIN,
    Ref,
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
from .signing import Record

CLASSES = [fleet_class(sets=[entry("decoder")])]
PICTURES = [fleet_class(sets=[entry("prior", "upscale")])]
BOTH = [fleet_class(sets=entries(entry("decoder"), entry("prior", "upscale")))]
BARE = [fleet_class(sets=[])]


def policies(count: int = 1) -> Record:
    """Policies only; each succeeds the one before a month later."""
    starts = ["2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z"]
    return bundle(policies=[policy(seq, starts[seq], classes=CLASSES) for seq in range(count)])


def logged() -> Record:
    """A policy that names a key log of three revisions."""
    revisions = (
        ("2026-01-10T00:00:00Z", ()),
        ("2026-01-20T00:00:00Z", ("stolen",)),
        ("2026-01-30T00:00:00Z", ("stolen", "broken")),
    )
    return bundle(policies=[policy(classes=BARE, key_log=ORIGIN)], key_log=key_log(*revisions))


def attested() -> Record:
    """A device that an attestation key places in its class, and its report."""
    classes = [fleet_class(devices=(), attesters=("attester",), sets=entries(entry("decoder")))]
    reports = [report(device="attested", attestation=Ref("attestation", 0))]
    return bundle(policies=[policy(classes=classes)], attestations=[attestation()], reports=reports)


def decoding(*decodes: Record) -> Record:
    """A report with one decode, or with those given."""
    return bundle(policies=[policy(classes=CLASSES)], reports=[report(list(decodes) or None)])


def presenting(*frames: Record) -> Record:
    """A report that names one statement of one derived picture, or of those given."""
    shown = statement(*(frames or (picture(),)))
    return bundle(policies=[policy(classes=PICTURES)], presentations=[shown], reports=[report([], (0,))])


def rolled() -> Record:
    """A decode and a picture, and the roll-up over them."""
    shown = [statement(picture())]
    reports = [report(None, (0,))]
    return bundle(policies=[policy(classes=BOTH)], presentations=shown, reports=reports, rollup=rollup())


def whole() -> Record:
    """A fleet with some of everything: two policies, a key log, attested and enrolled devices, a roll-up."""
    classes = [
        fleet_class("lobby", ("device", "second", "third"), ("attester",)),
        fleet_class("field.north-1_a", (), ("attester", "other attester"), entries(entry("decoder", tier="none"))),
        fleet_class("empty", ("spare",), (), []),
    ]
    first = policy(classes=classes, key_log=ORIGIN)
    second = policy(1, "2026-03-01T00:00:00Z", "2026-06-01T00:00:00Z", classes, ORIGIN)
    float_path = {"unit": "npu", "backend": "onnx-runtime", "arithmetic": "float"}
    placement = {"npu": 3, "gpu": 0, "cpu": 1, "unknown": 0}
    cpu = decode(tier="entropy-consistency", unit="cpu", backend="wai-ops")
    cpu["dispatch"]["refused"] = [{**float_path, "reason": "tier_refused"}]
    npu = decode(tier="entropy-consistency", **float_path, placement=placement)
    reports = [
        report([decode(), npu, cpu], (0,)),
        report([], (1,), device="second"),
        report([npu], device="attested", attestation=Ref("attestation", 0), **{"class": "field.north-1_a"}),
        report([], start="2026-02-02T00:00:00Z", end="2026-02-03T00:00:00Z"),
    ]
    return bundle(
        policies=[first, second],
        key_log=key_log(("2026-01-10T00:00:00Z", ("stolen",)), ("2026-02-20T00:00:00Z", ("decoder", "stolen"))),
        attestations=[attestation(), attestation("second", attester="other attester")],
        presentations=[statement(), statement(picture("derived", "prior", 12), session="other session")],
        reports=reports,
        rollup=rollup(end="2026-02-03T00:00:00Z"),
    )
