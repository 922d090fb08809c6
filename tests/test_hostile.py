"""Hostile modules through all of the tool, rules, fixes and formats: a verdict, linear work, bounded memory."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from wai_lint.checkers.diagnostic import LONGEST_MESSAGE, Diagnostic
from wai_lint.checkers.source import Source
from wai_lint.checkers.wgsl import types
from wai_lint.checkers.wgsl.module import load
from wai_lint.lint import configuration
from wai_lint.lint.check import check
from wai_lint.lint.codec import pack, unpack
from wai_lint.lint.discovery import Input
from wai_lint.lint.families import families_of
from wai_lint.lint.fixes import ALL
from wai_lint.lint.processing import Processor
from wai_lint.lint.report import Report
from wai_lint.lint.reporters import FORMATS, render
from wai_lint.rules.family import Settings

PATH = "case.wgsl"
FAMILIES = families_of(PATH)
EXAMPLES = sorted((Path(__file__).parent.parent / "examples" / "shaders").rglob("*.wgsl"))
WORDS = re.compile(rb"\w+|\s+|<<=?|>>=?|&&|->|.", re.DOTALL)
PIECES = [
    *b"< > >> ( ) [ ] { } /* */ // @ & * - << <<= ; , . -2147483648 4294967295u 1e999 0x1p9 array< vec4( i32(".split(),
    *b"atomic< binding_array< loop{ continuing{ default f16( bitcast<i32>( clamp( select( atomicAdd(& .x [0]".split(),
    *b"ptr<function, ,const x =,override o: u32;,let q =,break if ,switch ,case ,return ,enable f16;,fn f".split(b","),
    *b"@size(,@align(,@builtin(position) ,\0,\r,\xff,\xe2\x80\xa8,\xef\xbb\xbf,\x1b[2J,const_assert ".split(b","),
    b"// wai-lint: ignore[WGSL401] why\n",
]


def found_in(data: bytes | str) -> list[Diagnostic]:
    """What all rules find in a module."""
    return check(PATH, data.encode() if isinstance(data, str) else data, FAMILIES, Settings("reference"))


def put_through(data: bytes) -> None:
    """Lint, fix and report a module; a second fix changes nothing."""
    processor = Processor(configuration.load("/", {"cache": False, "strict": True}, isolated=True), ALL)
    outcome = processor.process(Input("/" + PATH, PATH, FAMILIES, data))
    assert outcome.failure is None, (outcome.failure, data)
    assert outcome.text is not None
    report = Report(strict=True)
    report.files.append(PATH)
    report.diagnostics = unpack(outcome.body, PATH)
    try:
        report.add_source(Source(PATH, outcome.text))
    except UnicodeDecodeError:
        assert [d.code for d in report.diagnostics] == ["WGSL001"]
    for name in FORMATS:
        text = render(name, report, color=True, statistics=True)
        assert not re.search("[\0\x07\x1b](?!\\[[\\d;]*m)", text)
        text.encode()
    if outcome.fixed:
        again = processor.process(Input("/" + PATH, PATH, FAMILIES, outcome.text))
        assert (again.fixed, again.body) == (0, outcome.body)


def mutated(data: bytes, generator: random.Random) -> bytes:
    words = WORDS.findall(data)
    for _ in range(generator.choice((1, 1, 2, 5))):
        at, other, length = (generator.randrange(len(words)) for _ in range(3))
        length %= 12
        match generator.randrange(5):
            case 0:
                words[at : at + length] = [b" "]
            case 1:
                words[at] = words[other]
            case 2:
                words[at:at] = words[other : other + length]
            case 3:
                words.insert(at, generator.choice(PIECES))
            case _:
                words[at] = generator.choice(PIECES)
    return b"".join(words)


@pytest.mark.parametrize("seed", range(4))
def test_random_edits_of_modules_are_linted_fixed_and_reported(seed: int) -> None:
    generator = random.Random(seed)
    modules = [path.read_bytes() for path in EXAMPLES]
    for _ in range(100):
        put_through(mutated(generator.choice(modules), generator))


def test_every_prefix_of_a_module_is_linted_fixed_and_reported() -> None:
    data = "\ufeff// é\r\nfn f(é: u32, n: i32) -> i32 { return n << clamp(é, 1u, é); /* 🎲 */ }".encode()
    for length in range(len(data) + 1):
        put_through(data[:length])


def each(count: int, pattern: str) -> str:
    """`pattern` once for each number below `count`, which stands for `$`; the next one stands for `#`."""
    return "".join([pattern.replace("$", str(number)).replace("#", str(number + 1)) for number in range(count)])


LINE = "_ = x << x; // wai-lint: ignore[WGSL401] why\n"
CHAINS = {
    "lets": lambda n: f"fn f(l0: u32) {{ {each(n, 'let l# = l$; _ = 1u << l#;')} }}",
    "let vectors": lambda n: f"fn f(l0: vec2u) {{ {each(n, 'let l# = vec2u(l$.y, l$.x); _ = l0 << l#;')} }}",
    "pointers": lambda n: f"fn f() {{ var v = 1u; let p0 = &v; {each(n, 'let p# = &*p$; *p# = 1u;')} }}",
    "constants": lambda n: each(n, "const c$ = vec2(1, $) + 1; const d$ = c$.x << 1u;"),
    "constants of constants": lambda n: each(n, "const c$ = c# + 1;") + f"const c{n} = 1u;",
    "constants in a circle": lambda n: each(n, "const c$ = c# + 1;") + f"const c{n} = c0;",
    "tables": lambda n: f"const t = array({each(n, '$,')}); fn f(i: u32) -> i32 {{ return t[i]; }}",
    "functions": lambda n: (
        each(n, "fn f$(p: ptr<function, u32>) { f#(p); *p = 1u; }") + f"fn f{n}(p: ptr<function, u32>) {{}}"
    ),
    "entry points": lambda n: (
        each(n, "@compute @workgroup_size(1) fn e$() { f$(); } fn f$() { f#(); }")
        + f"var<private> v: u32; fn f{n}() {{ v = 1u; }}"
    ),
    "structures": lambda n: each(n, "struct S$ { a: f32, b: vec2<u32> } @group(0) @binding($) var<storage> s$: S$;"),
    "structures that share one": lambda n: (
        f"{each(n, 'struct A$ { m: u32 }')} struct L {{ {each(n, 'm$: A$,')} }}"
        + each(n, "struct B$ { m: L } var<private> v$: B$;")
    ),
    "members": lambda n: (
        f"struct S {{ {each(n, 'a$: atomic<u32>,')} }} @group(0) @binding(0) var<storage, read_write> s: S;"
        f"fn f() {{ {each(n, 'atomicOr(&s.a$, 1u); _ = atomicAdd(&s.a$, 1u);')} }}"
    ),
    "parameters": lambda n: (
        each(n, "fn f$(p: ptr<storage, atomic<u32>, read_write>) { f#(p); f#(p); atomicOr(p, 1u); }")
        + f"fn f{n}(p: ptr<storage, atomic<u32>, read_write>) {{ atomicAdd(p, 1u); }} fn f() {{ f0(&s); }}"
        "@group(0) @binding(0) var<storage, read_write> s: atomic<u32>;"
    ),
    "arrays": lambda n: each(n, "alias A$ = array<array<u32, #>, #>; var<private> v$: A$;"),
    "bindings": lambda n: "alias A0 = u32;" + each(n, "alias A# = binding_array<A$>;"),
    "same names": lambda n: each(n, "const a = $;") + f"fn f() {{ {each(n, 'let b = $;')} }}",
    "missing names": lambda n: f"fn f() {{ {each(n, 'let l$ = missing$ + l;')} }}",
    "floats": lambda n: f"fn f() {{ var v = 1.0; {each(n, 'v = v * 2.0;')} }}",
    "switches": lambda n: f"fn f(x: u32) {{ switch x {{ {each(n, 'case $: { _ = 1u << x; }')} default {{}} }} }}",
    "else": lambda n: f"fn f(x: u32) {{ if x == 0 {{}} {each(n, 'else if x == $ { _ = 1u << x; }')} }}",
    "shifts": lambda n: f"fn f(x: u32) -> u32 {{ return x {each(n, '+ (x << x)')}; }}",
    "suppressions": lambda n: f"fn f(x: u32) {{ {each(n, LINE)} }}",
    "suppressions on one line": lambda n: (
        f"fn f(x: u32) {{ {each(n, '_ = x << x; /* wai-lint: ignore[WGSL401] why */')} }}"
    ),
    "suppressions of the file": lambda n: (
        each(n, "// wai-lint: ignore-file[WGSL401] why\n") + f"fn f(x: u32) {{ {each(n, '_ = x << x;')} }}"
    ),
    "suppressions on a line": lambda n: each(n, "/* wai-lint: ignore[WGSL401] */") + "fn f(x: u32) { _ = x << x; }",
    "directives": lambda n: each(n, "enable f16; diagnostic(off, a.b$);"),
}


def work_of(text: str) -> int:
    """How many lines of Python linting runs, a line of a loop as often as it is run."""
    lines = 0

    def count(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal lines
        lines += event == "line"
        return count

    sys.settrace(count)
    try:
        pack(found_in(text))
    finally:
        sys.settrace(None)
    return lines


@pytest.mark.parametrize("name", CHAINS)
def test_hostile_modules_are_linted_in_linear_work(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # What is known of the types of one module would spare work for the next.
    monkeypatch.setattr(types, "_MOST_REMEMBERED", 0)
    found_in(CHAINS[name](3))
    assert work_of(CHAINS[name](400)) < 5 * work_of(CHAINS[name](100)) + 5000


@pytest.mark.parametrize(
    "text",
    [
        f"struct {'S' * 50_000} {{ a: u32 }} alias A = {'S' * 50_000};"
        + each(100, "const c$: array<A, #> = 1; const d$: A = 2; const e$ = A() + 1;"),
        each(100, f"const a$ = {'m' * 10_000}$; const b$ = vec2(1).{'q' * 10_000};"),
        "const v = vec4(" + "1," * 50_000 + ");",
        "alias A0 = u32;" + each(3000, "alias A# = binding_array<A$>;") + "const c = A3000();",
        f"// wai-lint: ignore-file[WGSL401] {'why ' * 50_000}\nfn f(x: u32) {{ {each(100, '_ = x << x;')} }}",
        f"// wai-lint: ignore[{'NO' * 50_000}] why\n" * 20,
    ],
    ids=["structure", "names", "arguments", "types of types", "reason", "reference"],
)
def test_what_is_said_stays_short_however_long_the_names(text: str) -> None:
    found = found_in(text)
    assert found
    for diagnostic in found:
        assert len(diagnostic.message) <= LONGEST_MESSAGE
        assert all(len(note.message) <= LONGEST_MESSAGE for note in diagnostic.notes)
        assert diagnostic.suppressed is None or len(diagnostic.suppressed[1]) <= LONGEST_MESSAGE


def test_types_of_earlier_modules_are_forgotten_once_they_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    text = each(
        20, "struct S$ { a: array<u32, #@@>, b: vec2<f16> } var<private> v$: S$; fn f$(p: ptr<function, S$>) {}"
    )
    text = (
        "enable f16;"
        + text
        + "fn g() { let x = frexp(1.0).fract + 1; let y = array(1, 2.5); let z = -vec2(1) << vec2(1u); }"
    )
    expected = [str(one) for one in load(Source.from_text(text.replace("@@", "0000"))).diagnostics]
    assert expected
    monkeypatch.setattr(types, "_MOST_REMEMBERED", 2000)
    # Whoever runs the tests may have threads of their own.
    monkeypatch.setattr(types._thread, "_count", lambda: 0)
    most = 0
    for number in range(60):
        found = load(Source.from_text(text.replace("@@", f"{number:04}"))).diagnostics
        assert [str(one) for one in found] == expected
        most = max(most, len(types._interned) + sum(map(len, types._memories)))
    assert most < 5000


def test_types_stay_while_other_threads_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(types, "_MOST_REMEMBERED", 0)
    monkeypatch.setattr(types._thread, "_count", lambda: 1)
    made = types.array(types.U32, 12345)
    types.forget()
    assert types.array(types.U32, 12345) is made
    monkeypatch.setattr(types._thread, "_count", lambda: 0)
    types.forget()
    assert types.array(types.U32, 12345) is not made
