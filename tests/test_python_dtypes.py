"""Strings and names that name dtypes mean what they mean to NumPy."""

from __future__ import annotations

import warnings
from itertools import product

import numpy as np
import pytest
from wai_lint.checkers.python import dtypes
from wai_lint.checkers.python.tables import lines
from wai_lint.checkers.python.types import DType, Reference, Str

NUMPY = {"float128": "longdouble", "complex256": "clongdouble"}
NAMES = [name for row in lines("numpy_dtypes") for name in row.split()[2:]]


def meant(text: str) -> str:
    """The dtype that NumPy takes a string for; empty where it takes it for none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            dtype = np.dtype(text)
        except (TypeError, ValueError, SyntaxError):
            return ""
    name = (
        "void" if dtype.names or dtype.subdtype else dtype.type(0).dtype.name if dtype.kind in "biufc" else dtype.name
    )
    kind = {"S": "bytes", "U": "str", "V": "void", "M": "datetime64", "m": "timedelta64"}.get(dtype.kind)
    return kind or NUMPY.get(name, name)


@pytest.mark.parametrize("text", NAMES)
def test_each_name_of_the_table_that_numpy_takes_names_the_same_dtype(text: str) -> None:
    for order in ("", "<", ">", "=", "|"):
        ours = dtypes.of_string(order + text)
        assert ours in ("", meant(order + text)) or not meant(order + text)


def test_short_strings_name_the_dtypes_that_numpy_takes_them_for() -> None:
    characters = "?bBhHiIlLqQpPnNefdgFDGOSUVMmuc12348<>,"
    for length in (1, 2, 3):
        for text in map("".join, product(characters, repeat=length)):
            ours, theirs = dtypes.of_string(text), meant(text)
            # What NumPy refuses does not run; what is not known here is not claimed.
            assert ours == theirs or not ours or not theirs, text


@pytest.mark.parametrize("name", ["int8", "uint16", "float32", "bool_", "longdouble", "half", "intp", "complex64"])
def test_classes_and_dtype_objects_name_their_dtype(name: str) -> None:
    wanted = NUMPY.get(np.dtype(getattr(np, name)).name, np.dtype(getattr(np, name)).name)
    assert dtypes.of_name(f"numpy.{name}") == wanted
    assert dtypes.of_type(Reference(f"numpy.{name}")) == wanted
    assert dtypes.of_type(DType(wanted)) == wanted
    assert dtypes.of_type(Str(name)) == wanted


def test_python_classes_name_numpys_defaults() -> None:
    for class_ in (bool, int, float, complex):
        assert dtypes.of_name(f"builtins.{class_.__name__}") == np.dtype(class_).name


@pytest.mark.parametrize("text", ["", "x", "f5", "i3", "float33", "<", "a b", "f4 ", "1" * 999])
def test_what_names_no_dtype_names_none(text: str) -> None:
    assert dtypes.of_string(text) == ""
