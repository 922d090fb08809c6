"""The local type inference follows loops, branches, exceptions and closures, and never says more than holds."""

from __future__ import annotations

import ast
import textwrap
import time

import pytest
from wai_lint.checkers.python.inference import Types
from wai_lint.checkers.python.joining import join
from wai_lint.checkers.python.names import Names
from wai_lint.checkers.python.types import (
    BOOL,
    FLOAT,
    INT,
    NATURAL,
    NONE,
    STR,
    UNKNOWN,
    Array,
    Collection,
    Instance,
    Int,
    Reference,
    Scalar,
    Str,
    Tuple,
    Type,
    Union,
)
from wai_lint.tests.python_samples import admits, inferred, run

# What is given to `seen` in a program, and what is to be proved of it, in the order of the text.
PROVED: list[tuple[str, str, list[Type]]] = [
    ("a branch", "x = 1\nif len('a'): x = 1.5\nseen(x)", [Union(frozenset((Int(1, 1), FLOAT)))]),
    ("both branches", "if len('a'): x = 1\nelse: x = 3\nseen(x)", [Int(1, 3)]),
    ("a loop that counts", "n = 0\nfor i in range(9): n += i\nseen(n)\nseen(i)", [NATURAL, Int(0, 8)]),
    ("a loop that changes a kind", "x = 0\nfor i in range(3):\n seen(x)\n x = x + 0.5", [join(Int(0, 0), FLOAT)]),
    ("a loop that halves", "n = 9\nwhile n > 0:\n n >>= 1\n seen(n)\nseen(n)", [Int(0, 4), Int(0, 0)]),
    ("a loop that may not run", "x = None\nfor i in range(0): x = 1\nseen(x)", [Union(frozenset((NONE, Int(1, 1))))]),
    ("a loop that is left", "while True:\n x = 1\n break\nseen(x)", [Int(1, 1)]),
    ("the else of a loop", "for i in range(2):\n x = 1\n if len('a'): break\nelse: x = 'a'\nseen(len([x]))", [NATURAL]),
    ("an exception", "x = 1\ntry:\n x = 2.5\n x = int('a')\nexcept ValueError: seen(x)", [join(INT, FLOAT)]),
    ("the end of a try", "try: x = int('5')\nexcept ValueError: x = 1.5\nseen(x)", [join(INT, FLOAT)]),
    ("a finally", "x = 1\ntry: x = 'a'\nfinally: seen(x)", [UNKNOWN]),
    (
        "isinstance",
        "def f(x):\n if isinstance(x, int): return seen(x)\n seen(x)\nf(3); f(True); f('a')",
        [join(INT, BOOL), UNKNOWN],
    ),
    ("not isinstance", "def f(x: float | None):\n if not isinstance(x, (int, float)): seen(x)\nf(None)", [NONE]),
    ("isinstance of a derived class", "class F(float): pass\nx = F(1)\nif isinstance(x, float): seen(x)", [UNKNOWN]),
    (
        "isinstance of one of several",
        "x = 1.5 if len('a') else 'a'\nif isinstance(x, str): seen(x)\nelse: seen(x)",
        [Str("a"), FLOAT],
    ),
    ("not None", "x = 3 if len('a') else None\nif x is not None: seen(x)", [Int(3, 3)]),
    ("an assertion", "def f(n: int):\n assert 0 <= n < 256\n seen(n)\nf(7)", [Int(0, 255)]),
    ("a guard", "def f(n: int):\n if n < 0: raise ValueError\n return seen(n)\nf(7)", [NATURAL]),
    ("a chain of guards", "def f(n: int):\n if n < 0 or n > 9: return\n seen(n)\nf(7)", [Int(0, 9)]),
    (
        "an annotation",
        "def f(n: int, b: bool = False, s: 'str' = ''):\n seen(n); seen(b); seen(s)\nf(1)",
        [INT, BOOL, STR],
    ),
    ("float declares integers", "def f(x: float): seen(x)\nf(1)", [join(FLOAT, INT)]),
    ("an unpacking", "a, (b, *c) = 1, ('a', 2, 3)\nseen(a); seen(b); seen(c)", [Int(1, 1), UNKNOWN, UNKNOWN]),
    ("a project function", "def f(): return 3\nseen(f())", [Int(3, 3)]),
    ("a function defined later", "def g(): return seen(f())\ndef f(): return 1.5\ng()", [FLOAT]),
    ("a function without an end", "def f(n):\n if n: return 1\nseen(f(1))", [Union(frozenset((Int(1, 1), NONE)))]),
    ("recursion", "def f(n: int):\n return 1 if n < 2 else n * f(n - 1)\nseen(f(4))", [UNKNOWN]),
    ("a decorated function", "def d(f): return lambda: 'a'\n@d\ndef f() -> int: return 1\nseen(f())", [UNKNOWN]),
    (
        "a function defined twice",
        "def f(): return 1\ng = f\ndef f(): return 'a'\nseen(f()); seen(g())",
        [UNKNOWN, UNKNOWN],
    ),
    ("a closure", "def f():\n x = 1\n def g(): return seen(x)\n g()\n x = 2.5\n g()\nf()", [join(Int(1, 1), FLOAT)]),
    ("nonlocal", "def f():\n x = 1\n def g():\n  nonlocal x\n  x = 'a'\n g()\n seen(x)\nf()", [UNKNOWN]),
    ("global", "x = 1\ndef g():\n global x\n x = 'a'\ng()\nseen(x)", [UNKNOWN]),
    ("a list that grows", "x = [1]\nx.append('a')\nseen(x[1])", [UNKNOWN]),
    ("a list under two names", "x = [1]\ny = x\ny.append('a')\nseen(x[1])", [UNKNOWN]),
    ("a list that others hold", "def f(y): y.append('a')\nx = [1]\nf(x)\nseen(x[1])", [UNKNOWN]),
    ("a table", "x = [1, 2]\nseen(x[1])\nfor y in x: seen(y)", [Int(1, 2), Int(1, 2)]),
    ("an item that is replaced", "x = [1, 2]\nx[0] = 'a'\nseen(x[0])", [UNKNOWN]),
    ("a walrus", "x = 'a'\nif len('a') > 3 and (x := 1): pass\nseen(x)", [UNKNOWN]),
    ("a walrus in a comparison", "n = 9\nif n > (n := 3): seen(n)", [Int(3, 9)]),
    ("a walrus in a comprehension", "x = 1\ny = [(x := x + 0.5) for _ in range(3)]\nseen(x)", [UNKNOWN]),
    (
        "a walrus in a comprehension inside another",
        "x = 1\ny = [(seen(x), [(x := 2.5) for _ in 'a']) for _ in range(3)]",
        [UNKNOWN],
    ),
    ("a variable of a comprehension", "x = 'a'\ny = [seen(x) for x in range(3)]\nseen(x)", [Int(0, 2), UNKNOWN]),
    (
        "with",
        "import contextlib\nx = 1\nwith contextlib.suppress(ValueError):\n x = 'a'\n int('b')\nseen(len([x]))",
        [NATURAL],
    ),
    (
        "match",
        "def f(v):\n match v:\n  case [x, *_]: y = 1\n  case _: y = 2.5\n seen(y)\nf([1])",
        [join(Int(1, 1), FLOAT)],
    ),
    ("a method", "class C:\n k: int = 3\n def m(self) -> int: return seen(self.k)\nseen(C().m())", [INT, INT]),
    ("an attribute", "class C:\n def __init__(self): self.k: int = 3\n def m(self): seen(self.k)\nC().m()", [INT]),
    ("a method that a class may override", "class C:\n def m(self): return 1\nseen(C().m())", [UNKNOWN]),
    ("a function that a class calls", "class C:\n def m(x): return seen(x)\n y = m(3)", [UNKNOWN]),
    (
        "a scalar in place",
        "import numpy as np\nfor x in np.array([1]):\n x /= 2\n seen(x)",
        [Union(frozenset((Array("int64"), Array("float64"))))],
    ),
    ("a function in a class", "def d(f): return f(3)\nclass C:\n def m(x): return seen(x)\n y = d(m)", [UNKNOWN]),
    ("a class that makes others", "class C:\n def __new__(cls): return 'a'\nseen(C())", [UNKNOWN]),
    ("a decorated class", "def d(c): return lambda: 'a'\n@d\nclass C: pass\nseen(C())", [UNKNOWN]),
    ("a class method", "class C:\n @classmethod\n def m(cls): return seen(cls)\nC.m()", [Reference("tested.C")]),
    ("a builtin that may be missing", "try: int\nexcept NameError: int = float\nseen(int(1.5))", [join(INT, FLOAT)]),
    ("a builtin that is bound later", "def f(): return seen(int(1.5))\nf()\nint = float\nf()", [join(INT, FLOAT)]),
    ("an alias", "import math\nf = math.sqrt\nseen(f(4))", [FLOAT]),
    ("an alias on one way", "import math\nf = math.sqrt if len('a') else len\nseen(f is None)", [BOOL]),
    ("a generator", "def f():\n yield 1\n yield 2.5\nfor x in f(): seen(x)", [join(Int(1, 1), FLOAT)]),
    ("a deleted variable", "x = 1\ndel x\nx = 'a'\nseen(len(x))", [NATURAL]),
    ("an async function", "async def f(): return 1\nc = f()\nseen(c is f)\nc.close()", [BOOL]),
]


