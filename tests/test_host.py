"""Host sources are read as tokens exactly where their languages are subtle, and any text is read, in linear time."""

from __future__ import annotations

import time

import pytest
from wai_lint.checkers.host import PYTHON, RUST, C, language_of, read
from wai_lint.checkers.host.tokens import STRING, HostCode
from wai_lint.checkers.source import Source
from wai_lint.rules import host
from wai_lint.rules.family import Settings

SUFFIX = {RUST: ".rs", C: ".cpp", PYTHON: ".py"}


def code(language: str, text: str) -> HostCode:
    """The tokens of `text`."""
    return read(Source.from_text(text, "host" + SUFFIX[language]))


def words(language: str, text: str) -> str:
    """The tokens of `text` with spaces between, strings in quotation marks, comments left out."""
    return " ".join(f"“{token.text}”" if token.form == STRING else token.text for token in code(language, text).tokens)


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("a.rs", RUST),
        ("a.py", PYTHON),
        ("a.pyi", PYTHON),
        ("b/a.c", C),
        ("a.h", C),
        ("a.cc", C),
        ("a.hpp", C),
        ("a.mm", C),
    ],
)
def test_a_language_is_told_by_the_ending(path: str, language: str) -> None:
    assert language_of(path) == language


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a /* b /* c */ d */ e // f\ng", "a e g"),
        ("a /*/ b */ c /**/ d", "a c d"),
        ("/// a\n//! b\nc", "c"),
        ('r"a\\" b r#"c"d"# e br##"f"#g"## h', '“a\\” b “c"d” e “f"#g” h'),
        ('cr#"a"# c"b" b"c\\"d" "e\nf" g', '“a” “b” “c\\"d” “e\nf” g'),
        ("'a' '\\'' '\\u{1F600}' b'\\x7f' b'\\\\' '\"' a", "“a” “\\'” “\\u{1F600}” “\\x7f” “\\\\” “\"” a"),
        ("fn f<'a>(x: &'a str) { 'l: loop { break 'l } }", "fn f < 'a > ( x : & 'a str ) { 'l : loop { break 'l } }"),
        ("&'static str + 'x", "& 'static str + 'x"),
        ('r#fn br r b bar"x"', "fn br r b bar “x”"),
        ('#!/bin/a"b\nc', "c"),
        ("#! [a] b", "# ! [ a ] b"),
        ("a::b == c => d -> 1..2 0xFF_u32", "a :: b == c => d -> 1 . . 2 0xFF_u32"),
        ('"a', "“a”"),
        ('r#"a"', '“a"”'),
        ("a /* b /* c */", "a"),
    ],
)
def test_rust_is_read(text: str, expected: str) -> None:
    assert words(RUST, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a // b \\\n c\nd", "a d"),
        ("a /* b /* c */ d", "a d"),
        ("a /* b", "a"),
        ('R"x(a)" )x" b u8R"(z)" L"w" @"k" c', '“a)" ” b “z” “w” “k” c'),
        ("1'000 + 'a' + '\\'' + L'\"' x", "1'000 + “a” + “\\'” + “\"” x"),
        ("fo\\\no(1) ab\\\r\ncd", "foo ( 1 ) abcd"),
        ('"a\\\nb" "c\\"d" e', '“ab” “c\\"d” e'),
        ('"a\nb', "“a” b"),
        ("#error don't\nb", "# error don “t” b"),
        ('R"(a', "“a”"),
        ("1e+5 .5f 0x1p-3 x->y a::b &&c", "1e+5 .5f 0x1p-3 x -> y a :: b && c"),
        ("/\\\n/ a\nb", "b"),
    ],
)
def test_the_c_family_is_read(text: str, expected: str) -> None:
    assert words(C, text) == expected


