"""Tokens of WGSL: literals, identifiers, comments, blankspace."""

from __future__ import annotations

import pytest
from wai_lint.checkers.wgsl.lexer import (
    BAD_CHARACTER,
    BAD_NUMBER,
    END,
    KINDS,
    LITERAL,
    NAME,
    RESERVED,
    RESERVED_WORDS,
    UNTERMINATED_COMMENT,
    tokenize,
)

INTEGERS = "0 0i 0u 1 42 1i 4294967295u 0x0 0X1F 0x1fu 0xABCDEFi"
DECIMAL_FLOATS = "0f 0h 1f 12h 1. .5 0.5 01. 00.5 1.5f .5h 1.f 1e3 1E-3 1e+3f 0.e+4f 1.5e10h 010e1"
HEX_FLOATS = "0x1. 0x.3 0X1.8 0xa.fp+2 0x1P+4f 0x3p+2h 0X1.fp-4 0x.8p0"
MISSPELLED = "01 00 007u 0x 0xg 1e 1e+ 0x1p 0x1p+ 1.5u 1.5i 1U 1F 1_000 0b1 0o7 1abc 0x1pf 1é 1l 1.0l 0xulu"
IDENTIFIERS = "a _a a_ A9 Δέλτα réflexion Кызыл 𐰓𐰏𐰇 朝焼け سلام 검정 שָׁלוֹם गुलाबी փիրուզ a\u0301 ℼ f32"
WIDE = "1li 2lu 3lf 0x1lu 0x1li 1.5lf 1e3lf 0x1p3lf 0x1.8p3lf"


@pytest.mark.parametrize("text", f"{INTEGERS} {DECIMAL_FLOATS} {HEX_FLOATS} {WIDE} true false".split())
def test_every_form_of_literal_is_one_token(text: str) -> None:
    tokens = tokenize(f"{text};")
    assert tokens.kinds[0] == LITERAL
    assert tokens.lexemes == [text, ";", ""]


@pytest.mark.parametrize("text", MISSPELLED.split())
def test_misspelled_literals_are_refused_whole(text: str) -> None:
    tokens = tokenize(text)
    assert (tokens.kinds[0], tokens.lexemes[0]) == (BAD_NUMBER, text.split("+")[0])


@pytest.mark.parametrize("text", IDENTIFIERS.split())
def test_identifiers_are_those_of_unicode(text: str) -> None:
    tokens = tokenize(text)
    assert (tokens.kinds, tokens.lexemes) == ([NAME, END], [text, ""])


def test_identifiers_are_not_normalised() -> None:
    composed, decomposed = "\u00e9", "e\u0301"
    assert tokenize(f"{composed} {decomposed}").lexemes == [composed, decomposed, ""]


@pytest.mark.parametrize(
    "text", ["\u0301a", "a×b", "²", "a\u00a0b", "💩", "#", "$", "?", "'", '"', "\\", "`", "\0", "\ufeff", "\u200bx"]
)
def test_characters_of_no_token_are_refused(text: str) -> None:
    assert BAD_CHARACTER in tokenize(text).kinds


def test_reserved_words_name_nothing() -> None:
    tokens = tokenize(" ".join(sorted(RESERVED_WORDS)) + " __a __")
    assert len(RESERVED_WORDS) == 146
    assert set(tokens.kinds[:-1]) == {RESERVED}


def test_a_single_underscore_is_the_phony_target() -> None:
    assert tokenize("_").kinds[0] not in (NAME, RESERVED, BAD_CHARACTER)


@pytest.mark.parametrize("blank", " \t\n\v\f\r\x85\u200e\u200f\u2028\u2029")
def test_every_blankspace_separates(blank: str) -> None:
    tokens = tokenize(f"a{blank}b")
    assert (tokens.lexemes, tokens.starts, tokens.ends) == (["a", "b", ""], [0, 2, 3], [1, 3, 3])


@pytest.mark.parametrize("line_break", "\n\v\f\r\x85\u2028\u2029")
def test_every_line_break_ends_a_comment(line_break: str) -> None:
    tokens = tokenize(f"// a\u200e b{line_break}c")
    assert (tokens.lexemes, tokens.comments) == (["c", ""], [(0, 7)])


def test_block_comments_nest_and_separate() -> None:
    text = "a/* 1 /* 2 // */ */b// /* c\nd/**/e"
    tokens = tokenize(text)
    assert tokens.lexemes == ["a", "b", "d", "e", ""]
    assert [text[start:end] for start, end in tokens.comments] == ["/* 1 /* 2 // */ */", "// /* c", "/**/"]


@pytest.mark.parametrize("text", ["a /* b", "a /* b /* c */", "a /*/", "a /* // */ /*"])
def test_an_unterminated_comment_is_refused_where_it_opens(text: str) -> None:
    tokens = tokenize(text)
    assert tokens.kinds[1] == UNTERMINATED_COMMENT
    assert tokens.starts[1] == text.rindex("/*") if text.endswith("/*") else text.index("/*")


def test_a_null_in_a_comment_is_refused() -> None:
    tokens = tokenize("// a\0b\nc")
    assert (tokens.kinds[0], tokens.starts[0]) == (BAD_CHARACTER, 4)


def test_operators_are_the_longest_that_match() -> None:
    lexemes = tokenize("a<<=b>>=c<=d>=e==f!=g&&h||i++").lexemes
    assert " ".join(lexemes) == "a <<= b >>= c <= d >= e == f != g && h || i ++ "


def test_a_decrement_ends_its_statement_and_else_is_two_negations() -> None:
    assert tokenize("a--;").lexemes == ["a", "--", ";", ""]
    assert tokenize("i--)").lexemes == ["i", "--", ")", ""]
    tokens = tokenize("a - --b--c")
    assert tokens.lexemes == ["a", "-", "-", "-", "b", "-", "-", "c", ""]
    assert tokens.starts == [0, 2, 4, 5, 6, 7, 8, 9, 10]


def test_every_kind_has_a_place_in_the_tables() -> None:
    assert max(BAD_NUMBER, BAD_CHARACTER, RESERVED, UNTERMINATED_COMMENT) < KINDS
