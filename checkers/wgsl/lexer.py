"""From text to tokens (WGSL §3.2 to §3.8): comments away, lexemes found, each with the kind the grammar's tables know.

The work per token is done by the regular-expression engine and by `map`; what a lexeme is, is decided once for each
spelling. A character or spelling that WGSL has no token for becomes a token of a kind that no rule of the grammar
takes, so the parser refuses it where it stands and not before.
"""

from __future__ import annotations

import re
from itertools import accumulate, compress
from operator import sub

from ...grammars.wgsl_tables import SPELLINGS, TERMINALS
from ..source import LINE_BREAKS

BLANK = 0
END = 1

# Kinds without a place in the grammar: what is wrong with the token.
RESERVED = len(TERMINALS)
BAD_NUMBER = RESERVED + 1
BAD_CHARACTER = RESERVED + 2
UNTERMINATED_COMMENT = RESERVED + 3
TOO_DEEP = RESERVED + 4
KINDS = RESERVED + 5

BINARY_OPERATOR = TERMINALS.index("BINARY_OPERATOR")
LITERAL = TERMINALS.index("LITERAL")
NAME = TERMINALS.index("NAME")
SIGN_OPERATOR = TERMINALS.index("SIGN_OPERATOR")

# WGSL §16.2
_RESERVED = """
    NULL Self abstract active alignas alignof as asm asm_fragment async attribute auto await become cast catch class
    co_await co_return co_yield coherent column_major common compile compile_fragment concept const_cast consteval
    constexpr constinit crate debugger decltype delete demote demote_to_helper do dynamic_cast enum explicit export
    extends extern external fallthrough filter final finally friend from fxgroup get goto groupshared highp impl
    implements import inline instanceof interface layout lowp macro macro_rules match mediump meta mod module move
    mut mutable namespace new nil noexcept noinline nointerpolation non_coherent noncoherent noperspective null
    nullptr of operator package packoffset partition pass patch pixelfragment precise precision premerge priv
    protected pub public readonly ref regardless register reinterpret_cast require resource restrict self set shared
    sizeof smooth snorm static static_assert static_cast std subroutine super target template this thread_local
    throw trait try type typedef typeid typename typeof union unless unorm unsafe unsized use using varying virtual
    volatile wgsl where with writeonly yield
"""
RESERVED_WORDS = frozenset(_RESERVED.split())

_CLASSES = {
    "PREFIX_OPERATOR": "! ~",
    "SIGN_OPERATOR": "- * &",
    "BINARY_OPERATOR": "+ / % << >> < > <= >= == != ^ | && ||",
    "COMPOUND_ASSIGNMENT": "+= -= *= /= %= &= |= ^= <<= >>=",
    "INCREMENT": "++ --",
    "LITERAL": "true false",
}
_KNOWN = {
    **SPELLINGS,
    **{spelling: TERMINALS.index(name) for name, spellings in _CLASSES.items() for spelling in spellings.split()},
    **dict.fromkeys(RESERVED_WORDS, RESERVED),
    "/*": UNTERMINATED_COMMENT,
}

_BLANKSPACE = " \t\n\v\f\r\x85\u200e\u200f\u2028\u2029"
# What a word starts with, and what a word or a number goes on with: XID and, so that a misfit is one token, all else
# beyond ASCII. Negated sets, because it takes milliseconds to compile ranges beyond ASCII.
_WORD_START = rf"[^\0-@\[-^`{{-\x7f{_BLANKSPACE}]"
_WORD = rf"[^\0-/:-@\[-^`{{-\x7f{_BLANKSPACE}]*"
_LEXEMES = re.compile(
    rf"[{_BLANKSPACE}]+|{_WORD_START}{_WORD}"
    rf"|0[xX][0-9a-fA-F]*(?:\.[0-9a-fA-F]*)?(?:[pP][+-]?[0-9]+)?{_WORD}"
    rf"|(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?{_WORD}"
    r"|[-+*/%&|^<>=!]=|<<=?|>>=?|&&|\|\||\+\+|--|->|/\*|.",
    re.DOTALL,
)
_NUMBER = re.compile(
    r"(?:0|[1-9][0-9]*)(?:[iufh]|l[iuf])?"
    r"|(?=\.?[0-9])(?=[0-9]*[.eE])[0-9]*(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?(?:[fh]|lf)?"
    r"|0[xX](?=\.?[0-9a-fA-F])[0-9a-fA-F]*(?:l?[iu]|(?:\.[0-9a-fA-F]*)?(?:[pP][+-]?[0-9]+(?:[fh]|lf)?)?)"
)
_COMMENT = re.compile(rf"//[^{LINE_BREAKS}]*|/\*")
_COMMENT_EDGE = re.compile(r"/\*|\*/")