def test_tokens_of_a_directive_know_it() -> None:
    found = code(C, "a\n # define B c \\\n d /* \n */ e\nf # g\n#ifdef H")
    assert [(token.text, token.directive) for token in found.tokens if token.text != "#"] == [
        ("a", ""),
        ("define", "define"),
        ("B", "define"),
        ("c", "define"),
        ("d", "define"),
        ("e", "define"),
        ("f", ""),
        ("g", ""),
        ("ifdef", "ifdef"),
        ("H", "ifdef"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a # b 'c\nd", "a d"),
        ("'a#b' \"c'd\" '''e'f\n''' g", "“a#b” “c'd” “e'f\n” g"),
        ("'a\\'b' r'c\\' d' e", "“a\\'b” “c\\' d” e"),
        ("rb\"d\" u'e' BR'f' x'g' h", "“d” “e” “f” x “g” h"),
        ("in'a' is\"b\"", "in “a” is “b”"),
        ("f'a{b}c{{d}}{e[\"f\"]}' g", "b e [ “f” ] g"),
        ('f"{a["b"]}" c', "a [ “b” ] c"),
        ("f'{a:%H:{b}.{c!r}}' d", "a b c ! r d"),
        ("f'{a:}}' b", "a b"),
        ("f'{a:x}{{b}}' c", "a c"),
        ("f'{a[1:2]:>{b}}{{c}}' d", "a [ 1 : 2 ] b d"),
        ('"""a"b\n"" c""" d', '“a"b\n"" c” d'),
        ("f'{ {1: 2}[x] }' b", "{ 1 : 2 } [ x ] b"),
        ("f'{(lambda x: x)(1)}' b", "( lambda x : x ) ( 1 ) b"),
        ("rf'\\{a}' fr\"\\N{b}\" Rb'{c}'", "a “{c}”"),
        ("f'\\N{DASH} {a} \\' {b}' c", "a b c"),
        ("f'''a\n{b}\n' {c}''' t'{d}' e", "b c d e"),
        ("f'{f\"{a}\" + b}' c", "a + b c"),
        ("f'a\nb", "b"),
        ("'a\nb", "“a” b"),
        ("'''a", "“a”"),
        ("f'{a", "a"),
        ("f'a", ""),
        ("f'{x=}' b \\\n c", "x = b c"),
    ],
)
def test_python_is_read(text: str, expected: str) -> None:
    assert words(PYTHON, text) == expected


@pytest.mark.parametrize("language", [RUST, C, PYTHON])
def test_places_are_those_of_the_source(language: str) -> None:
    text = 'é = b"ü" + cd; # x\n' if language == PYTHON else 'é = b"ü" + c\\\nd; // x\n/* y */ z'
    found = code(language, text)
    for token in found.tokens:
        written = text[token.start : token.end].replace("\\\n", "")
        assert token.text in written
        assert token.form == STRING or len(written) == len(token.text)
    assert [text[start:end] for start, end in found.comments] == (
        ["# x"] if language == PYTHON else ["// x", "/* y */"]
    )


N = 50_000
HOSTILE = {
    "quotes": "\"'" * N,
    "raw strings": 'r#"' * N,
    "raw strings of C": 'R"x(' * N,
    "one string": '"' + "a" * N,
    "one string of escapes": '"' + "\\a" * N,
    "open comments": "/*" * N,
    "closed comments": "/*" * N + "*/" * N,
    "slashes": "/" * N,
    "fields": "f'{" * N,
    "nested fields": "f'{a:" * N + "}'" * N,
    "braces": "f'" + "{" * N,
    "names": "\\N{" * N,
    "named in a string": "f'" + "\\N{" * N,
    "backslashes": "\\" * N,
    "continued lines": "a\\\n" * N,
    "spaces": " " * N + "a" + "\t\v" * N,
    "numbers": "1'" * N + "1e+" * N,
    "nulls": "\0" * N,
    "lifetimes": "'a" * N,
    "hashes": "r" + "#" * N,
    "unchecked": "wgpuDeviceCreateShaderModuleTrusted " * N,
    "looked up": '"wgpuDeviceCreateShaderModuleTrusted" ' * N,
    "paths": "type A = " + "::ShaderRuntimeChecks" * N,
    "stars": "*" * N + "wgpuDeviceCreateShaderModuleTrusted",
}


@pytest.mark.parametrize("language", [RUST, C, PYTHON])
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_read_in_linear_time(name: str, language: str) -> None:
    text = HOSTILE[name] + "\n// wai-lint: x create_shader_module_trusted"
    began = time.process_time()
    host.check(Source.from_text(text, "host" + SUFFIX[language]), Settings())
    assert time.process_time() - began < 10


def test_a_file_without_a_word_that_matters_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(source: Source) -> HostCode:
        raise AssertionError(f"{source.path} was read")

    monkeypatch.setattr(host, "read", fail)
    assert host.check(Source.from_text("fn create_shader_module() {}", "a.rs"), Settings()).diagnostics == []
    with pytest.raises(AssertionError):
        host.check(Source.from_text("// wai-lint: ignore[HOST401] why", "a.rs"), Settings())


def test_comments_are_given_for_suppressions() -> None:
    text = "// wai-lint: ignore[HOST401] trusted kernels\nd.create_shader_module_trusted(x) /* b */"
    checked = host.check(Source.from_text(text, "a.rs"), Settings())
    assert [text[start:end] for start, end in checked.comments] == [text.split("\n")[0], "/* b */"]
    assert [found.code for found in checked.diagnostics] == ["HOST401"]


def test_a_rule_that_is_not_selected_does_not_run() -> None:
    source = Source.from_text("d.create_shader_module_trusted(x)", "a.rs")
    assert host.check(source, Settings(selected=frozenset(("WGSL101",)))).diagnostics == []
