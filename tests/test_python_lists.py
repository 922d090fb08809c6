"""The closed lists that the Python rules judge by: they name what there is, and say of it what is so."""

from __future__ import annotations

import inspect
import math
import warnings
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
import wai_lint
from wai_lint.checkers.python import promotion
from wai_lint.checkers.python.formats import (
    FLOAT,
    NEITHER,
    PLATFORM,
    braces_print_float,
    dtype_kind,
    percent_prints_float,
    prints_float,
    struct_kind,
    typecode_kind,
)
from wai_lint.checkers.python.listing import Listing, listing
from wai_lint.checkers.python.tables import lines
from wai_lint.checkers.python.types import COMPLEX, FLOATS

LISTS = ["python_float_functions", "python_float_types", "python_numpy_functions", "python_unordered"]
# What another version of Python or NumPy has, or another platform.
ELSEWHERE = frozenset(
    ("math.fma", "math.isnormal", "math.issubnormal", "math.signbit", "math.sumprod", "math.fmax", "math.fmin")
    + ("random.binomialvariate", "random.Random.binomialvariate", "pathlib.Path.walk", "uuid.uuid6", "uuid.uuid7")
    + ("ctypes.c_float_complex", "ctypes.c_double_complex", "ctypes.c_longdouble_complex", "numpy.trapz")
    + tuple(f"audioop.{name}" for name in ("findfactor", "findfit", "rms", "ratecv", "mul", "bias", "tomono"))
    + ("audioop.tostereo",)
    + ("numpy.row_stack", "numpy.asfarray")
    + tuple(f"numpy.{name}" for name in ("Inf", "Infinity", "NAN", "NINF", "NZERO", "NaN", "PINF", "PZERO", "infty"))
    + tuple(f"numpy.{name}" for name in ("float_", "complex_", "int0", "uint0", "singlecomplex", "longcomplex"))
    + tuple(f"numpy.{name}" for name in ("cfloat", "clongfloat", "longfloat", "float96", "complex192"))
)


def named() -> list[tuple[str, str]]:
    """Each name of each list that stands for itself."""
    return [(name, entry) for name in LISTS for entry in listing(name).entries if not entry.endswith(".*")]


