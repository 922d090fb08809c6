"""What lowering makes of a module: names, declarations, statements, places, and what it says of errors."""

from __future__ import annotations

import pytest
from wai_lint.checkers.source import Source
from wai_lint.checkers.wgsl import ir
from wai_lint.checkers.wgsl.module import load
from wai_lint.checkers.wgsl.types import Array, Struct


def module(text: str) -> ir.Module:
    loaded = load(Source.from_text(text))
    assert [str(found) for found in loaded.diagnostics] == []
    return loaded


def test_a_literal_takes_the_type_of_its_place_and_anything_else_is_converted() -> None:
    initializers = [let.initializer for let in module("fn f() { let a: f32 = 1; let b: f32 = -1; }").of(ir.Let)]
    literal, converted = initializers
    assert isinstance(literal, ir.Literal)
    assert (str(literal.type), literal.value, literal.text) == ("f32", 1.0, "1")
    assert isinstance(converted, ir.Convert)
    assert (converted.implied, str(converted.type), converted.value) == (True, "f32", -1.0)
    assert (str(converted.operand.type), converted.operand.value) == ("AbstractInt", -1)


def test_what_the_place_of_a_declaration_asks_for() -> None:
    loaded = module(
        "const a = 1; override b = 1; var<private> c = 1; fn f() { let d = 1; var e = 1.0; const g = 1.5; }"
    )
    declared = [*loaded.constants, *loaded.overrides, *loaded.variables]
    declared += [node.declared for node in loaded.of(ir.Declaration)]
    assert [(node.name, str(node.type)) for node in declared] == [
        ("a", "AbstractInt"),
        ("b", "i32"),
        ("c", "i32"),
        ("d", "i32"),
        ("e", "f32"),
        ("g", "AbstractFloat"),
    ]


def test_a_let_keeps_its_initializer_and_a_name_its_declaration() -> None:
    loaded = module("fn f(n: u32, x: u32) -> u32 { let s = n & 31u; return x << s; }")
    (shift,) = [node for node in loaded.of(ir.Binary) if node.operator == "<<"]
    assert isinstance(shift.right, ir.ValueRef)
    let = shift.right.declaration
    assert isinstance(let, ir.Let)
    assert isinstance(let.initializer, ir.Binary)
    assert let.initializer.operator == "&"


def test_a_compound_assignment_assigns_what_a_binary_makes_of_the_loaded_target() -> None:
    text = "fn f(i: u32) { var v: vec4u; v[i] <<= 3; }"
    (assign,) = module(text).of(ir.Assign)
    binary = assign.value
    assert isinstance(binary, ir.Binary)
    assert (assign.operator, binary.operator, binary.compound) == ("<<=", "<<", True)
    assert text[binary.start : binary.end] == "v[i] <<= 3"
    assert text[binary.operator_start :].startswith("<<=")
    assert isinstance(binary.left, ir.Load)
    assert binary.left.reference is assign.target
    assert (str(binary.right.type), binary.right.value) == ("u32", 3)


def test_an_increment_adds_one_of_the_type_of_its_target() -> None:
    (assign,) = module("fn f() { var x: u32; x--; }").of(ir.Assign)
    binary = assign.value
    assert isinstance(binary, ir.Binary)
    assert (assign.operator, binary.operator, binary.compound) == ("--", "-", True)
    assert (str(binary.right.type), binary.right.value) == ("u32", 1)


def test_components_that_are_assigned_stay_a_reference() -> None:
    (assign,) = module("fn f() { var v: vec4u; v.zyx[1] = 3; }").of(ir.Assign)
    assert isinstance(assign.target, ir.Index)
    assert str(assign.target.base.type) == "ref<function, vec3<u32>, read_write>"
    assert str(assign.target.type) == "ref<function, u32, read_write>"


def test_subject_and_selectors_of_a_switch_have_one_type() -> None:
    text = "const c = 3; fn f() { switch 1 { case 2u, c, default { } case 4 { } } }"
    (switch,) = module(text).of(ir.Switch)
    selectors = [selector for clause in switch.clauses for selector in clause.selectors]
    assert str(switch.subject.type) == "u32"
    assert [selector and (str(selector.type), selector.value) for selector in selectors] == [
        ("u32", 2),
        ("u32", 3),
        None,
        ("u32", 4),
    ]


