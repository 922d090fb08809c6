"""Code run beside what is proved of it: for the tests of the local type inference."""

from __future__ import annotations

import ast
import copy
import warnings
from contextlib import suppress

import numpy as np
from wai_lint.checkers.python.inference import Types
from wai_lint.checkers.python.names import Names
from wai_lint.checkers.python.types import (
    UNKNOWN,
    Array,
    Bool,
    Collection,
    DType,
    Instance,
    Int,
    Reference,
    Scalar,
    Str,
    Tuple,
    Type,
    Union,
)

PLATFORM = {"float128": "longdouble", "complex256": "clongdouble"}


def dtype_name(value: object) -> str:
    dtype = getattr(value, "dtype", None)
    assert isinstance(dtype, np.dtype)
    return PLATFORM.get(dtype.name, dtype.name)


def admits(type_: Type, value: object) -> bool:
    """Whether a value is one of those that a type holds."""
    match type_:
        case Union():
            return any(admits(member, value) for member in type_.members)
        case Int():
            bounded = type(value) is int and (type_.low is None or type_.low <= value)
            return bounded and (type_.high is None or type(value) is int and value <= type_.high)
        case Bool():
            return type(value) is bool
        case Str():
            return isinstance(value, str) and type_.value in (None, value)
        case Array():
            return type_.dtype == "" or (hasattr(value, "dtype") and type_.dtype == dtype_name(value))
        case Scalar():
            return isinstance(value, np.generic) and dtype_name(value) == type_.dtype
        case DType():
            return isinstance(value, np.dtype) and type_.dtype in ("", PLATFORM.get(value.name, value.name))
        case Tuple():
            return type(value) is tuple and len(value) == len(type_.items) and all(map(admits, type_.items, value))
        case Collection():
            return holds(type_, value)
        case Instance():
            return type_.name.rpartition(".")[2] in {base.__name__ for base in type(value).__mro__}
        case Reference():
            return callable(value) or hasattr(value, "__name__")
    return type_ is UNKNOWN


def holds(type_: Collection, value: object) -> bool:
    if isinstance(value, dict):
        return all(admits(type_.item, key) and admits(type_.value, value[key]) for key in value)
    if isinstance(value, list | tuple | set | frozenset | range):
        return type_.name.endswith(type(value).__name__) and all(admits(type_.item, item) for item in value)
    return True


def inferred(text: str) -> list[tuple[ast.expr, Type]]:
    """The arguments of the calls of `seen` in a text with their types, in the order of the text."""
    tree = ast.parse(text)
    types = Types(tree, Names(tree, "tested"), {})
    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and ast.unparse(n.func) == "seen"]
    calls.sort(key=lambda call: (call.lineno, call.col_offset))
    return [(call.args[0], types.of(call.args[0])) for call in calls]


def run(text: str) -> list[tuple[str, Type, object]]:
    """Run a text: each value that `seen` was given, with what is proved of it."""
    found = inferred(text)
    tree = ast.parse(text)
    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and ast.unparse(n.func) == "seen"]
    calls.sort(key=lambda call: (call.lineno, call.col_offset))
    for index, call in enumerate(calls):
        call.args.append(ast.copy_location(ast.Constant(index), call))
    values: list[tuple[str, Type, object]] = []

    def seen(value: object, index: int) -> object:
        # What it holds may change later.
        values.append((ast.unparse(found[index][0]), found[index][1], copy.deepcopy(value)))
        return value

    # A program may end itself: what was seen until then counts.
    with (
        warnings.catch_warnings(),
        suppress(SystemExit),
    ):
        warnings.simplefilter("ignore")
        exec(compile(tree, "tested", "exec"), {"seen": seen, "__name__": "tested"})
    return values
