"""The model policy (model-governance §4, records §3.1)."""

from __future__ import annotations

from dataclasses import dataclass

from . import record, signatures
from .forms import ROLES, TIERS, is_name, is_origin
from .outcome import Path, Refusal
from .record import Table
from .shapes import BYTES_32, INTEGER, LOG_DATE_TIME, SIGNER_ID, TERM, TEXT, Fault, Fields, ListOf, Nullable, digests

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

UPSCALE_CAPABILITY = "wai.media.upscale"

_ENTRY = Fields({"sha256": BYTES_32, "capability": TERM, "role": TEXT, "tier": TEXT})
_CLASS = Fields({"name": TEXT, "devices": digests(), "attesters": digests(), "sets": ListOf(_ENTRY)})
TABLE = Table(
    "wai-model-policy",
    signatures.SINK_MODELS,
    {
        "seq": INTEGER,
        "supersedes": Nullable(BYTES_32),
        "not_before": LOG_DATE_TIME,
        "not_after": LOG_DATE_TIME,
        "key_log": Nullable(TEXT),
        "classes": ListOf(_CLASS),
        "signer_id": SIGNER_ID,
    },
)

# A set in a role: its digest, the capability and the role.
Run = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class DeviceClass:
    """A class: the keys it enrols, the keys that attest into it, and the least tier of each set its devices may run."""

    name: str
    devices: frozenset[str]
    attesters: frozenset[str]
    sets: dict[Run, str]


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy that reads, whose signature verifies and which keeps §4.2's rules. Times are log date-times."""

    link_hash: str
    signer_pubkey: str
    signer_id: str
    issued_at: str
    seq: int
    supersedes: str | None
    not_before: str
    not_after: str
    key_log: str | None
    classes: dict[str, DeviceClass]  # by name, in the policy's order


def read_policy(value: dict[str, Any]) -> Policy:
    """Read a policy; raises `Refusal`: record_malformed, bad_key, bad_signature, then policy_invalid."""
    try:
        text = TABLE.read(value)
    except Fault as fault:
        raise record.malformed(fault) from None
    record.verify(value, text, TABLE.domain)
    _check_rules(value)
    classes = {each["name"]: _class(each) for each in value["classes"]}
    copied = ("signer_pubkey", "signer_id", "issued_at", "seq", "supersedes", "not_before", "not_after", "key_log")
    return Policy(
        link_hash=signatures.link_hash_of_bytes(text, TABLE.domain),
        classes=classes,
        **{name: value[name] for name in copied},
    )


def in_force_until(policy: Policy, successor: Policy | None) -> str:
    """The end of the time a policy is in force, by the successor that a verifier holds (§4.3)."""
    return policy.not_after if successor is None else min(policy.not_after, successor.not_before)


def check_successor(policy: Policy, predecessor: Policy) -> None:
    """Raise `Refusal` with policy_chain_break unless a policy is the successor of another (§4.3)."""
    if policy.signer_pubkey != predecessor.signer_pubkey:
        raise _chain_break("its operator key is not that of the policy before it", "signer_pubkey")
    if policy.supersedes != predecessor.link_hash:
        raise _chain_break("it does not supersede the policy before it", "supersedes")
    if policy.seq != predecessor.seq + 1:
        raise _chain_break(f"its seq is {policy.seq}, and that of the policy before it {predecessor.seq}", "seq")
    if policy.not_before < predecessor.not_before:
        raise _chain_break("it begins before the policy before it", "not_before")


def _chain_break(message: str, member: str) -> Refusal:
    return Refusal("policy_chain_break", (), message, (member,))


def _class(value: dict[str, Any]) -> DeviceClass:
    sets = {(entry["sha256"], entry["capability"], entry["role"]): entry["tier"] for entry in value["sets"]}
    return DeviceClass(value["name"], frozenset(value["devices"]), frozenset(value["attesters"]), sets)


def _invalid(message: str, *pointer: str | int) -> Refusal:
    return Refusal("policy_invalid", (), message, pointer)


def _check_rules(value: dict[str, Any]) -> None:
    """The rules of records §3.1, in its order."""
    if value["not_before"] >= value["not_after"]:
        raise _invalid("its span ends no later than it begins", "not_after")
    if (value["supersedes"] is None) != (value["seq"] == 0):
        raise _invalid("the first policy, of seq 0, supersedes nothing, and every other supersedes one", "supersedes")
    if value["key_log"] is not None and not is_origin(value["key_log"]):
        raise _invalid("its key log is named by something else than an origin", "key_log")
    if not value["classes"]:
        raise _invalid("it has no class", "classes")
    names: set[str] = set()
    for index, each in enumerate(value["classes"]):
        at = ("classes", index)
        if not is_name(each["name"]):
            raise _invalid("a class has something else than a name (1 to 64 of a-z 0-9 - _ .)", *at, "name")
        if each["name"] in names:
            raise _invalid("an earlier class has this name", *at, "name")
        names.add(each["name"])
        _check_members(each, at)
        _check_sets(each["sets"], (*at, "sets"))


def _check_members(value: dict[str, Any], at: Path) -> None:
    for member in ("devices", "attesters"):
        keys = value[member]
        for index in range(1, len(keys)):
            if keys[index] <= keys[index - 1]:
                raise _invalid("the keys are not in strictly ascending order", *at, member, index)
    if not value["devices"] and not value["attesters"]:
        raise _invalid("a class has neither a device nor an attester", *at, "devices")
    devices = set(value["devices"])
    for index, key in enumerate(value["attesters"]):
        if key in devices:
            raise _invalid("a key is both a device and an attester of one class", *at, "attesters", index)


def _check_sets(entries: list[dict[str, str]], at: Path) -> None:
    before: Run | None = None
    for index, entry in enumerate(entries):
        run = (entry["sha256"], entry["capability"], entry["role"])
        if before is not None and run <= before:
            raise _invalid("the sets are not strictly ascending by digest, capability and role", *at, index)
        before = run
        _check_entry(entry, (*at, index))


def _check_entry(entry: dict[str, str], at: Path) -> None:
    role, tier = entry["role"], entry["tier"]
    if role not in ROLES:
        raise _invalid(f"a set has a role that is none of {', '.join(ROLES)}", *at, "role")
    if tier not in TIERS:
        raise _invalid(f"a set has a tier that is none of {', '.join(TIERS)}", *at, "tier")
    if (entry["capability"] == UPSCALE_CAPABILITY) != (role != "decode"):
        message = f"every role but decode is for the capability {UPSCALE_CAPABILITY}, and decode never is"
        raise _invalid(message, *at, "capability")
    if role in ("enhance", "generate") and tier != "none":
        raise _invalid(f"a set in the role {role} holds no tier, so that its tier is none", *at, "tier")
    if role == "upscale" and tier == "entropy-consistency":
        raise _invalid("a set in the role upscale has the tier none or decode-equivalence", *at, "tier")
