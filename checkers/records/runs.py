"""What a report is checked for against policies, attestations and statements (model-governance §6.2 to §6.4).

Places and pointers are relative to the report, but for those of `check_pictures`, which are relative to the statement.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from .forms import TIERS, instant
from .outcome import Refusal
from .policy import UPSCALE_CAPABILITY
from .statement import ROLE, TRANSMITTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from .attestation import Attestation
    from .policy import DeviceClass, Policy
    from .report import Decode, Report
    from .statement import Frame, Statement

_RANK = {tier: rank for rank, tier in enumerate(TIERS)}
_HIGHEST = TIERS[-1]
# The tier of a picture by its role (§6.3): a derivation is integer throughout.
_PICTURE_TIER = {"upscale": _HIGHEST, "enhance": TIERS[0], "generate": TIERS[0]}


class HeldPolicy(NamedTuple):
    """A policy, the end of the time it is in force (a log date-time), and what its key log revokes from when."""

    policy: Policy
    until: str
    revoked: Mapping[str, str]


def check_policy(report: Report, policies: Mapping[str, HeldPolicy]) -> HeldPolicy:
    """§6.4 checks 1 and 2: the policy a report names is held, and in force over the whole of its period."""
    held = policies.get(report.policy)
    if held is None:
        raise Refusal("policy_unknown", (), "the policy that the report names is not held", ("policy",))
    if held.policy.not_before > report.begin:
        message = f"the period begins at {report.begin}, before the policy is in force, from {held.policy.not_before}"
        raise Refusal("policy_not_yet_valid", (), message, ("from",))
    if report.end > held.until:
        message = f"the period ends at {report.end}, and the policy is in force until {held.until}"
        raise Refusal("policy_expired", (), message, ("to",))
    return held


def check_device(report: Report, policy: Policy, attestations: Mapping[str, Attestation]) -> DeviceClass:
    """§6.4 check 3: the device is in the class, enrolled in it or attested into it over the whole period."""
    device_class = policy.classes.get(report.class_name)
    if device_class is None:
        raise _not_in_class(f"the policy has no class `{report.class_name}`", "class")
    if report.attestation is None:
        if report.signer_pubkey not in device_class.devices:
            raise _not_in_class(f"the class `{report.class_name}` does not enrol the device", "signer_pubkey")
        return device_class
    attestation = attestations.get(report.attestation)
    if attestation is None:
        raise _not_in_class("the attestation that the report names is not held", "attestation")
    if attestation.signer_pubkey not in device_class.attesters:
        message = f"the key that signed the attestation attests no device into the class `{report.class_name}`"
        raise _not_in_class(message, "attestation")
    if attestation.device != report.signer_pubkey:
        raise _not_in_class("the attestation is another device's", "attestation")
    if attestation.not_before > report.begin or report.end > attestation.not_after:
        message = (
            f"the attestation holds from {attestation.not_before} to {attestation.not_after}, not the whole period"
        )
        raise _not_in_class(message, "attestation")
    return device_class


def check_decodes(report: Report, device_class: DeviceClass, revoked: Mapping[str, str]) -> None:
    """§6.2: each decode, in order, through its checks 1 to 5."""
    begin, end, sets = report.begin, report.end, device_class.sets
    for index, decode in enumerate(report.decodes):
        # 1. The decode ran within the period.
        if not begin <= decode.at < end:
            message = f"the decode ran at {decode.at}, outside the period from {begin} until {end}"
            raise _of_decode("outside_period", index, message, "at")
        # 2. A path in floating point neither runs a decode that needs decode-equivalence nor holds that tier.
        if decode.arithmetic == "float" and _HIGHEST in (decode.needed, decode.tier):
            member = "tier" if decode.tier == _HIGHEST else "needed"
            message = f"a path in floating point holds no {_HIGHEST}, whatever the device says of it"
            raise _of_decode("dispatch_tier_refused", index, message, "dispatch", *_TIER_AT[member])
        # 3. The class permits the set for the capability, to decode.
        least = sets.get((decode.sha256, decode.capability, "decode"))
        if least is None:
            message = _not_permitted(device_class, decode.sha256, decode.capability, "decode")
            raise _of_decode("model_not_in_policy", index, message, "set", "sha256")
        # 4. The decode held the tier that the entry asks for.
        if _RANK[decode.tier] < _RANK[least]:
            message = f"the decode held the tier {decode.tier}, and the policy asks for {least}"
            raise _of_decode("model_tier_below_policy", index, message, "dispatch", "ran", "tier")
        # 5. Neither of the set's identities was revoked when it ran.
        if revoked:
            _check_revoked(decode, index, revoked)


_TIER_AT = {"tier": ("ran", "tier"), "needed": ("needed",)}


def _check_revoked(decode: Decode, index: int, revoked: Mapping[str, str]) -> None:
    for member, digest in (("sha256", decode.sha256), ("inner", decode.inner)):
        since = None if digest is None else revoked.get(digest)
        if since is not None and since <= decode.at:
            message = f"the set is revoked from {since}, and the decode ran at {decode.at}"
            raise _of_decode("model_revoked", index, message, "set", member)


def check_presentation(report: Report, index: int, statements: Mapping[str, Statement], named: set[str]) -> Statement:
    """§6.3 checks 1 to 3 of a statement that a report names; `named` holds those named before it, and then it too."""
    name = report.presentations[index]
    # 1. The statement is held.
    statement = statements.get(name)
    if statement is None:
        message = "the statement that the report names is not held"
        raise _of_presentation("presentation_unknown", index, message)
    # 2. Nothing before names it.
    if name in named:
        raise _of_presentation("record_duplicate", index, "an earlier report names this statement")
    named.add(name)
    # 3. Its instant is in the period.
    if not instant(report.begin) <= statement.instant < instant(report.end):
        message = f"the statement was issued at {statement.issued_at}, outside {report.begin} until {report.end}"
        raise _of_presentation("outside_period", index, message)
    return statement


def check_pictures(statement: Statement, device_class: DeviceClass, revoked: Mapping[str, str]) -> None:
    """§6.3 checks 4 to 6 of each picture of a statement, in order."""
    for index, frame in enumerate(statement.frames):
        if frame.made == TRANSMITTED:
            continue
        role = ROLE[frame.made]
        # 4. The class permits the set in the picture's role.
        least = None if frame.made_by is None else device_class.sets.get((frame.made_by, UPSCALE_CAPABILITY, role))
        if least is None:
            raise _of_picture("model_not_in_policy", index, _no_set(device_class, frame, role))
        # 5. Its tier is not below that of the entry.
        if _RANK[_PICTURE_TIER[role]] < _RANK[least]:
            message = (
                f"a picture of the role {role} holds the tier {_PICTURE_TIER[role]}, and the policy asks for {least}"
            )
            raise _of_picture("model_tier_below_policy", index, message)
        # 6. The set was not revoked when the statement was issued.
        since = revoked.get(str(frame.made_by))
        if since is not None and instant(since) <= statement.instant:
            message = f"the set is revoked from {since}, and the statement was issued at {statement.issued_at}"
            raise _of_picture("model_revoked", index, message)


class Periods:
    """The periods of the reports of each device, none of which share an instant."""

    def __init__(self) -> None:
        self._by_device: dict[str, list[tuple[str, str]]] = {}

    def add(self, report: Report) -> None:
        """Add a report's period; raises `Refusal` with record_overlap where an earlier one shares an instant (§6.4)."""
        periods = self._by_device.setdefault(report.signer_pubkey, [])
        period = (report.begin, report.end)
        index = bisect_left(periods, period)
        for begin, end in periods[max(index - 1, 0) : index + 1]:
            if begin < report.end and report.begin < end:
                message = f"an earlier report of the device states its runs from {begin} until {end}"
                raise Refusal("record_overlap", (), message, ("from",))
        periods.insert(index, period)


