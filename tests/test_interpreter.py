"""The interpreter runs what WGSL has for integers, every invocation as if it ran alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from wai_lint.checkers.decoder.executors.executor import Dispatch, ExecutionError, Program
from wai_lint.checkers.decoder.executors.interpreter import InterpreterExecutor
from wai_lint.checkers.source import Source
from wai_lint.checkers.wgsl.interpreter.dispatch import Pipeline, Refused
from wai_lint.checkers.wgsl.interpreter.sanitizer import LOOP_BOUND
from wai_lint.checkers.wgsl.module import load
from wai_lint.tests.interpreted import OUTPUT, computed, dispatched
from wai_lint.tests.random_kernels import INVOCATIONS, WORKGROUP, program

N = range(8)

CONTROL_FLOW = {
    "if": ("if i < 3 { r = 1; } else if i == 5 { r = 2; } else { r = 3; }", [1, 1, 1, 3, 3, 2, 3, 3]),
    "if the same for all": ("if i >= 0 { r = 1; } else { r = 2; }", [1] * 8),
    "for": ("for (var k = 0; k < i; k++) { r += k; }", [sum(range(i)) for i in N]),
    "while": ("var n = i; while n > 0 { n /= 2; r++; }", [i.bit_length() for i in N]),
    "loop": ("loop { r += 2; continuing { r -= 1; break if r > i; } }", [i + 1 for i in N]),
    "break": ("for (var k = 0; k < 9; k++) { if k == i { break; } r = k + 10; }", [0, *(i + 9 for i in N if i)]),
    "continue": ("for (var k = 0; k < i; k++) { if k % 2 == 0 { continue; } r += k; }", [0, 0, 1, 1, 4, 4, 9, 9]),
    "continue of a loop": (
        "var k = 0; loop { if k >= i { break; } if k == 1 { continue; } r += 10; continuing { k++; } }",
        [10 * (i - (i > 1)) for i in N],
    ),
    "nested loops": (
        "for (var a = 0; a < i; a++) { for (var b = 0; b < 4; b++) { if b > a { break; } r++; } }",
        [sum(min(a, 3) + 1 for a in range(i)) for i in N],
    ),
    "switch": ("switch i { case 1, 2: { r = 5; } case 6: { r = 7; } default { r = 9; } }", [9, 5, 5, 9, 9, 9, 7, 9]),
    "default among selectors": (
        "switch i { case 3, default: { r = 1; } case 4: { r = 2; } }",
        [1, 1, 1, 1, 2, 1, 1, 1],
    ),
    "switch first on default": (
        "switch u { default { r = 1; } case 0xffffffff { r = 3; } case 7 { r = 2; } }",
        [1] * 7 + [2],
    ),
    "break of a switch": (
        "switch i { case 2: { if u > 0 { break; } r = 4; } default { r = 1; } }",
        [1, 1, 0, 1, 1, 1, 1, 1],
    ),
    "continue in a switch": (
        "for (var k = 0; k < 3; k++) { switch k + i { case 2: { continue; } default {} } r += 1; }",
        [2, 2, 2, 3, 3, 3, 3, 3],
    ),
    "return in a loop": ("r = first(i);", [i if i < 5 else 99 for i in N]),
    "return from a switch": ("r = named(i);", [10, 20, 30, 30, 30, 30, 30, 30]),
    "short circuit": ("if i != 0 && bump(&r) { r += 10; } if i == 0 || bump(&r) { r += 100; }", [100, *([112] * 7)]),
}
FUNCTIONS = """
fn first(limit: i32) -> i32 { for (var k = 0; k < 5; k++) { if k == limit { return k; } } return 99; }
fn named(x: i32) -> i32 { switch x { case 0 { return 10; } case 1 { return 20; } default { return 30; } } }
fn bump(p: ptr<function, i32>) -> bool { *p += 1; return true; }
"""


@pytest.mark.parametrize("name", CONTROL_FLOW)
@pytest.mark.parametrize("lanes", [1, 8])
def test_each_invocation_takes_its_own_way(name, lanes):
    body, expected = CONTROL_FLOW[name]
    assert computed(body, FUNCTIONS, lanes=lanes) == expected[:lanes]


MEMORY = {
    "vector components": (
        "var v = vec3(i, 1, 2); v.y = i * 2; v[2] += v.x; r = v.x + v.y + v.z;",
        [4 * i + 2 for i in N],
    ),
    "vector by index": ("var v = vec4(9, 8, 7, 6); v[i % 4] = i; r = v[(i + 1) % 4];", [8, 7, 6, 9, 8, 7, 6, 9]),
    "index of a vector value": ("let v = vec4(9, 8, 7, 6); r = v[i & 3];", [9, 8, 7, 6] * 2),
    "swizzles": ("let v = vec2(i, 5).yxyx; r = v.x * 100 + v.w * 10 + v.rg.y;", [500 + 11 * i for i in N]),
    "array of an invocation": ("var a: array<i32, 4>; a[i & 3] = i; a[(i + 1) & 3] = 7; r = a[i & 3];", list(N)),
    "array by loop": (
        "var a: array<i32, 3>; for (var k = 0; k < 3; k++) { a[k] = k * i; } r = a[0] + a[1] + a[2];",
        [3 * i for i in N],
    ),
    "array copied": (
        "var a = array(1, 2, 3); let b = a; a[1] = 9; r = b[1] * 10 + a[1] + b[i % 3];",
        [29 + 1 + i % 3 for i in N],
    ),
    "array element kept": ("var a = array(i, 2); let b = a[0]; a[0] = 77; r = b;", list(N)),
    "array passed": ("r = total(array(i, i, 1));", [2 * i + 1 for i in N]),
    "constant table": (
        "r = TABLE[i] + TABLE[7 - i];",
        [sum((3, 1, 4, 1, 5, 9, 2, 6)[k] for k in (i, 7 - i)) for i in N],
    ),
    "nested arrays": (
        "var m: array<array<i32, 2>, 3>; m[i % 3][i & 1] = i; r = m[i % 3][i & 1] + m[i % 3][1 - (i & 1)];",
        list(N),
    ),
    "structures": (
        "var p = Pair(i, vec2(2, 3)); p.v.y = i; let q = p; p.a = 0; r = q.a + q.v.y + p.a;",
        [2 * i for i in N],
    ),
    "structure of arrays": (
        "var h: Held; h.list[i & 1] = i; let g = h; h.list[i & 1] = 0; r = g.list[i & 1] + g.last;",
        list(N),
    ),
    "structure by index": (
        "var h = array(Pair(1, vec2(i, 4)), Pair(2, vec2(5, 6))); r = h[i & 1].v[i / 4];",
        [0, 5, 2, 5, 4, 6, 4, 6],
    ),
    "pointers": ("var x = i; let p = &x; *p = *p + 1; twice(p); r = x;", [2 * i + 2 for i in N]),
    "pointer into an array": (
        "var a: array<i32, 4>; let p = &a[i & 3]; *p = i; twice(p); r = a[i & 3];",
        [2 * i for i in N],
    ),
    "pointer to a structure": (
        "var p = Pair(i, vec2(0)); let q = &p; q.v.x = 3; r = (*q).a + q.v.x;",
        [i + 3 for i in N],
    ),
    "private": ("count += i; count += 1; r = count;", [i + 6 for i in N]),
    "private array": ("held[i & 3] = i; r = held[i & 3] + held[(i + 1) & 3];", list(N)),
    "masked stores": (
        "var a = array(1, 2); var x = 5; if i < 4 { a[i & 1] = 9; x = i; } r = a[0] * 100 + a[1] * 10 + x;",
        [920, 191, 922, 193, 125, 125, 125, 125],
    ),
    "masked declaration": ("if i > 2 { var x = i; x += 1; r = x; }", [0, 0, 0, 4, 5, 6, 7, 8]),
    "bool": (
        "var b: bool; b = i > 3; var l: array<bool, 2>; l[i & 1] = b; r = select(0, 1, l[i & 1] && !l[1 - (i & 1)]);",
        [0] * 4 + [1] * 4,
    ),
    "compound assignments": (
        "r = 100; r += i; r -= 1; r *= 3; r /= 2; r %= 50; r |= 64; r &= 127; r ^= 5; r <<= 2u; r >>= 1u;",
        [((((((99 + i) * 3) // 2) % 50) | 64) & 127 ^ 5) << 2 >> 1 for i in N],
    ),
    "phony": ("_ = bump(&r); _ = 3;", [1] * 8),
    "shadowing": ("let x = i; { let x = 100; r += x; } r += x;", [100 + i for i in N]),
}
DECLARED = (
    FUNCTIONS
    + """
