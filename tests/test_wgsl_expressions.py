"""What lowering makes of expressions: their types, values and stages, loads and conversions."""

from __future__ import annotations

import pytest
from wai_lint.checkers.source import Source
from wai_lint.checkers.wgsl import ir
from wai_lint.checkers.wgsl.module import load

PRELUDE = """
struct S { a: u32, b: vec4f, c: array<i32, 3> }
@group(0) @binding(0) var<storage, read_write> buffer: array<S>;
@group(0) @binding(1) var image: texture_2d<f32>;
var<workgroup> counter: atomic<u32>;
override count: u32 = 4;
const two = 2;
const table = array(1, 2, 4);
fn called(x: u32) -> f32 { return f32(x); }
fn f(u: u32, i: i32, x: f32, b: bool, v: vec3u, m: mat2x3f, p: ptr<function, S>) {
  var w = vec4u(1, 2, 3, 4);
  var s: S;
  let half = 0.5;
"""


def module(text: str) -> ir.Module:
    loaded = load(Source.from_text(text))
    assert [str(found) for found in loaded.diagnostics] == []
    return loaded


def value_of(expression: str) -> ir.Expression:
    """The expression as it is before its place asks for anything: what `_ = …` drops."""
    return module(f"{PRELUDE} _ = {expression}; }}").of(ir.Phony)[-1].value


@pytest.mark.parametrize(
    ("expression", "type_", "value"),
    [
        ("1", "AbstractInt", 1),
        ("0x1Fu", "u32", 31),
        ("-1", "AbstractInt", -1),
        ("1.5", "AbstractFloat", 1.5),
        ("0.1f", "f32", 0.10000000149011612),
        ("true", "bool", True),
        ("two", "AbstractInt", 2),
        ("two + 1u", "u32", 3),
        ("two * 0.5", "AbstractFloat", 1.0),
        ("1u << 31", "u32", 0x80000000),
        ("2147483647i + 0", "i32", 2147483647),
        ("4294967295u + 1u", "u32", 0),
        ("7 / 2", "AbstractInt", 3),
        ("-7 % 3", "AbstractInt", -1),
        ("!(1 < 2)", "bool", False),
        ("~0u", "u32", 0xFFFFFFFF),
        ("vec2(1, 2)", "vec2<AbstractInt>", (1, 2)),
        ("vec2(1, 2u)", "vec2<u32>", (1, 2)),
        ("vec3(1, 2, 3) * 2.0", "vec3<AbstractFloat>", (2.0, 4.0, 6.0)),
        ("vec3(1, 2, 3).zx", "vec2<AbstractInt>", (3, 1)),
        ("vec3(1, 2, 3).y", "AbstractInt", 2),
        ("vec3(1, 2, 3)[two]", "AbstractInt", 3),
        ("table", "array<AbstractInt, 3>", (1, 2, 4)),
        ("table[1]", "AbstractInt", 2),
        ("array<u32, two>()", "array<u32, 2>", (0, 0)),
        ("S(1, vec4f(), array<i32, 3>()).a", "u32", 1),
        ("mat2x2(1, 2, 3, 4)[1]", "vec2<AbstractFloat>", (3.0, 4.0)),
        ("u32(1.9)", "u32", 1),
        ("bitcast<i32>(0xFFFFFFFFu)", "i32", -1),
        ("max(1, 2u)", "u32", 2),
        ("select(vec2(1), vec2(2), true)", "vec2<AbstractInt>", (2, 2)),
        ("false && 1 / 0 == 0", "bool", False),
        ("true || 1 / 0 == 0", "bool", True),
        ("false && true", "bool", False),
    ],
)
def test_a_const_expression_has_its_type_and_value(expression: str, type_: str, value: ir.Value) -> None:
    made = value_of(expression)
    assert (str(made.type), made.stage, made.value) == (type_, ir.CONST, value)
    assert type(made.value) is type(value)


