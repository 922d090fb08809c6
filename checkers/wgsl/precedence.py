"""From a flat chain of operands and binary operators to a tree (WGSL §8.19).

WGSL groups by precedence, but lets few operators stand beside each other without parentheses. Translators accept the
other mixes, with a precedence like C's, and modules rely on it: such a chain is folded that way, and the operand that
wants parentheses is reported.
"""

from __future__ import annotations

from .problems import NONSTANDARD_SYNTAX
from .syntax import Binary, Expression, SyntaxProblem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .lexer import Tokens

_OR, _AND, _BIT_OR, _BIT_XOR, _BIT_AND, _EQUALITY, _RELATIONAL, _SHIFT, _ADDITIVE, _MULTIPLICATIVE = range(10)
# A name, literal, call or parenthesised expression: may stand in any operand.
_OPERAND = -1
PRECEDENCE = {
    "": _OPERAND,  # the end of the chain
    "||": _OR,
    "&&": _AND,
    "|": _BIT_OR,
    "^": _BIT_XOR,
    "&": _BIT_AND,
    **dict.fromkeys(("==", "!="), _EQUALITY),
    **dict.fromkeys(("<", ">", "<=", ">="), _RELATIONAL),
    **dict.fromkeys(("<<", ">>"), _SHIFT),
    **dict.fromkeys("+-", _ADDITIVE),
    **dict.fromkeys("*/%", _MULTIPLICATIVE),
}

_ARITHMETIC = {_OPERAND, _MULTIPLICATIVE, _ADDITIVE}
_COMPARABLE = _ARITHMETIC | {_SHIFT}
_TESTABLE = _COMPARABLE | {_RELATIONAL, _EQUALITY}
# Which groups of operators may stand in an operand of each group without parentheses.
_MIXES: dict[int, set[int]] = {
    _MULTIPLICATIVE: {_OPERAND, _MULTIPLICATIVE},
    _ADDITIVE: _ARITHMETIC,
    _SHIFT: {_OPERAND},
    _RELATIONAL: _COMPARABLE,
    _EQUALITY: _COMPARABLE,
    _BIT_AND: {_OPERAND, _BIT_AND},
    _BIT_XOR: {_OPERAND, _BIT_XOR},
    _BIT_OR: {_OPERAND, _BIT_OR},
    _AND: _TESTABLE | {_AND},
    _OR: _TESTABLE | {_OR},
}
# Enough to mend a module by, few enough to hold for a hostile one.
MOST_PROBLEMS = 1000


def fold(operands: list[Expression], operators: list[int], tokens: Tokens, problems: list[SyntaxProblem]) -> Expression:
    """The tree of `operands` with, between each two, an operator given by its token; left-associative.

    Adds a WGSL004 to `problems` for an operand that WGSL §8.19 wants in parentheses (to a thousand of them).
    """
    lexemes = tokens.lexemes
    done: list[Expression] = []
    groups: list[int] = []
    waiting: list[tuple[int, int]] = []
    for operand, token in zip(operands, [*operators, len(lexemes) - 1], strict=True):
        done.append(operand)
        groups.append(_OPERAND)
        group = PRECEDENCE[lexemes[token]]
        while waiting and waiting[-1][0] >= group:
            outer, at = waiting.pop()
            right, left = done.pop(), done[-1]
            mixes = _MIXES[outer]
            if groups.pop() not in mixes:
                _report(right, lexemes[at], problems)
            if groups[-1] not in mixes:
                _report(left, lexemes[at], problems)
            groups[-1] = outer
            done[-1] = Binary(left.start, right.end, lexemes[at], tokens.starts[at], left, right)
        waiting.append((group, token))
    return done[0]


def _report(operand: Expression, outer: str, problems: list[SyntaxProblem]) -> None:
    assert isinstance(operand, Binary)
    if len(problems) < MOST_PROBLEMS:
        message = f"browsers refuse `{operand.operator}` beside `{outer}`: put this operand in parentheses"
        problems.append(SyntaxProblem(NONSTANDARD_SYNTAX, operand.start, operand.end, message))
