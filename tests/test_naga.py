"""naga as a second opinion: found or said to be missing, bounded, its refusals placed, what it leaves open found."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from wai_lint.checkers.naga import locate, open_translator, translate, translator
from wai_lint.checkers.naga.reports import read_report
from wai_lint.checkers.naga.shading_text import ShadingText
from wai_lint.checkers.naga.signed_arithmetic import open_arithmetic
from wai_lint.checkers.naga.specialization import specialized
from wai_lint.checkers.naga.translator import Translation, Translator
from wai_lint.checkers.source import Source
from wai_lint.checkers.wgsl.module import load
from wai_lint.rules.family import Settings
from wai_lint.rules.wgsl import Context, translation_guard

KERNEL = """\
@group(0) @binding(0) var<storage, read_write> b: array<i32>;
@group(0) @binding(1) var<storage, read_write> v: array<vec2<i32>>;
fn f(x: i32, y: i32, u: u32, w: u32) -> i32 {
  let s = (x + y * 3 - u32_of(u / w + u % w)) / x % y;
  return -s + abs(s);
}
fn u32_of(x: u32) -> i32 { return i32(x); }
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  b[id.x + 1u] = f(b[id.x], 3, id.y, id.z);
  v[id.x] = -v[0] / v[1] % v[2] * abs(v[3]) - v[4] + v[5];
}
"""


@pytest.fixture(scope="module")
def naga() -> str:
    """The path of naga's module; a test that needs it fails, saying how to install it, where there is none."""
    return locate.find(os.path.dirname(__file__))


def left_open(text: str) -> list[tuple[str, str]]:
    """The operator and function of each operation that an MSL or HLSL text leaves open."""
    return [(found.operator, found.function) for found in open_arithmetic(ShadingText(text))]


# Finding it.


def test_naga_is_found_in_node_modules_upward(tmp_path) -> None:
    wasm = tmp_path / locate.WASM
    wasm.parent.mkdir(parents=True)
    wasm.write_bytes(b"")
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    assert locate.find(str(below)) == str(wasm)


def test_a_configured_path_is_taken_from_the_folder_and_missing_it_is_said(tmp_path) -> None:
    (tmp_path / "my.wasm").write_bytes(b"")
    assert locate.find(str(tmp_path), "my.wasm") == str(tmp_path / "my.wasm")
    with pytest.raises(locate.NagaUnavailable, match=r"not at the configured path other\.wasm.*npm install"):
        locate.find(str(tmp_path), "other.wasm")


def test_naga_missing_says_how_to_install_it(tmp_path) -> None:
    with pytest.raises(locate.NagaUnavailable, match="npm install naga-wasm@"):
        locate.find(str(tmp_path))


