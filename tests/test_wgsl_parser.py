"""The syntax tree of WGSL: every declaration, statement and expression, where each node stands, and what else is refused."""

# The trees of the tables are written on one line each.
# ruff: noqa: E501

from __future__ import annotations

from typing import Any

import pytest
from wai_lint.checkers.source import Source
from wai_lint.checkers.wgsl import syntax
from wai_lint.checkers.wgsl.parser import parse
from wai_lint.checkers.wgsl.syntax import SyntaxProblem, TranslationUnit


def tree(text: str) -> TranslationUnit:
    """The tree of a module without problems."""
    unit = parse(Source.from_text(text))
    assert [problem.message for problem in unit.problems] == []
    return unit


def shown(node: Any) -> str:
    """A node as an S-expression of its parts, without those that are empty."""
    if isinstance(node, syntax.Literal):
        return node.text
    if isinstance(node, list | tuple):
        return "[" + " ".join(map(shown, node)) + "]"
    if not isinstance(node, syntax.Node):
        return str(node)
    if isinstance(node, syntax.Name) and not node.templates:
        return node.name
    if isinstance(node, syntax.Binary):
        return f"({shown(node.left)} {node.operator} {shown(node.right)})"
    hidden = {"start", "end", "name_start", "name_end", "operator_start"}
    slots = [slot for slot in type(node).__slots__ if slot not in hidden]
    parts = [f"{slot}={shown(value)}" for slot in slots if (value := getattr(node, slot)) not in (None, [])]
    return f"({type(node).__name__} {' '.join(parts)})"


def expression(text: str) -> syntax.Expression:
    """The expression that `text` is."""
    declaration = tree(f"const x = {text};").declarations[0]
    assert isinstance(declaration, syntax.VariableDeclaration)
    assert declaration.initializer
    return declaration.initializer


def statement(text: str) -> syntax.Statement:
    """The one statement that `text` is."""
    function = tree(f"fn f() {{ {text} }}").declarations[0]
    assert isinstance(function, syntax.Function)
    assert len(function.body.body) == 1
    return function.body.body[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", "a"),
        ("true", "true"),
        ("(a)", "a"),
        ("-a", "(Unary operand=a operator=-)"),
        (
            "!~*&-a",
            "(Unary operand=(Unary operand=(Unary operand=(Unary operand=(Unary operand=a operator=-) operator=&) operator=*) operator=~) operator=!)",
        ),
        ("-a.b", "(Unary operand=(Member base=a name=b) operator=-)"),
        ("a[1].b", "(Member base=(Index base=a index=1) name=b)"),
        ("(a + b).c", "(Member base=(a + b) name=c)"),
        ("f()", "(Call callee=f)"),
        ("f(a, 1,)", "(Call arguments=[a 1] callee=f)"),
        ("f(a).xy", "(Member base=(Call arguments=[a] callee=f) name=xy)"),
        ("vec2<f32>(1, 2)", "(Call arguments=[1 2] callee=(Name name=vec2 templates=[f32]))"),
        (
            "array<vec4<u32>, n + 1,>()",
            "(Call callee=(Name name=array templates=[(Name name=vec4 templates=[u32]) (n + 1)]))",
        ),
        ("a < b", "(a < b)"),
        ("a<b>", "(Name name=a templates=[b])"),
        ("f(a < b, c > (d))", "(Call arguments=[(Call arguments=[d] callee=(Name name=a templates=[b c]))] callee=f)"),
        ("a + b - c", "((a + b) - c)"),
        ("a + b * c % d", "(a + ((b * c) % d))"),
        ("a * b + c", "((a * b) + c)"),
        ("a - -b", "(a - (Unary operand=b operator=-))"),
        ("a--b", "(a - (Unary operand=b operator=-))"),
        ("a && b && c", "((a && b) && c)"),
        ("a == b || c < d || e >= f + g", "(((a == b) || (c < d)) || (e >= (f + g)))"),
        ("a << b < c", "((a << b) < c)"),
        ("a & b & c", "((a & b) & c)"),
        ("a ^ b ^ c", "((a ^ b) ^ c)"),
        ("a | b | c", "((a | b) | c)"),
        ("a * &b", "(a * (Unary operand=b operator=&))"),
        ("(a | b) & c", "((a | b) & c)"),
        ("a & (b == c)", "(a & (b == c))"),
    ],
)
def test_expressions(text: str, expected: str) -> None:
    assert shown(expression(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a | «b << 16u»", "(a | (b << 16u))"),
        ("«a + b» << c", "((a + b) << c)"),
        ("a << «b + c»", "(a << (b + c))"),
        ("«a << b» << c", "((a << b) << c)"),
        ("a & «b == c»", "(a & (b == c))"),
        ("«a & b» && c", "((a & b) && c)"),
        ("a && «b | c»", "(a && (b | c))"),
        ("«a && b» || c", "((a && b) || c)"),
        ("a || «b && c»", "(a || (b && c))"),
        ("«a < b» == c", "((a < b) == c)"),
        ("a == «b < c»", "(a == (b < c))"),
        ("«a < b» < c", "((a < b) < c)"),
        ("«a == b» != c", "((a == b) != c)"),
        ("«a & b» | c", "((a & b) | c)"),
        ("a ^ «b & c»", "(a ^ (b & c))"),
        ("a | «b ^ c»", "(a | (b ^ c))"),
        ("a & «b * c»", "(a & (b * c))"),
        ("«a << 1» ^ «b >> 2» ^ «c + d»", "(((a << 1) ^ (b >> 2)) ^ (c + d))"),
    ],
)
def test_mixes_of_operators_that_browsers_refuse_parse_and_are_reported(text: str, expected: str) -> None:
    bare = text.replace("«", "").replace("»", "")
    unit = parse(Source.from_text(f"const x = {bare};"))
    declaration = unit.declarations[0]
    assert isinstance(declaration, syntax.VariableDeclaration)
    assert shown(declaration.initializer) == expected
    assert {problem.code for problem in unit.problems} == {"WGSL004"}
    marked = f"const x = {bare};"
    for problem in sorted(unit.problems, key=lambda problem: -problem.start):
        marked = f"{marked[: problem.start]}«{marked[problem.start : problem.end]}»{marked[problem.end :]}"
    assert marked == f"const x = {text};"