struct Pair { a: i32, v: vec2<i32> }
struct Held { list: array<i32, 2>, last: i32 }
const TABLE = array(3, 1, 4, 1, 5, 9, 2, 6);
var<private> count: i32 = 5;
var<private> held: array<i32, 4>;
fn total(a: array<i32, 3>) -> i32 { var t = 0; for (var k = 0; k < 3; k++) { t += a[k]; } return t; }
fn next() -> i32 { count += 1; return count - 5; }
fn bumped(p: ptr<function, i32>) -> i32 { *p += 1; return *p; }
fn twice(p: ptr<function, i32>) { *p *= 2; }
"""
)


MEMORY |= {
    "masked store by index": (
        "var v = vec4(1, 2, 3, 4); if i > 3 { v[i & 3] = 9; } r = v[0] * 1000 + v[1] * 100 + v[2] * 10 + v[3];",
        [1234] * 4 + [9234, 1934, 1294, 1239],
    ),
    "target evaluated once": (
        "var a = array(i, 10, 20, 30); a[next()] += 5; a[next()] *= 2; a[next()]++; r = a[1] + a[2] + a[3] + count;",
        [15 + 40 + 31 + 8] * 8,
    ),
    "target before value": ("var a = array(1, 2, 3, 4); a[next() - 1] = next(); r = a[0] * 10 + count;", [27] * 8),
    "left operand before right": ("var x = 1; r = x + bumped(&x) * 10 + x;", [1 + 20 + 2] * 8),
}


@pytest.mark.parametrize("name", MEMORY)
@pytest.mark.parametrize("lanes", [1, 8])
def test_memory_of_an_invocation_is_its_own(name, lanes):
    body, expected = MEMORY[name]
    assert computed(body, DECLARED, lanes=lanes) == expected[:lanes]


BUILTINS = {
    "all": ("r = select(0, 1, all(vec2((i > 2), (i < 5))));", [0, 0, 0, 1, 1, 0, 0, 0]),
    "any": ("r = select(0, 1, any(vec2((i < 2), (i > 5))));", [1, 1, 0, 0, 0, 0, 1, 1]),
    "dot": ("r = dot(vec4(i), vec4(1, 2, 3, 4));", [10 * i for i in N]),
    "dot4U8Packed": ("r = i32(dot4U8Packed(0xff000000u | u, 0x02000003u));", [510 + 3 * i for i in N]),
    "dot4I8Packed": ("r = dot4I8Packed(0xff000000u | u, 0x02000003u);", [3 * i - 2 for i in N]),
    "pack4xI8": ("r = i32(pack4xI8(vec4(i, -1, 0, 256)));", [i | 0xFF00 for i in N]),
    "pack4xU8Clamp": ("r = i32(pack4xU8Clamp(vec4(u * 100, 0, 0, 0)));", [min(100 * i, 255) for i in N]),
    "pack4xI8Clamp": ("r = i32(pack4xI8Clamp(vec4(i * -100, 0, 0, 0)));", [max(-100 * i, -128) & 255 for i in N]),
    "unpack4xI8": (
        "let v = unpack4xI8(0x80ff7f00u + u); r = v.x + v.y * 2 + v.z * 3 + v.w;",
        [i + 254 - 3 - 128 for i in N],
    ),
    "unpack4xU8": (
        "let v = unpack4xU8(0x80ff7f00u + u); r = i32(v.x + v.y + v.z + v.w);",
        [i + 127 + 255 + 128 for i in N],
    ),
    "select by component": (
        "let v = select(vec2(1, 2), vec2(3, 4), vec2(i > 3, i > 5)); r = v.x * 10 + v.y;",
        [12] * 4 + [32] * 2 + [34] * 2,
    ),
    "vector and scalar": ("let v = 2 * vec3(i) + vec3(1) - 1; r = v.x + v.y + v.z;", [6 * i for i in N]),
    "comparison of vectors": ("r = select(0, 1, all(vec3(i) >= vec3(3, 2, 1)));", [0, 0, 0, 1, 1, 1, 1, 1]),
    "bool operators": (
        "r = select(0, 1, (i > 3) != (i > 5)) + select(0, 2, (i < 2) | (i == 7)) + select(0, 4, (i > 0) & (i < 2));",
        [2, 6, 0, 0, 1, 1, 0, 2],
    ),
    "conversions": (
        "r = i32(bool(i)) + i32(u32(i - 9) >> 31u) + i32(vec2<u32>(vec2(i, 0)).x);",
        [(i != 0) + 1 + i for i in N],
    ),
}


@pytest.mark.parametrize("name", BUILTINS)
def test_built_in_functions(name):
    body, expected = BUILTINS[name]
    assert computed(body) == expected


def test_words_wrap():
    assert computed("r = u * 0x40000001u - 3u;", element="u32") == [(i * 0x40000001 - 3) % 2**32 for i in N]


def test_inputs_of_every_invocation():
    text = (
        OUTPUT.format("u32")
        + """
