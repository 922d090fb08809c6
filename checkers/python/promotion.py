"""What NumPy 2 gives for operands of each dtype (NEP 50), from `grammars/numpy_promotion.txt`.

An operand is a dtype, or `int`, `float` or `complex` for a Python number, which is weak: it gives its kind and not its
width.
"""

from __future__ import annotations

from functools import cache

from .tables import lines
from .types import BOOL, COMPLEX_NUMBER, DTYPES, FLOAT, Array, Int, Scalar, Type

_COLUMNS = {name: index for index, name in enumerate((*DTYPES, "int", "float", "complex"))}
REFUSED = "-"


@cache
def _tables() -> dict[str, list[str]]:
    """The rows of each function's tables as they are written, those for one operand before those for two."""
    found: dict[str, list[str]] = {}
    names: list[str] = []
    for line in lines("numpy_promotion"):
        if line[0] == "@":
            names = line.split()[1:]
            for name in names:
                found.setdefault(name, [])
        else:
            for name in names:
                found[name].append(line)
    return found


def operand(type_: Type) -> str:
    """How the tables name a value of a type; empty where they do not."""
    if isinstance(type_, Array | Scalar):
        return type_.dtype if type_.dtype in _COLUMNS else ""
    if type_ == BOOL:
        return "bool"
    if isinstance(type_, Int):
        return "int"
    return "float" if type_ == FLOAT else "complex" if type_ == COMPLEX_NUMBER else ""


def tabled(name: str) -> int:
    """How many operands a function below `numpy` has in the tables; 0: it is in none."""
    rows = _tables().get(name, ())
    return 0 if not rows else 1 if len(rows) == 1 else 2


@cache
def result(name: str, *operands: str) -> str:
    """The dtype that a function below `numpy` gives for its one or two operands, of several results each, by commas.

    `REFUSED` where NumPy refuses them, empty where it is not known.
    """
    if len(operands) != tabled(name) or not all(o in _COLUMNS for o in operands):
        return ""
    rows = _tables()[name]
    row = rows[0] if len(operands) == 1 else rows[_COLUMNS[operands[0]]]
    return row.split()[_COLUMNS[operands[-1]]]
