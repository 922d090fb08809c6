"""The readable account of a verification: which policy was in force when, which device, which run, what it may run."""

from __future__ import annotations

from ...checkers.records.outcome import Refusal
from ...checkers.records.policy import in_force_until
from ...rules.records import place_in_words
from ..reporters.table import aligned
from ..reporters.terminal import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...checkers.records.policy import DeviceClass, Policy
    from ...checkers.records.report import Report
    from ...checkers.records.verifier import Verification

# Reports of more rows than this are counted and not listed.
_LISTED = 40


def account_of(data: bytes, shown: str) -> tuple[dict[str, object], str]:
    """The outcome of a document's bytes as JSON has it, and its account, in which the file is called `shown`."""
    from ...checkers.records.verifier import examine

    examined = examine(data)
    refusal = examined.outcome.refusal
    lines = [*_verdict(shown, examined), *_policies(examined.policies)]
    if refusal is not None:
        lines += _refused(data, examined, refusal)
    lines += _reports(examined)
    return examined.outcome.to_json(), "".join(printable(line) + "\n" for line in lines)


def _verdict(shown: str, examined: Verification) -> list[str]:
    from .verify import accepted_in_words

    refusal = examined.outcome.refusal
    if refusal is None:
        return [f"{shown}: {accepted_in_words(examined.outcome.to_json())}"]
    title = f"{shown}: refused ({refusal.reason}) at {place_in_words(refusal.at)}"
    return [title, f"  {refusal.message}", f"  see: wai-lint explain {refusal.reason}"]


def _policies(policies: list[Policy]) -> list[str]:
    """Which policy is in force when (model-governance §4.3), and its classes."""
    if not policies:
        return []
    rows = [("policy", "seq", "in force from", "until", "link hash")]
    for number, (policy, successor) in enumerate(zip(policies, [*policies[1:], None], strict=True)):
        until = in_force_until(policy, successor)
        # Log date-times sort as strings.
        begin, end = (policy.not_before, until) if policy.not_before < until else ("never", "")
        rows.append((str(number), str(policy.seq), begin, end, policy.link_hash))
    return ["", "policies", *aligned(rows, "  ")]


def _reports(examined: Verification) -> list[str]:
    if not examined.reports:
        return []
    number_of = {policy.link_hash: str(number) for number, policy in enumerate(examined.policies)}
    rows = [("report", "policy", "class", "from", "to", "decodes", "statements", "device")]
    for number, report in enumerate(examined.reports[:_LISTED]):
        policy = number_of.get(report.policy, "not held")
        counts = (str(len(report.decodes)), str(len(report.presentations)))
        rows.append((str(number), policy, report.class_name, report.begin, report.end, *counts, report.signer_pubkey))
    more = len(examined.reports) - _LISTED
    return ["", "accepted reports", *aligned(rows, "  "), *([f"  and {more} more"] if more > 0 else [])]


def _refused(data: bytes, examined: Verification, refusal: Refusal) -> list[str]:
    """What is known of the record that was refused."""
    from ...checkers.records.reading import read_document
    from ...checkers.records.report import read_report

    if not refusal.at or refusal.at[0] != "report":
        return []
    document: Any = read_document(data)
    value = document["reports"][refusal.at[1]] if len(refusal.at) > 1 else document
    try:
        report = read_report(value)
    except Refusal:
        return []
    lines = ["", "the refused report", *aligned(_of_report(report, examined.policies), "  ")]
    run = _run(report, examined, refusal)
    if run:
        lines += ["", "the refused run", *aligned(run, "  ")]
    return lines + _permitted(report, examined, refusal)


def _of_report(report: Report, policies: list[Policy]) -> list[tuple[str, str]]:
    held = [number for number, policy in enumerate(policies) if policy.link_hash == report.policy]
    return [
        ("device", report.signer_pubkey),
        ("class", report.class_name),
        ("period", f"from {report.begin} until {report.end}"),
        ("policy", f"{held[0]} of this bundle" if held else f"{report.policy}, which the bundle lacks"),
        ("placed by", "enrolment of its key" if report.attestation is None else f"attestation {report.attestation}"),
    ]


def _run(report: Report, examined: Verification, refusal: Refusal) -> list[tuple[str, str]]:
    """The decode or picture that was refused, in rows."""
    match refusal.at[2:]:
        case ("decode", int(index)):
            decode = report.decodes[index]
            return [
                ("ran at", decode.at),
                ("set", decode.sha256 + (f", sealed, inner {decode.inner}" if decode.inner else "")),
                ("capability", f"{decode.capability}, role decode"),
                ("needed", decode.needed),
                ("ran", f"on {decode.unit} in {decode.arithmetic}, holding {decode.tier}"),
            ]
        case ("presentation", int(index), *rest):
            rows = [("statement", report.presentations[index])]
            statements = {statement.link_hash: statement for statement in examined.statements}
            statement = statements.get(report.presentations[index])
            if statement is not None:
                rows.append(("issued at", statement.issued_at))
            if statement is not None and len(rest) > 1 and isinstance(rest[1], int):
                frame = statement.frames[rest[1]]
                rows.append(("picture", f"{frame.made}, by {frame.made_by or 'a set it does not name'}"))
            return rows
    return []


def _permitted(report: Report, examined: Verification, refusal: Refusal) -> list[str]:
    """What the report's class may run, and from when a set of it is revoked."""
    policies = [policy for policy in examined.policies if policy.link_hash == report.policy]
    if not policies:
        return []
    policy = policies[0]
    device_class = policy.classes.get(report.class_name)
    if device_class is None:
        return ["", f"the policy's classes: {', '.join(policy.classes)}"]
    if refusal.reason == "device_not_in_class":
        keys = [("enrolled", key) for key in sorted(device_class.devices)]
        keys += [("attested by", key) for key in sorted(device_class.attesters)]
        return ["", f"devices of the class {report.class_name}", *aligned(keys, "  ")]
    return _sets(device_class, policy, examined)


def _sets(device_class: DeviceClass, policy: Policy, examined: Verification) -> list[str]:
    revoked = examined.key_log.revoked if policy.key_log is not None and examined.key_log is not None else {}
    rows = [("sha256", "capability", "role", "at least", "revoked")]
    for (sha256, capability, role), tier in device_class.sets.items():
        since = revoked.get(sha256)
        rows.append((sha256, capability, role, tier, f"from {since}" if since else "no"))
    return ["", f"permitted for the class {device_class.name}", *aligned(rows, "  ")]
