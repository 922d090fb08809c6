"""Vectors of run reports: whether they read (§6.1)."""

from __future__ import annotations

from collections.abc import Iterator

from . import faults, forms
from .bases import decoding
from .fleet import DRED, FROM, NOON, TO, decode, entry, fleet_class
from .signing import Record, digest
from .vector import DROP, Vector, accepted, change, done, lone, refused, written

DECODE, DISPATCH, RAN = "decodes/0/", "decodes/0/dispatch/", "decodes/0/dispatch/ran/"
REPORT = "report/0"
UNREFUSED = {"unit": "gpu", "backend": "webnn", "arithmetic": "float", "reason": "a"}
PLACEMENT = {"npu": 1, "gpu": 2, "cpu": 3, "unknown": 4}


def at(changes: Record, index: int = 0) -> Record:
    """Changes of a report as changes of its bundle."""
    return {f"reports/{index}/{path}": value for path, value in changes.items()}


def _unreadable(record: Record) -> Iterator[tuple[str, Record]]:
    yield from faults.members(record)
    yield "no kind", {"kind": DROP}
    for kind in ("wai-model-runs", "wai-model-device", None, 0):
        yield f"kind {kind!r}", {"kind": kind}
    yield from faults.common()
    for value in forms.few_bad_hex(forms.HEX):
        yield f"policy {forms.shown(value)}", {"policy": value}
        if value is not None:
            yield f"attestation {forms.shown(value)}", {"attestation": value}
        yield f"a presentation {forms.shown(value)}", {"presentations": [value]}
    for value in [*forms.BAD_NAMES[::2], None]:
        yield f"class {forms.shown(value)}", {"class": value}
    for member in ("from", "to"):
        for value in forms.BAD_LOG_TIMES[::7] + list(forms.WITH_FRACTION):
            yield f"{member} {forms.shown(value)}", {member: value}
    yield "from is to", {"from": TO}
    yield "from is after to", {"from": TO, "to": FROM}
    for member in ("decodes", "presentations"):
        for value in ("", {}):
            yield f"{member} {value!r}", {member: value}
    low, high = sorted((digest("a"), digest("b")))
    yield "presentations in descending order", {"presentations": [high, low]}
    yield "a presentation twice", {"presentations": [low, low]}
    yield "decodes in descending order", {"decodes": [decode(), decode(at=FROM)]}
    yield (
        "the last decode before the one before it",
        {"decodes": [decode(), decode(), decode(at="2026-02-01T11:59:59Z")]},
    )
    for value in (None, []):
        yield f"a decode {value!r}", {"decodes/0": value}
        for member in ("set", "dispatch", "dispatch/ran"):
            yield f"{member} {value!r}", {DECODE + member: value}


def _unreadable_decode(entry: Record) -> Iterator[tuple[str, Record]]:
    for where, level in (
        (DECODE, entry),
        (DECODE + "set/", entry["set"]),
        (DISPATCH, entry["dispatch"]),
        (RAN, entry["dispatch"]["ran"]),
    ):
        for name, changes in faults.members(level, where):
            yield name, {where + path: value for path, value in changes.items()}
    for value in forms.BAD_LOG_TIMES[::7] + list(forms.WITH_FRACTION):
        yield f"a decode at {forms.shown(value)}", {DECODE + "at": value}
    for value in forms.few_bad_hex(forms.HEX):
        yield f"sha256 {forms.shown(value)}", {DECODE + "set/sha256": value}
        if value is not None:
            yield f"inner {forms.shown(value)}", {DECODE + "set/inner": value}
    for value in ("wai-neural-dispatch/2", "wai-neural-dispatch", None, 1):
        yield f"a dispatch of kind {value!r}", {DISPATCH + "kind": value}
    for value in forms.BAD_TERMS[::2]:
        yield f"a capability {forms.shown(value)}", {DISPATCH + "capability": value}
    for value in ("", "None", None):
        yield f"needed {value!r}", {DISPATCH + "needed": value}
        yield f"tier {value!r}", {RAN + "tier": value}
    for value in ("", "NPU", None):
        yield f"unit {value!r}", {RAN + "unit": value}
        yield f"backend {value!r}", {RAN + "backend": value}
        yield f"arithmetic {value!r}", {RAN + "arithmetic": value}
    for backend in ("model-runtime", "webnn", "onnx-runtime", "wai-ops", "wgsl"):
        wrong = "float" if backend in ("wai-ops", "wgsl") else "integer"
        yield f"{backend} in {wrong}", {RAN + "backend": backend, RAN + "arithmetic": wrong, RAN + "tier": "none"}
    for backend in ("wai-ops", "wgsl"):
        yield f"{backend} on an npu", {RAN + "backend": backend, RAN + "unit": "npu"}
    for name, changes in faults.members(PLACEMENT, "placement "):
        yield name, {RAN + "placement": change(PLACEMENT, changes)}
    for unit in PLACEMENT:
        for value in (None, True, 2**53):
            yield f"placement {unit} {value!r}", {RAN + "placement": {**PLACEMENT, unit: value}}
    for value in ([], "", 0, {}):
        yield f"placement {value!r}", {RAN + "placement": value}
    yield from _unreadable_refusals()


