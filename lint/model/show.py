"""`wai-lint model show FILE`: what a document holds, as tables; it says whether that verifies, and shows it anyway."""

from __future__ import annotations

import json

from ..options import Arguments
from ..report import CLEAN
from ..reporters.table import aligned
from ..streams import write_text
from . import files

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
    rows = _rows(signed)
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
    from .verify import accepted_in_words

    if outcome["accepted"]:
        verdict = accepted_in_words(outcome)
    else:
        verdict = f"refused ({outcome['reason']}) at {place_in_words(outcome['at'])}: {outcome['message']}"
    return [f"{path}: {document['kind']}", f"  {verdict}"]


def _rows(signed: list[tuple[str, str, dict[str, Any]]]) -> list[Row]:
    """The records in words; a policy or attestation that the document holds is called by its number."""
    from .records import name_of

    rows: list[Row] = []
    numbers: dict[str, str] = {}
    for place, numbered, record in signed:
        # A name covers the signature.
        name = (name_of(record, place) if "sig" in record else None) or _UNKNOWN
        numbers[name] = numbered
        rows.append(_row(place, numbered, name, record, numbers))
    return rows


def _row(place: str, numbered: str, name: str, record: dict[str, Any], numbers: dict[str, str]) -> Row:
    """A record in words: where it stands, its name and signer, the time it is about, and what it says."""
    spans = [(record[begin], record[end]) for begin, end in _SPANS if begin in record and end in record]
    begin, end = spans[0] if spans else (record.get("issued_at"), "")
    return {
        "record": numbered,
        "link hash": name,
        "signer": _text(record.get("signer_pubkey")),
        "from": _text(begin),
        "until": _text(end),
        "says": _says(place, record, numbers),
    }


def _says(place: str, record: dict[str, Any], numbers: dict[str, str]) -> str:
    def called(member: str) -> str:
        name = _text(record.get(member))
        return numbers.get(name, f"{member} {name}")

    match place:
        case "policy":
            return f"seq {_text(record.get('seq'))}, {_count(record, 'classes', 'class')}, {_named(record, 'key_log')}"
        case "revision":
            return f"seq {_text(record.get('seq'))}, {_count(record, 'revoked_modules', 'revoked set')}"
        case "attestation":
            return _named(record, "device")
        case "presentation":
            return _count(record, "frames", "frame")
        case "report":
            runs = f"{_count(record, 'decodes', 'decode')}, {_count(record, 'presentations', 'statement')}"
            return f"{_named(record, 'class')}, {runs}, {called('policy')}, {called('attestation')}"
    return f"{_count(record, 'reports', 'report')}, {called('policy')}"


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
        rows: list[tuple[str, ...]] = [(*_LINE, *_UNITS)]
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


def _named(record: dict[str, Any], member: str) -> str:
    return f"{member.replace('_', ' ')} {_text(record.get(member))}"


def _count(record: dict[str, Any], member: str, word: str) -> str:
    from ..reporters.summary import counted

    value = record.get(member)
    if not isinstance(value, list):
        return f"{_UNKNOWN} {word}"
    return counted(len(value), word, "es" if word == "class" else "s")


def _text(value: object) -> str:
    if value is None:
        return "none"
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else _UNKNOWN