def test_loops_have_their_parts() -> None:
    text = """fn f() {
      for (var i = 0; i < 3; i++) { }
      while true { break; }
      loop { let done = true; continuing { let again = done; break if again; } }
    }"""
    for_, while_, loop = module(text).of(ir.Loop)
    assert [node.keyword for node in (for_, while_, loop)] == ["for", "while", "loop"]
    assert isinstance(for_.initializer, ir.Declaration)
    assert for_.condition is not None
    assert for_.continuing is not None
    assert isinstance(for_.continuing.body[0], ir.Assign)
    assert (while_.initializer, while_.continuing, while_.break_if) == (None, None, None)
    assert while_.condition is not None
    assert (loop.initializer, loop.condition) == (None, None)
    assert loop.continuing is not None
    assert loop.break_if is not None
    assert len(loop.continuing.body) == 1


def test_else_if_is_an_if_in_the_place_of_else() -> None:
    outer = module("fn f(a: bool) { if a { } else if !a { } else { return; } }").of(ir.If)[-1]
    assert isinstance(outer.otherwise, ir.If)
    assert isinstance(outer.otherwise.otherwise, ir.Block)


def test_inner_declarations_hide_outer_ones_until_their_scope_ends() -> None:
    text = """
    const x = 1u;
    fn f() -> u32 {
      let a = x;
      let x = 2.0;
      { let x = vec2(x); let b = x; }
      let c = x;
      if true { let x = true; let d = x; }
      return a;
    }
    fn g() -> u32 { return x; }"""
    lets = {let.name: str(let.type) for let in module(text).of(ir.Let) if let.name != "x"}
    assert lets == {"a": "u32", "b": "vec2<f32>", "c": "f32", "d": "bool"}


def test_declarations_hide_what_is_predeclared() -> None:
    text = (
        "struct vec3 { x: bool } fn min(a: vec3) -> bool { return a.x; } fn f() { let u32 = min(vec3(true)); _ = u32; }"
    )
    assert str(module(text).of(ir.Phony)[0].value.type) == "bool"


def test_module_scope_declarations_may_come_in_any_order() -> None:
    text = """
    fn f() -> B { return g(); }
    fn g() -> B { return B(array<u32, size>()); }
    struct B { a: C }
    alias C = array<u32, size>;
    const size = half * 2;
    const half = vec2(3).x;
    """
    loaded = module(text)
    assert str(loaded.structs[0].members[0].type) == "array<u32, 6>"
    assert [constant.name for constant in loaded.constants] == ["size", "half"]
    assert [function.name for function in loaded.functions] == ["f", "g"]


def test_arrays_that_one_override_counts_are_of_one_type() -> None:
    text = """override n: u32;
    var<workgroup> a: array<u32, n>; var<workgroup> b: array<u32, n>; var<workgroup> c: array<u32, n + 1>;"""
    a, b, c = [variable.type for variable in module(text).variables]
    assert a is b
    assert a is not c
    assert isinstance(a, Array)
    assert isinstance(a.count, ir.ValueRef)


def test_members_have_the_values_of_their_layout_attributes() -> None:
    text = "const n = 8; struct S { @size(n * 2) a: u32, @align(16) b: u32, c: u32 }"
    struct = module(text).structs[0].type
    assert isinstance(struct, Struct)
    assert [(member.size, member.align) for member in struct.members] == [(16, None), (None, 16), (None, None)]


def test_resources_have_their_space_access_group_and_binding() -> None:
    text = """const one = 1;
    @group(one) @binding(one + 1) var<storage, read_write> a: u32;
    @group(0) @binding(3) var<uniform> b: u32;
    @group(0) @binding(4) var c: sampler;"""
    found = [(v.space, v.access, v.group, v.binding) for v in module(text).variables]
    assert found == [("storage", "read_write", 1, 2), ("uniform", "read", 0, 3), ("handle", "read", 0, 4)]


def test_attributes_have_names_or_values() -> None:
    text = """const n = 8;
    @compute @workgroup_size(n, 2) @diagnostic(off, derivative_uniformity)
    fn main(@builtin(global_invocation_id) id: vec3u) { }"""
    function = module(text).functions[0]
    size = function.attribute("workgroup_size")
    assert size is not None
    assert [argument.value for argument in size.arguments] == [8, 2]
    filter_ = function.attribute("diagnostic")
    assert filter_ is not None
    assert filter_.names == ("off", "derivative_uniformity")
    builtin = function.parameters[0].attribute("builtin")
    assert builtin is not None
    assert (builtin.names, builtin.arguments) == (("global_invocation_id",), ())


