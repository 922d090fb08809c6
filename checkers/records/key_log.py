"""The key log (records §3.5, in place of jwp-receipts §7.2 and §7.3)."""

from __future__ import annotations

from dataclasses import dataclass

from . import profile, record, signatures
from .canonical import canonical
from .outcome import Refusal
from .shapes import (
    BYTES_32,
    BYTES_64,
    INTEGER,
    LOG_DATE_TIME,
    TEXT,
    Fault,
    Fields,
    ListOf,
    Nullable,
    ascending,
    digests,
    one_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_REVISION = Fields(
    {
        "seq": INTEGER,
        "prev": Nullable(BYTES_32),
        "issued_at": LOG_DATE_TIME,
        "revoked_modules": digests(),
        "next_root": BYTES_32,
        "signer_pubkey": BYTES_32,
        "sig": BYTES_64,
    }
)
_DOCUMENT = Fields(
    {
        "kind": one_of(profile.KEY_LOG_KIND),
        "origin": TEXT,
        "revisions": ListOf(_REVISION, least=1, most=profile.MOST_REVISIONS),
    }
)


@dataclass(frozen=True, slots=True)
class KeyLog:
    """A key log that reads: the log of an origin once `check_origin` and `check_history` raised nothing.

    `revoked` maps the digest of each revoked set to the log date-time it is revoked from.
    """

    origin: str
    revisions: tuple[dict[str, Any], ...]
    revoked: dict[str, str]


def read_key_log(value: object) -> KeyLog:
    """Read a key log; raises `Refusal` with key_log_malformed."""
    try:
        # Of a log that any revision or member of which does not read, nothing is looked at.
        _DOCUMENT.check(value)
        assert isinstance(value, dict)
        _check_order(value["revisions"])
    except Fault as fault:
        raise Refusal("key_log_malformed", (), fault.message, fault.pointer) from None
    revoked: dict[str, str] = {}
    for revision in value["revisions"]:
        for digest in revision["revoked_modules"]:
            revoked.setdefault(digest, revision["issued_at"])
    return KeyLog(value["origin"], tuple(value["revisions"]), revoked)


def check_origin(log: KeyLog, origin: str) -> None:
    """Raise `Refusal` with origin_mismatch unless a log is the one of an origin."""
    if log.origin != origin:
        raise Refusal("origin_mismatch", (), "the policy takes its revocations from another origin's log", ("origin",))


def check_history(log: KeyLog) -> None:
    """The checks of a log that ask no origin, each over all revisions before the next.

    Raises `Refusal` with key_log_signature_invalid, key_log_chain_break, key_log_root_not_committed or
    key_log_rewrites_history.
    """
    texts = [canonical(revision) for revision in log.revisions]
    _check_signatures(log, texts)
    _check_chain(log, texts)
    _check_roots(log)
    _check_revocations(log)


def _check_order(revisions: list[dict[str, Any]]) -> None:
    before = ""
    for index, revision in enumerate(revisions):
        if revision["issued_at"] <= before:
            message = "a revision was issued no later than the one before it"
            raise Fault(message, ("revisions", index, "issued_at"))
        before = revision["issued_at"]
        ascending(revision["revoked_modules"], ("revisions", index, "revoked_modules"))


def _refusal(reason: str, message: str, index: int, member: str) -> Refusal:
    return Refusal(reason, (), message, ("revisions", index, member))


def _check_signatures(log: KeyLog, texts: list[bytes]) -> None:
    for index, (revision, text) in enumerate(zip(log.revisions, texts, strict=True)):
        try:
            record.verify(revision, text, signatures.KEY_LOG)
        except Refusal as refusal:
            reason, pointer = "key_log_signature_invalid", ("revisions", index, *refusal.pointer)
            raise Refusal(reason, (), refusal.message, pointer) from None


def _check_chain(log: KeyLog, texts: list[bytes]) -> None:
    before: str | None = None
    for index, (revision, text) in enumerate(zip(log.revisions, texts, strict=True)):
        if revision["seq"] != index:
            message = f"the seq of a revision is {revision['seq']}, and its place is {index}"
            raise _refusal("key_log_chain_break", message, index, "seq")
        if revision["prev"] != before:
            message = "prev is not the link hash of the revision before, or null in the first"
            raise _refusal("key_log_chain_break", message, index, "prev")
        before = signatures.link_hash_of_bytes(text, signatures.KEY_LOG)


def _check_roots(log: KeyLog) -> None:
    for index in range(1, len(log.revisions)):
        revision = log.revisions[index]
        if signatures.root_of(revision["signer_pubkey"]) != log.revisions[index - 1]["next_root"]:
            message = "the revision before did not commit to the key that signs this one"
            raise _refusal("key_log_root_not_committed", message, index, "signer_pubkey")


def _check_revocations(log: KeyLog) -> None:
    before: set[str] = set()
    for index, revision in enumerate(log.revisions):
        listed = set(revision["revoked_modules"])
        if not before <= listed:
            message = "a revision leaves out a set that the revision before it revokes"
            raise _refusal("key_log_rewrites_history", message, index, "revoked_modules")
        before = listed
