"""What is said of a module that does not parse, and where; that nothing makes the parser raise, hang or grow without bound."""

# The cases of the tables are written on one line each.
# ruff: noqa: E501

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from types import FrameType

import pytest
from wai_lint.checkers.source import Source
from wai_lint.checkers.wgsl.parser import MOST_NESTING, parse
from wai_lint.checkers.wgsl.syntax import SyntaxProblem
from wai_lint.grammars.wgsl_tables import SPELLINGS


def problem_of(text: str) -> SyntaxProblem:
    """The syntax error of `text`."""
    unit = parse(Source.from_text(text))
    problem = unit.problems[-1]
    assert problem.code == "WGSL001"
    assert not unit.declarations
    return problem


# The marks are the exact span.
IN_FUNCTIONS = (
    ("let x = «;»", "expected an expression, found `;`"),
    ("let x = 1 «let» y = 2;", "expected `;`, found `let`"),
    ("let x = (a + b«;»", "expected `)`, found `;`"),
    ("let x = a[1«)»;", "expected `]`, found `)`"),
    ("f(a «b»);", "expected `)` or `,`, found `b`"),
    ("let «active» = 1;", "`active` is a reserved word, which names nothing: choose another name"),
    ("let «__a» = 1;", "names that start with two underscores are reserved: choose another"),
    ("let «loop» = 1;", "expected a name, found `loop`: `loop` is a keyword, which names nothing"),
    ("let «_» = 1;", "expected a name, found `_`: `_` names nothing, values are only assigned to it"),
    ("x = «_»;", "expected an expression, found `_`: `_` names nothing, values are only assigned to it"),
    ("let x: i32«;»", "expected `=`, found `;`: this declaration needs a value"),
    ("var x = 1«,» y = 2;", "expected `;`, found `,`: declare one variable at a time"),
    ("if a «=» b {}", "expected `{`, found `=`: `=` assigns, which is a statement: compare with `==`"),
    ("if (a) «return»;", "expected `{`, found `return`: the body stands in braces"),
    ("for (;;) «x»++;", "expected `{`, found `x`: the body stands in braces"),
    ("while (a)«;»", "expected `{`, found `;`: the body stands in braces"),
    ("if a {} elif «b» {}", "expected an assignment or `;`, found `b`: write `else if`"),
    ("«else» {}", "expected a statement or `}`, found `else`: there is no `if` before it"),
    ("«case» 1: {}", "expected a statement or `}`, found `case`: clauses stand in the braces of a `switch`"),
    ("switch a {«}»", "expected `case` or `default`, found `}`: a `switch` has `case` and `default` clauses"),
    (
        "loop { break «if» a; }",
        "expected `;`, found `if`: `break if` is the last statement of a `continuing` block; elsewhere write "
        "`if condition { break; }`",
    ),
    ("«++»x;", "expected a statement or `}`, found `++`: `++` stands behind: `x++;`"),
    ("let x = «++»y;", "expected an expression, found `++`: `++` is a statement and stands behind: `x++;`"),
    ("x = y«++»;", "expected `;`, found `++`: `++` is a statement and cannot stand in an expression"),
    ("let x = a «?» b : c;", "WGSL has no conditional operator: write `select(if_false, if_true, condition)`"),
    ("let x = (f32)«y»;", "expected `;`, found `y`: a conversion is written as a call: `f32(…)`"),
    ("let x = (float)«1»;", "expected `;`, found `1`: a conversion is written as a call: `f32(…)`"),
    ("float4 «x» = y;", "expected an assignment or `;`, found `x`: declare a variable as `var x: vec4f`"),
    ("ivec2 «x» = y;", "expected an assignment or `;`, found `x`: declare a variable as `var x: vec2i`"),
    ("mat4 «x» = y;", "expected an assignment or `;`, found `x`: declare a variable as `var x: mat4x4f`"),
    ("float3x4 «x»;", "expected an assignment or `;`, found `x`: declare a variable as `var x: mat3x4f`"),
    ("const int «x» = 3;", "expected `:` or `=`, found `x`: the type stands behind: `x: i32`"),
    (
        "«do» {} while (a);",
        "expected a statement or `}`, found `do`: write `loop { … continuing { break if !condition; } }`",
    ),
    ("«goto» a;", "expected a statement or `}`, found `goto`: write `loop`, `break` and `continue`"),
    ("«struct» S {}", "expected a statement or `}`, found `struct`: this belongs at module scope"),
    ("let x = a ==«=» b;", "expected an expression, found `=`: write `==`"),
    ("let x = «010»;", "a decimal integer does not start with 0: write `10`"),
    ("let x = «1.5u»;", "no literal ends in `u`: the suffixes are `i`, `u` on integers, `f`, `h` on floats"),
    ("let x = «1_000»;", "digits are written without separators"),
    ("let x = «0b1»;", "a literal is decimal or, after `0x`, hexadecimal"),
    ("let x = «1e»;", "`1e` is no literal: digits are missing, or something follows them directly"),
    ("let x = é«×»y;", "`×` (U+00D7) is no part of any token: it can stand in comments only"),
    ("let x = «'»a';", "WGSL has no characters or strings"),
    ("let x = 1 «\0»;", "a module cannot hold a null character"),
    ("let x = a«\ufeff»;", "U+FEFF is no part of any token: it can stand in comments only"),
    ("/* a */ «/*» b /* c */", "this comment is never closed: block comments nest, each wants its `*/`"),
    ("a «+» b = c;", "expected an assignment or `;`, found `+`"),
    ("«(a + b)» = c;", "cannot assign to this: it names no memory"),
    ("«-a» = b;", "cannot assign to this: it names no memory"),
    ("«(-a)»++;", "cannot assign to this: it names no memory"),
    ("«(f())»;", "an expression is no statement: call a function, or assign the value (`_ = …` drops it)"),
    ("«a»;", "an expression is no statement: call a function, or assign the value (`_ = …` drops it)"),
    (
        "f(a<b, c>«d»);",
        "expected `)` or `,`, found `d`: from `<` to `>` is read as a template list: put comparisons in parentheses",
    ),
    ("var a: vec2«<»f32;", "expected `;` or `=`, found `<`: the template list is not closed by a `>`"),
)
IN_MODULES = (
    (
        "fn f() {} «let» a = 1;",
        "expected a declaration, found `let`: `let` is for functions: use `const` or `override`",
    ),
    ("fn f() {} «enable» f16;", "expected a declaration, found `enable`: directives stand before all declarations"),
    ("fn f() {} «return»;", "expected a declaration, found `return`: statements stand in functions"),
    ("fn f() {} «a» = 1;", "expected a declaration, found `a`: statements stand in functions"),
    ("«float4» main(float2 a) {}", "expected a declaration, found `float4`: write `fn main(…) -> vec4f { … }`"),
    ("«void» main() {}", "expected a declaration, found `void`: write `fn main(…) { … }`"),
    ("«int» a;", "expected a declaration, found `int`: write `var<private> a: i32`"),
    (
        "«uniform» a: i32;",
        "expected a declaration, found `uniform`: resources are declared `@group(0) @binding(0) var<uniform> name: type;`",
    ),
    (
        "«function» f() {}",
        "expected a declaration, found `function`: functions are declared `fn name(…) -> type { … }`",
    ),
    ("«#»define A", "WGSL has no preprocessor: lint the module as it is after preprocessing"),
    ("«[»[block]] struct S {}", "expected a declaration, found `[`: attributes are written `@group(0)`"),
    ("«typedef» a b;", "expected a declaration, found `typedef`: write `alias Name = type;`"),
    ("struct S { a: i32«;» }", "expected `,` or `}`, found `;`: members are separated by `,`"),
    ("struct S { float3 «a», }", "expected `:`, found `a`: the type stands behind: `a: vec3f`"),
    ("fn f(int «a») {}", "expected `:`, found `a`: the type stands behind: `a: i32`"),
    ("fn f() {«»", "expected a statement or `}`, found the end of the module"),
    ("@id(1) «const» a = 1;", "expected `fn`, `override` or `var`, found `const`"),
    ("alias A = «1»;", "expected a name, found `1`"),
    ("fn «1»() {}", "expected a name, found `1`"),
)


