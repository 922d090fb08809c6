"""A true division.

## What it refuses

`/` and `/=` on anything that is not proved to be a path, a `Fraction`, a `Decimal`, or an instance of a class of the
file that defines the operator itself; `operator.truediv` and `itruediv`, `__truediv__` and its like by name. Integers
too: their quotient is a float.

## Why results could differ

The quotient is a float. It has 53 bits at most, so that a larger integer loses some, and all that is computed with it
rounds in the way of the machine.

## Example

```python
mean = total / count            # refused
mean = total // count           # accepted: rounded down
mean = (total + count // 2) // count    # accepted: rounded to the nearest, of positive numbers
```

## Fix

Divide with `//` or `>>`, and round by an added half. `int(a / b)` becomes `a // b` by a safe fix where both are proved
not to be negative: there both round down, and the second is exact for large integers as well. Any other exchange
changes the value, so that fix is unsafe.
"""

from __future__ import annotations

import ast
from functools import lru_cache

from ...checkers.python.types import (
    DECIMAL,
    Collection,
    Instance,
    Tuple,
    Type,
    interval,
    is_not_number,
    is_python_integer,
    members,
)
from ..rule import Invalid, Rule, Valid
from ._fixes import floor_division
from ._references import ITEM, only_asked, references

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from ...checkers.python.facts import Facts
    from ...checkers.python.scopes import Scope

RULE = Rule("PY102", "true-division", item=ITEM)

MESSAGE = (
    "true division gives a float, which holds 53 bits and is rounded by machine in what follows: divide with // or >>"
)

METHODS = frozenset(("__truediv__", "__rtruediv__", "__itruediv__"))
FUNCTIONS = frozenset(f"operator.{name}" for name in ("truediv", "itruediv", "__truediv__", "__itruediv__"))
# Functions that take a method by its name.
NAMING = frozenset(("operator.methodcaller", "operator.attrgetter", "builtins.getattr"))


def check(facts: Facts) -> Iterator[Diagnostic]:
    """A finding at each true division, by operator or by name."""
    for node in facts.nodes(ast.BinOp):
        if isinstance(node.op, ast.Div) and not _divides_otherwise(facts, node.left, node.right):
            yield RULE.finding(facts.source, *facts.parsed.span(node), MESSAGE, fix=floor_division(facts, node))
    for node in facts.nodes(ast.AugAssign):
        if isinstance(node.op, ast.Div) and not _divides_otherwise(facts, node.target, node.value):
            yield RULE.finding(facts.source, *facts.parsed.span(node), MESSAGE, fix=floor_division(facts, node))
    for node in _named(facts):
        yield RULE.finding(facts.source, *facts.parsed.span(node), MESSAGE)


def _named(facts: Facts) -> Iterator[ast.expr]:
    """The places where a true division is named as a function or method."""
    for reference in references(facts):
        node = reference.node
        named = not FUNCTIONS.isdisjoint(reference.names)
        if isinstance(node, ast.Attribute) and node.attr in METHODS:
            named = not _other_division(facts, facts.types.of(node.value), METHODS)
        if named and not only_asked(facts, node):
            yield node
    for call in facts.nodes(ast.Call):
        texts = [given for given in call.args if facts.names.text(given) in METHODS]
        if texts and facts.names.qualified(call.func) in NAMING:
            yield from texts


def _divides_otherwise(facts: Facts, left: ast.expr, right: ast.expr) -> bool:
    """Whether one of the operands is proved to make something other of `/` than a float: an exception, too."""
    if interval(facts.types.of(right)) == (0, 0) and is_python_integer(facts.types.of(left)):
        return True
    return _other_division(facts, facts.types.of(left), {"__truediv__", "__itruediv__"}) or _other_division(
        facts, facts.types.of(right), {"__rtruediv__"}
    )


def _other_division(facts: Facts, operand: Type, methods: frozenset[str] | set[str]) -> bool:
    return all(_divides_itself(facts, member, methods) for member in members(operand))


def _divides_itself(facts: Facts, operand: Type, methods: frozenset[str] | set[str]) -> bool:
    if operand == DECIMAL:
        return True
    if isinstance(operand, Instance) and _defines(facts, operand.name, methods):
        return True
    # A list is taken for an array where the other operand is one.
    return is_not_number(operand) and not isinstance(operand, Collection | Tuple)


def _defines(facts: Facts, name: str, methods: frozenset[str] | set[str]) -> bool:
    """Whether the file has a class of that name whose body defines one of the methods."""
    scope = _classes(facts).get(name)
    return scope is not None and not methods.isdisjoint(scope.bindings)


@lru_cache(maxsize=1)
def _classes(facts: Facts) -> dict[str, Scope]:
    return {scope.qualname: scope for scope in facts.names.scopes.values()}