@pytest.mark.parametrize(
    ("expression", "type_"),
    [
        ("u", "u32"),
        ("u + 1", "u32"),
        ("1 << u", "i32"),
        ("u << 1", "u32"),
        ("i < 3", "bool"),
        ("v * 2", "vec3<u32>"),
        ("vec3(i, 1, 2)", "vec3<i32>"),
        ("vec3(1)[u]", "i32"),
        ("vec3(1.0)[u]", "f32"),
        ("table[u]", "i32"),
        ("m * vec2(1, x)", "vec3<f32>"),
        ("m[1]", "vec3<f32>"),
        ("m[1].xy", "vec2<f32>"),
        ("v.zy", "vec2<u32>"),
        ("w", "vec4<u32>"),
        ("w.x", "u32"),
        ("w.xyz", "vec3<u32>"),
        ("w[i]", "u32"),
        ("s.c[1]", "i32"),
        ("&s.c", "ptr<function, array<i32, 3>, read_write>"),
        ("*&s.a", "u32"),
        ("p.b.xyz", "vec3<f32>"),
        ("(*p).c[i]", "i32"),
        ("p.c[i]", "i32"),
        ("buffer[u].b.w", "f32"),
        ("&buffer", "ptr<storage, array<S>, read_write>"),
        ("arrayLength(&buffer)", "u32"),
        ("atomicAdd(&counter, 1)", "u32"),
        ("image", "texture_2d<f32>"),
        ("textureLoad(image, vec2(0, 0), 0)", "vec4<f32>"),
        ("called(1)", "f32"),
        ("half", "f32"),
        ("select(1, 2, b)", "i32"),
        ("min(u, 1)", "u32"),
        ("modf(x).fract", "f32"),
        ("frexp(vec2(1, x)).exp", "vec2<i32>"),
        ("b && u / 2 == 1", "bool"),
        ("false && b", "bool"),
        ("all(v < vec3(1))", "bool"),
        ("f32(u) * half", "f32"),
    ],
)
def test_a_runtime_expression_has_its_type_and_no_value(expression: str, type_: str) -> None:
    made = value_of(expression)
    assert (str(made.type), made.stage, made.value) == (type_, ir.RUNTIME, None)


def test_an_override_expression_is_known_when_the_pipeline_is_made() -> None:
    for expression in ("count", "count + two", "vec2(count)", "min(count, 3)", "vec2(count).x", "vec2(1)[count]"):
        made = value_of(expression)
        assert (made.stage, made.value) == (ir.OVERRIDE, None)


def test_a_built_in_that_is_not_const_makes_a_runtime_expression() -> None:
    assert value_of("dpdx(1.0)").stage == ir.RUNTIME


def test_a_written_conversion_is_not_implied() -> None:
    made = value_of("u32(i)")
    assert isinstance(made, ir.Convert)
    assert (made.implied, str(made.operand.type)) == (False, "i32")


def test_memory_is_read_by_a_load_of_a_reference() -> None:
    load_ = value_of("buffer[u].c[i]")
    assert isinstance(load_, ir.Load)
    index = load_.reference
    assert isinstance(index, ir.Index)
    assert str(index.type) == "ref<storage, i32, read_write>"
    member = index.base
    assert isinstance(member, ir.MemberAccess)
    assert (member.name, member.position, str(member.type)) == ("c", 2, "ref<storage, array<i32, 3>, read_write>")


def test_a_pointer_is_followed_where_a_member_or_element_is_named() -> None:
    load_ = value_of("p.a")
    assert isinstance(load_, ir.Load)
    assert isinstance(load_.reference, ir.MemberAccess)
    followed = load_.reference.base
    assert isinstance(followed, ir.Indirection)
    assert str(followed.type) == "ref<function, S, read_write>"


def test_operands_come_before_the_expressions_that_hold_them() -> None:
    order = module(f"{PRELUDE} _ = (u + 1) * 2 - (u & 3) * buffer[u + 1].a; }}").of(ir.Binary)
    assert len(order) == 6
    places = {node: place for place, node in enumerate(order)}
    for node in order:
        for operand in (node.left, node.right):
            if isinstance(operand, ir.Binary):
                assert places[operand] < places[node]


def test_arrays_of_any_size_have_values_without_their_storage() -> None:
    made = value_of("array<array<u32, 65535>, 65535>()[3][4]")
    assert (str(made.type), made.value) == ("u32", 0)
