"""Every kernel that differs from another by one edit of a token in what runs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wai_lint.checkers.source import Source
from wai_lint.checkers.wgsl.module import load

_TOKEN = re.compile(
    r"//[^\n]*|@\w+(?:\([^)]*\))?|\w+<[\w, ]+>|0x[0-9a-f]+u?|\d+u?|[A-Za-z_]\w*|->|[-+*/%|]=|[<>=!]=|<<|>>|&&|\|\||\S"
)
_NUMBER = re.compile(r"(0x[0-9a-f]+|\d+)(u?)")
_OTHERS = {
    "+": "-",
    "-": "+",
    "*": "+",
    "/": "*%",
    "%": "/",
    "|": "&",
    "&": "|",
    "<": ">",
    ">": "<",
    "+=": ["-="],
    "<<": [">>"],
    ">>": ["<<"],
    "<=": ["<"],
    ">=": [">", "<="],
    "==": ["!="],
    "!=": ["=="],
    "&&": ["||"],
    "||": ["&&"],
    "true": ["false"],
    "false": ["true"],
}


def edits(text: str) -> Iterator[tuple[int, str, str]]:
    """The offset of each edit, the new token, and the edited text."""
    idle = [
        (function.start, function.end) for function in load(Source.from_text(text)).functions if not function.reached
    ]
    before = ""
    for found in _TOKEN.finditer(text):
        token, at = found[0], found.start()
        # What follows these is a sign or an address, not an operator between two operands.
        unary = token in "&*-" and before in ("(", ",", "=", "return")
        if not unary and not any(start <= at < end for start, end in idle):
            for new in _written_otherwise(token):
                yield at, new, text[:at] + new + text[found.end() :]
        before = token


def _written_otherwise(token: str) -> list[str]:
    number = _NUMBER.fullmatch(token)
    if number is None:
        return list(_OTHERS.get(token, ()))
    value = int(number[1], 0)
    return [f"{near}{number[2]}" for near in (value + 1, value - 1) if near >= 0]