@pytest.mark.parametrize(("text", "proved"), [case[1:] for case in PROVED], ids=[case[0] for case in PROVED])
def test_what_is_proved_along_the_flow_is_this_and_holds(text: str, proved: list[Type]) -> None:
    for expression, type_, value in run(text):
        assert admits(type_, value), f"{expression}: {type_!r} does not hold {value!r}"
    found = [type_ for _, type_ in inferred(text)]
    loose = [type_ if wanted is not UNKNOWN else UNKNOWN for type_, wanted in zip(found, proved, strict=True)]
    assert loose == proved


def test_the_dtype_of_an_array_stays_when_it_is_changed_in_place() -> None:
    text = """
    import numpy as np
    import numpy.typing as npt
    def f(a: npt.NDArray[np.int16], b: np.int32, c: "np.ndarray[tuple[int], np.dtype[np.uint8]]"):
        a += 1
        a[0] = 7
        seen(a), seen(b), seen(c), seen(a[0] + c)
        for row in a:
            seen(row)
    """
    int16 = Array("int16")
    found = [type_ for _, type_ in inferred(textwrap.dedent(text))]
    assert found == [int16, Scalar("int32"), Array("uint8"), int16, int16]


def types_of(text: str) -> Types:
    tree = ast.parse(text)
    return Types(tree, Names(tree, "tested"), {"other.scale": FLOAT})


