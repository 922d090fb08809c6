"""The tables of records: a pattern takes what the walk over the value takes, and a fault is said at its place."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from wai_lint.checkers.records import attestation, policy, report, rollup, statement
from wai_lint.checkers.records.canonical import canonical
from wai_lint.checkers.records.outcome import Path
from wai_lint.checkers.records.reading import OtherNumber
from wai_lint.checkers.records.record import Table
from wai_lint.checkers.records.shapes import SIGNER_ID, TEXT, Fault, Fields, ListOf, Shape, clipped

Change = Callable[[Any], object]
KEY, SIG = "0f" * 32, "a9" * 64
COMMON = {"issued_at": "2026-01-31T00:00:00.5Z", "signer_pubkey": KEY, "sig": SIG}
SPAN = {"not_before": "2026-01-01T00:00:00Z", "not_after": "2026-02-01T00:00:00Z"}
PERIOD = {"from": "2026-01-01T00:00:00Z", "to": "2026-02-01T00:00:00Z"}
PIXELS = {"transmitted": 0, "derived": 1, "asserted": 2, "synthesized": 2**53 - 1}
FLOAT = {"unit": "npu", "backend": "webnn", "arithmetic": "float"}
INTEGER = {"unit": "gpu", "backend": "wgsl", "arithmetic": "integer"}
DISPATCH = {
    "kind": "wai-neural-dispatch/1",
    "capability": "wai.media.video",
    "needed": "none",
    "ran": {**INTEGER, "tier": "decode-equivalence", "placement": {"npu": 0, "gpu": 1, "cpu": 2, "unknown": 3}},
    "refused": [{**FLOAT, "reason": "tier_refused"}, {**INTEGER, "reason": "x"}],
}
DECODE = {"at": "2026-01-02T00:00:00Z", "set": {"sha256": KEY, "inner": None}, "dispatch": DISPATCH}
SAMPLES: dict[str, tuple[Table, dict[str, object]]] = {
    "policy": (
        policy.TABLE,
        {
            **COMMON,
            **SPAN,
            "kind": "wai-model-policy",
            "seq": 0,
            "supersedes": None,
            "key_log": 'not an \u00f6rigin \\ "',
            "classes": [
                {
                    "name": "",
                    "devices": [KEY, KEY],
                    "attesters": [],
                    "sets": [{"sha256": KEY, "capability": "a", "role": "", "tier": "x"}],
                }
            ],
            "signer_id": "\u00e9" * 1024,
        },
    ),
    "attestation": (attestation.TABLE, {**COMMON, **SPAN, "kind": "wai-model-device", "device": KEY}),
    "report": (
        report.TABLE,
        {
            **COMMON,
            **PERIOD,
            "kind": "wai-model-run",
            "policy": KEY,
            "class": "a",
            "attestation": KEY,
            "decodes": [
                DECODE,
                {**DECODE, "dispatch": {**DISPATCH, "ran": {**FLOAT, "tier": "none", "placement": None}}},
            ],
            "presentations": [KEY, KEY],
        },
    ),
    "statement": (
        statement.TABLE,
        {
            **COMMON,
            "kind": "wai-presentation",
            "frames": [
                {"made": "transmitted", "made_by": None, "pixels": PIXELS},
                {"made": "derived", "made_by": KEY, "pixels": PIXELS},
                {"made": "asserted", "made_by": None, "pixels": PIXELS},
                {"made": "synthesized", "made_by": KEY, "pixels": PIXELS},
            ],
        },
    ),
    "rollup": (
        rollup.TABLE,
        {
            **COMMON,
            **PERIOD,
            "kind": "wai-model-rollup",
            "policy": KEY,
            "reports": [KEY],
            "classes": [
                {
                    "class": "a",
                    "reports": 0,
                    "devices": 1,
                    "silent": 2,
                    "sets": [
                        {
                            "sha256": KEY,
                            "capability": "a",
                            "role": "decode",
                            "decodes": 0,
                            "frames": 0,
                            "pixels": 0,
                            "units": {"npu": 0, "gpu": 0, "cpu": 0},
                        }
                    ],
                }
            ],
            "signer_id": "a",
        },
    ),
}
# Of these, some are right in some places.
OTHERS: list[object] = [
    None,
    True,
    0,
    2**53 - 1,
    OtherNumber("-0"),
    "",
    "a",
    KEY,
    KEY.upper(),
    KEY + "0",
    KEY[1:],
    SIG,
    "2026-01-31T00:00:00Z",
    "2026-01-31T00:00:00.5Z",
    "2026-02-29T00:00:00Z",
    "none",
    "decode",
    "npu",
    "wgsl",
    "webnn",
    "float",
    "integer",
    "transmitted",
    "derived",
    "a\n",
    '"',
    "a" * 65,
    "a" * 2049,
    [],
    [KEY],
    [None],
    {},
    {"npu": 0},
]


def places(value: object, path: Path = ()) -> Iterator[Path]:
    yield path
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        yield from places(member, (*path, key))


def with_change(value: Any, path: Path, change: Change) -> Any:
    """A copy of a value in which the value at a path is what `change` makes of it."""
    if not path:
        return change(value)
    changed = value.copy()
    changed[path[0]] = with_change(value[path[0]], path[1:], change)
    return changed


def without_each(value: Any) -> Iterator[Change]:
    """Changes that drop, add and repeat members or elements of a container."""
    if isinstance(value, dict):
        for name in value:
            yield lambda each, name=name: {key: member for key, member in each.items() if key != name}
        yield lambda each: {**each, "more": None}
    if isinstance(value, list):
        yield lambda each: [*each, *each]
        yield lambda each: each[1:]


def at(value: Any, path: Path) -> Any:
    for part in path:
        value = value[part]
    return value


def reads(shape: Shape, value: object) -> bool:
    try:
        shape.check(value)
    except Fault:
        return False
    return True


@pytest.mark.parametrize("kind", SAMPLES)
def test_the_sample_reads_and_its_pattern_takes_it_but_for_what_is_counted(kind: str) -> None:
    table, sample = SAMPLES[kind]
    assert reads(table.shape, sample)
    assert table.read(sample) == canonical(sample)
    plain = {**sample, "signer_id": "a"} if "signer_id" in sample else sample
    assert re.fullmatch(table.shape.pattern.encode(), canonical(plain))


@pytest.mark.parametrize("kind", SAMPLES)
def test_a_pattern_takes_nothing_that_the_walk_refuses_and_leaves_nothing_to_it(kind: str) -> None:
    table, sample = SAMPLES[kind]
    sample = {**sample, "signer_id": "a"} if "signer_id" in sample else sample
    pattern = re.compile(table.shape.pattern.encode())
    verdicts = {True: 0, False: 0}
    # A `signer_id` with escapes, or not in ASCII, is counted by the walk alone.
    for path in places(sample):
        if path == ("signer_id",):
            continue
        changes = [lambda _, other=other: other for other in OTHERS]
        for change in (*changes, *without_each(at(sample, path))):
            changed = with_change(sample, path, change)
            walked = reads(table.shape, changed)
            try:
                matched = pattern.fullmatch(canonical(changed)) is not None
            except TypeError:
                matched = False
            assert matched == walked, (path, changed)
            verdicts[walked] += 1
    assert min(verdicts.values()) > 3


@pytest.mark.parametrize("kind", SAMPLES)
def test_a_fault_is_at_the_member_that_was_changed(kind: str) -> None:
    table, sample = SAMPLES[kind]
    for path in places(sample):
        if path:
            with pytest.raises(Fault) as fault:
                table.shape.check(with_change(sample, path, lambda _: OtherNumber("1.5")))
            assert fault.value.pointer == path


@pytest.mark.parametrize(
    ("ran", "pointer"),
    [
        ({**INTEGER, "unit": "npu"}, ("unit",)),
        ({**INTEGER, "backend": "webnn"}, ("backend",)),
        ({**FLOAT, "backend": "wai-ops"}, ("backend",)),
        ({**FLOAT, "arithmetic": "fixed"}, ("arithmetic",)),
        ({"unit": "cpu", "backend": "wgsl"}, ("arithmetic",)),
    ],
)
def test_a_paths_arithmetic_is_its_backends_and_none_in_integer_is_an_npus(
    ran: dict[str, object], pointer: Path
) -> None:
    table, sample = SAMPLES["report"]
    path = ("decodes", 0, "dispatch", "refused", 0)
    with pytest.raises(Fault) as fault:
        table.shape.check(with_change(sample, path, lambda _: {**ran, "reason": "x"}))
    assert fault.value.pointer == (*path, *pointer)


@pytest.mark.parametrize(("length", "good"), [(0, False), (1, True), (2048, True), (2049, False)])
@pytest.mark.parametrize("char", ["a", '"', "\n"])
def test_a_signer_id_has_1_to_2048_bytes(char: str, length: int, good: bool) -> None:
    assert reads(SIGNER_ID, char * length) == good
    if re.fullmatch(SIGNER_ID.pattern.encode(), canonical(char * length)):
        assert good


def test_a_signer_id_is_counted_in_bytes_of_utf_8() -> None:
    assert reads(SIGNER_ID, "\u00e9" * 1024)
    assert not reads(SIGNER_ID, "\u00e9" * 1024 + "a")


def test_the_length_of_an_array_is_bounded_on_both_sides() -> None:
    shape = ListOf(Fields({"a": TEXT}), least=1, most=3)
    for length in range(6):
        value = [{"a": "x"}] * length
        assert reads(shape, value) == (1 <= length <= 3)
        assert bool(re.fullmatch(shape.pattern.encode(), canonical(value))) == (1 <= length <= 3)


@pytest.mark.parametrize(
    ("member", "most", "element"),
    [("decodes", 65_536, DECODE), ("presentations", 4096, KEY)],
)
def test_a_report_holds_no_more_than_it_may(member: str, most: int, element: object) -> None:
    table, sample = SAMPLES["report"]
    assert table.read({**sample, member: [element] * most})
    with pytest.raises(Fault) as fault:
        table.read({**sample, member: [element] * (most + 1)})
    assert fault.value.pointer == (member, most)


def test_a_record_that_is_wrong_at_its_very_end_is_refused_in_time_in_proportion() -> None:
    table, sample = SAMPLES["report"]

    def duration(count: int) -> float:
        record = {**sample, "decodes": [DECODE] * count, "to": "x"}
        start = time.process_time()
        with pytest.raises(Fault):
            table.read(record)
        return time.process_time() - start

    assert duration(16_000) < 40 * max(duration(1000), 0.002)


def test_what_a_message_shows_is_short_and_printable() -> None:
    assert clipped("a" * 80) == "a" * 80
    assert clipped("a" * 81) == "a" * 77 + "..."
    assert clipped("\n\u202e") == "\\u000a\\u202e"
    assert len(clipped("\n" * 10**6)) == 80