def test_wasmtime_missing_says_how_to_install_it(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my.wasm").write_bytes(b"")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(locate.NagaUnavailable, match="pip install wasmtime"):
        locate.find(str(tmp_path), "my.wasm")


def test_a_file_that_is_not_naga_is_said_to_be_none(tmp_path) -> None:
    for name, data in (("text.wasm", b"not wasm"), ("empty.wasm", b"\0asm\1\0\0\0")):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(locate.NagaUnavailable, match="not a naga that can be run"):
            open_translator(str(tmp_path / name))


def test_the_version_names_naga_and_its_build_or_the_files_digest(naga: str, tmp_path) -> None:
    assert re.fullmatch(r"naga \d+\.\d+\.\d+ \(naga-wasm \d+\.\d+\.\d+\)", locate.version(naga))
    (tmp_path / "a.wasm").write_bytes(b"")
    assert locate.version(str(tmp_path / "a.wasm")) == "naga (sha256 e3b0c44298fc1c14)"


# Asking it.


def test_a_module_is_written_in_three_languages(naga: str) -> None:
    written = translate(naga, KERNEL)
    assert written.rejection is None
    assert written.failures == {}
    assert "kernel void main_" in written.msl
    assert "void main(" in written.hlsl
    assert written.spirv[:4] == b"\x03\x02\x23\x07"


def test_the_same_text_gives_the_same_translation_from_a_new_instance(naga: str) -> None:
    first, second = Translator(naga).translate(KERNEL), Translator(naga).translate(KERNEL)
    assert (first.msl, first.hlsl, first.spirv) == (second.msl, second.hlsl, second.spirv)


def test_a_module_that_naga_falls_over_on_does_not_spoil_the_next(naga: str) -> None:
    fallen = translate(naga, "fn f(a: i32) -> i32 { return " + "a + " * 5000 + "a; }")
    assert fallen.rejection is not None
    assert fallen.rejection.message.startswith("naga stops: ")
    assert translate(naga, "fn f() {}").rejection is None


def test_a_writer_that_falls_over_leaves_the_other_languages(naga: str) -> None:
    text = (
        "struct S { i: i32 }\nfn f(p: ptr<private, i32>) -> i32 { return *p; }\n"
        "var<private> s: S;\nfn g() -> i32 { return f(&s.i); }"
    )
    written = translate(naga, text)
    assert list(written.failures) == ["SPIR-V"]
    assert written.spirv == b""
    assert written.msl
    assert written.hlsl


def test_instructions_are_bounded(naga: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translator, "FUEL", 100_000)
    monkeypatch.setattr(translator, "FUEL_PER_BYTE", 0)
    stopped = Translator(naga).translate(KERNEL).rejection
    assert stopped is not None
    assert "did not finish within the instructions allowed" in stopped.message


def test_memory_is_bounded(naga: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wai_lint.checkers.naga.bindings.MEMORY_LIMIT", 2 << 20)
    stopped = Translator(naga).translate("/*" + "x" * (4 << 20) + "*/").rejection
    assert stopped is not None
    assert stopped.message.startswith("naga stops: ")


def test_an_oversized_instance_is_not_kept(naga: str, monkeypatch: pytest.MonkeyPatch) -> None:
    small = Translator(naga)
    small.translate(KERNEL)
    kept = small._instance
    small.translate(KERNEL)
    assert small._instance is kept
    monkeypatch.setattr("wai_lint.checkers.naga.bindings.MEMORY_KEPT", 0)
    small.translate(KERNEL)
    assert small._instance is None


def test_overrides_are_given_their_defaults_or_one(naga: str) -> None:
    text = (
        "override a = 3;\n@id(7) override b: f32 = 2.0 * f32(a);\noverride c: bool; override d = (vec2(a)).x;\n"
        "@id(8)\noverride f: u32 = /* n */ (3u);\n@compute @workgroup_size(f) fn m() { _ = a + d; }"
    )
    constant = specialized(load(Source.from_text(text)))
    assert constant == (
        "const a: i32 = 3;\nconst b: f32 = 2.0 * f32(a);\nconst c: bool = bool(1); const d: i32 = (vec2(a)).x;\n"
        "const f: u32 = /* n */ (3u);\n@compute @workgroup_size(f) fn m() { _ = a + d; }"
    )
    assert set(translate(naga, text).failures) == {"MSL", "HLSL", "SPIR-V"}
    assert translate(naga, constant).failures == {}


# Where it refuses.


@pytest.mark.parametrize(
    "marked",
    [
        "fn main( «{»",
        "// é\nfn f() { let é = 1; let ü = «foo»(2,\n3); }",
        "// é\nfn f() -> u32 {\n\tlet 漢漢 = 40u; /*漢*/\treturn «1u << 漢漢»; }",
        "«struct A {»\n a: array<f32>,\n b: i32, }\n@group(0) @binding(0) var<storage> x: A;",
        "fn f() {\r\n let x = 1;\u2028let y = «foo»(1); }",
        "fn f() { var x = 1;\n loop { x++; if x > 4 { return; } continuing { let y = x; «return;» } } }",
    ],
)
def test_a_refusal_is_placed_where_naga_points(naga: str, marked: str) -> None:
    text = marked.replace("«", "").replace("»", "")
    refused = translate(naga, text).rejection
    assert refused is not None
    assert text[refused.start : refused.end] == marked[marked.index("«") + 1 : marked.index("»")]
    assert refused.start == marked.index("«")


def test_a_report_without_a_place_is_placed_nowhere_and_keeps_its_causes() -> None:
    report = "error: Entry point m is invalid\n = Argument 0 varying error\n = note: told\n = It is not available\n"
    read = read_report("fn m() {}", report)
    assert (read.start, read.end) == (0, 0)
    assert read.message == "Entry point m is invalid: Argument 0 varying error: It is not available"


# What it leaves open.


def test_what_naga_writes_for_integer_arithmetic_is_guarded(naga: str) -> None:
    written = translate(naga, KERNEL)
    for helper in (
        "naga_div(int ",
        "naga_mod(uint ",
        "naga_neg(int ",
        "naga_abs(int ",
        "int2 naga_div(",
        "int2 naga_mod(",
    ):
        assert helper in written.msl
        assert helper in written.hlsl
    assert left_open(written.msl) == []
    assert left_open(written.hlsl) == []


# A guard of naga's with the guard taken out, by language: what was written, what it becomes, what is then open.
DAMAGED = [
    ("msl", "return lhs / metal::select(rhs, 1u, rhs == 0u);", "return lhs / rhs;", "naga_div"),
    ("msl", "return lhs % metal::select(rhs, 1u, rhs == 0u);", "return lhs % rhs;", "naga_mod"),
    ("msl", "(lhs == (-2147483647 - 1) & rhs == -1) | (rhs == 0)", "rhs == 0", "naga_div"),
    ("msl", "return lhs - (lhs / divisor) * divisor;", "return lhs - (lhs / rhs) * rhs;", "naga_mod"),
    (
        "msl",
        "int naga_neg(int val) {\n    return as_type<int>(-as_type<uint>(val));",
        "int naga_neg(int val) {\n return -val;",
        "naga_neg",
    ),
    (
        "msl",
        "return metal::select(as_type<int>(-as_type<uint>(val)), val, val >= 0);",
        "return metal::abs(val);",
        "naga_abs",
    ),
    ("hlsl", "return lhs / (rhs == 0u ? 1u : rhs);", "return lhs / rhs;", "naga_div"),
    ("hlsl", "return lhs % (rhs == 0u ? 1u : rhs);", "return lhs % rhs;", "naga_mod"),
    ("hlsl", "((lhs == int(-2147483647 - 1) & rhs == -1) | (rhs == 0))", "(rhs == 0)", "naga_div"),
    ("hlsl", "return asint(-asuint(val));", "return -val;", "naga_neg"),
    ("hlsl", "return val >= 0 ? val : asint(-asuint(val));", "return abs(val);", "naga_abs"),
]


@pytest.mark.parametrize(("language", "written", "damaged", "helper"), DAMAGED)
def test_a_helper_whose_guard_is_gone_is_open(
    naga: str, language: str, written: str, damaged: str, helper: str
) -> None:
    text = getattr(translate(naga, KERNEL), language)
    assert written in text
    operators = [operator for operator, _ in left_open(text.replace(written, damaged))]
    assert helper in operators


@pytest.mark.parametrize(
    ("statement", "operator"),
    [
        ("int z = x + y;", "+"),
        ("int z = as_type<int>(as_type<uint>(x) + as_type<uint>(y)) - 1;", "-"),
        ("int z = (x) * (y);", "*"),
        ("int z = -x;", "unary -"),
        ("int z = ~(-(x));", "unary -"),
        ("int z = x / y;", "/"),
        ("int z = naga_div(x, y) % y;", "%"),
        ("uint z = u / w;", "/"),
        ("uint z = u % (w & 3u);", "%"),
        ("int z = x / -1;", "/"),
        ("int z = 7 / (3 - 3);", "/"),
        ("int z = metal::abs(x);", "abs"),
        ("int z = abs(x);", "abs"),
        ("int z = metal::dot(p, p);", "dot"),
        ("metal::int2 z = p + metal::int2(1, 2);", "+"),
        ("int z = p.x * p.y;", "*"),
        ("int z = s.i + 1;", "+"),
        ("int z = s.inner.list[2] + x;", "+"),
        ("int z = b[u].i - x;", "-"),
        ("int z = b[x + y].i;", "+"),
        ("int z = other(u) + x;", "+"),
        ("int z = metal::min(x, y) + metal::select(x, y, true);", "+"),
        ("int z = x < y ? x : y + x;", "+"),
        ("int z = (true ? x : y) + 1;", "+"),
        ("const auto z = s.i; int q = z + 1;", "+"),
        ("x += y;", "+"),
        ("x++;", "++"),
        ("g(x - 1, 2);", "-"),
        ("return x * 2;", "*"),
        ("if (x + 1 > 2) { return 3; }", "+"),
        ("switch (x - 1) { case 1: { break; } default: { x = x * y; } }", "-"),
        ("while (true) { int z = x + 1; }", "+"),
        ("for (int k = 0; k < 4; k++) { int z = k + x; }", "+"),
        ("for (int k = 0; k < x; k += 2) { }", "for"),
        ("type_1 z = type_1 { {x + y, 1} };", "+"),
        ("int z = (int)u + x;", "+"),
        ("int z = int(u) + x;", "+"),
        ("int z = asint(u) + x;", "+"),
        ("int z = asint(b.Load(x * 4)) + x;", "+"),
        ("b.Store((x + y) * 4, u);", "+"),
        ("b.Store(0, asuint(x + y));", "+"),
        ("int z = 2147483647 + 1;", "+"),
        ("int z = 65536 * 32768;", "*"),
        ("int z = (x >> 1u) + (x >> 1u) + 2;", "+"),
        ("int z = unknown + x;", "+"),
        ("int z = -unknown;", "unary -"),
        ("int z = metal::abs(unknown);", "abs"),
        ("int z = dot();", "dot"),
        ("int z = -(-2147483647 - 1);", "unary -"),
        ("int z = asint(3000000000u) - 2000000000;", "-"),
        ("metal::int2 z = metal::int2(1, x) + 1;", "+"),
        ("int z = (x / 16) * 3;", "*"),
        ("b.Store(x - y, u);", "-"),
        ("int z = metal::dot(metal::int2(1), p);", "dot"),
        ("int z = dot(int4(23171), int4(1));", "dot"),
        ("int z = 0x1e + x;", "+"),
        ("int z = metal::clz(x) + 2147483616;", "+"),
        ("int z = metal::ctz(x) + 2147483616;", "+"),
        ("int z = metal::popcount(x) + 2147483616;", "+"),
        ("int z = asint(countbits(u)) + 2147483616;", "+"),
        ("int z = asint(firstbithigh(x)) + 2147483617;", "+"),
        ("int z = asint(firstbitlow(x)) + 2147483617;", "+"),
        ("int z = asint(firstbithigh(x)) + (-2147483647 - 1);", "+"),
        ("int z = asint(firstbitlow(x)) + (-2147483647 - 1);", "+"),
        ("int z = (x >> 30u) + 2147483647;", "+"),
        ("int z = (x >> 32u) + 0;", "+"),
        ("int z = (x << 31u) + 1;", "+"),
        ("packed_char4 c = c; int z = c.x * 16777217;", "*"),
        ("packed_char4 c = c; int z = c.x + 2147483521;", "+"),
        ("int z = (true ? 1 : 2147483647) + 1;", "+"),
        ("int z = (true ? -2147483647 : 1) - 2;", "-"),
        ("int z = metal::select(1, x, true) + 1;", "+"),
        ("int z = metal::select(x, 1, true) + 1;", "+"),
        ("int z = (true ? -2 : 2) * 1073741824;", "*"),
        ("int z = 1073741824 * (true ? 1 : 2);", "*"),
        ("int z = -1073741824 * (true ? 1 : 3);", "*"),
        ("int z = (true ? 1 : 3) * -1073741824;", "*"),
        ("int z = (x % 16) * 143165577;", "*"),
        ("int z = x % (true ? 0 : 3);", "%"),
        ("int z = dot(int4(x), p >> 24);", "dot"),
        ("int z = metal::dot(p >> 17, p >> 16);", "dot"),
    ],
)
def test_bare_arithmetic_on_integers_is_open(statement: str, operator: str) -> None:
    text = f"""\
// language: metal2.4
#include <metal_stdlib>
using metal::uint;
struct type_0 {{ int list[4]; }};
struct type_1 {{ type_0 inner; int i; uint u; }};
typedef type_1 type_2[1];
constant int unused = 3;
int other(uint a) {{ return 1; }}
[[max_total_threads_per_threadgroup(64)]] kernel void main_(
  metal::uint3 id [[thread_position_in_grid]], int x, int y, uint u, uint w, metal::int2 p, thread type_1& s
, device type_2& b [[user(fake0)]]) {{
    {statement}
}}
"""
    assert (operator, "main_") in left_open(text)


@pytest.mark.parametrize(
    "statement",
    [
        "uint z = u + w * 2u - (u & 1);",
        "uint z = u / 4 + w % 3u;",
        "float z = -f * f + f / f - 1.0;",
        "float z = f + 1; float q = 2 * f;",
        "int z = as_type<int>(as_type<uint>(x) + as_type<uint>(y));",
        "metal::int2 z = as_type<metal::int2>(as_type<metal::uint2>(p) * as_type<uint>(2));",
        "int z = (-2147483647 - 1) + 2147483647 + -3;",
        "int z = 31 - metal::clz(metal::select(x, ~x, x < 0));",
        "int z = (((metal::ctz(x) + 1) % 33) - 1);",
        "int z = (x < 0 ? 0 : 31 - asint(firstbithigh(x)));",
        "int z = naga_div(x, y); int q = x & y | x ^ ~y; bool t = x < y && !(x == y);",
        "int z = x << 3u >> u;",
        "packed_char4 c = as_type<packed_char4>(u); int z = ( + c[0] * c[1] + c[2] * c[3]);",
        "int z = dot(int4(x, x >> 8, x >> 16, x >> 24) >> 24, p >> 24);",
        "for (int k = 0; k < 10; k++) { list[k] = x; }",
        "b.Load(x*4); b.Store2(x*16+y*4+8, u); b.InterlockedAdd(x*4, u, w);",
        "uint z = 1 + (sizes.size0 - 0 - 4) / 4;",
        "uint2 bound = uint2(4294967295u); bound -= uint2(bound.y == 0u, 1u);",
        "int z = metal::popcount(x) + metal::popcount(y);",
        "uint z = b.Load(u) + 1u;",
        "int z = dot(int4(23170), int4(-23170));",
        "uint z = unknown + u; float q = f * unknown; uint r = u - unknown; float t = unknown + f;",
        "int z = x < y ? x : y;",
        "const auto z = f; float q = z + 1;",
        "x <<= 3; x >>= 2;",
        "float z = metal::abs(f); uint q = metal::dot(metal::uint2(u), metal::uint2(w)); uint r = abs(u);",
        "uint z = b.Load(x*4) + b.Load(y*4) * metal::clz(u);",
        "int z = int(3) + int(2147483644);",
        "int z = x / 1;",
        "bool t = x > y || x >= y || x <= y || x == y || x != y && !(x < y);",
        "float z = 1 / f; uint q = x + 3u;",
        "int z = metal::clz(x) + 2147483615 + (metal::clz(x) + (-2147483647 - 1));",
        "int z = metal::ctz(x) + 2147483615; int q = metal::popcount(x) + 2147483615;",
        "int z = metal::ctz(x) + (-2147483647 - 1); int q = metal::popcount(x) + (-2147483647 - 1);",
        "int z = asint(countbits(u)) + 2147483615; int q = asint(countbits(u)) + (-2147483647 - 1);",
        "int z = asint(firstbithigh(x)) + 2147483616; int q = asint(firstbitlow(x)) + 2147483616;",
        "int z = asint(firstbithigh(x)) - 2147483647; int q = asint(firstbitlow(x)) - 2147483647;",
        "uint z = firstbithigh(x) + u; uint q = countbits(u) * u; uint r = firstbitlow(u) - u;",
        "uint z = (31u + WaveGetLaneCount() - 1u) / WaveGetLaneCount() + WaveGetLaneIndex() * u;",
        "int z = (x >> 31u) + 2147483647; int q = (x >> 0u) + 0;",
        "packed_char4 c = c; int z = c.x * 16777216; int q = c.x + 2147483520;",
        "int z = (true ? -2 : 1) * 1073741824; int q = -1073741824 * (true ? 1 : 2);",
        "int z = (x % 16) * 143165576;",
        "int z = metal::dot(p >> 17, p >> 17);",
        "float4 z = mul(m, float4(1.0, 0.0, 0.0, 1.0)) * 2.0;",
    ],
)
def test_arithmetic_that_cannot_differ_is_not_open(statement: str) -> None:
    text = f"""\
struct Sizes {{ uint size0; }};
cbuffer sizes : register(b0) {{ Sizes sizes; }}
RWByteAddressBuffer b : register(u0);
static const float f = 1.0;
int2 list[4];
[numthreads(64, 1, 1)]
void main(int x, int y, uint u, uint w, metal::int2 p, row_major float4x4 m)
{{
    {statement}
}}
"""
    assert left_open(text) == []


def test_the_remainder_of_floats_is_no_guard_that_is_missing() -> None:
    assert left_open("float naga_mod(float lhs, float rhs) { return lhs - rhs * trunc(lhs / rhs); }") == []
    assert left_open("int naga_mod(int lhs, int rhs) { return lhs; }") == [("naga_mod", "naga_mod")]


def test_arithmetic_on_what_is_not_known_says_so() -> None:
    text = "void f(int x) { int a = x + x; int b = -x; int c = x / x; int d = abs(x); %s }"
    known = [found.known for found in open_arithmetic(ShadingText(text % ""))]
    assert known == [True] * 4
    unknown = open_arithmetic(ShadingText(text.replace("int x", "Odd x") % ""))
    assert [found.known for found in unknown] == [False] * 4


def test_a_long_expression_is_read_without_recursion() -> None:
    nested = "int f(int a) { return " + "asint(asuint(" * 20_000 + "a" + ") + asuint(a))" * 20_000 + "; }"
    assert left_open(nested) == []


def test_text_that_is_no_shader_is_read_to_its_end() -> None:
    for text in (
        "int f(",
        "int f() { return ((x; }",
        "}}}} int",
        "int f() { a ? b ] ) } ; x[ }",
        "struct {",
        "for (;;) {",
        "\0'\"@",
    ):
        left_open(text)
        left_open("void f(int a) {" + text + "}")


# How it is told.


def findings(text: str, changed: dict[str, tuple[str, str]], naga: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The findings of WGSL405, the named translations changed: the code each points at, its message, its notes."""
    written = translate(naga, text)
    other = Translation()
    other.msl, other.hlsl, other.spirv = written.msl, written.hlsl, written.spirv
    for language, (before, after) in changed.items():
        assert before in getattr(other, language)
        setattr(other, language, getattr(other, language).replace(before, after))
    monkeypatch.setattr("wai_lint.checkers.naga.translate", lambda path, text: other)
    module = load(Source.from_text(text))
    found = translation_guard.check(module, Context(module, Settings(options={"naga": naga})))
    return [
        "; ".join((text[f.span.start.offset : f.span.end.offset], f.message, *(note.message for note in f.notes)))
        for f in found
        if f.span is not None
    ]


def test_an_unguarded_operation_is_shown_where_the_module_has_it(naga: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "fn g(x: i32) -> i32 { return x / 3; }\nfn f_1(x: i32, y: i32) -> i32 { return 1 + x / y; }"
    changed = {"hlsl": ("naga_div(x_1, y)", "(x_1 / y)"), "msl": ("naga_div(x_1, y)", "(x_1 / y)")}
    found = findings(text, changed, naga, monkeypatch)
    assert len(found) == 1
    assert found[0].startswith("x / y; naga ")
    assert "(naga-wasm " in found[0]
    assert "this division in MSL and HLSL without a guard" in found[0]
    assert "in MSL: `" in found[0]
    assert "in HLSL: `" in found[0]


def test_a_damaged_helper_is_shown_at_every_operation_that_uses_it(naga: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "fn g(x: i32) -> i32 { return x / 3; }\nfn f(x: i32, y: i32) -> i32 { return 1 + x / y; }"
    found = findings(text, {"hlsl": ("? 1 : rhs", "? rhs : 1")}, naga, monkeypatch)
    assert [each.split(";")[0] for each in found] == ["x / 3", "x / y"]


def test_translator_is_let_go_before_wasmtime_is_torn_down(naga) -> None:
    script = """
import atexit, sys
from wai_lint.checkers import naga
atexit.register(lambda: print(len(naga._translators)))
naga.open_translator(sys.argv[1])
"""
    ran = subprocess.run([sys.executable, "-c", script, naga], check=True, capture_output=True, text=True)
    assert ran.stdout == "0\n"
