"""What no result may depend on is found, with its place, its invocations and its words; what may be is not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from wai_lint.checkers.decoder.executors.executor import Dispatch, ExecutionError, Program
from wai_lint.checkers.decoder.executors.interpreter import InterpreterExecutor
from wai_lint.checkers.wgsl.interpreter.sanitizer import (
    DIVERGENT_BARRIER,
    FOREIGN_READ,
    LOOP_BOUND,
    MIXED_ATOMICS,
    OUT_OF_BOUNDS,
    TWO_WRITERS,
    Finding,
)
from wai_lint.tests.interpreted import dispatched

DECLARED = """
@group(0) @binding(0) var<storage, read_write> out: array<u32, 8>;
@group(0) @binding(1) var<storage, read_write> more: array<u32>;
@group(0) @binding(2) var<storage, read_write> counts: array<atomic<u32>, 8>;
var<workgroup> shared_words: array<u32, 8>;
var<workgroup> tallies: array<atomic<u32>, 8>;
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    BODY
}
"""


def found(body: str, lanes: int = 1 << 14, rounds: int = 1000) -> tuple[list[Finding], list[str]]:
    """What two workgroups of four invocations do, and the texts of the places."""
    text = DECLARED.replace("BODY", body)
    words = {0: np.zeros(8, np.uint32), 1: np.zeros(5, np.uint32), 2: np.zeros(8, np.uint32)}
    findings = dispatched(text, words, (2, 1, 1), lanes=lanes, rounds=rounds)
    return findings, [text[finding.start : finding.end] for finding in findings]


def point(*xs: int) -> list[tuple[int, int, int]]:
    return [(x, 0, 0) for x in xs]


# Body, kind, place, invocations, others, words.
FINDINGS = {
    "past a fixed array": ("out[i + 3u] = i;", OUT_OF_BOUNDS, "out[i + 3u]", [5, 6, 7], None, [8, 9, 10]),
    "past a runtime-sized array": ("more[i] = i;", OUT_OF_BOUNDS, "more[i]", [5, 6, 7], None, [5, 6, 7]),
    "a negative index": ("out[i32(i) - 1] = i;", OUT_OF_BOUNDS, "out[i32(i) - 1]", [0], None, [-1]),
    "past a constant table": (
        "out[i] = array(1u, 2u, 3u, 4u, 5u, 6u, 7u)[i];",
        OUT_OF_BOUNDS,
        "array(1u, 2u, 3u, 4u, 5u, 6u, 7u)[i]",
        [7],
        None,
        [7],
    ),
    "past a vector": ("out[i] = vec4(i)[i / 2u + 1u];", OUT_OF_BOUNDS, "vec4(i)[i / 2u + 1u]", [6, 7], None, [4, 4]),
    "past a variable": ("var a: array<u32, 6>; a[i] = 1u; out[i] = a[0];", OUT_OF_BOUNDS, "a[i]", [6, 7], None, [6, 7]),
    "once of an invocation": ("more[i] = i; out[i + 3u] = 1u;", OUT_OF_BOUNDS, "more[i]", [5, 6, 7], None, [5, 6, 7]),
    "the same index for all": (
        "if i == 6u { out[i] = more[arrayLength(&more)]; }",
        OUT_OF_BOUNDS,
        "more[arrayLength(&more)]",
        [6],
        None,
        [5],
    ),
    "under a mask": ("if i > 5u { more[i] = i; }", OUT_OF_BOUNDS, "more[i]", [6, 7], None, [6, 7]),
    "two write at once": ("if i > 5u { out[0] = i; }", TWO_WRITERS, "out[0] = i", [6], [7], [0]),
    "two write in turn": (
        "if i == 2u { out[1] = 1u; } if i == 6u { out[1] = 1u; }",
        TWO_WRITERS,
        "out[1] = 1u",
        [6],
        [2],
        [1],
    ),
    "two write the same value": ("if i < 2u { out[i / 2u] = 1u; }", TWO_WRITERS, "out[i / 2u] = 1u", [0], [1], [0]),
    "all write at one place": ("if i < 2u { more[4] = 1u; }", TWO_WRITERS, "more[4] = 1u", [0], [1], [4]),
    "a read after another's write": (
        "if i == 1u { out[3] = 5u; } if i == 4u { more[0] = out[3]; }",
        FOREIGN_READ,
        "out[3]",
        [4],
        [1],
        [3],
    ),
    "a write after another's read": (
        "if i == 4u { more[0] = out[3]; } if i == 1u { out[3] = 5u; }",
        FOREIGN_READ,
        "out[3] = 5u",
        [1],
        [4],
        [3],
    ),
    "a write after many read": (
        "let x = out[3]; if i == 1u { out[3] = x; }",
        FOREIGN_READ,
        "out[3] = x",
        [1],
        [None],
        [3],
    ),
    "or-ing and and-ing a word": (
        "if i == 1u { atomicOr(&counts[2], 1u); } if i == 2u { atomicAnd(&counts[2], 1u); }",
        MIXED_ATOMICS,
        "atomicAnd(&counts[2], 1u)",
        [2],
        None,
        [2],
    ),
    "loading what is added to": (
        "if i == 1u { atomicAdd(&counts[2], 1u); } if i == 2u { out[0] = atomicLoad(&counts[2]); }",
        MIXED_ATOMICS,
        "atomicLoad(&counts[2])",
        [2],
        None,
        [2],
    ),
    "two atomic stores": (
        "if i < 2u { atomicStore(&counts[3], i); }",
        TWO_WRITERS,
        "atomicStore(&counts[3], i)",
        [0],
        [1],
        [3],
    ),
    "no end": (
        "if i == 3u { loop { if i == 9u { break; } } }",
        LOOP_BOUND,
        "loop { if i == 9u { break; } }",
        [3],
        None,
        [],
    ),
    "too many rounds": (
        "for (var k = 0u; k < 2000u; k++) { if i != 1u { break; } }",
        LOOP_BOUND,
        "for (var k = 0u; k < 2000u; k++) { if i != 1u { break; } }",
        [1],
        None,
        [],
    ),
    "workgroup memory before a barrier": (
        "shared_words[i & 3u] = i; if i == 0u { out[0] = shared_words[1]; }",
        FOREIGN_READ,
        "shared_words[1]",
        [0],
        [1],
        [1],
    ),
    "workgroup memory after a barrier": (
        "shared_words[i & 3u] = i; workgroupBarrier(); if i == 5u || i == 6u { shared_words[2] = 1u; }",
        TWO_WRITERS,
        "shared_words[2] = 1u",
        [5],
        [6],
        [2],
    ),
    "workgroup memory by two kinds of atomics": (
        "if i == 5u { atomicOr(&tallies[2], 1u); } if i == 6u { atomicAnd(&tallies[2], 1u); }",
        MIXED_ATOMICS,
        "atomicAnd(&tallies[2], 1u)",
        [6],
        None,
        [2],
    ),
    "a barrier for some": (
        "if i > 5u { workgroupBarrier(); }",
        DIVERGENT_BARRIER,
        "workgroupBarrier()",
        [6, 7],
        None,
        [],
    ),
}


@pytest.mark.parametrize("name", FINDINGS)
def test_each_kind_is_found_where_it_is(name):
    body, kind, place, invocations, others, words = FINDINGS[name]
    findings, places = found(body)
    assert [finding.kind for finding in findings] == [kind]
    assert places == [place]
    (finding,) = findings
    assert finding.invocations == point(*invocations)
    assert finding.count == len(invocations)
    assert finding.words == words
    if others is not None:
        assert finding.others == [None if other is None else (other, 0, 0) for other in others]


@pytest.mark.parametrize("name", [name for name in FINDINGS if not name.startswith("workgroup memory")])
def test_the_size_of_a_block_hides_nothing(name):
    body, kind, *_ = FINDINGS[name]
    findings, _ = found(body, lanes=1)
    assert {finding.kind for finding in findings} == {kind}


CLEAN = {
    "its own word": "out[i] = i; out[i] += out[i];",
    "reading what nobody writes": "out[i] = more[0] + more[i & 3u];",
    "in bounds under a mask": "if i < arrayLength(&more) { more[i] = i; }",
    "in bounds after a short circuit": "if i < 5u && more[i] == 0u { more[i] = 1u; }",
    "adding and subtracting": "atomicAdd(&counts[0], i); atomicSub(&counts[0], 1u);",
    "each kind on a word of its own": "atomicOr(&counts[0], i); atomicAnd(&counts[1], i); atomicMax(&counts[2], i);",
    "atomic stores to own words": "atomicStore(&counts[i], 1u);",
    "workgroup memory past a barrier": "shared_words[i % 4u] = i; workgroupBarrier(); out[i] = shared_words[i & 1];",
    "another kind past a barrier": "atomicOr(&tallies[0], i); workgroupBarrier(); atomicMax(&tallies[0], i);",
    "a barrier for whole workgroups": "if i > 3u { workgroupBarrier(); }",
    "a read that a short circuit spares": "if i == 3u { out[3] = 1u; } if i == 3u && out[3] == 1u { more[0] = 1u; }",
    "a loop within the bound": "for (var k = 0u; k < 900u; k++) { if k == i { break; } }",
    "no invocation at all": "if i > 90u { out[i] = 1u; loop { if i < 9u { break; } } }",
}


@pytest.mark.parametrize("name", CLEAN)
@pytest.mark.parametrize("lanes", [1, 1 << 14])
def test_what_every_order_gives_alike_is_not_found(name, lanes):
    assert found(CLEAN[name], lanes=lanes)[0] == []


LISTED = """
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<storage> todo: array<vec2<u32>>;
@compute @workgroup_size(3)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let steps = arrayLength(&todo) / 6u;
    for (var k = 0u; k < steps; k++) {
        let step = todo[id.x * steps + k];
        if step.x == 1u { out[step.y] = step.y; } else if step.x == 2u { _ = out[step.y] + 1u; }
    }
}
"""


@settings(deadline=None)
@example(steps=[((0, 0), (1, 2), *[(0, 0)] * 4), ((1, 2), *[(0, 0)] * 5), ((2, 2), *[(0, 0)] * 5)], lanes=6)
@given(
    steps=st.lists(st.tuples(*[st.tuples(st.integers(0, 2), st.integers(0, 3))] * 6), min_size=1, max_size=5),
    lanes=st.sampled_from([1, 6]),
)
def test_races_are_found_exactly_where_they_are(steps, lanes):
    todo = np.array([[step[i] for step in steps] for i in range(6)], np.uint32).reshape(-1)
    findings = dispatched(LISTED, {0: np.zeros(4, np.uint32), 1: todo}, (2, 1, 1), lanes=lanes)
    reached = {
        kind: [{i for i in range(6) for step in steps if step[i] == (kind, word)} for word in range(4)]
        for kind in (1, 2)
    }
    pairs = list(zip(reached[1], reached[2], strict=True))
    expected = {TWO_WRITERS} if any(len(writers) > 1 for writers, _ in pairs) else set()
    # Whoever writes, another reads.
    if any(reader != writer for writers, readers in pairs for writer in writers for reader in readers):
        expected.add(FOREIGN_READ)
    assert {finding.kind for finding in findings} == expected


def test_invocations_are_named_in_every_direction():
    text = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;\n"
    text += "@compute @workgroup_size(2, 3, 4) fn main(@builtin(global_invocation_id) id: vec3u) {"
    text += " out[select(0u, 1u, all(id == vec3(5, 7, 6))) + select(0u, 2u, all(id == vec3(2, 4, 3)))] = 1u; }"
    by_kind = {finding.kind: finding for finding in dispatched(text, {0: np.zeros(1, np.uint32)}, (3, 3, 2))}
    assert sorted(by_kind[OUT_OF_BOUNDS].invocations) == [(2, 4, 3), (5, 7, 6)]


def test_an_executor_refuses_with_the_first_finding_and_where_it_is():
    text = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;\n"
    text += "@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {\n    out[i / 2u] = i;\n}\n"
    executor = InterpreterExecutor()
    dispatch = Dispatch(text, "main", (1, 1, 1), ((0, 0),))
    program = Program((np.zeros(4, np.uint32),), (replace(dispatch, workgroups=(0, 1, 1)), dispatch), (0,))
    expected = (
        r"main: 3:5: two invocations write one word by invocation \(0, 0, 0\) against \(1, 0, 0\), word 0 of out$"
    )
    with pytest.raises(ExecutionError, match=expected) as refusal:
        executor.execute(program)
    assert refusal.value.dispatch == 1
    assert [finding.kind for finding in executor.findings] == [TWO_WRITERS]
    assert executor.execute(replace(program, dispatches=()))[0].tolist() == [0] * 4
    assert executor.findings == []


def test_a_finding_names_few_of_many_invocations_and_counts_all():
    text = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;\n"
    text += "@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { out[id.x] = 1u; }"
    (finding,) = dispatched(text, {0: np.zeros(1, np.uint32)}, (1000, 1, 1))
    assert finding.count == 63_999
    assert finding.invocations == point(*range(1, 9))
    assert "the first such index is 1" in finding.message