def _not_in_class(message: str, member: str) -> Refusal:
    return Refusal("device_not_in_class", (), message, (member,))


def _of_decode(reason: str, index: int, message: str, *member: str) -> Refusal:
    return Refusal(reason, ("decode", index), message, ("decodes", index, *member))


def _of_presentation(reason: str, index: int, message: str) -> Refusal:
    return Refusal(reason, ("presentation", index), message, ("presentations", index))


def _of_picture(reason: str, index: int, message: str) -> Refusal:
    return Refusal(reason, ("frame", index), message, ("frames", index, "made_by"))


def _no_set(device_class: DeviceClass, frame: Frame, role: str) -> str:
    if frame.made_by is None:
        return f"the set that made a picture in the role {role} is not named, so that no policy can permit it"
    return _not_permitted(device_class, frame.made_by, UPSCALE_CAPABILITY, role)


def _not_permitted(device_class: DeviceClass, sha256: str, capability: str, role: str) -> str:
    """Says what the class does permit of what was asked for."""
    asked = (
        f"the class `{device_class.name}` does not permit the set {sha256[:12]}… in the role {role} for {capability}"
    )
    others = sorted({f"{run[2]} for {run[1]}" for run in device_class.sets if run[0] == sha256})
    return f"{asked}, but {', '.join(others)}" if others else asked
