"""Faults that records of every kind share: of members, common members, keys and signatures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import forms
from .signing import (
    MODELS,
    ORDER,
    Record,
    digest,
    key,
    signed,
    signed_under_mixed_order,
    signed_with_point,
    with_large_scalar,
)
from .vector import DROP

PRIME = 2**255 - 19
SMALL_ORDER = {
    "the identity": (1).to_bytes(32, "little").hex(),
    "the point of order 2": (PRIME - 1).to_bytes(32, "little").hex(),
    "a point of order 4": bytes(32).hex(),
    "the other point of order 4": (bytes(31) + b"\x80").hex(),
    "a point of order 8": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "a second point of order 8": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "a third point of order 8": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "a fourth point of order 8": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
}
NOT_DECODED = {
    "y above p": (PRIME + 3).to_bytes(32, "little").hex(),
    "y equal to p": PRIME.to_bytes(32, "little").hex(),
    "y of p + 1": (PRIME + 1).to_bytes(32, "little").hex(),
    "all bits set": "ff" * 32,
    "x zero with its sign set": (bytes([1]) + bytes(30) + b"\x80").hex(),
    "y of p − 1 with the sign set": (PRIME - 1 + 2**255).to_bytes(32, "little").hex(),
    "no point of the curve": (2).to_bytes(32, "little").hex(),
}
Faults = Iterator[tuple[str, Record]]


def members(record: Record, where: str = "") -> Faults:
    """Each member left out, and one too many, at this level."""
    for name in record:
        if not (where == "" and name in ("sig", "kind")):
            yield f"no {where}{name}", {name: DROP}
    yield f"a member too many in {where or 'it'}", {"extra": "0"}


def common(every: bool = False) -> Faults:
    """Values of the members that every record has, that do not read; some of them, or all."""
    bad_hex = forms.bad_hex if every else forms.few_bad_hex
    times = forms.BAD_LOG_TIMES + forms.BAD_FRACTIONS
    for value in times if every else times[::5]:
        yield f"issued_at {forms.shown(value)}", {"issued_at": value}
    for value in bad_hex(key("operator")):
        yield f"signer_pubkey {forms.shown(value)}", {"signer_pubkey": value}
    for value in bad_hex(digest("a") + digest("b")):
        yield f"sig {forms.shown(value)}", {"sig": value}


def bad_keys(every: bool = False) -> Faults:
    """Signer keys that are refused as keys, some or all, each with a signature that would be refused after them."""
    sig = SMALL_ORDER["the identity"] + bytes(32).hex()
    for why, public in list((NOT_DECODED | SMALL_ORDER).items())[:: 1 if every else 4]:
        yield f"a key: {why}", {"signer_pubkey": public, "sig": sig}


def signatures(record: Record, name: str, domain: str = MODELS, every: bool = False) -> Faults:
    """The record, resolved, with signatures that do not verify."""
    good = signed({**record, "signer_pubkey": key(name)}, domain)["sig"]
    other = key("stranger")
    swapped: list[tuple[str, str]] = [
        ("R changed", f"{int(good[0], 16) ^ 1:x}{good[1:]}"),
        ("S changed", f"{good[:64]}{int(good[64], 16) ^ 1:x}{good[65:]}"),
        ("S with the group's order added", with_large_scalar(good)),
        ("S with its top bit set", good[:126] + f"{int(good[126], 16) ^ 8:x}{good[127]}"),
        ("S equal to the group's order", good[:64] + ORDER.to_bytes(32, "little").hex()),
        ("no bit set", "00" * 64),
        ("every bit set", "ff" * 64),
        ("another key's signature", signed({**record, "signer_pubkey": other}, domain)["sig"]),
        ("the signature of another domain", signed({**record, "signer_pubkey": key(name)}, "wai:other")["sig"]),
        ("the signature of the text without a domain", signed({**record, "signer_pubkey": key(name)}, "")["sig"]),
    ]
    for why, public in list((SMALL_ORDER | NOT_DECODED).items())[:: 1 if every else 6]:
        swapped.append((f"R {why}", public + good[64:]))
    for why, sig in swapped:
        yield why, {"sig": sig}


def crafted(record: Record, name: str) -> Faults:
    """Signatures over a record without places to fill in, that a looser verifier takes."""
    yield "R the identity, where the equation holds", signed_with_point(record, name, "identity")
    yield (
        "R with a part of order 8, where only the equation with cofactor holds",
        signed_with_point(record, name, "mixed"),
    )
    yield (
        "a key of mixed order, where only the equation with cofactor holds",
        signed_under_mixed_order(record, name, False),
    )


def each_number(record: Any, path: str = "") -> Iterator[str]:
    """The path of each integer in a record."""
    items: Any = record.items() if isinstance(record, dict) else enumerate(record) if isinstance(record, list) else ()
    for name, value in items:
        where = f"{path}/{name}" if path else str(name)
        if isinstance(value, int):
            yield where
        yield from each_number(value, where)