def test_parentheses_silence_the_report_of_a_mix() -> None:
    for text in ("a | (b << 16u)", "(a + b) << c", "(a && b) || c", "a & (b == c)", "(a < b) == c"):
        expression(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{}", "(Block )"),
        ("@diagnostic(off, a.b) {}", "(Block attributes=[(Attribute arguments=[off a.b] name=diagnostic)])"),
        ("var x: i32;", "(VariableDeclaration keyword=var name=x type=i32)"),
        ("var<function> x = 1;", "(VariableDeclaration initializer=1 keyword=var name=x templates=[function])"),
        ("let x: i32 = 1;", "(VariableDeclaration initializer=1 keyword=let name=x type=i32)"),
        ("const x = 1;", "(VariableDeclaration initializer=1 keyword=const name=x)"),
        ("x = 1;", "(Assignment operator== target=x value=1)"),
        ("x <<= 1u;", "(Assignment operator=<<= target=x value=1u)"),
        ("*p = 1;", "(Assignment operator== target=(Unary operand=p operator=*) value=1)"),
        (
            "(*p).a[i] += 1;",
            "(Assignment operator=+= target=(Index base=(Member base=(Unary operand=p operator=*) name=a) index=i) value=1)",
        ),
        ("_ = f();", "(Assignment operator== value=(Call callee=f))"),
        ("x++;", "(Increment operator=++ target=x)"),
        ("(x)--;", "(Increment operator=-- target=x)"),
        ("f(1);", "(CallStatement call=(Call arguments=[1] callee=f))"),
        ("f<i32>();", "(CallStatement call=(Call callee=(Name name=f templates=[i32])))"),
        ("return;", "(Return )"),
        ("return a < b;", "(Return value=(a < b))"),
        ("break;", "(Jump keyword=break)"),
        ("continue;", "(Jump keyword=continue)"),
        ("discard;", "(Jump keyword=discard)"),
        ("const_assert a == b;", "(ConstAssert condition=(a == b))"),
        ("if a {}", "(If condition=a then=(Block ))"),
        ("if (a) {} else {}", "(If condition=a otherwise=(Block ) then=(Block ))"),
        (
            "@a if a {} else if b {} else if c {} else {}",
            "(If attributes=[(Attribute name=a)] condition=a otherwise=(If condition=b otherwise=(If condition=c "
            "otherwise=(Block ) then=(Block )) then=(Block )) then=(Block ))",
        ),
        (
            "switch a { case 1, default, 2, {} case b + 1: {} default {} }",
            "(Switch clauses=[(Clause body=(Block ) selectors=[1 None 2]) (Clause body=(Block ) selectors=[(b + 1)]) "
            "(Clause body=(Block ) selectors=[None])] subject=a)",
        ),
        (
            "switch (a) @a { default: {} }",
            "(Switch body_attributes=[(Attribute name=a)] clauses=[(Clause body=(Block ) selectors=[None])] subject=a)",
        ),
        ("loop {}", "(Loop body=(Block ))"),
        ("loop { continuing {} }", "(Loop body=(Block ) continuing=(Block ))"),
        (
            "@a loop @b { f(); continuing @c { g(); break if a; } }",
            "(Loop attributes=[(Attribute name=a)] body=(Block attributes=[(Attribute name=b)] body=[(CallStatement "
            "call=(Call callee=f))]) break_if=a continuing=(Block attributes=[(Attribute name=c)] body=[(CallStatement call=(Call callee=g))]))",
        ),
        ("for (;;) {}", "(For body=(Block ))"),
        (
            "for (var i = 0; i < 4; i++) {}",
            "(For body=(Block ) condition=(i < 4) initializer=(VariableDeclaration initializer=0 keyword=var name=i) "
            "update=(Increment operator=++ target=i))",
        ),
        (
            "for (i = 0; ; f()) {}",
            "(For body=(Block ) initializer=(Assignment operator== target=i value=0) update=(CallStatement call=(Call callee=f)))",
        ),
        (
            "for (let a = 1; ; _ = a) {}",
            "(For body=(Block ) initializer=(VariableDeclaration initializer=1 keyword=let name=a) update=(Assignment operator== value=a))",
        ),
        ("while a < b {}", "(While body=(Block ) condition=(a < b))"),
    ],
)
def test_statements(text: str, expected: str) -> None:
    assert shown(statement(text)) == expected


