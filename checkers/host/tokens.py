"""Tokens of host code."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..source import Source

NAME, STRING, OTHER = "name", "string", "other"


class Token:
    """A token: `form` is `NAME`, `STRING` (`text` is what it holds, as written) or `OTHER` (an operator, a number).

    `start` and `end` are code-point offsets. `directive` names the preprocessor directive whose line it is on, else "".
    """

    __slots__ = ("directive", "end", "form", "start", "text")

    def __init__(self, form: str, text: str, start: int, end: int, directive: str = "") -> None:
        self.form = form
        self.text = text
        self.start = start
        self.end = end
        self.directive = directive

    def __repr__(self) -> str:
        return f"{self.form}:{self.text}"


class HostCode:
    """A host source as tokens, in order, and the (start, end) ranges of its comments."""

    __slots__ = ("comments", "language", "source", "tokens")

    def __init__(self, source: Source, language: str, tokens: list[Token], comments: list[tuple[int, int]]) -> None:
        self.source = source
        self.language = language
        self.tokens = tokens
        self.comments = comments

    def text(self, index: int) -> str:
        """The text of a token that is not a string; "" for one that is, and outside the source."""
        if 0 <= index < len(self.tokens) and self.tokens[index].form != STRING:
            return self.tokens[index].text
        return ""
