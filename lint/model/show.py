"""`wai-lint model show FILE`: what a document holds, as tables; it says whether that verifies, and shows it anyway."""

from __future__ import annotations

import json

from ..options import Arguments
from ..report import CLEAN
from ..streams import write_text
from . import files
from .table import aligned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Row = dict[str, str]

_SPANS = (("not_before", "not_after"), ("from", "to"))
_UNKNOWN = "?"


def run(operands: list[str], arguments: Arguments) -> int:
    """Print the tables, or the records as JSON, and return 0 also for what is refused. Raises `UsageError`."""
    from ...checkers.records.verifier import verify
    from ..reporters.terminal import printable
    from .records import document_of, records_of

    path = operands[0]
    data = files.read_or_refuse(path)
    document = document_of(path, data)
    outcome = verify(data).to_json()
    signed = list(records_of(document))
    rows = [_row(place, numbered, record) for place, numbered, record in signed]
    if arguments.get("--format", "text") == "json":
        write_text(json.dumps({"kind": document["kind"], "outcome": outcome, "records": rows}, indent=2) + "\n")
        return CLEAN
    lines = [*_head(path, document, outcome), *_records(rows)]
    for place, numbered, record in signed:
        if place == "policy":
            lines += _classes(numbered, record)
        elif place == "rollup":
            lines += _figures(record)
    write_text("".join(printable(line) + "\n" for line in lines))
    return CLEAN


def _head(path: str, document: dict[str, Any], outcome: dict[str, Any]) -> list[str]:
    from ...rules.records import place_in_words
    from .verify import counts_in_words

    if outcome["accepted"]:
        verdict = f"accepted: {counts_in_words(outcome)}"
    else:
        verdict = f"refused ({outcome['reason']}) at {place_in_words(outcome['at'])}: {outcome['message']}"
    return [f"{path}: {document['kind']}", f"  {verdict}"]


def _row(place: str, numbered: str, record: dict[str, Any]) -> Row:
    """A record in words: where it stands, its name and signer, the time it is about, and what it says."""
    from .records import name_of

    spans = [(record[begin], record[end]) for begin, end in _SPANS if begin in record and end in record]
    begin, end = spans[0] if spans else (record.get("issued_at"), "")
    return {
        "record": numbered,
        "link hash": (name_of(record, place) if "sig" in record else None) or _UNKNOWN,
        "signer": _text(record.get("signer_pubkey")),
        "from": _text(begin),
        "until": _text(end),
        "says": _says(place, record),
    }


def _says(place: str, record: dict[str, Any]) -> str:
    match place:
        case "policy":
            return (
                f"seq {_text(record.get('seq'))}, {_count(record, 'classes')}, key log {_text(record.get('key_log'))}"
            )
        case "revision":
            return f"seq {_text(record.get('seq'))}, {_count(record, 'revoked_modules')}"
        case "attestation":
            return f"device {_text(record.get('device'))}"
        case "presentation":
            return _count(record, "frames")
        case "report":
            runs = f"{_count(record, 'decodes')}, {_count(record, 'presentations')}"
            return f"class {_text(record.get('class'))}, {runs}, policy {_text(record.get('policy'))}"
    return f"{_count(record, 'reports')}, policy {_text(record.get('policy'))}"


def _records(rows: list[Row]) -> list[str]:
    if not rows:
        return []
    return ["", *aligned([tuple(rows[0]), *(tuple(row.values()) for row in rows)])]


def _classes(numbered: str, policy: dict[str, Any]) -> list[str]:
    lines = []
    for each in _objects(policy.get("classes")):
        lines += ["", f"{numbered}, class {_text(each.get('name'))}"]
        keys = [(word, _text(key)) for word, name in _KEYS for key in _list(each.get(name))]
        sets = [tuple(_text(entry.get(name)) for name in _ENTRY) for entry in _objects(each.get("sets"))]
        lines += aligned(keys, "  ") if keys else []
        lines += aligned([_ENTRY, *sets], "  ")
    return lines


_KEYS = (("device", "devices"), ("attester", "attesters"))
_ENTRY = ("sha256", "capability", "role", "tier")
_LINE = ("sha256", "capability", "role", "decodes", "frames", "pixels")
_UNITS = ("npu", "gpu", "cpu")


def _figures(rollup: dict[str, Any]) -> list[str]:
    lines = []
    for each in _objects(rollup.get("classes")):
        counts = ", ".join(f"{name} {_text(each.get(name))}" for name in ("reports", "devices", "silent"))
        rows = [(*_LINE, *_UNITS)]
        for line in _objects(each.get("sets")):
            units = line.get("units")
            on = units if isinstance(units, dict) else {}
            rows.append((*(_text(line.get(name)) for name in _LINE), *(_text(on.get(unit)) for unit in _UNITS)))
        lines += ["", f"roll-up, class {_text(each.get('class'))}: {counts}", *aligned(rows, "  ")]
    return lines


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _objects(value: object) -> Iterator[dict[str, Any]]:
    return (each for each in _list(value) if isinstance(each, dict))


def _count(record: dict[str, Any], name: str) -> str:
    value = record.get(name)
    word = name.replace("revoked_modules", "revoked sets").replace("presentations", "statements")
    return f"{len(value)} {word}" if isinstance(value, list) else f"{_UNKNOWN} {word}"


def _text(value: object) -> str:
    if value is None:
        return "none"
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else _UNKNOWN
