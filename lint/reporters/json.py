"""The report as one JSON document, described by `schemas/report.json`: everything, excused findings included.

It holds nothing that changes from run to run (times, cache hits), so equal findings give equal bytes.
"""

from __future__ import annotations

import json
import re

from ... import __version__
from ..pages import page_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...checkers.diagnostic import Diagnostic, Edit, Fix, Note, Span
    from ...checkers.source import Position
    from ..report import Report

# Grows when a field changes its meaning or goes; new fields do not change it.
FORMAT_VERSION = 1
_SURROGATES = re.compile("[\ud800-\udfff]")


def render(report: Report, *, color: bool = False, quiet: bool = False, statistics: bool = False) -> str:
    """The document, indented by two spaces, in ASCII."""
    return dump(document(report))


def dump(value: object) -> str:
    """JSON text in ASCII; bytes of a file name that are not UTF-8 become U+FFFD, as JSON has no way to say them."""
    text = json.dumps(_scalar_values(value), indent=2)
    return text + "\n"


def _scalar_values(value: object) -> object:
    if isinstance(value, str):
        return _SURROGATES.sub("\ufffd", value)
    if isinstance(value, dict):
        return {_scalar_values(key): _scalar_values(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_scalar_values(item) for item in value]
    return value


def document(report: Report) -> dict[str, object]:
    """The report as JSON values (`schemas/report.json`)."""
    return {
        "version": FORMAT_VERSION,
        "tool": {"name": "wai-lint", "version": __version__, "translators": dict(sorted(report.translators.items()))},
        "profile": report.profile,
        "strict": report.strict,
        "summary": _summary(report),
        "files": report.files,
        "diagnostics": [_diagnostic(diagnostic, report) for diagnostic in report.diagnostics],
        "failures": [{"path": f.path, "kind": f.kind, "message": f.message} for f in report.failures],
        "warnings": report.warnings,
        "stale_baseline": [{"code": code, "path": path} for code, path in report.stale],
        "fixed": dict(sorted(report.fixed.items())),
    }


def _summary(report: Report) -> dict[str, int]:
    kinds = [diagnostic.suppressed[0] for diagnostic in report.excused if diagnostic.suppressed]
    return {
        "files": len(report.files),
        "off_path": report.off_path,
        "findings": len(report.active),
        "errors": report.count("error"),
        "warnings": report.count("warning"),
        "suppressed": kinds.count("comment"),
        "baselined": kinds.count("baseline"),
        "fixable": report.fixable("safe"),
        "unsafely_fixable": report.fixable("unsafe"),
        "fixed": sum(report.fixed.values()),
        "failures": len(report.failures),
        "exit_code": report.exit_code,
    }


def _diagnostic(diagnostic: Diagnostic, report: Report) -> dict[str, object]:
    kind, justification = diagnostic.suppressed or ("", "")
    return {
        "code": diagnostic.code,
        "name": diagnostic.name,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "path": diagnostic.path,
        "span": _span(diagnostic.span),
        "place": diagnostic.place,
        "notes": [_note(note) for note in diagnostic.notes],
        "fix": _fix(diagnostic.fix),
        "suppression": {"kind": kind, "justification": justification} if kind else None,
        "excused": report.is_excused(diagnostic),
        "url": page_url(diagnostic.code),
    }


def _span(span: Span | None) -> dict[str, object] | None:
    return {"start": _position(span.start), "end": _position(span.end)} if span else None


def _position(position: Position) -> dict[str, int]:
    return {"line": position.line, "column": position.column, "offset": position.offset, "byte": position.byte}


def _note(note: Note) -> dict[str, object]:
    return {"message": note.message, "span": _span(note.span)}


def _fix(fix: Fix | None) -> dict[str, object] | None:
    if fix is None:
        return None
    edits = [_edit(edit) for edit in fix.edits]
    return {"message": fix.message, "applicability": fix.applicability, "edits": edits}


def _edit(edit: Edit) -> dict[str, object]:
    return {"span": _span(edit.span), "text": edit.text}
