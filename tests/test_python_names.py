"""What names stand for: imports, aliases, scopes, names looked up by text."""

from __future__ import annotations

import ast
import builtins
import importlib
import textwrap

import pytest
from wai_lint.checkers.python.names import Names, star_names


def named(
    text: str,
    module: str = "codec.decode",
    *,
    package: bool = False,
    exports: dict[str, frozenset[str]] | None = None,
    aliases: dict[str, str] | None = None,
) -> list[str | None]:
    """What the arguments of the calls of `ask` in a text stand for, in the order of the text."""
    tree = ast.parse(textwrap.dedent(text))
    names = Names(tree, module, package=package, exports=exports, aliases=aliases)
    calls = [
        n for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == "ask"
    ]
    calls.sort(key=lambda call: (call.lineno, call.col_offset))
    return [names.qualified(argument) for call in calls for argument in call.args]


NAMED = {
    "an import": ("import numpy\nask(numpy.zeros)", ["numpy.zeros"]),
    "an import under another name": ("import numpy as np\nask(np.fft.fft)", ["numpy.fft.fft"]),
    "an import of a module in a package": ("import os.path\nask(os.path.join, os)", ["os.path.join", "os"]),
    "a name imported": ("from math import sqrt as root\nask(root)", ["math.sqrt"]),
    "a star import": ("from math import *\nask(sqrt, nothing)", ["math.sqrt", None]),
    "a star import of NumPy": ("from numpy import *\nask(zeros)", ["numpy.zeros"]),
    "an own name beside a star import": ("from math import *\nsqrt = len\nask(sqrt)", ["builtins.len"]),
    "a relative import": (
        "from . import tables\nfrom .bits import read\nask(tables.T, read)",
        ["codec.tables.T", "codec.bits.read"],
    ),
    "an alias": ("import numpy as np\nz = np.zeros\ny = z\nask(y)", ["numpy.zeros"]),
    "aliases in one assignment": ("import math\na, b = math.sin, math.cos\nask(a, b)", ["math.sin", "math.cos"]),
    "an alias in an expression": ("import math\nask((s := math.sin))\nask(s)", ["math.sin", "math.sin"]),
    "a builtin": ("ask(float, print)", ["builtins.float", "builtins.print"]),
    "a builtin by its module": ("import builtins as b\nask(b.float)", ["builtins.float"]),
    "a builtin with another meaning": ("float = int\nask(float)", ["builtins.int"]),
    "a builtin that may be missing": ("try: int\nexcept NameError: int = float\nask(int)", [None]),
    "a name with two meanings": ("import math\nif x: f = math.sin\nelse: f = math.cos\nask(f)", [None]),
    "an import that may fail": (
        "try: import numpy as np\nexcept ImportError: np = None\nask(np.zeros)",
        ["numpy.zeros"],
    ),
    "a name that is counted up": ("import math\nf = math.sin\nf += 1\nask(f)", [None]),
    "getattr": ('import numpy as np\nask(getattr(np, "zeros"))', ["numpy.zeros"]),
    "getattr of what is not said": ("import numpy as np\nask(getattr(np, name))", [None]),
    "__import__": ('ask(__import__("numpy").ones, __import__("os.path"))', ["numpy.ones", "os"]),
    "import_module": ('import importlib\nask(importlib.import_module("numpy.fft").fft)', ["numpy.fft.fft"]),
    "sys.modules": ('import sys\nask(sys.modules["math"].sin)', ["math.sin"]),
    "a module's own dictionary": (
        'import math\nask(math.__dict__["sin"], vars(math)["cos"])',
        ["math.sin", "math.cos"],
    ),
    "a function of the module": ("def f(): pass\nask(f)", ["codec.decode.f"]),
    "a method": ("class C:\n def m(self): ask(C.m, m)", ["codec.decode.C.m", None]),
    "a function in a function": ("def f():\n def g(): pass\n ask(g)", ["codec.decode.f.<locals>.g"]),
    "a parameter": ("import math\ndef f(math): ask(math.sin)", [None]),
    "a parameter of a lambda": ("import math\nf = lambda math: ask(math.sin)", [None]),
    "a variable of a comprehension": ("x = [ask(float) for float in y]\nask(float)", [None, "builtins.float"]),
    "a variable of a loop": ("for float in y: ask(float)", [None]),
    "the first iterable of a comprehension": (
        "class C:\n from math import sin\n x = [1 for _ in ask(sin)]",
        ["math.sin"],
    ),
    "a class's name in its method": ("class C:\n float = int\n def m(self): ask(float)", ["builtins.float"]),
    "a class's name in its body": ("class C:\n float = int\n ask(float)", ["builtins.int"]),
    "a default": ("import math\ndef f(math=ask(math.sin)): pass", ["math.sin"]),
    "a global": ("import math\ndef f():\n global g\n g = math.sin\nask(g)", ["math.sin"]),
    "a nonlocal": ("def f():\n from math import sin\n def g():\n  nonlocal sin\n  ask(sin)", ["math.sin"]),
    "an exception": ("import math\ntry: pass\nexcept E as math: pass\nask(math.sin)", [None]),
    "a pattern": ("match v:\n case [len, {**float}]: ask(len, float)", [None, None]),
    "a with": ("with f() as len: ask(len)", [None]),
    "a local import": ("def f():\n import math\n ask(math.sin)\nask(math.sin)", ["math.sin", None]),
    "a name that names itself": ("a = a\nask(a)", [None]),
}


