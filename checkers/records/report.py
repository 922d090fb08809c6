"""The run report (model-governance §6, records §3.3)."""

from __future__ import annotations

from dataclasses import dataclass
from sys import intern
from typing import NamedTuple

from . import profile, record, signatures
from .record import Table
from .shapes import (
    BYTES_32,
    INTEGER,
    LOG_DATE_TIME,
    NAME,
    TERM,
    TIER,
    ByMember,
    Fault,
    Fields,
    Form,
    ListOf,
    Nullable,
    Shape,
    ascending,
    digests,
    one_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_DECODES = 65_536
MOST_PRESENTATIONS = 4096
MOST_REFUSED_PATHS = 16


def _path(members: dict[str, Shape]) -> ByMember:
    """A path of neural-dispatch: its arithmetic is its backend's, and one in integer names no npu."""
    floating = {
        "arithmetic": one_of("float"),
        "backend": one_of("model-runtime", "webnn", "onnx-runtime"),
        "unit": one_of("npu", "gpu", "cpu"),
    }
    whole = {"arithmetic": one_of("integer"), "backend": one_of("wai-ops", "wgsl"), "unit": one_of("gpu", "cpu")}
    return ByMember("arithmetic", {"float": Fields({**floating, **members}), "integer": Fields({**whole, **members})})


_PLACEMENT = Fields({"npu": INTEGER, "gpu": INTEGER, "cpu": INTEGER, "unknown": INTEGER})
_REASON = Form(profile.DISPATCH_REASON, "a code (a-z, then at most 63 of a-z 0-9 _)")
_DISPATCH = Fields(
    {
        "kind": one_of("wai-neural-dispatch/1"),
        "capability": TERM,
        "needed": TIER,
        "ran": _path({"tier": TIER, "placement": Nullable(_PLACEMENT)}),
        "refused": ListOf(_path({"reason": _REASON}), most=MOST_REFUSED_PATHS),
    }
)
_SET = Fields({"sha256": BYTES_32, "inner": Nullable(BYTES_32)})
TABLE = Table(
    "wai-model-run",
    signatures.SINK_MODELS,
    {
        "policy": BYTES_32,
        "class": NAME,
        "attestation": Nullable(BYTES_32),
        "from": LOG_DATE_TIME,
        "to": LOG_DATE_TIME,
        "decodes": ListOf(Fields({"at": LOG_DATE_TIME, "set": _SET, "dispatch": _DISPATCH}), most=MOST_DECODES),
        "presentations": digests(most=MOST_PRESENTATIONS),
    },
)


class Decode(NamedTuple):
    """A decode entry; `needed` and `tier` are tiers, `at` a log date-time."""

    at: str
    sha256: str
    inner: str | None
    capability: str
    needed: str
    unit: str
    arithmetic: str
    tier: str


@dataclass(frozen=True, slots=True)
class Report:
    """A report that reads and whose signature verifies. Its period is [`begin`, `end`), in log date-times."""

    link_hash: str
    signer_pubkey: str
    issued_at: str
    policy: str
    class_name: str
    attestation: str | None
    begin: str
    end: str
    decodes: tuple[Decode, ...]
    presentations: tuple[str, ...]


def read_report(value: dict[str, Any]) -> Report:
    """Read a report; raises `Refusal`: record_malformed, then bad_key or bad_signature."""
    try:
        text = TABLE.read(value)
        _check_order(value)
    except Fault as fault:
        raise record.malformed(fault) from None
    record.verify(value, text, TABLE.domain)
    return Report(
        link_hash=signatures.link_hash_of_bytes(text, TABLE.domain),
        signer_pubkey=intern(value["signer_pubkey"]),
        issued_at=value["issued_at"],
        policy=intern(value["policy"]),
        class_name=intern(value["class"]),
        attestation=value["attestation"],
        begin=value["from"],
        end=value["to"],
        decodes=tuple(map(_decode, value["decodes"])),
        presentations=tuple(value["presentations"]),
    )


def _check_order(value: dict[str, Any]) -> None:
    """The rules of the layout that no table states; log date-times sort as strings."""
    if value["from"] >= value["to"]:
        raise Fault("its period ends no later than it begins", ("to",))
    before = ""
    for index, entry in enumerate(value["decodes"]):
        at = entry["at"]
        if at < before:
            raise Fault("a decode ran before the one that is listed before it", ("decodes", index, "at"))
        before = at
    ascending(value["presentations"], ("presentations",))


def _decode(entry: dict[str, Any]) -> Decode:
    """A decode; what many decodes share stands in memory once."""
    ran_set, dispatch = entry["set"], entry["dispatch"]
    ran, inner = dispatch["ran"], ran_set["inner"]
    return Decode(
        entry["at"],
        intern(ran_set["sha256"]),
        inner if inner is None else intern(inner),
        intern(dispatch["capability"]),
        intern(dispatch["needed"]),
        intern(ran["unit"]),
        intern(ran["arithmetic"]),
        intern(ran["tier"]),
    )