def exists(name: str) -> bool:
    """Whether a qualified name stands for something here."""
    parts = name.split(".")
    for length in range(len(parts) - 1, 0, -1):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found: object = import_module(".".join(parts[:length]))
        except ImportError:
            continue
        for part in parts[length:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


@pytest.mark.parametrize("name", LISTS)
def test_every_name_of_a_list_exists(name: str) -> None:
    missing = [
        entry for listed, entry in named() if listed == name and not entry.startswith("?.") and not exists(entry)
    ]
    assert [entry for entry in missing if entry not in ELSEWHERE] == []


@pytest.mark.parametrize("name", LISTS)
def test_every_entry_has_a_verdict_that_the_list_explains_and_a_reason(name: str) -> None:
    rows = lines(name)
    text = (Path(wai_lint.__file__).parent / "grammars" / f"{name}.txt").read_text(encoding="utf-8")
    explained = {line.split()[1] for line in text.split("\n") if line.startswith("#   ")}
    for entry in Listing(rows).entries.values():
        assert entry.verdict in explained
        assert entry.reason
    heads = [row.partition(": ")[0].split() for row in rows if not row.startswith("[")]
    assert all(len(head) > 1 for head in heads)


def test_all_of_math_is_judged() -> None:
    functions = listing("python_float_functions")
    exact = {name for name in dir(math) if name[0] != "_" and _verdict(functions, name) in ("exact", "integers")}
    assert exact - {"sumprod"} == {
        *("ceil", "comb", "factorial", "floor", "gcd", "isfinite", "isinf", "isnan", "isqrt", "lcm", "perm", "prod"),
        "trunc",
    }


def _verdict(functions: Listing, name: str) -> str:
    entry = functions.entry(f"math.{name}")
    assert entry is not None, name
    return entry.verdict


def test_the_exact_functions_of_math_give_integers_for_integers() -> None:
    given = {"comb": (5, 2), "prod": ([2, 3],), "gcd": (4, 6), "lcm": (4, 6), "perm": (5, 2)}
    for name in ("ceil", "comb", "factorial", "floor", "gcd", "isqrt", "lcm", "perm", "prod", "trunc"):
        assert type(getattr(math, name)(*given.get(name, (5,)))) is int


def test_a_ufunc_that_gives_floats_for_integers_is_listed_so() -> None:
    functions = listing("python_numpy_functions")
    ufuncs = [name for name, value in vars(np).items() if isinstance(value, np.ufunc) and promotion.tabled(name)]
    assert len(ufuncs) > 90
    for name in ufuncs:
        given = promotion.result(name, *["int64"] * promotion.tabled(name))
        gives_float = any(dtype in (*FLOATS, *COMPLEX) for dtype in given.split(","))
        entry = functions.entry(f"numpy.{name}")
        assert (entry is not None and entry.verdict == "float") == gives_float, name


@pytest.mark.parametrize("module", ["numpy", "numpy.ndarray"])
def test_a_dtype_stands_where_the_list_says(module: str) -> None:
    checked = 0
    for name, entry in listing("python_numpy_functions").entries.items():
        parent, _, last = name.rpartition(".")
        if parent != module or entry.dtype is None or entry.dtype < 0:
            continue
        function = getattr(np if module == "numpy" else np.ndarray, last)
        try:
            parameters = list(inspect.signature(function).parameters)
        except ValueError:
            continue
        offset = 1 if module == "numpy.ndarray" and parameters[0] == "self" else 0
        assert parameters.index("dtype") - offset == entry.dtype, name
        checked += 1
    assert checked >= (9 if module == "numpy" else 0)


@pytest.mark.parametrize(
    "text", ["f4", "<f8", ">f2", "float32", "d", "e", "c8", "complex128", "3f4", "(2,3)f8", "i4,f4"]
)
def test_a_dtype_string_that_names_a_float(text: str) -> None:
    assert dtype_kind(text) == FLOAT
    assert any(np.issubdtype(kind, np.inexact) for kind in _kinds(np.dtype(text)))


@pytest.mark.parametrize("text", ["i4", "<u2", "int32", "q", "?", "S1", "c", "U3", "i4,u2", "b", "M8[s]", "fish", ""])
def test_a_dtype_string_that_names_none(text: str) -> None:
    assert dtype_kind(text) == NEITHER


@pytest.mark.parametrize("text", ["l", "L", "int", "intp", "p", "uint", "long", "i4,l"])
def test_a_dtype_string_with_the_width_of_the_platform(text: str) -> None:
    assert dtype_kind(text) == PLATFORM


def _kinds(dtype: np.dtype) -> list[np.dtype]:
    base = dtype.base
    return [base] if base.fields is None else [kind for part in base.fields.values() for kind in _kinds(part[0])]


def test_formats_of_struct_and_array() -> None:
    assert [struct_kind(text) for text in ("<f", "2d", "=e", ">Iid")] == [FLOAT] * 4
    assert [struct_kind(text) for text in ("l", "@L", "n", "iN", "P")] == [PLATFORM] * 5
    assert [struct_kind(text) for text in ("<l", ">L", "ihb", "3s", "!Q", "not a format", "")] == [NEITHER] * 7
    assert [typecode_kind(text) for text in ("f", "@d", "l", "L", "i", "q", "ff")] == [
        *(FLOAT, FLOAT, PLATFORM, PLATFORM, NEITHER, NEITHER, NEITHER),
    ]


def test_specifications_that_write_a_float() -> None:
    assert all(map(prints_float, ("f", ".2f", "e", ">10.3E", "%", "+g", "08.1f", "z.1f", "*^9,.2f")))
    assert not any(map(prints_float, ("", "d", "x", "08b", ">8", "s", "%H:%M", "n", "f2")))
    assert all(map(percent_prints_float, ("%f", "%.2f", "%-8.3e", "%(x)g", "%*.*f", "a %d %G")))
    assert not any(map(percent_prints_float, ("%d", "%%f", "100%", "%s %x", "")))
    assert all(map(braces_print_float, ("{:.2f}", "{0:e}", "{x!r:>3} {y:%}")))
    assert not any(map(braces_print_float, ("{}", "{:d}", "{{:.2f}}", "{", "{:")))
    assert not prints_float("9" * 5000 + "f")
