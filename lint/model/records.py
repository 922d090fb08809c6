"""The records that a document holds, whatever else is wrong with it."""

from __future__ import annotations

from ...checkers.records import profile
from ...checkers.records.outcome import Refusal
from ...checkers.records.reading import read_document
from ...checkers.records.recognition import BUNDLE_KIND, RECORD_KINDS
from ...checkers.records.signatures import KEY_LOG, PRESENTATION, SINK_MODELS, Domain, link_hash
from ..options import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

PLACES = {
    "wai-model-policy": "policy",
    "wai-model-device": "attestation",
    profile.PRESENTATION_KIND: "presentation",
    "wai-model-run": "report",
    "wai-model-rollup": "rollup",
    profile.KEY_LOG_KIND: "key_log",
}
_LISTS = {"policies": "policy", "attestations": "attestation", "presentations": "presentation", "reports": "report"}


def document_of(path: str, data: bytes) -> dict[str, Any]:
    """The bundle or record of a file. Raises `UsageError` when it is none."""
    try:
        document: Any = read_document(data)
    except Refusal as refusal:
        raise UsageError(f"{path}: this is no bundle or record: {refusal.message}") from refusal
    if not isinstance(document, dict) or document.get("kind") not in (BUNDLE_KIND, *RECORD_KINDS):
        kinds = ", ".join((BUNDLE_KIND, *RECORD_KINDS))
        raise UsageError(f"{path}: this is no bundle or record: it is no object whose kind is one of {kinds}")
    return document


def domain_of(place: str) -> Domain:
    """The domain of the records at a place: `"revision"` is a key log's."""
    return {"presentation": PRESENTATION, "revision": KEY_LOG}.get(place, SINK_MODELS)


def records_of(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """What is signed in a document, in its order: its place as a word, that with its number, and the record."""
    if document["kind"] == BUNDLE_KIND:
        for member, place in _LISTS.items():
            yield from _numbered(place, document.get(member))
            if member == "policies":
                yield from _revisions(document.get("key_log"))
        yield from _numbered("rollup", [document.get("rollup")])
    elif document["kind"] == profile.KEY_LOG_KIND:
        yield from _revisions(document)
    else:
        yield from _numbered(PLACES[document["kind"]], [document])


def _revisions(key_log: object) -> Iterator[tuple[str, str, dict[str, Any]]]:
    if isinstance(key_log, dict):
        yield from _numbered("revision", key_log.get("revisions"))


def _numbered(place: str, values: object) -> Iterator[tuple[str, str, dict[str, Any]]]:
    if isinstance(values, list):
        for number, value in enumerate(values):
            if isinstance(value, dict):
                yield place, place if place == "rollup" else f"{place} {number}", value


def name_of(record: dict[str, Any], place: str) -> str | None:
    """The link hash of a record; None when it holds what no record can."""
    try:
        return link_hash(record, domain_of(place))
    except (TypeError, UnicodeEncodeError):
        return None