@pytest.mark.parametrize(
    ("marked", "message"), [*((f"fn f() {{ {marked} }}", message) for marked, message in IN_FUNCTIONS), *IN_MODULES]
)
def test_a_syntax_error_says_what_was_expected_at_the_exact_place(marked: str, message: str) -> None:
    text = marked.replace("«", "").replace("»", "")
    problem = problem_of(text)
    assert problem.message == message
    assert f"{text[: problem.start]}«{text[problem.start : problem.end]}»{text[problem.end :]}" == marked


def notes_of(text: str) -> list[tuple[int, str]]:
    return [(start, message) for start, _, message in problem_of(text).notes]


def test_a_missing_semicolon_is_shown_where_it_is_missing() -> None:
    text = "fn f() {\n  let x = 1 // one\n  let y = 2;\n}"
    assert notes_of(text) == [(text.index(" //"), "a `;` may be missing here")]


def test_the_bracket_that_is_not_closed_is_shown() -> None:
    assert notes_of("fn f() { if a { let x = (1; }") == [(24, "this `(` is not closed")]
    assert notes_of("fn f() { let x = (1 + a[2); }") == [(23, "this `[` is not closed")]
    assert notes_of("fn f() { if (a { }") == [(12, "this `(` is not closed")]
    assert notes_of("fn f() { let x = ; }") == []
    text = "fn f() {\n if a {\n  x = 1;\n}\nfn g() {}"
    assert notes_of(text) == [(7, "this `{` is not closed")]
    assert notes_of("fn f() { x = a[1); }") == [(14, "this `[` is not closed")]
    assert notes_of("fn f() { if a {} ") == [(7, "this `{` is not closed")]


