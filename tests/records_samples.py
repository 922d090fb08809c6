"""Records of every kind that read, from a seeded source of chance, and copies of them with one thing changed.

Signatures and link hashes are of the right form and nothing more.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

LARGEST = 2**53 - 1


class Number(str):
    """A number by its text, in whatever form."""

    __slots__ = ()


def text_of(value: object) -> str:
    """The JSON text of a value in which a `Number` stands for its text."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(name)}:{text_of(member)}" for name, member in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(text_of, value)) + "]"
    return json.dumps(value)


def hexadecimal(rng: random.Random, size: int = 32) -> str:
    return rng.randbytes(size).hex()


def hexes(rng: random.Random) -> list[str]:
    return sorted(hexadecimal(rng) for _ in range(rng.randrange(4)))


def optional(rng: random.Random) -> str | None:
    return rng.choice((None, hexadecimal(rng)))


def instant(rng: random.Random, year: int) -> str:
    return (
        f"{year:04}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}T{rng.randrange(24):02}:{rng.randrange(60):02}:59Z"
    )


def span(rng: random.Random) -> tuple[str, str]:
    year = rng.randint(1, 9998)
    return instant(rng, year), instant(rng, year + 1)


def count(rng: random.Random) -> int:
    return rng.choice((0, 1, LARGEST, rng.randrange(1000)))


def signed(rng: random.Random, kind: str, **members: Any) -> dict[str, Any]:
    fraction = rng.choice(("Z", ".5Z", ".123456789Z"))
    issued_at = instant(rng, 2026).replace("Z", fraction)
    common = {"issued_at": issued_at, "signer_pubkey": hexadecimal(rng), "sig": hexadecimal(rng, 64)}
    return {"kind": kind, **members, **common}


def policy(rng: random.Random) -> dict[str, Any]:
    seq = rng.choice((0, 3))
    before, after = span(rng)
    entries = [
        {"sha256": hexadecimal(rng), "capability": capability, "role": role, "tier": tier}
        for capability, role, tier in (
            ("wai.codec-2", "decode", "entropy-consistency"),
            ("wai.media.upscale", "upscale", "decode-equivalence"),
            ("wai.media.upscale", "enhance", "none"),
            ("wai.media.upscale", "generate", "none"),
        )
    ]
    entries.sort(key=lambda entry: entry["sha256"])
    devices, attesters, spares = (sorted(hexadecimal(rng) for _ in range(2)) for _ in range(3))
    classes = [
        {"name": "living-room", "devices": devices, "attesters": hexes(rng), "sets": []},
        {"name": "kiosk.2", "devices": [], "attesters": attesters, "sets": entries},
        {"name": "spare_3", "devices": spares, "attesters": [], "sets": []},
    ]
    return signed(
        rng,
        "wai-model-policy",
        seq=seq,
        supersedes=hexadecimal(rng) if seq else None,
        not_before=before,
        not_after=after,
        key_log=rng.choice((None, "https://keys.example", "https://a-b.example:8443")),
        classes=classes,
        signer_id="fleet ☂",
    )


def attestation(rng: random.Random) -> dict[str, Any]:
    before, after = span(rng)
    return signed(rng, "wai-model-device", device=hexadecimal(rng), not_before=before, not_after=after)


def path(rng: random.Random, **members: Any) -> dict[str, Any]:
    backend = rng.choice(("model-runtime", "webnn", "onnx-runtime", "wai-ops", "wgsl"))
    integer = backend in ("wai-ops", "wgsl")
    unit = rng.choice(("gpu", "cpu") if integer else ("npu", "gpu", "cpu"))
    return {"unit": unit, "backend": backend, "arithmetic": "integer" if integer else "float", **members}


def report(rng: random.Random) -> dict[str, Any]:
    before, after = span(rng)
    decodes = []
    for at in sorted(instant(rng, 2026) for _ in range(2)):
        placement = {unit: count(rng) for unit in ("npu", "gpu", "cpu", "unknown")}
        dispatch = {
            "kind": "wai-neural-dispatch/1",
            "capability": "wai.codec",
            "needed": "none",
            "ran": path(rng, tier="none", placement=rng.choice((None, placement))),
            "refused": [path(rng, reason="no_device") for _ in range(rng.randrange(3))],
        }
        decodes.append({"at": at, "set": {"sha256": hexadecimal(rng), "inner": optional(rng)}, "dispatch": dispatch})
    return signed(
        rng,
        "wai-model-run",
        policy=hexadecimal(rng),
        **{"class": "kiosk.2", "from": before},
        to=after,
        attestation=optional(rng),
        decodes=decodes,
        presentations=hexes(rng),
    )


def presentation(rng: random.Random) -> dict[str, Any]:
    categories = ("transmitted", "derived", "asserted", "synthesized")
    frames = []
    for made in categories:
        made_by = None if made == "transmitted" else optional(rng)
        frames.append({"made": made, "made_by": made_by, "pixels": {name: count(rng) for name in categories}})
    return signed(rng, "wai-presentation", frames=frames)


def key_log(rng: random.Random) -> dict[str, Any]:
    revisions = []
    for seq in range(3):
        signature = {"signer_pubkey": hexadecimal(rng), "sig": hexadecimal(rng, 64)}
        members = {"seq": seq, "prev": optional(rng), "issued_at": instant(rng, 2020 + seq)}
        revisions.append({**members, "revoked_modules": hexes(rng), "next_root": hexadecimal(rng), **signature})
    return {"kind": "wai-key-log", "origin": "https://keys.example", "revisions": revisions}


