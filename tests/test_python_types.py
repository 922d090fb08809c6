"""What the local type inference proves holds when the code runs: its types are compared with the values."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from wai_lint.checkers.python import promotion
from wai_lint.checkers.python.names import star_names
from wai_lint.checkers.python.operators import UFUNCS, binary
from wai_lint.checkers.python.types import (
    DTYPES,
    FLOAT,
    INT,
    NEVER,
    UNKNOWN,
    Array,
    Instance,
    Type,
)
from wai_lint.grammars import generate_numpy
from wai_lint.tests.python_samples import PLATFORM, admits, dtype_name, inferred, run

OPERANDS: dict[str, Callable[[], object]] = {
    **{name: lambda name=name: np.full((3, 3), 2, name) for name in DTYPES},
    "int": lambda: 2,
    "float": lambda: 2.0,
    "complex": lambda: 2 + 0j,
}
PYTHON: dict[str, Type] = {"int": INT, "float": FLOAT}


def type_of(name: str) -> Type:
    return PYTHON.get(name) or (Array(name) if name in DTYPES else Instance("builtins.complex"))


@pytest.mark.parametrize("operator", [kind for kind in UFUNCS if issubclass(kind, ast.operator)])
def test_an_operation_of_every_two_dtypes_gives_the_dtype_that_numpy_gives(operator: type[ast.operator]) -> None:
    code = compile(ast.unparse(ast.BinOp(ast.Name("a"), operator(), ast.Name("b"))), "operation", "eval")
    for left in OPERANDS:
        for right in OPERANDS:
            if left not in DTYPES and right not in DTYPES:
                continue
            type_ = binary(operator, type_of(left), type_of(right))
            if operator is ast.Pow and (left, right) == ("bool", "int"):
                # The exponent decides: a square is of 8 bits, another power of 64.
                assert type_ == Array("")
                continue
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    value = eval(code, {"a": OPERANDS[left](), "b": OPERANDS[right]()})
            except (TypeError, ValueError):
                assert type_ is NEVER, (left, right)
            else:
                assert type_ == Array(dtype_name(value)), (left, right)


@pytest.mark.parametrize("name", [name for name, value in vars(np).items() if isinstance(value, np.ufunc)])
def test_a_function_of_every_dtype_gives_the_dtype_that_numpy_gives(name: str) -> None:
    function = getattr(np, name)
    if not promotion.tabled(name):
        return
    for left in OPERANDS:
        for right in OPERANDS if function.nin == 2 else [""]:
            operands = [OPERANDS[part]() for part in (left, right) if part]
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    value = function(*operands)
                wanted = ",".join(map(dtype_name, value)) if isinstance(value, tuple) else dtype_name(value)
            except (TypeError, ValueError):
                wanted = promotion.REFUSED
            assert promotion.result(name, *[part for part in (left, right) if part]) == wanted, (left, right)


def test_result_type_is_that_of_addition() -> None:
    for left in DTYPES:
        for right in DTYPES:
            wanted = np.result_type(left, right).name
            assert promotion.result("where", left, right) == PLATFORM.get(wanted, wanted)


def test_the_tables_are_what_the_installed_numpy_says() -> None:
    name = "numpy_promotion.txt"
    assert (generate_numpy.FOLDER / name).read_text(encoding="utf-8") == generate_numpy.texts()[name]


@pytest.mark.parametrize("module", [np, np.fft, np.linalg, np.random], ids=lambda module: module.__name__)
def test_star_imports_bring_what_the_installed_numpy_has(module: ModuleType) -> None:
    assert star_names(module.__name__) == frozenset(module.__all__)


HEAD = """
import math, operator, struct
import numpy as np
from fractions import Fraction
from pathlib import PurePath
a8, a32, u64 = np.array([1, 2], np.int8), np.array([3, 4], np.int32), np.array([5, 6], np.uint64)
f32, flags = np.array([1, 2], np.float32), np.array([True, False])
n, k, x, text, data = 7, -3, 1.5, "abc", b"abc"
"""

# Expressions of which something is proved.
EXPRESSIONS = (Path(__file__).parent / "data" / "python_expressions.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_what_is_proved_of_an_expression_holds_for_its_value(expression: str) -> None:
    [(_, type_, value)] = run(f"{HEAD}\nseen({expression})\n")
    assert admits(type_, value), f"{type_!r} does not hold {value!r}"


def test_something_is_proved_of_each_of_these_expressions() -> None:
    unknown = [e for e in EXPRESSIONS if inferred(f"{HEAD}\nseen({e})\n")[0][1] in (UNKNOWN, Array(""), NEVER)]
    assert unknown == []