class Tokens:
    """The tokens of a text, the last of kind `END`: their kinds, lexemes and ranges, and the ranges of the comments."""

    __slots__ = ("comments", "ends", "kinds", "lexemes", "starts", "text")

    def __init__(
        self,
        text: str,
        kinds: list[int],
        lexemes: list[str],
        starts: list[int],
        ends: list[int],
        comments: list[tuple[int, int]],
    ) -> None:
        self.text = text
        self.kinds = kinds
        self.lexemes = lexemes
        self.starts = starts
        self.ends = ends
        self.comments = comments

    def split(self, splits: list[tuple[int, list[tuple[int, str]]]]) -> None:
        """Replace each token named, in order, by tokens of the kinds and lexemes given, which together spell it."""
        parts = self.kinds, self.lexemes, self.starts, self.ends
        kinds, lexemes, starts, ends = rebuilt = [], [], [], []
        done = 0
        for position, pieces in splits:
            for old, new in zip(parts, rebuilt, strict=True):
                new += old[done:position]
            start = self.starts[position]
            for kind, lexeme in pieces:
                kinds.append(kind)
                lexemes.append(lexeme)
                starts.append(start)
                start += len(lexeme)
                ends.append(start)
            done = position + 1
        for old, new in zip(parts, rebuilt, strict=True):
            new += old[done:]
        self.kinds, self.lexemes, self.starts, self.ends = rebuilt


class _Kinds(dict[str, int]):
    """The kind of each lexeme; one met for the first time is classified and kept."""

    def __missing__(self, lexeme: str) -> int:
        kind = self[lexeme] = _kind(lexeme)
        return kind


def _kind(lexeme: str) -> int:
    first = lexeme[0]
    if first in _BLANKSPACE:
        return BLANK
    if first.isdecimal() and first.isascii() or first == ".":
        return LITERAL if _NUMBER.fullmatch(lexeme) else BAD_NUMBER
    if lexeme.isidentifier():
        return RESERVED if lexeme.startswith("__") else NAME
    return BAD_CHARACTER


def tokenize(text: str) -> Tokens:
    """The tokens of `text`. Linear in its length; nothing is refused here."""
    text, comments = _without_comments(text)
    lexemes = _LEXEMES.findall(text)
    kinds = list(map(_Kinds(_KNOWN).__getitem__, lexemes))
    ends = list(compress(accumulate(map(len, lexemes)), kinds))
    lexemes = list(compress(lexemes, kinds))
    kinds = list(filter(None, kinds))
    starts = list(map(sub, ends, map(len, lexemes)))
    kinds.append(END)
    lexemes.append("")
    starts.append(len(text))
    ends.append(len(text))
    tokens = Tokens(text, kinds, lexemes, starts, ends, comments)
    _split_negations(tokens)
    return tokens


def _split_negations(tokens: Tokens) -> None:
    """Split each `--` that can only be two negations (`a - --b`): a decrement ends its statement.

    WGSL §3.1 takes the longest token that the grammar allows where it stands, and an expression allows `-`.
    """
    lexemes = tokens.lexemes
    splits = []
    position = -1
    try:
        while True:
            position = lexemes.index("--", position + 1)
            if lexemes[position + 1] not in (";", ")"):
                splits.append((position, [(SIGN_OPERATOR, "-"), (SIGN_OPERATOR, "-")]))
    except ValueError:  # no further `--`
        pass
    if splits:
        tokens.split(splits)


def _without_comments(text: str) -> tuple[str, list[tuple[int, int]]]:
    """`text` with each comment (WGSL §3.3) replaced by as many spaces, and their ranges.

    A comment that is not closed is cut off after its `/*`, which is left to be refused; so is a null, which WGSL §3
    allows nowhere.
    """
    comments: list[tuple[int, int]] = []
    pieces: list[str] = []
    position = 0
    while (match := _COMMENT.search(text, position)) is not None:
        start, end = match.span()
        if match.group() == "/*":
            end = _block_comment_end(text, end)
            if end < 0:
                return "".join(pieces) + text[position : start + 2], comments
        comments.append((start, end))
        pieces.append(text[position:start])
        blank = " " * (end - start)
        if (null := text.find("\0", start, end)) >= 0:
            blank = " " * (null - start) + "\0" + " " * (end - null - 1)
        pieces.append(blank)
        position = end
    return ("".join(pieces) + text[position:] if pieces else text), comments


def _block_comment_end(text: str, position: int) -> int:
    """Where the block comment ends whose `/*` ends at `position`; block comments nest. -1: nowhere."""
    depth = 1
    while depth:
        match = _COMMENT_EDGE.search(text, position)
        if match is None:
            return -1
        depth += 1 if match.group() == "/*" else -1
        position = match.end()
    return position
