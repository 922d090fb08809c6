"""`wai-lint model rollup BUNDLE`: the roll-up that an operator signs for a bundle's reports (model-governance §7).

The bundle is verified first, without the roll-up that it may hold.
"""

from __future__ import annotations

import json

from ..options import Arguments, UsageError
from ..report import CLEAN, FINDINGS
from ..streams import say, write_text
from . import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...checkers.records.verifier import Verification


def run(operands: list[str], arguments: Arguments) -> int:
    """Print the roll-up without `signer_pubkey` and `sig`; 1 when the bundle is refused. Raises `UsageError`."""
    from ...checkers.records.recognition import BUNDLE_KIND
    from ...checkers.records.verifier import examine
    from ...rules.records import place_in_words
    from .records import document_of

    path = operands[0]
    data = files.read_or_refuse(path)
    document = document_of(path, data)
    if document["kind"] != BUNDLE_KIND:
        raise UsageError(f"{path}: a roll-up rests on the reports of a bundle, and this is none")
    if isinstance(document.get("rollup"), dict):
        data = json.dumps(document | {"rollup": None}, default=_as_written).encode()
    examined = examine(data)
    refusal = examined.outcome.refusal
    if refusal is not None:
        say("error", f"{path}: refused ({refusal.reason}) at {place_in_words(refusal.at)}: {refusal.message}")
        return FINDINGS
    write_text(json.dumps(_rollup(path, examined, arguments), indent=2, ensure_ascii=False) + "\n")
    return CLEAN


def _as_written(number: object) -> object:
    """A number that no record may hold, as something else that none may."""
    del number
    return False


def _rollup(path: str, examined: Verification, arguments: Arguments) -> dict[str, object]:
    from ...checkers.records.rollup import figures

    named = {report.policy for report in examined.reports}
    if len(named) > 1:
        raise UsageError(
            f"{path}: its reports name {len(named)} policies, and a roll-up is of one: make a bundle of each"
        )
    policies = [policy for policy in examined.policies if policy.link_hash in named] or examined.policies[-1:]
    statements = {statement.link_hash: statement for statement in examined.statements}
    return {
        "kind": "wai-model-rollup",
        "policy": policies[0].link_hash,
        **_period(path, examined, arguments),
        "reports": sorted(report.link_hash for report in examined.reports),
        "classes": figures(policies[0], examined.reports, statements),
        "issued_at": _issued_at(arguments),
        "signer_id": policies[0].signer_id,
    }


def _period(path: str, examined: Verification, arguments: Arguments) -> dict[str, str]:
    from ...checkers.records.forms import is_log_date_time

    begin = arguments.get("--from") or min((report.begin for report in examined.reports), default=None)
    end = arguments.get("--to") or max((report.end for report in examined.reports), default=None)
    if begin is None or end is None:
        raise UsageError(f"{path}: it holds no report to take the period from: give --from and --to")
    for name, value in (("--from", begin), ("--to", end)):
        if not is_log_date_time(value):
            raise UsageError(f"{name} must be a time like 2026-03-01T00:00:00Z, not {value!r}")
    early = [report for report in examined.reports if report.begin < begin or report.end > end]
    if early or begin >= end:
        raise UsageError(f"{path}: the period from {begin} until {end} does not hold each of its reports")
    return {"from": begin, "to": end}


def _issued_at(arguments: Arguments) -> str:
    import time

    from ...checkers.records.forms import is_date_time

    given = arguments.get("--issued-at")
    if given is not None and not is_date_time(given):
        raise UsageError(f"--issued-at must be a time like 2026-03-01T00:00:00Z, not {given!r}")
    return given or time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
