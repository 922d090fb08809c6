"""SARIF 2.1.0 (OASIS), for code-scanning services and editors."""

from __future__ import annotations

from ... import __version__
from ..fingerprints import fingerprints
from ..pages import HOME, REFUSES, WHY, RuleText, all_rules, page_url
from .json import dump

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...checkers.diagnostic import Diagnostic, Fix, Note, Span
    from ...checkers.source import Source
    from ..report import Failure, Report

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
# The line breaks that lines are counted by, `checkers.source.LINE_BREAKS`.
NEWLINES = ["\r\n", "\n", "\v", "\f", "\r", "\x85", "\u2028", "\u2029"]
# The most code points of the marked text that a result repeats.
SNIPPET = 400
_LEVELS = {"error": "error", "warning": "warning"}


def render(report: Report, *, color: bool = False, quiet: bool = False, statistics: bool = False) -> str:
    """The log of one run: excused findings are in it, each with its suppression."""
    rules = _rules(report)
    index = {rule["id"]: number for number, rule in enumerate(rules)}
    marks = fingerprints(report, report.diagnostics)
    driver = {"name": "wai-lint", "semanticVersion": __version__, "informationUri": HOME, "rules": rules}
    translators = [{"name": name, "version": version} for name, version in sorted(report.translators.items())]
    run = {
        "tool": {"driver": driver} | ({"extensions": translators} if translators else {}),
        "invocations": [_invocation(report)],
        "columnKind": "unicodeCodePoints",
        "newlineSequences": NEWLINES,
        "results": [
            _result(diagnostic, index[diagnostic.code], mark, report)
            for diagnostic, mark in zip(report.diagnostics, marks, strict=True)
        ],
        "properties": {"profile": report.profile, "strict": report.strict},
    }
    return dump({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rules(report: Report) -> list[dict[str, object]]:
    """Every rule there is, so that a reader of a clean log sees what was checked; codes without a rule come last."""
    rules = {text.rule.code: _rule(text) for text in all_rules()}
    for diagnostic in report.diagnostics:
        if diagnostic.code not in rules:
            said = {"text": diagnostic.name}
            texts = {"shortDescription": said, "fullDescription": said, "help": said}
            url = page_url(diagnostic.code)
            rules[diagnostic.code] = {"id": diagnostic.code, "name": diagnostic.name, "helpUri": url, **texts}
    return list(rules.values())


def _rule(text: RuleText) -> dict[str, object]:
    sections = "\n\n".join(f"{heading}\n{body}" for heading, body in text.sections.items())
    markdown = "\n\n".join(f"## {heading}\n\n{body}" for heading, body in text.sections.items())
    return {
        "id": text.rule.code,
        "name": text.rule.name,
        "shortDescription": {"text": text.summary or text.rule.name},
        "fullDescription": {"text": " ".join(text.sections.get(REFUSES, text.summary).split()) or text.rule.name},
        "help": {"text": sections or text.rule.name, "markdown": markdown or text.rule.name},
        "helpUri": page_url(text.rule.code),
        "defaultConfiguration": {"level": _LEVELS.get(text.rule.severity, "note")},
        "properties": {"item": text.rule.item, "why": " ".join(text.sections.get(WHY, "").split())},
    }


def _invocation(report: Report) -> dict[str, object]:
    invocation: dict[str, object] = {"executionSuccessful": not report.failures, "exitCode": report.exit_code}
    notifications = [_notification(failure) for failure in report.failures]
    notifications += [{"level": "warning", "message": {"text": text}} for text in report.warnings]
    if notifications:
        invocation["toolExecutionNotifications"] = notifications
    return invocation


def _notification(failure: Failure) -> dict[str, object]:
    said: dict[str, object] = {
        "level": "error",
        "message": {"text": failure.message},
        "descriptor": {"id": failure.kind},
    }
    if failure.path:
        said["locations"] = [{"physicalLocation": {"artifactLocation": _artifact(failure.path)}}]
    return said


def _result(diagnostic: Diagnostic, rule_index: int, fingerprint: str, report: Report) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule_index,
        "level": _LEVELS.get(diagnostic.severity, "note"),
        "message": {"text": diagnostic.message},
        "locations": [_location(diagnostic, report.source(diagnostic.path))],
        "partialFingerprints": {"waiLint/v1": fingerprint},
        "suppressions": _suppressions(diagnostic, report),
    }
    if diagnostic.notes:
        result["relatedLocations"] = [_related(i, note, diagnostic) for i, note in enumerate(diagnostic.notes)]
    if diagnostic.fix:
        result["fixes"] = [_fix(diagnostic.fix, diagnostic.path)]
    return result


def _suppressions(diagnostic: Diagnostic, report: Report) -> list[dict[str, object]]:
    if diagnostic.suppressed is None:
        return []
    kind, justification = diagnostic.suppressed
    suppression: dict[str, object] = {
        "kind": "inSource" if kind == "comment" else "external",
        # In a strict run nothing is excused: the suppression is there, and turned down.
        "status": "accepted" if report.is_excused(diagnostic) else "rejected",
        "justification": justification or "recorded in the baseline",
    }
    return [suppression]


def _location(diagnostic: Diagnostic, source: Source | None) -> dict[str, object]:
    physical = _physical(diagnostic.path, diagnostic.span)
    location: dict[str, object] = {"physicalLocation": physical}
    if diagnostic.span and source:
        begin, end = diagnostic.span.start.offset, diagnostic.span.end.offset
        physical["region"] = _region(diagnostic.span) | {
            "snippet": {"text": source.text[begin : min(end, begin + SNIPPET)]}
        }
    if diagnostic.place:
        location["logicalLocations"] = [{"fullyQualifiedName": diagnostic.place}]
    return location


def _related(number: int, note: Note, diagnostic: Diagnostic) -> dict[str, object]:
    location: dict[str, object] = {"id": number, "message": {"text": note.message}}
    if note.span:
        location["physicalLocation"] = _physical(diagnostic.path, note.span)
    return location


def _physical(path: str, span: Span | None) -> dict[str, object]:
    physical: dict[str, object] = {"artifactLocation": _artifact(path)}
    if span:
        physical["region"] = _region(span)
    return physical


def _region(span: Span) -> dict[str, object]:
    return {
        "startLine": span.start.line,
        "startColumn": span.start.column,
        "endLine": span.end.line,
        "endColumn": span.end.column,
        "byteOffset": span.start.byte,
        "byteLength": span.end.byte - span.start.byte,
    }


def _artifact(path: str) -> dict[str, object]:
    """A path relative to the working folder stays relative; an absolute one becomes a `file:` address."""
    import os
    from pathlib import Path
    from urllib.parse import quote

    if os.path.isabs(path):
        return {"uri": Path(path).as_uri()}
    return {"uri": quote(os.fsencode(path.replace(os.sep, "/"))), "uriBaseId": "%SRCROOT%"}


def _fix(fix: Fix, path: str) -> dict[str, object]:
    replacements = [{"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}} for edit in fix.edits]
    return {
        "description": {"text": fix.message},
        "artifactChanges": [{"artifactLocation": _artifact(path), "replacements": replacements}],
        "properties": {"applicability": fix.applicability},
    }
