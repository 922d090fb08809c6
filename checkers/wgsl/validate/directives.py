"""Directives (WGSL §4): known extensions, diagnostic filters that do not contradict each other."""

from __future__ import annotations

from .. import ir
from ..predeclared import ENABLE_EXTENSIONS, LANGUAGE_EXTENSIONS
from .findings import Findings

SEVERITIES = frozenset(("error", "warning", "info", "off"))


def check(findings: Findings) -> None:
    """Refuse unknown extensions and contradicting global diagnostic filters."""
    filters: dict[str, tuple[str, ir.Node]] = {}
    for directive in findings.module.directives:
        if directive.keyword == "diagnostic":
            _filter(findings, directive, filters)
            continue
        known = ENABLE_EXTENSIONS if directive.keyword == "enable" else LANGUAGE_EXTENSIONS
        for name, start, end in directive.names:
            if name not in known:
                kind = "enable-extension" if directive.keyword == "enable" else "language extension"
                what = f"this is no {kind} that WGSL or a translator knows{findings.near(name, known)}"
                findings.invalid_at(start, end, what)


def _filter(findings: Findings, directive: ir.Directive, filters: dict[str, tuple[str, ir.Node]]) -> None:
    severity, start, end = directive.names[0]
    rule = ".".join(name for name, _, _ in directive.names[1:])
    if severity not in SEVERITIES:
        findings.invalid_at(start, end, "a diagnostic severity is one of error, warning, info and off")
        return
    before, place = filters.setdefault(rule, (severity, directive))
    if before != severity:
        findings.invalid(
            directive, "this filter contradicts an earlier one for the same rule; keep one", (place, "set here first")
        )
