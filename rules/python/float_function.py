"""A function, method or constant of Python's library that gives a float.

## What it refuses

The functions and constants of `math`, `cmath`, `statistics`, `random`, `time`, `colorsys` and others that give a float
or compute in floats, called or passed on: a closed list, with the reason for each entry. The exact ones pass:
`math.gcd`, `lcm`, `isqrt`, `comb`, `perm`, `factorial`, `floor`, `ceil`, `trunc`; `math.prod` and `sumprod` unless an
argument is a float; `random.getrandbits`, `randrange`, `choice`; `time.time_ns` and its like. `round` with digits to
keep is a float's, unless its argument is proved to be an integer.

## Why results could differ

Python's `math` calls the C library of the platform, and no two C libraries round `exp`, `pow` or `sin` alike in all
cases. What is computed further with any float rounds in the way of the machine.

## Example

```python
side = math.sqrt(area)          # refused
side = math.isqrt(area)         # accepted: exact, rounded down
```

## Fix

Compute in integers: `math.isqrt`, `bit_length`, a table of integers made once, the `_ns` form of a clock.
"""

from __future__ import annotations

import ast

from ...checkers.python.listing import listing
from ...checkers.python.parsing import Lines, SyntaxProblem, tree_of
from ...checkers.python.types import interval, is_float, is_integer
from ...checkers.python.written import written
from ..rule import Invalid, Rule, Valid
from ._dtypes import argument, stars
from ._references import ITEM, call_of, classes, listed, only_asked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from ...checkers.python.facts import Facts

RULE = Rule("PY104", "float-function", item=ITEM)

MESSAGE = "this gives a float or computes in floats ({reason}), which machines round differently: compute in integers"

# What runs a text, or reads values from it.
RUNNING = frozenset(("builtins.eval", "builtins.exec", "builtins.compile", "ast.literal_eval", "json.loads"))


def check(facts: Facts) -> Iterator[Diagnostic]:
    """A finding at each name of the list that gives a float as it is used."""
    for node, name, entry in listed(facts, listing("python_float_functions")):
        if entry.verdict == "exact" or only_asked(facts, node):
            continue
        call = call_of(facts, node)
        if entry.verdict == "called" and (call is None or _is_defined(facts, name.rpartition(".")[2])):
            continue
        if entry.verdict == "integers" and not (call is not None and _takes_float(facts, call)):
            continue
        if entry.verdict == "digits" and not (call is not None and _keeps_digits(facts, call)):
            continue
        yield RULE.finding(facts.source, *facts.parsed.span(node), MESSAGE.format(reason=entry.reason))
    for node in _run(facts):
        yield RULE.finding(facts.source, *facts.parsed.span(node), MESSAGE.format(reason="code in this text does"))


def _is_defined(facts: Facts, method: str) -> bool:
    """Whether a class of the file defines a method of this name, which may be the one that is meant."""
    return any(method in scope.bindings for scope in classes(facts).values())


def _run(facts: Facts) -> Iterator[ast.expr]:
    """The texts of code that is run and computes in floats."""
    for call in facts.nodes(ast.Call):
        otherwise = any(keyword.arg == "parse_float" for keyword in call.keywords)
        run = call.args[:1] if facts.names.qualified(call.func) in RUNNING and not otherwise else []
        yield from (code for code in run if any(_computes(facts, text) for text, _ in written(facts, code)))


def _computes(facts: Facts, text: str) -> bool:
    """Whether a text of code has a float in it, divides, or names what gives one."""
    tree = tree_of(text.strip(), Lines("", [0]))
    if isinstance(tree, SyntaxProblem):
        return False
    lists = listing("python_float_functions"), listing("python_float_types")
    for node in ast.walk(tree):
        if isinstance(node, ast.Div) or (isinstance(node, ast.Constant) and isinstance(node.value, float | complex)):
            return True
        if isinstance(node, ast.Name | ast.Attribute):
            name = facts.names.qualified(node, facts.names.module) or ""
            if any((entry := each.entry(name)) is not None and entry.verdict == "float" for each in lists):
                return True
    return False


def _takes_float(facts: Facts, call: ast.Call) -> bool:
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    items = [item for value in given for item in (value.elts if isinstance(value, ast.List | ast.Tuple) else [value])]
    return any(is_float(facts.types.of(item)) for item in items)