def _unreadable_refusals() -> Iterator[tuple[str, Record]]:
    refusals = DISPATCH + "refused"
    for value in ("", {}):
        yield f"refused {value!r}", {refusals: value}
    yield "17 refused paths", {refusals: [UNREFUSED] * 17}
    for value in (None, []):
        yield f"a refused path {value!r}", {refusals: [value]}
    for name, changes in faults.members(UNREFUSED, "refused path's "):
        yield name, {refusals: [change(UNREFUSED, changes)]}
    for value in forms.BAD_REASONS:
        yield f"a refused path's reason {forms.shown(value)}", {refusals: [{**UNREFUSED, "reason": value}]}
    for changes in (
        {"unit": "tpu"},
        {"backend": "cuda"},
        {"arithmetic": "integer"},
        {"arithmetic": "fixed"},
        {"tier": "none"},
        {"placement": None},
        {"backend": "wgsl"},
        {"backend": "wgsl", "arithmetic": "integer", "unit": "npu"},
    ):
        yield f"a refused path with {changes}", {refusals: [{**UNREFUSED, **changes}]}
    yield "a second refused path that does not read", {refusals: [UNREFUSED, {**UNREFUSED, "unit": ""}]}


def _readable() -> Iterator[tuple[str, Record]]:
    yield "one decode", {}
    yield "no decode and no presentation", {"decodes": []}
    yield "two decodes of one instant", {"decodes": [decode(), decode()]}
    yield "of a second", {"from": NOON, "to": "2026-02-01T12:00:01Z"}
    yield "issued before its period", {"issued_at": "2020-01-01T00:00:00Z"}
    yield "a placement", {RAN + "placement": PLACEMENT}
    yield "a placement of the greatest numbers", {RAN + "placement": dict.fromkeys(PLACEMENT, 2**53 - 1)}
    yield "16 refused paths", {DISPATCH + "refused": [UNREFUSED] * 16}
    yield "an inner digest", {DECODE + "set/inner": digest("inner")}
    for reason in forms.REASONS:
        yield (
            f"a refused path's reason {forms.shown(reason)}",
            {DISPATCH + "refused": [{**UNREFUSED, "reason": reason}]},
        )
    for backend in ("model-runtime", "webnn", "onnx-runtime"):
        for unit in ("npu", "gpu", "cpu"):
            path = {RAN + "backend": backend, RAN + "unit": unit, RAN + "arithmetic": "float", RAN + "tier": "none"}
            yield f"{backend} on {unit}", path
    for backend in ("wai-ops", "wgsl"):
        for unit in ("gpu", "cpu"):
            yield f"{backend} on {unit}", {RAN + "backend": backend, RAN + "unit": unit}
    yield "a tier below what was needed", {DISPATCH + "needed": "decode-equivalence", RAN + "tier": "none"}


def vectors() -> Iterator[Vector]:
    """Reports that do not read, and those that just do."""
    base = decoding()
    record: Record = done(base)["reports"][0]
    for name, changes in (*_unreadable(base["reports"][0]), *_unreadable_decode(decode())):
        changed = change(base, at(changes))
        alone = lone(changed, "reports")
        whole = alone.get("kind") != "wai-model-run"
        yield refused(f"report: {name}", "record_malformed", REPORT if whole else "report", changed if whole else alone)
    text = written(lone(change(base, at({RAN + "placement": dict.fromkeys(PLACEMENT, 0)})), "reports"))
    for number in ("-0", "0.0", "0e0"):
        body = text.replace('"unknown":0', f'"unknown":{number}')
        yield refused(f"report: placement unknown {number}", "record_malformed", "report", body)
    for name, changes in faults.bad_keys():
        yield refused(f"report: {name}", "bad_key", "report", lone(change(base, at(changes)), "reports"))
    for name, changes in faults.signatures(change(record, {"sig": DROP}), "device"):
        yield refused(f"report: {name}", "bad_signature", "report", lone(change(done(base), at(changes)), "reports"))
    for name, changes in _readable():
        yield accepted(f"report: {name}", lone(change(base, at(changes)), "reports"))
    other = change(base, {"policies/0/classes": [fleet_class(sets=[{**entry("decoder"), "capability": DRED}])]})
    yield accepted("report: of a class of one set", other)
    yield refused("report: sig left out", "record_malformed", REPORT, change(done(base), at({"sig": DROP})))