def rollup(rng: random.Random) -> dict[str, Any]:
    before, after = span(rng)
    line = {"sha256": hexadecimal(rng), "capability": "wai.codec", "role": "decode"}
    figures = {
        "decodes": count(rng),
        "frames": 0,
        "pixels": count(rng),
        "units": {unit: count(rng) for unit in ("npu", "gpu", "cpu")},
    }
    classes = [{"class": "kiosk.2", "reports": count(rng), "devices": 1, "silent": 0, "sets": [line | figures]}]
    return signed(
        rng,
        "wai-model-rollup",
        policy=hexadecimal(rng),
        **{"from": before},
        to=after,
        reports=hexes(rng),
        classes=classes,
        signer_id="fleet",
    )


MAKERS: dict[str, Callable[[random.Random], dict[str, Any]]] = {
    "wai-model-policy": policy,
    "wai-model-device": attestation,
    "wai-model-run": report,
    "wai-presentation": presentation,
    "wai-key-log": key_log,
    "wai-model-rollup": rollup,
}


TEXTS: dict[str, list[str]] = json.loads((Path(__file__).parent / "data" / "record_strings.json").read_text("utf-8"))
NUMBERS = [Number(text) for text in TEXTS["numbers"]]
WORDS = [
    *TEXTS["words"],
    "ab" * 32,
    "AB" * 32,
    "ab" * 64,
    "☂" * 683,
    *("a" * size for size in (64, 65, 128, 129, 2048, 2049)),
]
LABELS = ["a" * 63, "b" * 63, "c" * 63]
ORIGINS = [
    *TEXTS["origins"],
    *(f"https://{'a' * size}.example" for size in (63, 64)),
    *(f"https://{'.'.join(LABELS)}.{'d' * size}:80" for size in (61, 62)),
]
DATES = TEXTS["date-times"]
SIMPLE = (None, True, False, 0, 1, -1, LARGEST, LARGEST + 1, 10**40, [], {}, [None], {"kind": "x"})
ODD = (*SIMPLE, *NUMBERS, *WORDS, *ORIGINS[:2], *DATES[:2])


def places(value: Any, depth: int = 99) -> Iterator[tuple[Any, Any]]:
    """Every container within a value, so many levels down, together with each of its keys or indices."""
    pending = [(value, 1)]
    while pending:
        container, level = pending.pop()
        keys = (
            container if isinstance(container, dict) else range(len(container)) if isinstance(container, list) else ()
        )
        for key in keys:
            yield container, key
            if level < depth:
                pending.append((container[key], level + 1))


def mutated(rng: random.Random, record: dict[str, Any]) -> dict[str, Any]:
    """A copy of a record with one thing changed, at any depth, or, rarely, none."""
    changed = copy.deepcopy(record)
    depth = rng.choice((1, 2, 99))
    container, key = rng.choice(list(places(changed, depth)))
    value = container[key]
    choice = rng.randrange(8)
    if choice == 0:
        del container[key]
    elif choice == 1 and isinstance(container, dict):
        container[rng.choice((key.upper(), key + " ", "kind", "note"))] = value
    elif choice == 1:
        container.insert(key, copy.deepcopy(value))
    elif choice in (2, 3):
        container[key] = rng.choice(ODD)
    elif choice in (4, 5):
        level = changed if choice == 5 else container
        elsewhere = [place for place in places(level, 99 if choice == 5 else 1) if _length(place) == len(str(value))]
        holder, other = rng.choice(elsewhere)
        container[key] = copy.deepcopy(holder[other])
        holder[other] = rng.choice((value, holder[other]))
    else:
        container[key] = _near(rng, value)
    return changed


def _length(place: tuple[Any, Any]) -> int:
    return len(str(place[0][place[1]]))


def neighbours(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Copies of a record: without each member and element, and with each value put in the place of those like it."""
    for container, key in list(places(record)):
        original = dict(container) if isinstance(container, dict) else list(container)
        for value in _alike(original[key]):
            container[key] = value
            yield record
            container[key] = original[key]
        del container[key]
        yield record
        container.clear()
        container.update(original) if isinstance(container, dict) else container.extend(original)


def _alike(value: Any) -> Sequence[Any]:
    """Other values that might stand where this one does."""
    if isinstance(value, str):
        return DATES if value[4:5] == "-" else ORIGINS if value.startswith("https:") else WORDS
    if isinstance(value, list):
        return ([], value[::-1], value + value[-1:], {}, None)
    return NUMBERS if isinstance(value, int) else ([], {}, None, "ab" * 32)


def _near(rng: random.Random, value: Any) -> Any:
    """A value that differs a little."""
    if isinstance(value, str):
        at = rng.randrange(len(value) + 1)
        other = value[:at] + rng.choice("0:Zé-.\u2028\U0001f600") + value[at + 1 :]
        long = "☂" * rng.choice((682, 683))
        return rng.choice((rng.choice(_alike(value)), value + "\n", value[:-1], value.upper(), other, value * 2, long))
    if isinstance(value, int):
        return rng.choice((Number(f"{value}.0"), Number(f"{value}e0"), value + 1, value - 1))
    if isinstance(value, list):
        return rng.choice((value[::-1], value * 2, value * 20, value[1:]))
    return rng.choice((value, [value], str(value), {"0": value}))