def test_what_functions_of_other_modules_return_is_taken_from_signatures() -> None:
    tree = ast.parse("from other import scale as s\nx = s(3)")
    types = Types(tree, Names(tree, "tested"), {"other.scale": FLOAT})
    statement = tree.body[1]
    assert isinstance(statement, ast.Assign)
    assert types.of(statement.value) == FLOAT


def test_the_returns_of_a_module_are_listed_by_qualified_name() -> None:
    returns = types_of(
        "def f(): return 1.5\n"
        "def g(n: int): return [n]\n"
        "class C:\n def m(self): return 1\n def k(self) -> int: return 1\n"
        "def h(n) -> 'tuple[int, C]': return n\n"
    ).returns
    assert returns["tested.f"] == FLOAT
    assert returns["tested.g"] == Collection("builtins.list", INT)
    assert returns["tested.C.m"] == UNKNOWN
    assert returns["tested.C.k"] == INT
    assert returns["tested.h"] == Tuple((INT, Instance("tested.C")))


HOSTILE = {
    "nested loops": "".join(f"{' ' * n}for a{n} in range(3):\n" for n in range(90)) + " " * 90 + "x = a1\n",
    "nested branches": "".join(f"{' ' * n}if a:\n" for n in range(90)) + " " * 90 + "x = 1\n",
    "a long chain of elif": "if a: x = 1\n" + "".join(f"elif a == {n}: x = {n}.5\n" for n in range(1000)),
    "a long sum": "x = " + " + ".join(["1"] * 900),
    "a long comparison": "x = " + " < ".join(["1"] * 900),
    "nested lists": "x = " + "[" * 90 + "]" * 90,
    "nested lambdas": "x = " + "lambda: " * 90 + "1",
    "a list of itself": "x = []\nwhile x != 1: x = [x]\n",
    "a tuple that grows": "x = ()\nwhile x != 1: x = (x, x)\n",
    "a number that grows": "x = 2\nwhile x: x = x ** x\ny = 9 ** 9 ** 9 ** 9\nz = 1 << 10 ** 9\n",
    "functions that call one another": "".join(f"def f{n}(): return f{n + 1}()\n" for n in range(1000)),
    "many variables in loops": "".join(f"x{n} = 0\n" for n in range(300))
    + "".join(f"for i in x:\n x{n} += 0.5\n" for n in range(300)),
    "many variables in branches": "".join(f"x{n} = {n}\nif x{n}: y{n} = x{n}\n" for n in range(9000)),
    "many meanings of a name": "".join(f"x = a{n}.b\nx.y.z()\n" for n in range(3000)),
    "tuples that double": "x = (1,)\n" + "x = x + x\n" * 60 + "y = (1,)\n" + "y = (y, y)\n" * 60,
    "tuples that double in functions": "def f0(): return 1\n"
    + "".join(f"def f{n + 1}(): return (f{n}(), f{n}())\n" for n in range(60)),
    "tuples that double in comprehensions": "x = " + "[(a, a) for a in " * 60 + "b" + "]" * 60,
    "a large table": "x = (" + "(1, 'a', 2.5), " * 9000 + ")\ny = x + x\n",
    "many types of a variable": "".join(f"class C{n}: pass\nif a: x = C{n}()\n" for n in range(500))
    + "y = x + x\n" * 500,
    "methods of methods of methods": "x = 'a'" + ".upper()" * 60,
    "calls of attributes of calls": "x = a" + ".b.c(d)[e]" * 60,
    "nested finally": "".join(f"{' ' * n}try: a\n{' ' * n}finally:\n" for n in range(90)) + " " * 90 + "x = 1\n",
    "nested handlers": "".join(f"{' ' * n}try: a\n{' ' * n}except b:\n" for n in range(90)) + " " * 90 + "x = 1\n",
    "nested withs": "".join(f"{' ' * n}with a:\n" for n in range(90)) + " " * 90 + "x = 1\n",
    "nested walruses": "x = " + "[[(y := z) for z in " * 40 + "a" + "] for b in c]" * 40,
    "methods of methods": "x = 'a'" + ".upper()" * 900,
    "aliases in a ring": "a = b\nb = c\nc = a\na()\n",
    "aliases of aliases": "a0 = len\n" + "".join(f"a{n + 1} = a{n}\n" for n in range(1000)) + "x = a1000(y)\n",
    "names that name themselves": "x = getattr(x, 'y')\ny = vars(y)['z']\nz = z.z.z\n",
    "a format of many fields": "import struct\nx = struct.unpack('9999999999i', b)\ny = struct.unpack('99i99i', b)\n",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_code_has_types_in_time(text: str) -> None:
    tree = ast.parse(text)
    types = Types(tree, Names(tree, "tested"), {})
    start = time.process_time()
    for node in ast.walk(tree):
        if isinstance(node, ast.expr):
            types.of(node)
    assert time.process_time() - start < 5
