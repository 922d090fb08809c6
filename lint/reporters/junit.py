"""JUnit XML: a suite per file, a case per finding; a clean file is a suite of one case that passes."""

from __future__ import annotations

import re

from ..pages import page_url
from .terminal import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...checkers.diagnostic import Diagnostic
    from ..report import Failure, Report

# XML 1.0 §2.2 has no character for these; what `printable` escapes never gets here.
_NO_CHARACTER = re.compile("[\ufffe\uffff]")


def render(report: Report, *, color: bool = False, quiet: bool = False, statistics: bool = False) -> str:
    """The whole report: excused findings are skipped cases with their justification, failures are errors."""
    cases: dict[str, list[str]] = {path: [] for path in report.files}
    failures: dict[str, list[str]] = {}
    for diagnostic in report.diagnostics:
        cases.setdefault(diagnostic.path, []).append(_case(diagnostic, report.is_excused(diagnostic)))
    for failure in report.failures:
        failures.setdefault(failure.path or "wai-lint", []).append(_failure(failure))
    suites = [_suite(path, cases.get(path, []), failures.get(path, [])) for path in {**cases, **failures}]
    head = f'<testsuites name="wai-lint" {_counts("".join(suites))}>'
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', head, *suites, "</testsuites>"]) + "\n"


def _suite(path: str, cases: list[str], failures: list[str]) -> str:
    body = "\n".join([*cases, *failures] or [f'    <testcase classname="{_escaped(path)}" name="wai-lint"/>'])
    return f'  <testsuite name="{_escaped(path)}" {_counts(body)}>\n{body}\n  </testsuite>'


def _counts(body: str) -> str:
    counted = (("tests", "<testcase "), ("failures", "<failure "), ("errors", "<error "), ("skipped", "<skipped "))
    return " ".join(f'{name}="{body.count(tag)}"' for name, tag in counted)


def _case(diagnostic: Diagnostic, excused: bool) -> str:
    where = f"{diagnostic.span.start.line}:{diagnostic.span.start.column}" if diagnostic.span else diagnostic.place
    name = _escaped(f"{diagnostic.code} {diagnostic.name} at {where}")
    if excused and diagnostic.suppressed:
        kind, justification = diagnostic.suppressed
        inner = f'<skipped message="{_escaped(f"{kind}: {justification}" if justification else kind)}"/>'
    else:
        text = f"{diagnostic.path}:{where}: {diagnostic.message}\nsee: {page_url(diagnostic.code)}"
        body = "\n".join(map(_escaped, text.split("\n")))
        inner = f'<failure type="{_escaped(diagnostic.code)}" message="{_escaped(diagnostic.message)}">{body}</failure>'
    return f'    <testcase classname="{_escaped(diagnostic.path)}" name="{name}">{inner}</testcase>'


def _failure(failure: Failure) -> str:
    error = f'<error type="{_escaped(failure.kind)}" message="{_escaped(failure.message)}"/>'
    return f'    <testcase classname="{_escaped(failure.path or "wai-lint")}" name="checked">{error}</testcase>'


def _escaped(text: str) -> str:
    text = _NO_CHARACTER.sub("", printable(text))
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