@pytest.mark.parametrize(("opening", "closing"), [("(", ")"), ("a[", "]"), ("a<", ">"), ("f(", ")")])
def test_nesting_of_expressions_is_bounded(opening: str, closing: str) -> None:
    levels = MOST_NESTING - 1  # the function's own brace is one
    inside, beyond = (f"fn f() {{ x = {opening * count}b{closing * count}; }}" for count in (levels, levels + 1))
    assert parse(Source.from_text(inside)).problems == []
    assert problem_of(beyond).message.startswith("brackets nest too deep here")


def test_nesting_of_blocks_is_bounded_beyond_what_the_language_asks_for() -> None:
    assert MOST_NESTING >= 128
    inside, beyond = (f"fn f() {'{' * count}{'}' * count}" for count in (MOST_NESTING, MOST_NESTING + 1))
    assert parse(Source.from_text(inside)).problems == []
    assert problem_of(beyond).start == len("fn f() ") + MOST_NESTING


def test_unary_operators_are_bounded() -> None:
    assert parse(Source.from_text(f"const a = {'-' * 128}b;")).problems == []
    assert problem_of(f"const a = {'!' * 129}b;").message == "more than 128 operators before one operand"


HOSTILE: dict[str, Callable[[int], str]] = {
    "parentheses": lambda n: f"const a = {'(' * n}b{')' * n};",
    "open parentheses": lambda n: f"const a = {'(' * n}",
    "blocks": lambda n: f"fn f() {{{'{' * n}{'}' * n}}}",
    "open template lists": lambda n: f"var a: {'b<' * n}",
    "template lists": lambda n: f"var a: {'b<' * n}c{'>' * n};",
    "comparisons": lambda n: f"const a = {'b<' * n}c;",
    "sum": lambda n: f"const a = b{' + b' * n};",
    "mixes": lambda n: f"const a = b{' | c << d' * n};",
    "negations": lambda n: f"const a = {'-' * n}b;",
    "decrements": lambda n: f"const a = b{' --b' * n};",
    "members": lambda n: f"const a = b{'.c' * n};",
    "indices": lambda n: f"const a = b{'[c]' * n};",
    "else ifs": lambda n: f"fn f() {{ if a {{}}{' else if a {}' * n} }}",
    "arguments": lambda n: f"const a = f({'b,' * n});",
    "open comments": lambda n: "/*" * n,
    "comments": lambda n: "/*" * n + "*/" * n,
    "nulls": lambda n: "\0" * n,
    "stars": lambda n: "/*" + "*" * n,
    "closing brackets": lambda n: ")" * n,
    "shifts in lists": lambda n: f"const a = f({'b<c>>d,' * n});",
    "digits": lambda n: f"const a = {'1' * n};",
    "points": lambda n: f"const a = {'1.' * n};",
    "hexadecimal digits": lambda n: f"const a = 0x{'f' * n}p;",
    "attributes": lambda n: f"{'@a ' * n}fn f() {{}}",
    "words": lambda n: "a" * n,
    "misfits": lambda n: "é×" * n,
}


