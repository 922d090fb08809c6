"""The roll-up and its figures (model-governance §7, records §3.6)."""

from __future__ import annotations

from dataclasses import dataclass

from . import record, signatures
from .forms import ROLES
from .outcome import Refusal
from .policy import UPSCALE_CAPABILITY
from .record import Table
from .shapes import (
    BYTES_32,
    INTEGER,
    LOG_DATE_TIME,
    NAME,
    SIGNER_ID,
    TERM,
    Fault,
    Fields,
    ListOf,
    ascending,
    digests,
    one_of,
)
from .statement import ROLE, TRANSMITTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from .policy import DeviceClass, Policy, Run
    from .report import Report
    from .statement import Statement

MOST_REPORTS = 65_536
UNITS = ("npu", "gpu", "cpu")

_SET_LINE = Fields(
    {
        "sha256": BYTES_32,
        "capability": TERM,
        "role": one_of(*ROLES),
        "decodes": INTEGER,
        "frames": INTEGER,
        "pixels": INTEGER,
        "units": Fields(dict.fromkeys(UNITS, INTEGER)),
    }
)
_CLASS_LINE = Fields(
    {"class": NAME, "reports": INTEGER, "devices": INTEGER, "silent": INTEGER, "sets": ListOf(_SET_LINE)}
)
TABLE = Table(
    "wai-model-rollup",
    signatures.SINK_MODELS,
    {
        "policy": BYTES_32,
        "from": LOG_DATE_TIME,
        "to": LOG_DATE_TIME,
        "reports": digests(most=MOST_REPORTS),
        "classes": ListOf(_CLASS_LINE),
        "signer_id": SIGNER_ID,
    },
)


@dataclass(frozen=True, slots=True)
class Rollup:
    """A roll-up that reads and whose signature verifies. Its period is [`begin`, `end`); class lines are as read."""

    link_hash: str
    signer_pubkey: str
    signer_id: str
    issued_at: str
    policy: str
    begin: str
    end: str
    reports: tuple[str, ...]
    classes: list[dict[str, Any]]


def read_rollup(value: dict[str, Any]) -> Rollup:
    """Read a roll-up; raises `Refusal`: record_malformed, then bad_key or bad_signature."""
    try:
        text = TABLE.read(value)
        if value["from"] >= value["to"]:
            raise Fault("its period ends no later than it begins", ("to",))
        ascending(value["reports"], ("reports",))
    except Fault as fault:
        raise record.malformed(fault) from None
    record.verify(value, text, TABLE.domain)
    return Rollup(
        link_hash=signatures.link_hash_of_bytes(text, TABLE.domain),
        signer_pubkey=value["signer_pubkey"],
        signer_id=value["signer_id"],
        issued_at=value["issued_at"],
        policy=value["policy"],
        begin=value["from"],
        end=value["to"],
        reports=tuple(value["reports"]),
        classes=value["classes"],
    )


def check_rollup(
    rollup: Rollup, policies: list[Policy], reports: list[Report], statements: Mapping[str, Statement]
) -> None:
    """§8.2 step 6, checks 2 to 6, of a roll-up that a bundle of accepted records holds; raises `Refusal`."""
    # 6.2: it is the operator's.
    if rollup.signer_pubkey != policies[0].signer_pubkey:
        raise Refusal("wrong_operator", (), "another key than the policies' operator's signed it", ("signer_pubkey",))
    # 6.3: its policy is held.
    policy = next((each for each in policies if each.link_hash == rollup.policy), None)
    if policy is None:
        raise Refusal("policy_unknown", (), "the policy that it names is not held", ("policy",))
    # 6.4: it rests on exactly the reports of the bundle, and each of them names its policy.
    if sorted(report.link_hash for report in reports) != list(rollup.reports):
        raise _mismatch("it does not rest on exactly the reports that the bundle holds", "reports")
    if any(report.policy != rollup.policy for report in reports):
        raise _mismatch("a report names another policy", "policy")
    # 6.5: each report's period lies in its period.
    for report in reports:
        if report.begin < rollup.begin or report.end > rollup.end:
            message = f"a report's period, from {report.begin} until {report.end}, goes beyond the roll-up's"
            raise Refusal("outside_period", (), message, ("from" if report.begin < rollup.begin else "to",))
    # 6.6: its classes are those that §7.2 computes.
    computed = figures(policy, reports, statements)
    if computed != rollup.classes:
        differing = (at for at, line in enumerate(computed) if rollup.classes[at : at + 1] != [line])
        index = next(differing, len(computed))
        raise _mismatch("the figures of a class are not those of the reports", "classes", index)


def _mismatch(message: str, *pointer: str | int) -> Refusal:
    return Refusal("rollup_mismatch", (), message, pointer)


def figures(policy: Policy, reports: Iterable[Report], statements: Mapping[str, Statement]) -> list[dict[str, object]]:
    """The class lines that §7.2 computes from the reports a roll-up rests on, as its `classes` holds them.

    `statements` are by link hash and hold all that a report names. Sums are exact, also above 2^53 − 1.
    """
    by_class: dict[str, list[Report]] = {name: [] for name in policy.classes}
    for report in reports:
        by_class[report.class_name].append(report)
    return [_class_line(policy.classes[name], of_class, statements) for name, of_class in by_class.items()]


def _class_line(
    device_class: DeviceClass, reports: list[Report], statements: Mapping[str, Statement]
) -> dict[str, object]:
    reporting = {report.signer_pubkey for report in reports}
    return {
        "class": device_class.name,
        "reports": len(reports),
        "devices": len(reporting),
        "silent": len(device_class.devices - reporting),
        "sets": _set_lines(reports, statements),
    }


def _set_lines(reports: list[Report], statements: Mapping[str, Statement]) -> list[dict[str, object]]:
    units: dict[Run, dict[str, int]] = {}
    pictures: dict[Run, list[int]] = {}
    for report in reports:
        for decode in report.decodes:
            counts = units.setdefault((decode.sha256, decode.capability, "decode"), dict.fromkeys(UNITS, 0))
            counts[decode.unit] += 1
        for name in report.presentations:
            for frame in statements[name].frames:
                if frame.made != TRANSMITTED:
                    run = (str(frame.made_by), UPSCALE_CAPABILITY, ROLE[frame.made])
                    counts_and_pixels = pictures.setdefault(run, [0, 0])
                    counts_and_pixels[0] += 1
                    counts_and_pixels[1] += frame.pixels
    return [_set_line(run, units.get(run), pictures.get(run)) for run in sorted({*units, *pictures})]


def _set_line(run: Run, units: dict[str, int] | None, pictures: list[int] | None) -> dict[str, object]:
    frames, pixels = pictures or (0, 0)
    units = units or dict.fromkeys(UNITS, 0)
    return {
        "sha256": run[0],
        "capability": run[1],
        "role": run[2],
        "decodes": sum(units.values()),
        "frames": frames,
        "pixels": pixels,
        "units": units,
    }