def test_empty_statements_leave_no_node() -> None:
    function = tree(";;fn f() { ;; {;} ; };;").declarations[0]
    assert isinstance(function, syntax.Function)
    assert shown(function.body) == "(Block body=[(Block )])"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("enable f16;", "(Directive keyword=enable names=[f16])"),
        ("requires a, b,;", "(Directive keyword=requires names=[a b])"),
        ("diagnostic(off, a);", "(Directive keyword=diagnostic names=[off a])"),
        ("diagnostic(error, a.b,);", "(Directive keyword=diagnostic names=[error a.b])"),
        ("alias A = array<f32>;", "(Alias name=A type=(Name name=array templates=[f32]))"),
        ("const_assert(a);", "(ConstAssert condition=a)"),
        ("const a: i32 = 1;", "(VariableDeclaration initializer=1 keyword=const name=a type=i32)"),
        ("override a;", "(VariableDeclaration keyword=override name=a)"),
        (
            "@id(1) override a: i32 = 2;",
            "(VariableDeclaration attributes=[(Attribute arguments=[1] name=id)] initializer=2 keyword=override name=a type=i32)",
        ),
        (
            "var<storage, read_write,> a: i32;",
            "(VariableDeclaration keyword=var name=a templates=[storage read_write] type=i32)",
        ),
        (
            "@group(0) @binding(n + 1,) var a: sampler;",
            "(VariableDeclaration attributes=[(Attribute arguments=[0] name=group) (Attribute arguments=[(n + 1)] name=binding)] keyword=var name=a type=sampler)",
        ),
        ("struct S { a: i32 }", "(Struct members=[(StructMember name=a type=i32)] name=S)"),
        (
            "struct S { @align(16) @size(4) a: i32, b: f32, }",
            "(Struct members=[(StructMember attributes=[(Attribute arguments=[16] name=align) (Attribute arguments=[4] name=size)] name=a type=i32) (StructMember name=b type=f32)] name=S)",
        ),
        ("fn f() {}", "(Function body=(Block ) name=f)"),
        (
            "@must_use @const fn f(a: i32, @b c: f32,) -> @d vec2<f32> @e {}",
            "(Function attributes=[(Attribute name=must_use) (Attribute name=const)] body=(Block attributes=[(Attribute name=e)]) name=f parameters=[(Parameter name=a type=i32) (Parameter attributes=[(Attribute name=b)] name=c type=f32)] return_attributes=[(Attribute name=d)] return_type=(Name name=vec2 templates=[f32]))",
        ),
        (
            "@workgroup_size(1, 2, 3,) @compute fn f() {}",
            "(Function attributes=[(Attribute arguments=[1 2 3] name=workgroup_size) (Attribute name=compute)] body=(Block ) name=f)",
        ),
        ("@builtin() fn f() {}", "(Function attributes=[(Attribute name=builtin)] body=(Block ) name=f)"),
    ],
)
def test_declarations_and_directives(text: str, expected: str) -> None:
    unit = tree(text)
    assert [shown(node) for node in (*unit.directives, *unit.declarations)] == [expected]