VALID = [
    Valid("mean = total // count\ntotal //= 2\nhalf = total >> 1\n"),
    Valid('from pathlib import Path\np = Path("a") / "b"\nq = "x" / p\np /= "c"\n'),
    Valid("from pathlib import Path\ndef f(folder: Path, name):\n    return folder / name / 'x'\n"),
    Valid("from importlib.resources import files\nx = files(__package__) / 'tables' / 'a.bin'\n"),
    Valid("import importlib.resources as r\nx = r.files('a').joinpath('b') / 'c'\n"),
    Valid("from importlib.resources.abc import Traversable\ndef f(place: Traversable):\n    return place / 'a'\n"),
    Valid("import zipfile\nx = zipfile.Path('a.zip') / 'b'\ny = x.parent / 'c'\n"),
    Valid("from pathlib import Path\nx = Path(__file__).resolve().parent / 'a'\ny = Path('b').parents[1] / 'c'\n"),
    Valid("from pathlib import Path\nx = [p / 'a' for p in sorted(Path('b').iterdir())]\ny = Path('c').name / x[0]\n"),
    Valid("from fractions import Fraction\nx = Fraction(1, 3) / 2\ny = 1 / Fraction(1, 3)\n"),
    Valid("from decimal import Decimal\nx = Decimal(1) / 3\n"),
    Valid(
        "class Url:\n    def __truediv__(self, part):\n        return Url()\n\n\nu = Url() / 'a'\n",
    ),
    Valid("def fail():\n    return 1 / 0\n"),
    Valid("def f(a, /, b):\n    return a  # a / b\n"),
    Valid("import operator\nq = operator.floordiv(7, 2)\ns = 'a/b'\n"),
    Valid(
        "class Url:\n    def __truediv__(self, part):\n        return self\n\n\ndef f(part):\n    return Url() / part\n"
    ),
    Valid("f('__truediv__')\ng = getattr(x, '__floordiv__')\n"),
    Valid("import operator\nif f is operator.truediv:\n    pass\n"),
]

INVALID = [
    Invalid("def f(a, b):\n    return «a / b»\n"),
    Invalid("x = «7 / 2»\n", fixed="x = 7 // 2\n", unsafe=True),
    Invalid("x = 7\n«x /= 2»\n", fixed="x = 7\nx //= 2\n", unsafe=True),
    Invalid("x = 2 * («(7) / # of / all\n    (2)»)\n", fixed="x = 2 * ((7) // # of / all\n    (2))\n", unsafe=True),
    Invalid("def f(n: int):\n    return int(«n / 2»)\n", fixed="def f(n: int):\n    return int(n // 2)\n", unsafe=True),
    Invalid("n = len(text)\nx = int(«n / 2»)\n", fixed="n = len(text)\nx = n // 2\n"),
    Invalid("n = len(text)\nx = -int(«n / 2») ** 2\n", fixed="n = len(text)\nx = -(n // 2) ** 2\n"),
    Invalid("n = len(text)\nx = int((«n / 2»)).real\n", fixed="n = len(text)\nx = (n // 2).real\n"),
    Invalid(
        "n = len(text)\nx = f(int(\n    «n / 2»  # half\n))\n",
        fixed="n = len(text)\nx = f((\n    n // 2  # half\n))\n",
    ),
    Invalid("n = len(text)\nx = int(«n / 2»,)\n", fixed="n = len(text)\nx = int(n // 2,)\n", unsafe=True),
    Invalid(
        "def f(n: int):\n    m = n & 255\n    return t[int(«m / 3»)]\n",
        fixed="def f(n: int):\n    m = n & 255\n    return t[m // 3]\n",
    ),
    Invalid("def f(x):\n    «x /= 2»\n    return x\n"),
    Invalid("def mean(xs):\n    return «sum(xs) / len(xs)»\n"),
    Invalid("import operator\nf = «operator.truediv»\n"),
    Invalid("from operator import truediv as divide\nx = map(«divide», [1], [2])\n"),
    Invalid("import operator\nx = operator.methodcaller(«'__truediv__'», 2)(8)\n"),
    Invalid("x = «(7).__truediv__»(2)\n"),
    Invalid("def f(x):\n    return lambda y: «(x + y) / (x - y)»\n"),
    Invalid("def f(a, b, c):\n    return ««a / b» / c»\n"),
    Invalid("class Q:\n    def __truediv__(self, other):\n        return «self.n / other.n»\n"),
    Invalid("def f(a, b):\n    return [\n        «a\n        / b»\n    ]\n"),
    Invalid('y = f"{«a / b»}"\n'),
    Invalid("import numpy as np\ndef f(a: np.ndarray):\n    return «[1, 2] / a»\n"),
    Invalid("from fractions import Fraction\ndef f(a):\n    x = Fraction(1) if a else 1\n    return «x / 2»\n"),
    Invalid("class A:\n    pass\n\n\ndef f(b):\n    return «A() / b»\n"),
    Invalid("def f(a):\n    return «a / 0»\n"),
    Invalid("import operator\nx = operator.attrgetter(«'__rtruediv__'»)\ny = getattr(x, «'__itruediv__'»)\n"),
    Invalid("import operator as o\nx = [«o.itruediv», «o.__truediv__», «o.__itruediv__»]\n"),
    Invalid("def f(n):\n    return «n.__rtruediv__»(2), «n.__itruediv__»(2)\n"),
    Invalid("from pathlib import Path\nx = «Path('a').stat().st_size / 2»\n"),
]
