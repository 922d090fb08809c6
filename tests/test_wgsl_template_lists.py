"""Template-list discovery (WGSL §3.9)."""

from __future__ import annotations

import pytest
from wai_lint.checkers.wgsl.lexer import tokenize
from wai_lint.checkers.wgsl.template_lists import TEMPLATE_END, TEMPLATE_START, discover


def lists(text: str) -> list[str]:
    """The template lists of `text`, in the order in which they open."""
    tokens = tokenize(text)
    discover(tokens)
    found: list[tuple[int, int]] = []
    pending: list[int] = []
    for kind, start, end in zip(tokens.kinds, tokens.starts, tokens.ends, strict=True):
        if kind == TEMPLATE_START:
            pending.append(start)
        elif kind == TEMPLATE_END:
            found.append((pending.pop(), end))
    assert not pending
    return [text[start:end] for start, end in sorted(found)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("vec3<f32>", ["<f32>"]),
        ("var<storage,read_write>", ["<storage,read_write>"]),
        ("array<vec4<f32>>", ["<vec4<f32>>", "<f32>"]),
        ("A ( B < C, D > ( E ) )", ["< C, D >"]),
        ("array<i32,select(2,3,a>b)>", ["<i32,select(2,3,a>b)>"]),
        ("a[b<d]>()", []),
        ("A<B<<C>", ["<B<<C>"]),
        ("A<B<=C>", ["<B<=C>"]),
        ("A<(B>=C)>", ["<(B>=C)>"]),
        ("A<(B!=C)>", ["<(B!=C)>"]),
        ("A<(B==C)>", ["<(B==C)>"]),
        ("a<b || c>d", []),
        ("a<b && c>d", []),
        ("a<(b || c)>d", ["<(b || c)>"]),
        ("f(a<b && (c), d>e)", []),
        ("a < b > c", ["< b >"]),
        ("a<b=c>d", []),
        ("a<b+=c>d", []),
        ("a<b;c>d", []),
        ("a<b{c>d", []),
        ("a<b:c>d", []),
        ("(a<b)>c", []),
        ("a<(b>c)", []),
        ("a<b[c>(d)]", []),
        ("a((b<c), d>(e))", []),
        ("1<b>c", []),
        ("1.0f<b>c", []),
        ("true<b>c", []),
        ("_<b>c", []),
        (")<b>c", []),
        ("a/**/< /*>*/ b>", ["< /*>*/ b>"]),
        ("a<b>=c", ["<b>"]),
        ("a<b<c>=d>", ["<c>"]),
        ("a<b<c>>=d", ["<b<c>>", "<c>"]),
        ("a<b>>c", ["<b>"]),
        ("a<b>>=c", ["<b>"]),
        ("a<b<c<d>>>", ["<b<c<d>>>", "<c<d>>", "<d>"]),
        ("a << b > c", []),
        ("a <<= b > c", []),
        ("a>b<c>", ["<c>"]),
        ("a<b, c<d>(e)>()", ["<b, c<d>(e)>", "<d>"]),
        ("a<", []),
        ("<a>", []),
        ("a>", []),
        (">>=", []),
    ],
)
def test_template_lists(text: str, expected: list[str]) -> None:
    assert lists(text) == expected


@pytest.mark.parametrize(
    ("text", "lexemes"),
    [
        ("a<b<c>>", "a < b < c > >"),
        ("a<b>=c", "a < b > = c"),
        ("a<b>>=c", "a < b > >= c"),
        ("a<b<c>>=d", "a < b < c > > = d"),
        ("a<b<c>>>d", "a < b < c > > > d"),
        ("x>>y>=z", "x >> y >= z"),
    ],
)
def test_tokens_are_split_where_a_list_ends_in_them(text: str, lexemes: str) -> None:
    tokens = tokenize(text)
    discover(tokens)
    assert tokens.lexemes == [*lexemes.split(), ""]
    assert "".join(tokens.lexemes) == text
    assert tokens.starts[1:] == tokens.ends[:-1]
