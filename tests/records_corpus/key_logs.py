"""Vectors of key logs (§8.2 step 2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import faults, forms
from .bases import BARE, logged, policies
from .fleet import ORIGIN, bundle, key_log, policy
from .signing import KEY_LOG, Record, digest, key, root, signed
from .vector import DROP, Vector, accepted, change, done, lone, refused, written

LOG = "key_log"
FIRST = "revisions/0/"


def _at(changes: Record) -> Record:
    return {f"key_log/{path}": value for path, value in changes.items()}


def _unreadable(log: Record) -> Iterator[tuple[str, Record]]:
    for name in log:
        yield f"no {name}", {name: DROP}
    yield "a member too many", {"extra": None}
    yield "a signature of its own", {"sig": "00" * 64}
    for kind in ("wai-key-logs", "wai-model-policy", "", None, 1, []):
        yield f"kind {kind!r}", {"kind": kind}
    for value in forms.NOT_STRINGS:
        yield f"origin {value!r}", {"origin": value}
    for value in ("", {}):
        yield f"revisions {value!r}", {"revisions": value}
    for value in ([], None):
        yield f"a revision {value!r}", {"revisions/1": value}
    yield "no revision", {"revisions": []}
    for name in log["revisions"][0]:
        yield f"a revision with no {name}", {FIRST + name: DROP}
    yield "a revision with a member too many", {FIRST + "extra": 0}
    yield "a revision with a kind", {FIRST + "kind": "wai-key-log"}
    for value in forms.NOT_INTEGERS[::3]:
        yield f"seq {value!r}", {FIRST + "seq": value}
    for member in ("next_root", "signer_pubkey"):
        for value in forms.few_bad_hex(forms.HEX):
            yield f"{member} {forms.shown(value)}", {FIRST + member: value}
    for value in forms.few_bad_hex(forms.HEX):
        if value is not None:
            yield f"prev {forms.shown(value)}", {"revisions/1/prev": value}
        yield f"a revoked module {forms.shown(value)}", {"revisions/1/revoked_modules": [value]}
    for value in forms.few_bad_hex(forms.HEX + forms.HEX):
        yield f"sig {forms.shown(value)}", {FIRST + "sig": value}
    for value in ("", {}):
        yield f"revoked_modules {value!r}", {"revisions/1/revoked_modules": value}
    for value in forms.BAD_LOG_TIMES[::7] + list(forms.WITH_FRACTION):
        yield f"issued_at {forms.shown(value)}", {FIRST + "issued_at": value}
    pair = sorted((digest("stolen"), digest("broken")))
    yield "revoked modules in descending order", {"revisions/1/revoked_modules": pair[::-1]}
    yield "a revoked module twice", {"revisions/1/revoked_modules": [digest("stolen")] * 2}
    yield "a revision issued with the one before", {"revisions/1/issued_at": "2026-01-10T00:00:00Z"}
    yield "a revision issued before the one before", {"revisions/1/issued_at": "2026-01-09T23:59:59Z"}


def _refused() -> Iterator[tuple[str, str, Record]]:
    """The reason, what is wrong, and the changes, signed over."""
    for origin in ("https://operator.example:8443", "https://other.example", "", "operator.example", "é"):
        yield "origin_mismatch", f"origin {origin!r}", {"origin": origin}
    for number in range(3):
        for name, changes in faults.bad_keys():
            if number == 0 or "all bits" in name:
                yield (
                    "key_log_signature_invalid",
                    f"revision {number}: {name}",
                    {f"revisions/{number}/{path}": value for path, value in changes.items()},
                )
    yield "key_log_chain_break", "seq from 1", {f"revisions/{index}/seq": index + 1 for index in range(3)}
    yield "key_log_chain_break", "seq that skips one", {"revisions/2/seq": 3}
    yield "key_log_chain_break", "seq that stays", {"revisions/2/seq": 1}
    yield "key_log_chain_break", "a first revision with a prev", {"revisions/0/prev": digest("none")}
    yield "key_log_chain_break", "a second revision with none", {"revisions/1/prev": None}
    yield "key_log_chain_break", "a prev that names no revision", {"revisions/1/prev": digest("none")}
    yield "key_log_chain_break", "a last prev that names no revision", {"revisions/2/prev": digest("none")}
    yield (
        "key_log_root_not_committed",
        "a second revision by another key",
        {"revisions/1/signer_pubkey": key("stranger")},
    )
    yield "key_log_root_not_committed", "a last revision by another key", {"revisions/2/signer_pubkey": key("stranger")}
    yield "key_log_root_not_committed", "a next_root of another key", {"revisions/0/next_root": digest("none")}
    yield "key_log_root_not_committed", "a next_root that is the key", {"revisions/0/next_root": key("log 1")}
    yield "key_log_root_not_committed", "a next_root of the same key", {"revisions/1/next_root": root(key("log 1"))}
    yield (
        "key_log_rewrites_history",
        "a set that the last no longer lists",
        {"revisions/2/revoked_modules": [digest("broken")]},
    )
    yield "key_log_rewrites_history", "a last revision that lists none", {"revisions/2/revoked_modules": []}
    yield (
        "key_log_rewrites_history",
        "a set that only the first lists",
        {
            "revisions/0/revoked_modules": [digest("first")],
        },
    )


def _valid() -> Iterator[tuple[str, Record]]:
    yield "three revisions", {}
    yield "one revision", {"revisions": lambda all_three: all_three[:1]}
    yield "two revisions", {"revisions": lambda all_three: all_three[:2]}
    yield (
        "a key that commits to itself",
        {
            "revisions/0/next_root": root(key("log 0")),
            "revisions/1/signer_pubkey": key("log 0"),
            "revisions/1/next_root": root(key("log 2")),
        },
    )
    yield "a last next_root of no key", {"revisions/2/next_root": digest("none")}
    yield (
        "revisions a second apart",
        {
            "revisions/0/issued_at": "2026-01-19T23:59:59Z",
            "revisions/2/issued_at": "2026-01-20T00:00:01Z",
        },
    )
    yield "a revision that revokes nothing more", {"revisions/2/revoked_modules": [digest("stolen")]}


def _of_policies() -> Iterator[Vector]:
    """Which policy names which log."""
    log = logged()["key_log"]
    named = policies(2)
    for place in (0, 1):
        draft = change(named, {f"policies/{place}/key_log": ORIGIN})
        yield refused(f"key log: absent, policy {place} names it", "key_log_absent", f"policy/{place}", draft)
        yield accepted(f"key log: only policy {place} names it", {**draft, "key_log": log})
    both = change(named, {"policies/0/key_log": ORIGIN, "policies/1/key_log": ORIGIN})
    yield refused("key log: absent, both policies name it", "key_log_absent", "policy/0", both)
    yield accepted("key log: both policies name it", {**both, "key_log": log})
    other = change(both, {"policies/1/key_log": "https://other.example"})
    yield refused(
        "key log: of the first policy's origin, not the second's", "origin_mismatch", LOG, {**other, "key_log": log}
    )
    yield refused(
        "key log: of the second policy's origin, not the first's",
        "origin_mismatch",
        LOG,
        {**other, "key_log": change(log, {"origin": "https://other.example"})},
    )
    broken = change(log, {"revisions/0/seq": 1})
    yield refused(
        "key log: broken, and not of the second policy's origin",
        "key_log_chain_break",
        LOG,
        {**other, "key_log": broken},
    )
    bare = bundle(policies=[policy(classes=BARE)])
    yield accepted("key log: one that no policy names", {**bare, "key_log": log})
    yield accepted("key log: one that no policy names and that is empty", {**bare, "key_log": {}})


def _order(base: Record) -> Iterator[Vector]:
    """Two faults at once: the check that comes first over all revisions gives the reason."""
    stages: list[tuple[str, str, Record]] = [
        ("key_log_malformed", "malformed", {"revisions/2/extra": "x"}),
        ("origin_mismatch", "of another origin", {"origin": "https://other.example"}),
        ("key_log_signature_invalid", "badly signed", {"revisions/2/sig": "00" * 64}),
        ("key_log_chain_break", "broken", {"revisions/2/prev": digest("none")}),
        ("key_log_root_not_committed", "not committed", {"revisions/2/signer_pubkey": key("stranger")}),
        ("key_log_rewrites_history", "rewritten", {"revisions/2/revoked_modules": []}),
    ]
    for (reason, first, changes), (_, second, others) in zip(stages, stages[1:], strict=False):
        draft = change(base, _at({**others, **changes}))
        yield refused(f"key log: {first} and {second}", reason, LOG, draft)
    early: list[tuple[str, str, Record, Record]] = [
        (
            "key_log_malformed",
            "malformed late, badly signed early",
            {"revisions/2/extra": "x"},
            {"revisions/0/sig": "00" * 64},
        ),
        (
            "key_log_signature_invalid",
            "badly signed late, broken early",
            {"revisions/2/sig": "00" * 64},
            {"revisions/0/seq": 5},
        ),
        (
            "key_log_chain_break",
            "broken late, not committed early",
            {"revisions/2/seq": 5},
            {"revisions/1/signer_pubkey": key("stranger")},
        ),
        (
            "key_log_root_not_committed",
            "not committed late, rewritten early",
            {"revisions/2/signer_pubkey": key("stranger")},
            {"revisions/0/revoked_modules": [digest("first")]},
        ),
    ]
    for reason, name, late, soon in early:
        yield refused(f"key log: {name}", reason, LOG, change(base, _at({**soon, **late})))


def vectors() -> Iterator[Vector]:
    """Key logs that are refused and key logs that are not."""
    base = logged()
    whole = done(base)
    short = change(base, {"key_log/revisions/2": DROP})
    for name, changes in _unreadable(short["key_log"]):
        changed = change(short, _at(changes))
        alone = lone(changed, "key_log")
        yield refused(
            f"key log: {name}", "key_log_malformed", LOG, alone if alone.get("kind") == "wai-key-log" else changed
        )
    yield refused("key log: sig left out", "key_log_malformed", LOG, change(whole, {"key_log/revisions/1/sig": DROP}))
    text = written(whole)
    head, tail = text.split('"revisions"')
    for number in ("-0", "0.0", "0e0"):
        body = (
            f'{head}"revisions"{tail.replace(chr(34) + "seq" + chr(34) + ":0", f"{chr(34)}seq{chr(34)}:{number}", 1)}'
        )
        yield refused(f"key log: seq {number}", "key_log_malformed", LOG, body)
    for reason, name, changes in _refused():
        changed = change(base, _at(changes))
        yield refused(
            f"key log: {name}", reason, LOG, changed if reason == "origin_mismatch" else lone(changed, "key_log")
        )
    first: Any = whole["key_log"]["revisions"][0]
    for name, changes in faults.signatures(change(first, {"sig": DROP}), "log 0", KEY_LOG):
        draft = change(whole, _at({FIRST + path: value for path, value in changes.items()}))
        yield refused(f"key log: {name}", "key_log_signature_invalid", LOG, lone(draft, "key_log"))
    models = signed(change(first, {"sig": DROP}))
    yield refused(
        "key log: signed as a record of models",
        "key_log_signature_invalid",
        LOG,
        change(whole, {"key_log/revisions/0": models}),
    )
    revisions = whole["key_log"]["revisions"]
    late = change(base, {"key_log/revisions/2/issued_at": "2026-01-20T00:00:00Z"})
    yield refused("key log: the last revision issued with the one before", "key_log_malformed", LOG, late)
    for name, kept in (("the first is not held", revisions[1:]), ("the second is not held", revisions[::2])):
        yield refused(f"key log: {name}", "key_log_chain_break", LOG, change(whole, {"key_log/revisions": kept}))
    yield refused(
        "key log: revisions swapped", "key_log_malformed", LOG, change(whole, {"key_log/revisions": revisions[::-1]})
    )
    for name, changes in _valid():
        yield accepted(f"key log: {name}", change(base, _at(changes)))
    yield from _of_policies()
    yield from _order(base)
    yield from _alone()


def _alone() -> Iterator[Vector]:
    base = logged()
    for name, changes in (("", {}), (": its origin is any text", {"origin": "é"})):
        yield accepted(f"alone: a key log{name}", lone(change(base, _at(changes)), "key_log"))
    for reason, name, changes in (
        ("key_log_malformed", "with a member too many", {"extra": "x"}),
        ("key_log_malformed", "with a number for its origin", {"origin": 1}),
        ("key_log_malformed", "with no revision", {"revisions": []}),
        ("key_log_malformed", "with a boolean", {"revisions/0/seq": False}),
        ("key_log_malformed", "in descending order of its times", {"revisions/0/issued_at": "2026-01-21T00:00:00Z"}),
        ("key_log_signature_invalid", "badly signed", {"revisions/1/sig": "00" * 64}),
        ("key_log_chain_break", "broken", {"revisions/1/prev": None}),
        ("key_log_root_not_committed", "not committed", {"revisions/0/next_root": digest("none")}),
        ("key_log_rewrites_history", "rewritten", {"revisions/2/revoked_modules": []}),
    ):
        yield refused(f"key log: in a bundle, {name}", reason, LOG, change(base, _at(changes)))
    yield accepted(
        "alone: a key log of one revision", lone({"key_log": key_log(("2026-01-10T00:00:00Z", ()))}, "key_log")
    )