struct In { @builtin(global_invocation_id) g: vec3u, @builtin(num_workgroups) n: vec3u }
@compute @workgroup_size(2, 3, 2)
fn main(in: In, @builtin(workgroup_id) w: vec3u, @builtin(local_invocation_id) l: vec3u,
        @builtin(local_invocation_index) i: u32) {
    let width = in.n.x * 2; let height = in.n.y * 3;
    let at = (in.g.z * height + in.g.y) * width + in.g.x;
    out[at] = (((w.z * 10 + w.y) * 10 + w.x) * 10 + l.z) * 1000 + l.y * 100 + l.x * 10000000 + i;
}
"""
    )
    counts = (3, 2, 2)
    for lanes in (1, 24, 10_000):
        words = np.zeros(6 * 6 * 4, np.uint32)
        assert dispatched(text, {0: words}, counts, lanes=lanes) == []
        for z, y, x in np.ndindex(4, 6, 6):
            (w_x, l_x), (w_y, l_y), (w_z, l_z) = divmod(x, 2), divmod(y, 3), divmod(z, 2)
            index = (l_z * 3 + l_y) * 2 + l_x
            expected = (((w_z * 10 + w_y) * 10 + w_x) * 10 + l_z) * 1000 + l_y * 100 + l_x * 10_000_000 + index
            assert words[(z * 6 + y) * 6 + x] == expected


def test_linear_indexes_of_every_invocation():
    text = "requires linear_indexing;\n" + OUTPUT.format("u32")
    text += """