def _keeps_digits(facts: Facts, call: ast.Call) -> bool:
    """Whether a call of `round` keeps digits after the point of what may be a float."""
    number, digits = argument(call, 0, "number"), argument(call, 1, "ndigits")
    if digits is None or stars(call) or (isinstance(digits, ast.Constant) and digits.value is None):
        return False
    bounds = interval(facts.types.of(digits))
    if bounds is not None and bounds[1] is not None and bounds[1] <= 0:
        return False
    return number is None or not is_integer(facts.types.of(number))


VALID = [
    Valid("import math\nx = math.gcd(12, 8) + math.isqrt(99) + math.comb(5, 2) + math.factorial(3)\n"),
    Valid("from math import lcm, perm, prod\nx = lcm(4, 6) + perm(5, 2) + prod([2, 3])\n"),
    Valid("import math\nn = math.floor(7) + math.ceil(7) + math.trunc(7)\nok = math.isfinite(n)\n"),
    Valid(
        "import time, random\nt = time.time_ns()\nr = random.Random(1).getrandbits(8) + random.Random(1).randrange(5)\n"
    ),
    Valid("import statistics\nm = statistics.median_low([1, 2]) + statistics.mode([1, 1])\n"),
    Valid("class math:\n    def sqrt(x):\n        return x\ny = math.sqrt(4)\n"),
    Valid("def f(math):\n    return math.sqrt(4)\n"),
    Valid("def sqrt(n: int) -> int:\n    return n\ny = sqrt(4)\n"),
    Valid("a = round(5)\nb = round(1234, -2)\nc = round(5, 2)\nd = round(a, None)\n"),
    Valid("import math\nif f is math.sqrt or f in (math.sin, math.cos):\n    raise TypeError(math.sqrt.__name__)\n"),
    Valid("from numpy import testing\ntesting.assert_array_equal([1], [1])\n"),
    Valid("x = round(y, 0)\nz = round(*y)\nw = round(y, ndigits=None)\nv = map(round, y)\n"),
    Valid("import math\nx = math.prod(values)\ny = map(math.prod, rows)\n"),
]

INVALID = [
    Invalid("import math\nx = «math.sqrt»(2)\n"),
    Invalid("from math import sqrt as root\nx = «root»(2)\n"),
    Invalid("from math import *\nx = «sin»(1) + gcd(2, 4)\n"),
    Invalid("import math as m\ncircle = 2 * «m.pi»\nlimit = «m.inf»\n"),
    Invalid('import math\nx = «getattr(math, "sqrt")»(2)\ny = «vars(math)["log2"]»(8)\n'),
    Invalid('x = «__import__("math").log»(2)\n'),
    Invalid("import math\nroots = list(map(«math.sqrt», [1, 4]))\n"),
    Invalid("import math\nroot = «math.sqrt»\nx = «root»(2)\n"),
    Invalid("import math\nx = «math.prod»([«math.e», 2])\ny = «math.prod»([2, 0.5])\n"),
    Invalid("import cmath, statistics\nx = «cmath.exp»(1)\ny = «statistics.mean»([1, 2])\n"),
    Invalid("import random, time\nx = «random.random»()\ny = «time.time»() + «time.perf_counter»()\n"),
    Invalid(
        "import random\nx = «random.Random(1).gauss»(0, 1)\nr = random.Random(2)\ny = «r.random»() + r.randrange(3)\n"
    ),
    Invalid("import sys\nx = «sys.float_info».epsilon\n"),
    Invalid("def f(x, n):\n    return «round»(x, 2) + «round»(x, n)\n"),
    Invalid("import datetime\ndef f(delta: datetime.timedelta):\n    return «delta.total_seconds»()\n"),
    Invalid("from os.path import getmtime\nt = «getmtime»('x')\n"),
    Invalid("import numpy as np\nx = «np.pi»\ny = «np.finfo»(0).eps\n"),
    Invalid("def f(delta, parser):\n    return «delta.total_seconds»() + «parser.getfloat»('a', 'b')\n"),
    Invalid("from math import floor\nimport math\nx = floor(«math.log2»(8))\n"),
]
