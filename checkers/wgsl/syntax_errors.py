"""What to say of the first token that the grammar does not take: what could stand there, what was probably meant."""

from __future__ import annotations

from ...grammars.wgsl_tables import GOTOS, ROWS, RULES, TERMINALS
from .lexer import BAD_CHARACTER, BAD_NUMBER, END, RESERVED, TOO_DEEP, UNTERMINATED_COMMENT
from .problems import SYNTAX_ERROR
from .syntax import SyntaxProblem
from .syntax_hints import bad_number, hint, reserved_word, unknown_character

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .lexer import Tokens

# What shows that a bracket was not closed; "" is the end of the module.
_ENDS = {"{": ("", "fn", "struct", "override", "alias"), "(": ("", ";", "{", "}", "]"), "[": ("", ";", "{", "}", ")")}

_STATEMENT = "return break continue discard if switch loop for while let const var const_assert ; { @ _ NAME LITERAL ( "
_DECLARATION = "alias const const_assert fn override struct var ; @ enable requires diagnostic"
# If the first stands in the set of what is expected, all of the second are one thing to a reader: the third ("" for
# what is not worth saying beside what else is expected).
_PHRASES = (
    ("return", _STATEMENT + "PREFIX_OPERATOR SIGN_OPERATOR", "a statement"),
    ("struct", _DECLARATION, "a declaration"),
    ("COMPOUND_ASSIGNMENT", "= COMPOUND_ASSIGNMENT INCREMENT", "an assignment"),
    ("LITERAL", "NAME LITERAL ( PREFIX_OPERATOR SIGN_OPERATOR", "an expression"),
    ("BINARY_OPERATOR", "BINARY_OPERATOR SIGN_OPERATOR", ""),
    ("[", "[ . (", ""),
    ("@", "@", ""),
    ("TEMPLATE_START", "TEMPLATE_START", ""),
    ("$END", "$END", ""),
    ("NAME", "NAME", "a name"),
    ("TEMPLATE_END", "TEMPLATE_END", "`>`"),
    ("BINARY_OPERATOR", "BINARY_OPERATOR SIGN_OPERATOR", "an operator"),
)


def problem_at(tokens: Tokens, position: int) -> SyntaxProblem:
    """The WGSL001 for the token at `position`, the first that the grammar does not take."""
    kind = tokens.kinds[position]
    lexeme = tokens.lexemes[position]
    start, end = tokens.starts[position], tokens.ends[position]
    if kind == BAD_CHARACTER:
        start += next(index for index in range(len(lexeme)) if not lexeme[: index + 1].isidentifier())
        message = unknown_character(lexeme[start - end])
        return SyntaxProblem(SYNTAX_ERROR, start, start + 1, message)
    if kind == UNTERMINATED_COMMENT:
        return SyntaxProblem(
            SYNTAX_ERROR, start, end, "this comment is never closed: block comments nest, each wants its `*/`"
        )
    if kind == TOO_DEEP:
        return SyntaxProblem(
            SYNTAX_ERROR, start, end, "brackets nest too deep here: split this into variables or functions"
        )
    if kind == BAD_NUMBER:
        return SyntaxProblem(SYNTAX_ERROR, start, end, bad_number(_shortened(lexeme)))
    expected = _expected(tokens, position)
    said = hint(tokens, position, expected)
    if kind == RESERVED and not said:
        return SyntaxProblem(SYNTAX_ERROR, start, end, reserved_word(_shortened(lexeme)))
    found = "the end of the module" if kind == END else f"`{_shortened(lexeme)}`"
    message = f"expected {_phrase(expected)}, found {found}" + (f": {said}" if said else "")
    return SyntaxProblem(SYNTAX_ERROR, start, end, message, tuple(_notes(tokens, position, expected)))


def _shortened(lexeme: str) -> str:
    return lexeme if len(lexeme) <= 40 else lexeme[:40] + "…"


def _expected(tokens: Tokens, position: int) -> set[str]:
    """The terminals that the grammar takes after the tokens before `position`.

    Parses them again: before it refuses a token, the parser makes reductions that other tokens would not have made.
    """
    states = [0]
    for kind in tokens.kinds[:position]:
        _advance(states, kind)
    return {TERMINALS[kind] for kind in range(1, len(TERMINALS)) if _advance(states[:], kind)}


def _advance(states: list[int], kind: int) -> bool:
    """Let a token of `kind` reduce and shift; whether it is taken."""
    while (code := ROWS[states[-1]].get(kind, 0)) < 0:
        nonterminal, count, *_ = RULES[-code - 1]
        if count:
            del states[-count:]
        states.append(GOTOS[nonterminal][states[-1]])
    states.append(code)
    return code > 0 or (kind == END and len(states) == 3)


def _phrase(expected: set[str]) -> str:
    rest = set(expected)
    said: list[str] = []
    for sign, members, phrase in _PHRASES:
        if sign in rest and (phrase or said or not rest <= set(members.split())):
            rest -= set(members.split())
            if phrase:
                said.append(phrase)
    said += sorted(f"`{spelling}`" for spelling in rest)
    return " or ".join([", ".join(said[:-1]), said[-1]] if said[1:] else said)


def _notes(tokens: Tokens, position: int, expected: set[str]) -> list[tuple[int, int, str]]:
    """Where a `;` is missing, and which bracket is open where another is closed or something else begins."""
    notes: list[tuple[int, int, str]] = []
    found = tokens.lexemes[position]
    if ";" in expected and not expected & {"return", "struct"}:
        end = tokens.ends[position - 1]
        if "\n" in tokens.text[end : tokens.starts[position]] or found in ("}", ""):
            notes.append((end, end, "a `;` may be missing here"))
    opening = _open_bracket(tokens, position)
    bracket = tokens.lexemes[opening] if opening >= 0 else ""
    if bracket and found in _ENDS[bracket]:
        notes.append((tokens.starts[opening], tokens.ends[opening], f"this `{bracket}` is not closed"))
    return notes


def _open_bracket(tokens: Tokens, position: int) -> int:
    """The innermost bracket open before `position`, or -1."""
    pending: list[int] = []
    for index, lexeme in enumerate(tokens.lexemes[:position]):
        if lexeme in _ENDS:
            pending.append(index)
        elif lexeme in (")", "]", "}") and pending:
            pending.pop()
    return pending[-1] if pending else -1
