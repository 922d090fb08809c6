"""Which dtype a string, a name or a value names where NumPy asks for one (`numpy.dtype`)."""

from __future__ import annotations

import re
from functools import cache

from .tables import lines
from .types import DType, Reference, Str, Type

NAME = "name"
PYTHON = "python"
CHARACTER = "character"
SIZED = "sized"
_STRING = re.compile(r"[<>=|]?(?:(?P<flexible>[SaUV])\d*|(?P<time>[Mm])8?(?:\[\w+\])?|(?P<plain>\S+))")


@cache
def _names(*kinds: str) -> dict[str, str]:
    """The dtype of each name of these kinds of `grammars/numpy_dtypes.txt`."""
    rows = map(str.split, lines("numpy_dtypes"))
    return {name: dtype for kind, dtype, *names in rows if kind in kinds for name in names}


def of_string(text: str) -> str:
    """The dtype that a string names; `void` for one of several fields, empty where it names none."""
    if "," in text or text[:1] == "(":
        return "void"
    match = _STRING.fullmatch(text)
    if match is None:
        return ""
    if character := match["flexible"] or match["time"]:
        return _names(CHARACTER)[character]
    ordered = text[0] in "<>=|"
    return (_names(CHARACTER, SIZED) if ordered else _names(NAME, PYTHON, CHARACTER, SIZED)).get(match["plain"], "")


def of_name(name: str) -> str:
    """The dtype that a class of this qualified name stands for; empty for another."""
    module, _, last = name.rpartition(".")
    kind = NAME if module == "numpy" else PYTHON if module == "builtins" else ""
    return _names(kind).get(last, "")


def of_type(type_: Type) -> str:
    """The dtype that a value names where NumPy asks for one; empty where it is not known."""
    if isinstance(type_, Str):
        return of_string(type_.value) if type_.value else ""
    if isinstance(type_, DType):
        return type_.dtype
    return of_name(type_.name) if isinstance(type_, Reference) else ""
