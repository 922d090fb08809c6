"""GitLab's code quality report: a JSON array with an entry per finding."""

from __future__ import annotations

from ..fingerprints import digest, fingerprints
from .json import dump

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...checkers.diagnostic import Diagnostic
    from ..report import Failure, Report

_SEVERITIES = {"error": "major", "warning": "minor"}


def render(report: Report, *, color: bool = False, quiet: bool = False, statistics: bool = False) -> str:
    """The active findings, and the failures as blockers."""
    findings = report.active
    entries = [_entry(*pair) for pair in zip(findings, fingerprints(report, findings), strict=True)]
    return dump(entries + [_failure(failure) for failure in report.failures])


def _entry(diagnostic: Diagnostic, fingerprint: str) -> dict[str, object]:
    lines = (diagnostic.span.start.line, diagnostic.span.last_line) if diagnostic.span else (1, 1)
    place = f" ({diagnostic.place})" if diagnostic.place else ""
    return {
        "description": f"{diagnostic.code} {diagnostic.name}: {diagnostic.message}{place}",
        "check_name": diagnostic.code,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES.get(diagnostic.severity, "info"),
        "location": {"path": diagnostic.path, "lines": {"begin": lines[0], "end": lines[1]}},
    }


def _failure(failure: Failure) -> dict[str, object]:
    return {
        "description": f"not checked: {failure.message}",
        "check_name": failure.kind,
        "fingerprint": digest("\0".join((failure.kind, failure.path, failure.message))),
        "severity": "blocker",
        "location": {"path": failure.path, "lines": {"begin": 1, "end": 1}},
    }
