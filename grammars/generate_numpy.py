"""Writes what is to be known of NumPy without importing it: `numpy_promotion.txt`, `python_star_names.txt`.

`python -m wai_lint.grammars.generate_numpy` writes them from the installed NumPy; with `--check` it writes nothing and
exits 1 when a file is not what the installed NumPy says.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np

from ..checkers.python.types import DTYPES

FOLDER = Path(__file__).parent
STAR_MODULES = (
    *("array", "cmath", "ctypes", "decimal", "fractions", "glob", "itertools", "math", "operator", "os", "os.path"),
    *("random", "statistics", "struct", "time"),
    *("numpy", "numpy.fft", "numpy.linalg", "numpy.random"),
)
# A Python number as an operand is "weak" (NEP 50): it takes the kind, but not the width, of its type.
OPERANDS = (*DTYPES, "int", "float", "complex")
ONE_ARRAY = (
    *("all", "amax", "amin", "angle", "any", "argmax", "argmin", "argsort", "around", "array", "asarray", "average"),
    *("atleast_1d", "atleast_2d", "copy", "corrcoef", "count_nonzero", "cov", "cumprod", "cumsum", "diag"),
    *("diagonal", "diff", "ediff1d", "fix", "flip", "fliplr", "flipud", "gradient", "imag", "linalg.det"),
    *("linalg.inv", "linalg.norm", "max", "mean", "median", "min", "nancumsum", "nanmax", "nanmean", "nanmin"),
    *("nanprod", "nanstd", "nansum", "nanvar", "nonzero", "prod", "ptp", "ravel", "real", "rot90", "round"),
    *("sinc", "sort", "squeeze", "std", "sum", "trace", "transpose", "tril", "triu", "unique", "var", "zeros_like"),
    *("ones_like", "empty_like", "fft.fft", "fft.ifft", "fft.rfft", "isclose", "iscomplex", "isreal", "i0"),
    *("nan_to_num", "ascontiguousarray", "asfortranarray", "asanyarray", "trapezoid", "flatnonzero", "argwhere"),
)
TWO_ARRAYS = (
    *("append", "convolve", "correlate", "cross", "dot", "inner", "kron", "outer", "percentile", "polyval"),
    *("quantile", "searchsorted", "setdiff1d", "union1d", "intersect1d", "tensordot", "vdot", "isin", "digitize"),
    *("array_equal", "allclose", "linalg.solve"),
)
# Take vectors alone.
VECTORS = frozenset(("convolve", "correlate", "digitize", "searchsorted"))
SEQUENCES = ("block", "concatenate", "column_stack", "dstack", "hstack", "stack", "vstack")
HEADER = """\
# What NumPy's functions give for operands of each dtype: generated, not to be edited. Below the functions that share it
# stands a table; its columns, of two operands its rows too, are bool, int8, int16, int32, int64, uint8, uint16, uint32,
# uint64, float16, float32, float64, longdouble, complex64, complex128, clongdouble, int, float, complex."""
# Names of Pythons after 3.11.
LATER = {
    "itertools": ("batched",),
    "math": ("fma", "sumprod"),
    "operator": ("is_none", "is_not_none"),
    "random": ("binomialvariate",),
    "statistics": ("kde", "kde_random"),
}


def star_names() -> str:
    """The text of `python_star_names.txt`: a module and what `from module import *` brings."""
    rows = ["# A module and the names that `from module import *` brings: generated, not to be edited."]
    for name in STAR_MODULES:
        module = import_module(name)
        public = getattr(module, "__all__", None) or [
            n for n, v in vars(module).items() if n[0] != "_" and not isinstance(v, ModuleType)
        ]
        rows.append(" ".join((name, *sorted({*public, *LATER.get(name, ())}))))
    return "\n".join(rows) + "\n"


def _dtype(result: object) -> str:
    """The dtype of what a function gave, of each where it gave several; `-` for what has none."""
    if isinstance(result, tuple | list) and not isinstance(result, np.ndarray):
        return ",".join(map(_dtype, result))
    dtype = getattr(result, "dtype", None)
    if dtype is None or dtype.names is not None:
        return "-"
    name = str(dtype.name)
    return {"float128": "longdouble", "complex256": "clongdouble"}.get(name, name)


def _result(function: Callable[..., object], *arguments: object) -> str:
    """The dtype that a call gives; `-` where NumPy refuses it, or gives no array."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return _dtype(function(*arguments))
        except (TypeError, ValueError, ArithmeticError, np.linalg.LinAlgError, IndexError):
            return "-"


def _sample(dtype: str, vector: bool) -> object:
    """A square or a vector of a dtype, or a Python number."""
    number = {"int": 1, "float": 1.0, "complex": 1j}.get(dtype)
    return (np.ones(2, dtype) if vector else np.eye(2, dtype=dtype)) if number is None else number


def functions() -> Iterator[tuple[str, int, Callable[..., object]]]:
    """Each function whose results are tabled: its name below `numpy`, its operands, how it is called."""
    for name, function in vars(np).items():
        if isinstance(function, np.ufunc) and function.signature is None and function.nin <= 2:
            yield name, function.nin, function
    yield "matmul", 2, np.matmul
    for name in ONE_ARRAY:
        yield name, 1, _function(name)
    for name in TWO_ARRAYS:
        yield name, 2, _function(name)
    yield "where", 2, lambda a, b: np.where(np.eye(2, dtype=bool), a, b)
    for name in SEQUENCES:
        yield name, 2, lambda a, b, name=name: _function(name)([a, b])


def _function(name: str) -> Callable[..., object]:
    found: object = np
    for part in name.split("."):
        found = getattr(found, part)
    assert callable(found)
    return found


def promotion() -> str:
    """The text of `numpy_promotion.txt`: the functions that agree on all operands share a table."""
    tables: dict[tuple[str, ...], list[str]] = {}
    for name, operands, function in functions():
        samples = [_sample(dtype, name in VECTORS) for dtype in OPERANDS]
        if operands == 1:
            row = (" ".join(_result(function, sample) for sample in samples),)
        else:
            row = tuple(" ".join(_result(function, left, right) for right in samples) for left in samples)
        tables.setdefault(row, []).append(name)
    out = [HEADER]
    for rows, names in tables.items():
        out.append("@ " + " ".join(sorted(set(names))))
        out += rows
    return "\n".join(out) + "\n"


def texts() -> dict[str, str]:
    """What each file is to hold."""
    return {"python_star_names.txt": star_names(), "numpy_promotion.txt": promotion()}


def main() -> int:
    """Write the files, or check them."""
    for name, text in texts().items():
        path = FOLDER / name
        if "--check" not in sys.argv[1:]:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path} is not what NumPy {np.__version__} says: run python -m wai_lint.grammars.generate_numpy")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