def work_of(text: str) -> int:
    """How many calls parsing `text` makes, of Python's functions and of built-in ones."""
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    source = Source.from_text(text)
    sys.setprofile(count)
    try:
        parse(source)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_modules_take_linear_work(name: str) -> None:
    assert work_of(HOSTILE[name](8000)) < 4.5 * work_of(HOSTILE[name](2000)) + 2000


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_modules_parse_or_are_refused(name: str) -> None:
    unit = parse(Source.from_text(HOSTILE[name](20_000)))
    assert bool(unit.declarations or unit.problems) == (name != "comments")
    assert len(unit.problems) <= 1001


def test_a_very_long_chain_is_built_and_freed() -> None:
    unit = parse(Source.from_text(f"const a = b{' + b' * 200_000};"))
    assert len(unit.declarations) == 1
    del unit


MODULE = """\
enable f16; diagnostic(off, a.b); // comment /* é
@group(0) @binding(1) var<storage, read_write> a: array<vec4<u32>>;
override o: u32 = 0x1Fu; const c = .5 + 1.e3f; alias A = vec2<f32>;
struct S { @size(16) x: u32, y: array<array<f32, 4>, 2>, }
@compute @workgroup_size(8, 1) fn f(x: u32, @builtin(position) y: A) -> @location(0) u32 {
  let z = a[1].x | (b << 16u); /* block /* nested */ */
  if a < b { return 1u; } else if (c) { x = -y - --z; } else { (*p).x[3] >>= 1; }
  for (var i = 0; i < 4; i++) { continue; }
  switch x { case 1, default: { } default { } }
  loop { f(); continuing { break if a >= b && !c; } }
  while true { discard; } _ = vec3<f32>(1, 2, 3).zyx; const_assert a == 1;
}
"""


SOUP = "a b f 1 0x1u 1.5 < > >> >= >>= << & && | + - -- ++ * / += <<= ! ~ 01 active é × /* */ // \n \0"


def check(text: str) -> None:
    """That parsing `text` gives a tree, or one error with a place in the text and words a reader can use."""
    unit = parse(Source.from_text(text))
    errors = [problem for problem in unit.problems if problem.code == "WGSL001"]
    assert errors == unit.problems[-1:] if errors else unit.end == len(text)
    for problem in unit.problems:
        assert 0 <= problem.start <= problem.end <= len(text)
        assert problem.message
        assert not problem.message.endswith(".")
        assert "$" not in problem.message or "$" in text
        assert "_OPERATOR" not in problem.message
        for start, end, _ in problem.notes:
            assert 0 <= start <= end <= len(text)


def test_the_module_of_the_fuzz_tests_parses() -> None:
    assert parse(Source.from_text(MODULE)).problems == []


def test_every_prefix_of_a_module_parses_or_is_refused_at_a_place() -> None:
    for length in range(len(MODULE)):
        check(MODULE[:length])


def test_a_module_without_any_one_token_or_with_one_twice_parses_or_is_refused_at_a_place() -> None:
    words = MODULE.split(" ")
    for index in range(len(words)):
        check(" ".join(words[:index] + words[index + 1 :]))
        check(" ".join(words[: index + 1] + words[index:]))


@pytest.mark.parametrize("seed", range(4))
def test_random_token_soup_parses_or_is_refused_at_a_place(seed: int) -> None:
    generator = random.Random(seed)
    words = [*SPELLINGS, *SOUP.split(" ")]
    for _ in range(400):
        check(generator.choice(("", " ")).join(generator.choices(words, k=generator.randrange(40))))


@pytest.mark.parametrize("seed", range(4))
def test_a_module_with_random_edits_parses_or_is_refused_at_a_place(seed: int) -> None:
    generator = random.Random(seed)
    pieces = [*SPELLINGS, "<", ">", ">>", "&&", "--", "/*", "*/", "x", "1", "\0", "é", ""]
    for _ in range(150):
        text = MODULE
        for _ in range(generator.randrange(1, 4)):
            start = generator.randrange(len(text))
            text = text[:start] + generator.choice(pieces) + text[start + generator.randrange(6) :]
        check(text)