@compute @workgroup_size(2, 3)
fn main(@builtin(global_invocation_id) g: vec3u, @builtin(num_workgroups) n: vec3u, @builtin(workgroup_id) w: vec3u,
        @builtin(global_invocation_index) i: u32, @builtin(workgroup_index) j: u32) {
    let width = n.x * 2;
    let height = n.y * 3;
    let same = i == (g.z * height + g.y) * width + g.x && j == (w.z * n.y + w.y) * n.x + w.x;
    out[i] = select(0u, 1u, same);
}
"""
    words = np.zeros(6 * 4 * 5 * 2, np.uint32)
    assert dispatched(text, {0: words}, (4, 5, 2)) == []
    assert words.all()


def test_buffers_have_the_layout_of_wgsl():
    text = """
struct Item { a: u32, v: vec3<u32>, b: u32, @size(16) c: u32, d: array<vec2<u32>, 2> }
struct Head { n: u32, items: array<Item> }
@group(0) @binding(0) var<storage, read_write> out: Head;
@group(0) @binding(1) var<uniform> given: array<vec4<u32>, 2>;
@compute @workgroup_size(1) fn main() {
    out.n = arrayLength(&out.items);
    out.items[1] = Item(1, vec3(2, 3, 4), 5, 6, array(vec2(7, 8), vec2(9, given[1].z)));
    let copy = out.items[1].d;
    out.items[0].d[1].y = copy[0].x;
}
"""
    words = np.zeros(4 + 16 * 2, np.uint32)
    assert dispatched(text, {0: words, 1: np.arange(8, dtype=np.uint32)}) == []
    expected = np.zeros(36, np.uint32)
    expected[0] = 2
    expected[4 + 15] = 7
    expected[20], expected[24:27], expected[27], expected[28], expected[32:36] = 1, (2, 3, 4), 5, 6, (7, 8, 9, 6)
    assert words.tolist() == expected.tolist()


def test_several_components_are_assigned_at_once():
    body = "var v = vec3(i, 2, 3); v.zx = vec2(7, 8); v.xy += vec2(i, 1); if i > 3 { v.yz = v.zy; }"
    body += "r = v.x * 100 + v.y * 10 + v.z;"
    expected = [(8 + i) * 100 + (37 if i <= 3 else 73) for i in N]
    assert computed(body, enabled="requires swizzle_assignment;\n") == expected


def test_overrides_take_given_values():
    text = """