@pytest.mark.parametrize(("text", "wanted"), NAMED.values(), ids=NAMED.keys())
def test_a_name_stands_for_what_its_scope_says(text: str, wanted: list[str | None]) -> None:
    assert named(text) == wanted


def test_a_module_without_a_package_keeps_the_dots_of_relative_imports() -> None:
    assert named("from .bits import read\nfrom . import tables\nask(read, tables)", "decode") == [
        ".bits.read",
        ".tables",
    ]


def test_a_package_is_its_own_parent_in_relative_imports() -> None:
    assert named("from .bits import read\nask(read)", "codec", package=True) == ["codec.bits.read"]


def test_what_another_module_passes_on_is_followed() -> None:
    aliases = {"codec.compat.np": "numpy", "codec.compat.root": "codec.maths.root", "codec.maths.root": "math.sqrt"}
    text = "from .compat import np, root\nfrom . import compat\nask(np.zeros, root, compat.np.ones)"
    assert named(text, aliases=aliases) == ["numpy.zeros", "math.sqrt", "numpy.ones"]


def test_the_exports_of_a_project_module_come_by_a_star_import() -> None:
    assert named("from .compat import *\nask(f, g)", exports={"codec.compat": frozenset("f")}) == [
        "codec.compat.f",
        None,
    ]


def test_every_meaning_of_a_name_with_several_is_told() -> None:
    tree = ast.parse("import math\nf = math.sin if x else math.cos\nif x: g = math.sin\nelse: g = math.cos\nf, g")
    names = Names(tree)
    statement = tree.body[-1]
    assert isinstance(statement, ast.Expr)
    assert isinstance(statement.value, ast.Tuple)
    assert names.candidates(statement.value.elts[0]) == ()
    assert set(names.candidates(statement.value.elts[1])) == {"math.sin", "math.cos"}


@pytest.mark.parametrize("module", ["math", "cmath", "operator", "random", "statistics", "struct", "time"])
def test_star_imports_bring_what_the_running_python_has(module: str) -> None:
    found = importlib.import_module(module)
    public = getattr(found, "__all__", None) or [name for name in vars(found) if name[0] != "_"]
    assert set(public) <= star_names(module)


def test_builtins_are_those_of_the_running_python() -> None:
    assert named(f"ask({', '.join(n for n in dir(builtins) if n.islower() and n[0] != '_')})").count(None) == 0
