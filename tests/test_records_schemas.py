"""The schemas of the records and the reader agree on made and mutated records, except where a schema says it cannot.

Each `$comment` that begins `unsaid:` lists, between semicolons, what the schema at its place cannot say. `UNSAID` has
the same things as functions, so the agreement is exact: what a schema accepts reads unless one of them says otherwise.
Schemas see the values of Python's JSON reader, to which `1.0` is a number like others; how it is written is unsaid.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import chain
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from referencing import Registry, Resource
from wai_lint.checkers.records.verifier import verify
from wai_lint.tests.records_corpus.bases import logged, policies
from wai_lint.tests.records_corpus.bases import whole as whole_fleet
from wai_lint.tests.records_corpus.fleet import finish
from wai_lint.tests.records_corpus.signing import key, signed
from wai_lint.tests.records_samples import MAKERS, Number, mutated, neighbours, places, text_of

FOLDER = Path(__file__).parent.parent / "schemas"
SCHEMAS = {path.stem: json.loads(path.read_text()) for path in FOLDER.glob("*.json")}
REGISTRY = Registry().with_resources((schema["$id"], Resource.from_contents(schema)) for schema in SCHEMAS.values())
BASE = SCHEMAS["record-types"]["$id"].removesuffix("record-types.json")
MALFORMED = ("record_malformed", "key_log_malformed")
ROUNDS = 500


def validator(name: str) -> jsonschema.Draft202012Validator:
    """The validator of `schemas/<name>`, which may end in a pointer."""
    return jsonschema.Draft202012Validator({"$ref": BASE + name}, registry=REGISTRY)


RECORDS = {kind: validator(f"{kind}.json") for kind in MAKERS}
OUTCOME = validator("wai-model-outcome.json")
RULES = validator("wai-model-policy.json#/$defs/rules")


def ascend(values: list[Any]) -> bool:
    return all(one < next_ for one, next_ in zip(values, values[1:], strict=False))


def plain(record: Any) -> bool:
    """Whether no number of the record is written in another way than records write them."""
    texts = (container[name] for container, name in places(record) if isinstance(container[name], Number))
    return all(re.fullmatch("0|[1-9][0-9]*", text) for text in texts)


def signer_id(record: Any) -> bool:
    return len(record["signer_id"].encode("utf-8", "surrogatepass")) <= 2048


UNSAID: dict[str, dict[str, Callable[[Any], bool]]] = {
    "record-types": {
        "written in plain decimal": plain,
        "at most 2048 bytes of UTF-8 (maxLength counts code points)": lambda r: "signer_id" not in r or signer_id(r),
    },
    "wai-model-device": {
        "not_before is before not_after": lambda r: r["not_before"] < r["not_after"],
        "device is not signer_pubkey": lambda r: r["device"] != r["signer_pubkey"],
    },
    "wai-model-run": {
        "from is before to": lambda r: r["from"] < r["to"],
        "decodes do not descend by at": lambda r: (
            [d["at"] for d in r["decodes"]] == sorted(d["at"] for d in r["decodes"])
        ),
        "presentations ascend": lambda r: ascend(r["presentations"]),
    },
    "wai-key-log": {
        "the revisions' issued_at ascend": lambda r: ascend([each["issued_at"] for each in r["revisions"]]),
        "revoked_modules ascend": lambda r: all(ascend(each["revoked_modules"]) for each in r["revisions"]),
    },
    "wai-model-rollup": {
        "from is before to": lambda r: r["from"] < r["to"],
        "reports ascend": lambda r: ascend(r["reports"]),
    },
    "wai-model-policy": {
        "not_before is before not_after": lambda r: r["not_before"] < r["not_after"],
        "class names differ": lambda r: len({each["name"] for each in r["classes"]}) == len(r["classes"]),
        "no key is device and attester of one class": lambda r: (
            not any(set(each["devices"]) & set(each["attesters"]) for each in r["classes"])
        ),
        "devices ascend": lambda r: all(ascend(each["devices"]) for each in r["classes"]),
        "attesters ascend": lambda r: all(ascend(each["attesters"]) for each in r["classes"]),
        "sets ascend by sha256, capability, role": lambda r: all(
            ascend([(entry["sha256"], entry["capability"], entry["role"]) for entry in each["sets"]])
            for each in r["classes"]
        ),
    },
}


def outcome_of(value: object) -> dict[str, Any]:
    """The outcome of a file that holds the value, after asking its schema about it."""
    outcome = json.loads(json.dumps(verify(text_of(value).encode()).to_json()))
    OUTCOME.validate(outcome)
    return outcome


def value_of(document: object) -> Any:
    """What a schema sees of a document."""
    return json.loads(text_of(document))


def broken(names: dict[str, Callable[[Any], bool]], record: Any) -> list[str]:
    """Which unsaid things do not hold of a record that its schema accepts."""
    return [name for name, holds in names.items() if not holds(record)]


def samples(kind: str) -> Iterator[Any]:
    """Values that read as records of a kind, or nearly. Each is good until the next."""
    rng = random.Random(f"schemas of {kind}")
    yield from (None, True, 0, "x", [])
    yield from neighbours(MAKERS[kind](rng))
    for _ in range(ROUNDS // 10):
        record = MAKERS[kind](rng)
        yield record
        yield from (mutated(rng, record) for _ in range(9))


def test_unsaid_things_are_those_that_the_schemas_name() -> None:
    for name, schema in SCHEMAS.items():
        text = json.dumps(schema)
        if name != "record-types" and "record-types.json" not in text:
            continue
        comments: list[str] = re.findall(r'"\$comment": "unsaid: (.*?)"[,}]', text)
        named = [thing for comment in comments for thing in comment.split("; ")]
        assert sorted(named) == sorted(UNSAID.get(name, ()))


@pytest.mark.parametrize("kind", MAKERS)
def test_what_a_schema_accepts_reads_and_nothing_else(kind: str) -> None:
    unsaid = UNSAID["record-types"] | ({} if kind == "wai-model-policy" else UNSAID.get(kind, {}))
    seen: Counter[str] = Counter()
    for record in samples(kind):
        outcome = outcome_of(record)
        accepted = RECORDS[kind].is_valid(value_of(record))
        breaks = broken(unsaid, record) if accepted else []
        seen.update(breaks or (["accepted"] if accepted else ["refused"]))
        assert (outcome.get("reason") not in MALFORMED) is (accepted and not breaks), (breaks, outcome, text_of(record))
    reachable = {name for name in unsaid if "2048" not in name or kind in ("wai-model-policy", "wai-model-rollup")}
    reachable -= {"written in plain decimal"} if kind == "wai-model-device" else set()
    assert set(seen) == reachable | {"accepted", "refused"}


def test_the_rules_of_a_policy_are_those_of_its_schema() -> None:
    seen: Counter[str] = Counter()
    both = MAKERS["wai-model-policy"](random.Random(0))
    both["classes"][0]["attesters"] = both["classes"][0]["devices"]
    for record in chain([both], samples("wai-model-policy")):
        value = value_of(record)
        accepted = RULES.is_valid(value)
        if not RECORDS["wai-model-policy"].is_valid(value):
            assert not accepted
            continue
        if broken(UNSAID["record-types"], record):
            continue
        unsigned = {name: member for name, member in record.items() if name != "sig"}
        outcome = outcome_of(signed(unsigned | {"signer_pubkey": key("operator")}))
        breaks = broken(UNSAID["wai-model-policy"], record) if accepted else []
        seen.update(breaks or [str(accepted)])
        assert outcome.get("reason") == (None if accepted and not breaks else "policy_invalid"), (
            breaks,
            text_of(record),
        )
    assert set(seen) == {*UNSAID["wai-model-policy"], "True", "False"}


LIMITS = [
    ("wai-model-run", "decodes", ("properties", "decodes")),
    ("wai-model-run", "presentations", ("properties", "presentations")),
    ("wai-model-run", "refused", ("$defs", "dispatch", "properties", "refused")),
    ("wai-presentation", "frames", ("properties", "frames")),
    ("wai-key-log", "revisions", ("properties", "revisions")),
    ("wai-model-rollup", "reports", ("properties", "reports")),
]


@pytest.mark.parametrize(("kind", "name", "pointer"), LIMITS)
def test_arrays_end_where_their_schema_says(kind: str, name: str, pointer: tuple[str, ...]) -> None:
    record = MAKERS[kind](random.Random(1))
    schema = SCHEMAS[kind]
    for part in pointer:
        schema = schema[part]
    container = next(container for container, key in places(record) if key == name)
    for size in (schema["maxItems"], schema["maxItems"] + 1):
        container[name] = grown(name, container[name], size)
        outcome = verify(json.dumps(record).encode()).to_json()
        assert (outcome.get("reason") in MALFORMED) is (size > schema["maxItems"])


def grown(name: str, elements: list[Any], size: int) -> list[Any]:
    """An array of so many elements that is in order where it has to be."""
    if name in ("presentations", "reports"):
        return [f"{number:064x}" for number in range(size)]
    if name == "revisions":
        first = datetime(2026, 1, 1)
        times = ((first + timedelta(minutes=number)).isoformat() + "Z" for number in range(size))
        return [elements[0] | {"issued_at": time} for time in times]
    return elements[:1] * size


def unsaid_of_bundle(bundle: Any) -> list[str]:
    """Which unsaid things do not hold of the records of a bundle that its schema accepts."""
    kinds = {
        "attestations": "wai-model-device",
        "reports": "wai-model-run",
        "rollup": "wai-model-rollup",
        "key_log": "wai-key-log",
    }
    breaks = broken({"written in plain decimal": plain}, bundle)
    for member in ("policies", "presentations", *kinds):
        records = (
            bundle[member] if isinstance(bundle[member], list) else [bundle[member]] * (bundle[member] is not None)
        )
        for record in records:
            breaks += broken(UNSAID["record-types"] | UNSAID.get(kinds.get(member, ""), {}), record)
    return breaks


def test_the_schema_of_bundles_accepts_those_in_which_every_record_reads() -> None:
    rng = random.Random("schemas of bundles")
    whole, envelope = validator("wai-model-bundle.json"), validator("wai-model-bundle.json#/$defs/envelope")
    original = finish(whole_fleet())
    seen: Counter[str] = Counter()
    for bundle in (original, *(mutated(rng, original) for _ in range(ROUNDS // 2))):
        outcome, value = outcome_of(bundle), value_of(bundle)
        accepted = whole.is_valid(value)
        breaks = unsaid_of_bundle(bundle) if accepted else []
        seen[outcome.get("reason", "accepted")] += 1
        assert (outcome.get("reason") not in MALFORMED) is (accepted and not breaks), (breaks, outcome)
        if value.get("kind") not in list(RECORDS):
            assert (outcome.get("at") == ["bundle"]) is not envelope.is_valid(value), outcome
    assert {*MALFORMED, "accepted", "bad_signature"} <= set(seen)


@pytest.mark.parametrize("named", [True, False])
def test_a_key_log_is_read_only_when_a_policy_names_one(named: bool) -> None:
    bundle = finish(logged() if named else policies())
    bundle["key_log"] = {"kind": 5}
    assert (outcome_of(bundle).get("reason") == "key_log_malformed") is named
    assert validator("wai-model-bundle.json").is_valid(bundle) is not named


REFUSED = {"accepted": False, "reason": "bad_key", "at": ["bundle"], "message": "why"}
NO_PLACES = (
    "bundle",
    [],
    ["statement", 0],
    ["bundle", 0],
    ["rollup", 0],
    ["key_log", 1],
    ["report", -1],
    ["report", "0"],
    ["report", 0, "decode"],
    ["policy", 0, "decode", 0],
    ["report", 0, "decode", 0, "frame", 0],
    ["report", 0, "presentation", 0, "frame"],
    ["report", 0, "presentation", 0, "decode", 0],
)
NO_OUTCOMES = (
    {"accepted": True},
    {"accepted": False},
    REFUSED | {"accepted": 0},
    REFUSED | {"accepted": True},
    REFUSED | {"reason": "bad_kee"},
    REFUSED | {"message": ""},
    REFUSED | {"policies": 1},
    *(REFUSED | {"at": place} for place in NO_PLACES),
)


@pytest.mark.parametrize("outcome", NO_OUTCOMES)
def test_what_is_no_outcome_is_refused(outcome: Any) -> None:
    assert OUTCOME.is_valid(REFUSED)
    assert not OUTCOME.is_valid(outcome)
