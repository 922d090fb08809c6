"""What calls of known functions give: Python's own and its library's, from `grammars/python_results.txt` and here."""

from __future__ import annotations

import ast
from functools import cache

from .builtin_results import RULES, Call, absolute
from .operators import binary, unary
from .tables import lines
from .types import (
    BOOL,
    BYTEARRAY,
    BYTES,
    COMPLEX_NUMBER,
    DECIMAL,
    FLOAT,
    FRACTION,
    INT,
    NATURAL,
    NONE,
    PATH,
    STR,
    UNKNOWN,
    Instance,
    Type,
)

WORDS: dict[str, Type] = {
    "int": INT,
    "natural": NATURAL,
    "bool": BOOL,
    "float": FLOAT,
    "complex": COMPLEX_NUMBER,
    "str": STR,
    "bytes": BYTES,
    "bytearray": BYTEARRAY,
    "none": NONE,
    "path": PATH,
    "purepath": Instance("pathlib.PurePath"),
    "traversable": Instance("importlib.resources.abc.Traversable"),
    "zippath": Instance("zipfile.Path"),
    "fraction": FRACTION,
    "decimal": DECIMAL,
}


@cache
def _fixed() -> dict[str, Type]:
    return {name: WORDS[word] for word, *names in map(str.split, lines("python_results")) for name in names}


def fixed(name: str) -> Type | None:
    """What a function of this qualified name gives whatever its arguments; None where that is not known."""
    return _fixed().get(name)


def result(name: str, call: Call) -> Type:
    """What a function of Python or its library gives; `UNKNOWN` of one that is not known here."""
    rule = RULES.get(name)
    if rule is not None:
        return rule(call) if call.whole else UNKNOWN
    if name.startswith("operator."):
        return _operator(name[9:].strip("_"), call)
    return fixed(name) or UNKNOWN


def _operator(name: str, call: Call) -> Type:
    """A function of `operator`, which is an operator by name."""
    operator = OPERATORS.get(name.removeprefix("i") if name[:1] == "i" and name[1:] in OPERATORS else name)
    if operator is not None and len(call.arguments) == 2:
        return binary(operator, *call.arguments)
    if name in _UNARY and len(call.arguments) == 1:
        return unary(_UNARY[name], call.first())
    if name == "abs":
        return absolute(call)
    return fixed(f"operator.{name}") or fixed(f"operator.{name}_") or UNKNOWN


OPERATORS: dict[str, type[ast.operator]] = {
    "add": ast.Add,
    "sub": ast.Sub,
    "mul": ast.Mult,
    "truediv": ast.Div,
    "floordiv": ast.FloorDiv,
    "mod": ast.Mod,
    "pow": ast.Pow,
    "lshift": ast.LShift,
    "rshift": ast.RShift,
    "and": ast.BitAnd,
    "or": ast.BitOr,
    "xor": ast.BitXor,
    "matmul": ast.MatMult,
    "concat": ast.Add,
}
_UNARY: dict[str, type[ast.unaryop]] = {
    "neg": ast.USub,
    "pos": ast.UAdd,
    "inv": ast.Invert,
    "invert": ast.Invert,
    "not": ast.Not,
}
