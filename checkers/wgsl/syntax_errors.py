"""What to say of the first token that the grammar does not take."""

from __future__ import annotations

from .syntax import SyntaxProblem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .lexer import Tokens


def problem_at(tokens: Tokens, position: int, states: list[int]) -> SyntaxProblem:
    """The WGSL001 for the token at `position`, refused in the state on top of `states`."""
    found = tokens.lexemes[position] or "the end of the module"
    return SyntaxProblem("WGSL001", tokens.starts[position], tokens.ends[position], f"unexpected {found}")