def test_every_node_stands_where_its_text_is() -> None:
    text = "@a fn f(@b p: vec2<f32>) -> @c i32 { let x = (a + b) * -c[1].d; if (x) { f(x,); } return x; } // end"
    unit = tree(text)
    function = unit.declarations[0]
    assert isinstance(function, syntax.Function)
    let, choice, last = function.body.body
    assert isinstance(let, syntax.VariableDeclaration)
    assert isinstance(choice, syntax.If)
    product = let.initializer
    assert isinstance(product, syntax.Binary)

    def written(*nodes: syntax.Node) -> list[str]:
        return [text[node.start : node.end] for node in nodes]

    assert written(function) == [text[: -len(" // end")]]
    assert written(function.parameters[0]) == ["@b p: vec2<f32>"]
    assert written(let, product, product.left, product.right) == [
        "let x = (a + b) * -c[1].d", "(a + b) * -c[1].d", "(a + b)", "-c[1].d",
    ]  # fmt: skip
    assert text[product.operator_start] == "*"
    assert written(choice, choice.condition, choice.then.body[0]) == ["if (x) { f(x,); }", "(x)", "f(x,)"]
    assert written(last) == ["return x"]
    assert [text[start:end] for start, end in unit.comments] == ["// end"]
    assert (unit.start, unit.end) == (0, len(text))


def nonstandard(text: str) -> list[str]:
    """What of `text` WGSL does not have but translators do."""
    unit = parse(Source.from_text(text))
    assert unit.declarations
    assert {problem.code for problem in unit.problems} <= {"WGSL004"}
    return [text[problem.start : problem.end] for problem in unit.problems]


def test_literals_of_64_bits_are_nonstandard() -> None:
    assert nonstandard("const a = 1lu + 0x1li; const b = 1.5lf; const c = false;") == ["1lu", "0x1li", "1.5lf"]


def test_an_empty_structure_is_nonstandard() -> None:
    assert nonstandard("struct A {} struct B { a: i32 }") == ["struct A {}"]


def test_a_byte_order_mark_is_nonstandard() -> None:
    unit = parse(Source("a.wgsl", b"\xef\xbb\xbffn f() {}"))
    assert [(problem.code, problem.start, problem.end) for problem in unit.problems] == [("WGSL004", 0, 0)]
    assert len(unit.declarations) == 1


def test_nonstandard_syntax_is_reported_to_a_bound() -> None:
    problems: list[SyntaxProblem] = parse(Source.from_text("struct A {}" * 3000)).problems
    assert len(problems) == 1000