def test_functions_know_what_they_call_and_whether_an_entry_point_reaches_them() -> None:
    text = """
    @compute @workgroup_size(1) fn main() { b(); a(); b(); }
    fn a() { c(); } fn b() { } fn c() { } fn unreached() { a(); }"""
    functions = {function.name: function for function in module(text).functions}
    assert [called.name for called in functions["main"].calls] == ["b", "a"]
    assert [name for name, function in functions.items() if function.reached] == ["main", "a", "b", "c"]
    assert (functions["main"].stage, functions["a"].stage) == ("compute", "")


def test_each_outermost_written_type_is_mentioned_once_at_its_place() -> None:
    text = """alias A = vec2<f32>;
    struct S { m: array<A, 2> }
    var<private> v: mat2x2<f32>;
    fn f(p: ptr<function, u32>) -> i32 {
      let a: u32 = bitcast<u32>(1f);
      let b = vec3<f32>(vec2f(1), 1);
      let c = array<vec2<u32>, 2>();
      let d = vec3(1);
      return i32(a);
    }"""
    mentions = [text[node.start : node.end] for node in module(text).of(ir.TypeMention)]
    assert sorted(mentions) == sorted(
        [
            "vec2<f32>",
            "array<A, 2>",
            "mat2x2<f32>",
            "ptr<function, u32>",
            "i32",
            "u32",
            "u32",
            "vec3<f32>",
            "vec2f",
            "array<vec2<u32>, 2>",
            "i32",
        ]
    )


def test_spans_are_those_of_the_text() -> None:
    text = "fn f(a: u32, s: u32) -> u32 { return ((a + 1) * 2) << min(s, 31u); }"
    loaded = module(text)
    shown = [text[node.start : node.end] for node in loaded.of(ir.Binary)]
    assert shown == ["(a + 1)", "((a + 1) * 2)", "((a + 1) * 2) << min(s, 31u)"]
    (call,) = loaded.of(ir.BuiltinCall)
    assert (text[call.start : call.end], text[call.start : call.name_end]) == ("min(s, 31u)", "min")


def test_an_error_is_reported_once_and_not_what_follows_from_it() -> None:
    text = """
    var<private> a: missing;
    struct S { m: missing }
    fn g(s: S) -> missing { return 1; }
    fn f() {
      let b = absent + 1;
      let c = b * 2 + a;
      var d: S = S(c);
      d.m[b] = g(d);
      if b < 1 { return b; }
    }"""
    found = [
        text[one.span.start.offset : one.span.end.offset]
        for one in load(Source.from_text(text)).diagnostics
        if one.span
    ]
    assert found == ["missing", "missing", "missing", "absent"]


def test_every_type_error_is_reported() -> None:
    text = "fn f(a: u32, b: i32) { let c = a + b; let d = a * b; if a { e(); } } const e: u32 = 1.5;"
    assert len(load(Source.from_text(text)).diagnostics) == 4


def test_notes_show_the_declaration() -> None:
    text = "const limit = 3; fn f() { limit = 4; }"
    (found,) = load(Source.from_text(text)).diagnostics
    (note,) = found.notes
    assert note.span is not None
    assert (note.message, text[note.span.start.offset : note.span.end.offset]) == ("declared here", "limit")


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"const c{i} = c{i + 1};" for i in range(20000)) + "\nconst c20000 = 1;",
        "\n".join(f"alias T{i} = T{i + 1};" for i in range(20000)) + "\nalias T20000 = u32;",
        "fn f(x: u32) -> u32 { return x" + " + x" * 20000 + "; }",
        "fn f(x: vec4u) -> vec4u { return x" + ".wzyx" * 20000 + "; }",
        "fn f(x: u32) { if x == 1 { }" + " else if x == 2 { }" * 20000 + " }",
        "fn f(x: i32) -> i32 { return " + ("-" * 120 + "(") * 50 + "x" + ")" * 50 + "; }",
        "".join(f"fn f{i}() {{ f{i + 1}(); }}" for i in range(20000)) + "fn f20000() {}",
    ],
    ids=["constants", "aliases", "operators", "swizzles", "else-if", "prefixes", "calls"],
)
def test_long_chains_are_lowered(text: str) -> None:
    assert module(text).valid
