"""The bundle (records §3.7): its members, and the records in it, each read as soon as the reader of JSON meets it."""

from __future__ import annotations

from .attestation import Attestation, read_attestation
from .outcome import Path, Refusal
from .policy import Policy, read_policy
from .report import Report, read_report
from .shapes import clipped, described
from .statement import Statement, read_statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

KIND = "wai-model-bundle"
MOST_POLICIES = 64

_READERS = {
    "policies": read_policy,
    "attestations": read_attestation,
    "presentations": read_statement,
    "reports": read_report,
}
_MEMBERS = ("kind", "policies", "key_log", "attestations", "presentations", "reports", "rollup")


class ElementReader:
    """What stands in a bundle's arrays in place of each object: the record, or its refusal.

    After a refusal the rest of an array is not read: whatever is refused before, none of it is ever looked at.
    """

    def __init__(self) -> None:
        self._refused: dict[str, Refusal] = {}

    def __call__(self, member: str, value: object) -> object:
        reader = _READERS.get(member)
        if reader is None or not isinstance(value, dict):
            return value
        if member not in self._refused:
            try:
                return reader(value)
            except Refusal as refusal:
                self._refused[member] = refusal
        return self._refused[member]


def check_bundle(value: object) -> dict[str, Any]:
    """A value that `ElementReader` read, if it is a bundle; raises `Refusal` with record_malformed otherwise."""
    if not isinstance(value, dict):
        raise _malformed(f"a bundle is an object, and this is {described(value)}")
    if value.get("kind", KIND) != KIND:
        # What is none of a bundle's kind lacks its members too, which says less.
        raise _malformed(f"this kind is none of a record's, and that of a bundle is `{KIND}`", "kind")
    for name in _MEMBERS:
        if name not in value:
            raise _malformed(f"the member `{name}` of a bundle is missing", name)
    for name in value:
        if name not in _MEMBERS:
            raise _malformed(f"a bundle has no member `{clipped(name)}`", name)
    for name in ("key_log", "rollup"):
        if value[name] is not None and not isinstance(value[name], dict):
            raise _malformed(f"expected an object or null, found {described(value[name])}", name)
    for name in _READERS:
        _check_array(name, value[name])
    if not 1 <= len(value["policies"]) <= MOST_POLICIES:
        raise _malformed(
            f"a bundle holds 1 to {MOST_POLICIES} policies, and this one {len(value['policies'])}", "policies"
        )
    return value


def _check_array(name: str, value: object) -> None:
    if not isinstance(value, list):
        raise _malformed(f"expected an array, found {described(value)}", name)
    for index, element in enumerate(value):
        if not isinstance(element, (Policy, Attestation, Statement, Report, Refusal)):
            raise _malformed(f"expected an object, found {described(element)}", name, index)


def _malformed(message: str, *pointer: str | int) -> Refusal:
    at: Path = ("bundle",)
    return Refusal("record_malformed", at, message, pointer)
