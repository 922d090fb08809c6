"""Template-list discovery (WGSL §3.9): which `<` and `>` delimit template lists and which are operators.

Works on the tokens, in one pass over what lies between a `<` that may open a list and the place where that is settled.
"""

from __future__ import annotations

from ...grammars.wgsl_tables import SPELLINGS, TERMINALS
from .lexer import BINARY_OPERATOR, LITERAL, NAME, Tokens

TEMPLATE_START = TERMINALS.index("TEMPLATE_START")
TEMPLATE_END = TERMINALS.index("TEMPLATE_END")

_CANDIDATE, _CLOSING, _OPEN, _CLOSE, _STOP, _LOGICAL = range(6)
# What cannot stand in an expression, and so in no template list: assignments, and the marks between statements.
_STOPS = "= ; { : += -= *= /= %= &= |= ^= <<="
_ROLES = {
    "<": _CANDIDATE,
    **dict.fromkeys(("(", "["), _OPEN),
    **dict.fromkeys((")", "]"), _CLOSE),
    **dict.fromkeys((">", ">>", ">=", ">>="), _CLOSING),
    **dict.fromkeys(("&&", "||"), _LOGICAL),
    **dict.fromkeys(_STOPS.split(), _STOP),
}


def discover(tokens: Tokens) -> None:
    """Give the delimiters of template lists their kinds, and split `>>`, `>=` and `>>=` where a list ends inside."""
    lexemes = tokens.lexemes
    splits: list[tuple[int, list[tuple[int, str]]]] = []
    position = 0
    try:
        while True:
            position = _scan(tokens, lexemes.index("<", position), splits)
    except ValueError:  # no further `<`
        pass
    if splits:
        tokens.split(splits)


def _scan(tokens: Tokens, start: int, splits: list[tuple[int, list[tuple[int, str]]]]) -> int:
    """Discover from the `<` at `start` until no candidate is open; the position after.

    Adds the tokens to split to `splits`. Depths count from that of the first candidate: §3.9 only compares them.
    """
    kinds = tokens.kinds
    lexemes = tokens.lexemes
    role_of = _ROLES.get
    pending: list[tuple[int, int]] = []
    depth = 0
    for position in range(start, len(lexemes)):
        lexeme = lexemes[position]
        role = role_of(lexeme)
        if role is None:
            continue
        if role == _CANDIDATE:
            if _after_word(tokens, position):
                pending.append((position, depth))
        elif role == _OPEN:
            depth += 1
        elif role == _CLOSING:
            count = 0
            while pending and pending[-1][1] == depth and lexeme[count : count + 1] == ">":
                kinds[pending.pop()[0]] = TEMPLATE_START
                count += 1
            if count:
                kinds[position] = TEMPLATE_END
                if len(lexeme) > 1:
                    pieces = [(TEMPLATE_END, ">")] * count
                    if rest := lexeme[count:]:
                        pieces.append((SPELLINGS.get(rest, BINARY_OPERATOR), rest))
                    if rest == "=":
                        pending.clear()
                    splits.append((position, pieces))
        elif role == _STOP:
            pending.clear()
        else:
            while pending and pending[-1][1] >= depth:
                pending.pop()
            if role == _CLOSE:
                depth -= 1
        if not pending:
            return position + 1
    return len(lexemes)


def _after_word(tokens: Tokens, position: int) -> bool:
    """Whether an identifier or a keyword stands before the token at `position`."""
    if not position:
        return False
    kind = tokens.kinds[position - 1]
    if kind == NAME:
        return True
    lexeme = tokens.lexemes[position - 1]
    return kind != LITERAL and lexeme != "_" and lexeme.isidentifier()