override width: u32 = 2;
@id(7) override extra: i32;
override both = width * 2;
override on: bool = false;
var<workgroup> shared_words: array<u32, both + 1>;
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(width)
fn main(@builtin(local_invocation_index) i: u32) {
    shared_words[both - i] = both;
    out[i] = shared_words[both - i] * 100 + u32(extra) + select(0u, 1u, on);
}
"""
    words = np.zeros(4, np.uint32)
    assert dispatched(text, {0: words}, constants={"7": 5}) == []
    assert words.tolist() == [405, 405, 0, 0]
    assert dispatched(text, {0: words}, constants={"7": 5, "width": 3, "on": True}) == []
    assert words.tolist() == [606, 606, 606, 0]
    with pytest.raises(Refused, match="no value is given to the override extra"):
        dispatched(text, {0: words})


def test_a_workgroup_shares_its_memory_across_barriers():
    text = """
var<workgroup> sums: array<u32, 8>;
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32, @builtin(global_invocation_id) g: vec3u) {
    sums[i] = g.x;
    workgroupBarrier();
    for (var step = 4u; step > 0u; step >>= 1u) {
        var more = 0u;
        if i < step { more = sums[i + step]; }
        workgroupBarrier();
        if i < step { sums[i] += more; }
        workgroupBarrier();
    }
    out[g.x] = workgroupUniformLoad(&sums[0]);
}
"""
    for lanes in (8, 1000):
        words = np.zeros(80, np.uint32)
        assert dispatched(text, {0: words}, (10, 1, 1), lanes=lanes) == []
        assert words.tolist() == [sum(range(g * 8, g * 8 + 8)) for g in range(10) for _ in range(8)]


ATOMICS = {
    "atomicAdd": lambda values: sum(values) + 5,
    "atomicSub": lambda values: 5 - sum(values),
    "atomicMax": lambda values: max([5, *values]),
    "atomicMin": lambda values: min([5, *values]),
    "atomicAnd": lambda values: int(np.bitwise_and.reduce([5, *values])),
    "atomicOr": lambda values: int(np.bitwise_or.reduce([5, *values])),
    "atomicXor": lambda values: int(np.bitwise_xor.reduce([5, *values])),
}


@pytest.mark.parametrize("element", ["i32", "u32"])
@pytest.mark.parametrize("used", [False, True])
@pytest.mark.parametrize("name", ATOMICS)
def test_atomic_operations_on_one_word_all_take_effect(name, used, element):
    text = f"""
@group(0) @binding(0) var<storage, read_write> out: array<atomic<{element}>, 2>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) u: u32) {{
    if u == 3u {{ return; }}
    {"let old = " if used else ""}{name}(&out[u & 1u], {element}(u) * 3 - 7);
}}
"""
    words = np.array([5, 5], np.uint32)
    assert dispatched(text, {0: words}) == []
    values = [[i * 3 - 7 for i in (0, 2, 4, 6)], [i * 3 - 7 for i in (1, 5, 7)]]
    if element == "u32":
        values = [[value % 2**32 for value in half] for half in values]
    assert words.tolist() == [ATOMICS[name](half) % 2**32 for half in values]


def test_atomic_operations_give_what_they_found_in_the_order_of_invocations():
    text = """
var<workgroup> counter: atomic<u32>;
var<workgroup> taken: atomic<u32>;
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(6)
fn main(@builtin(local_invocation_index) i: u32) {
    let first = atomicAdd(&counter, 2u);
    let got = atomicCompareExchangeWeak(&taken, 0u, i + 1u);
    workgroupBarrier();
    out[i] = first * 100u + got.old_value * 10u + u32(got.exchanged);
}
"""
    words = np.zeros(6, np.uint32)
    found = dispatched(text, {0: words})
    assert [finding.kind for finding in found] == ["two-writers"]
    assert words.tolist() == [1, 210, 410, 610, 810, 1010]


@pytest.mark.parametrize("lanes", [1, 7, 64, 4096])
def test_the_size_of_a_block_changes_nothing(lanes):
    text = (
        OUTPUT.format("u32")
        + """
