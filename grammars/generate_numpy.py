"""Writes what is to be known of NumPy without importing it: `numpy_promotion.txt`, `python_star_names.txt`.

`python -m wai_lint.grammars.generate_numpy` writes them from the installed NumPy; with `--check` it writes nothing and
exits 1 when a file is not what the installed NumPy says.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent
STAR_MODULES = (
    *("array", "cmath", "ctypes", "decimal", "fractions", "glob", "itertools", "math", "operator", "os", "os.path"),
    *("random", "statistics", "struct", "time"),
    *("numpy", "numpy.fft", "numpy.linalg", "numpy.random"),
)
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
        public = getattr(module, "__all__", None) or [n for n in vars(module) if n[0] != "_"]
        rows.append(" ".join((name, *sorted({*public, *LATER.get(name, ())}))))
    return "\n".join(rows) + "\n"


def texts() -> dict[str, str]:
    """What each file is to hold."""
    return {"python_star_names.txt": star_names()}


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
