"""Switch statements (WGSL §9.4.2): one default, no value twice."""

from __future__ import annotations

from .. import ir
from .findings import Findings

# WGSL §2.4 asks for 1023 at least; this is what Tint takes.
MAX_SELECTORS = 16383


def check(findings: Findings) -> None:
    """Check the clauses of every switch."""
    for switch in findings.module.of(ir.Switch):
        _switch(findings, switch)


def _switch(findings: Findings, switch: ir.Switch) -> None:
    default: ir.Clause | None = None
    taken: dict[object, ir.Expression] = {}
    count = 0
    for clause in switch.clauses:
        count += len(clause.selectors)
        for selector in clause.selectors:
            if selector is None:
                if default is not None:
                    head = findings.source.text[clause.start : clause.body.start].rstrip()
                    what = "a switch has one default; remove this one"
                    findings.invalid_at(clause.start, clause.start + len(head), what, (default, "the default"))
                default = clause
                continue
            first = taken.setdefault(selector.value, selector)
            if first is not selector:
                findings.invalid(
                    selector, f"{selector.value} has a case already; merge the two", (first, "its first case")
                )
    if default is None:
        findings.invalid_at(switch.start, switch.subject.end, "a switch needs a default clause; add `default {}`")
    if count > MAX_SELECTORS:
        what = f"a switch has at most {MAX_SELECTORS} selectors, and this has {count}"
        findings.invalid_at(switch.start, switch.subject.end, what)