@compute @workgroup_size(4, 2)
fn main(@builtin(global_invocation_id) g: vec3u) {
    if g.x > 20u { return; }
    var x = g.x * 77u + g.y + 1u;
    var steps = 0u;
    while x != 1u && steps < 200u {
        if (x & 1u) == 0u { x >>= 1u; } else { x = 3u * x + 1u; }
        steps++;
    }
    out[g.y * 24u + g.x] = steps;
}
"""
    )
    words = np.zeros(24 * 6, np.uint32)
    assert dispatched(text, {0: words}, (6, 3, 1), lanes=lanes) == []
    expected = [_steps(x * 77 + y + 1) if x <= 20 else 0 for y in range(6) for x in range(24)]
    assert words.tolist() == expected


def _steps(x: int) -> int:
    steps = 0
    while x != 1:
        x = x // 2 if x % 2 == 0 else 3 * x + 1
        steps += 1
    return steps


@pytest.mark.parametrize("seed", range(5000, 5025))
def test_drawn_kernels_give_the_same_one_invocation_at_a_time(seed):
    together = program(seed)
    (dispatch,) = together.dispatches
    text = dispatch.module.replace(f"@workgroup_size({WORKGROUP})", "@workgroup_size(1)").replace(
        ", @builtin(local_invocation_index) lane: u32) {", f") {{ let lane = id.x % {WORKGROUP}u;"
    )
    alone = replace(dispatch, module=text, workgroups=(INVOCATIONS, 1, 1))
    expected = InterpreterExecutor(lanes=1).execute(replace(together, dispatches=(alone,)))
    given = InterpreterExecutor().execute(together)
    assert [words.tolist() for words in given] == [words.tolist() for words in expected]


REFUSED = {
    "floats": ("var<private> x: f32;", "x = f32(i); r = i32(x);", "the type f32"),
    "float operands": ("", "r = i32(vec2f(f32(i)).x);", "the type f32"),
    "a missing buffer": ("@group(0) @binding(3) var<storage> a: array<u32>;", "r = i32(a[0]);", "no buffer is bound"),
    "a small buffer": (
        "@group(0) @binding(1) var<uniform> a: array<vec4u, 9>;",
        "r = i32(a[1].x);",
        "needs a buffer of 36",
    ),
    "an array of a count below 1": (
        "override n: i32 = 0;\nvar<workgroup> a: array<u32, n>;",
        "a[i] = 1; r = i32(a[i]);",
        "an array has 0 elements",
    ),
    "a large variable": ("", "var a: array<u32, 999999>; a[i] = 1; r = i32(a[i]);", "262144 at most"),
    "halves": ("@group(0) @binding(1) var<storage> h: array<f16>;", "r = i32(arrayLength(&h));", "the type array<f16>"),
    "integers of 64 bits": ("", "let x = i64(i); r = i32(x);", "the type i64"),
    "textures": (
        "@group(0) @binding(3) var t: texture_2d<u32>;",
        "r = i32(textureLoad(t, vec2(0), 0).x);",
        "not run textureLoad",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_it_does_not_run_is_refused(name):
    declared, body, message = REFUSED[name]
    enabled = "enable f16;\n" if "f16" in declared else ""
    with pytest.raises(Refused, match=message):
        computed(body, declared, buffers={1: np.zeros(4, np.uint32)}, enabled=enabled)


def test_an_invalid_module_or_a_missing_entry_point_is_refused():
    with pytest.raises(Refused, match="no valid WGSL"):
        Pipeline(load(Source.from_text("fn main() { x }")), "main")
    with pytest.raises(Refused, match="no compute entry point main: it has other"):
        Pipeline(load(Source.from_text("@compute @workgroup_size(1) fn other() {}")), "main")


def test_very_long_and_very_deep_expressions_do_not_crash():
    assert computed("r = " + " + ".join(["i"] * 3000) + ";") == [3000 * i for i in N]
    assert computed("if i < 0 {} " + "else if i < 0 {} " * 1000 + "else { r = i; }") == list(N)
    with pytest.raises(Refused, match="deeper than the interpreter goes"):
        computed("r = vec2(i)" + ".yx" * 5000 + ".x;")


def test_types_that_double_with_every_level_and_calls_that_do_are_bounded():
    structs = "struct S0 { a: u32, b: u32 }"
    structs += "".join(f"struct S{n} {{ a: S{n - 1}, b: S{n - 1} }}" for n in range(1, 90))
    with pytest.raises(Refused, match="262144 at most"):
        computed("var s: S89; r = i32(s" + ".a" * 90 + ");", structs)
    text = "fn f0() -> u32 { return 1u; }"
    text += "".join(f"fn f{n}() -> u32 {{ return f{n - 1}() + f{n - 1}(); }}" for n in range(1, 60))
    text += OUTPUT.format("u32") + "@compute @workgroup_size(1) fn main() { out[0] = f59(); }"
    (finding,) = dispatched(text, {0: np.zeros(1, np.uint32)}, rounds=1000)
    assert finding.kind == LOOP_BOUND


SHADER = OUTPUT.format("u32") + "fn f() {{ for (var k = 0; k < 100; k++) {{}} }}\n"
SHADER += "@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) u: u32) {{ var r = u; {} out[u] = r; }}"


def test_a_round_of_a_long_loop_counts_for_more():
    short = "for (var k = 0u; k < 500u; k++) { r += k; }"
    long = short.replace("r += k;", "r += k; " + "r ^= 1u; r ^= 1u; " * 100)
    assert dispatched(SHADER.format(short), {0: np.zeros(8, np.uint32)}, rounds=1000) == []
    (finding,) = dispatched(SHADER.format(long), {0: np.zeros(8, np.uint32)}, rounds=1000)
    assert finding.kind == LOOP_BOUND


@pytest.mark.parametrize(
    "body",
    [
        "loop { if r == 9u { break; } }",
        "var a: array<u32, 100000>; for (var k = 0; k < 1000000; k++) { let b = a; a[k % 9] = b[7]; } r = a[3];",
        "for (var k = 0; k < 1000000; k++) { f(); }",
    ],
)
def test_a_program_that_takes_more_time_than_it_is_given_is_refused(body):
    dispatch = Dispatch(SHADER.format(body), "main", (1, 1, 1), ((0, 0),))
    executor = InterpreterExecutor(seconds=0.3)
    with pytest.raises(ExecutionError, match=r"^main: [23]:\d+: the dispatch takes more time than it is given$"):
        executor.execute(Program((np.zeros(8, np.uint32),), (dispatch,), (0,)))


def test_a_dispatch_of_no_workgroups_does_nothing():
    text = OUTPUT.format("u32") + "@compute @workgroup_size(4) fn main() { out[0] = 1u; }"
    words = np.zeros(4, np.uint32)
    for counts in ((0, 1, 1), (1, 0, 1), (1, 1, 0)):
        assert dispatched(text, {0: words}, counts) == []
    assert words.tolist() == [0] * 4
    with pytest.raises(Refused, match="0 to 65535 workgroups"):
        dispatched(text, {0: words}, (65_536, 1, 1))
    with pytest.raises(Refused, match="more than 2\\^30 invocations"):
        dispatched(text, {0: words}, (65_535, 65_535, 1))


def test_workgroup_memory_is_bounded():
    text = "var<workgroup> w: array<array<u32, 262144>, 1>;\n" + OUTPUT.format("u32")
    text += """@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3u) { w[0][id.x] = 1u; out[id.x] = w[0][id.x]; }
"""
    words = np.zeros(200, np.uint32)
    assert dispatched(text, {0: words}, (200, 1, 1)) == []
    assert words.all()


def test_private_arrays_of_a_workgroup_are_bounded():
    with pytest.raises(Refused, match="the variables of a workgroup take"):
        computed("var a: array<i32, 200000>; a[i] = 1; r = a[i];", lanes=200)


def test_a_buffer_bound_twice_and_written_is_refused():
    text = (
        OUTPUT.format("u32")
        + """
@group(0) @binding(1) var<storage> a: array<u32>;
@compute @workgroup_size(1) fn main() { out[0] = a[0]; }
"""
    )
    words = np.zeros(4, np.uint32)
    with pytest.raises(Refused, match="are one buffer"):
        dispatched(text, {0: words, 1: words})
