"""A NumPy function or method that gives floats where nothing tells it otherwise.

## What it refuses

Functions that make float64 unless a `dtype` is given (`np.zeros`, `ones`, `empty`, `eye`, `identity`, `frombuffer`,
`fromstring`, `loadtxt`, `np.array([])`, `np.sum([])`, `np.full` with what is not proved to be an integer), or where a
call leaves at None a parameter that the function hands on as their `dtype`; functions and array methods whose result
is a float for integers, or is computed in floats whatever `dtype` it is stored as (`mean`, `std`, `median`,
`percentile`, `linspace`, `sqrt`, `exp`, `true_divide`, `np.linalg`, `np.fft`, `np.random`); `np.power` with a negative
exponent; `np.bincount` with weights.

## Why results could differ

NumPy chooses its float kernels by the vector units that it finds, sums in an order that follows from them, and calls
BLAS and LAPACK libraries that differ by machine.

## Example

```python
line = np.zeros(width)                      # refused: float64
line = np.zeros(width, dtype=np.int32)      # accepted
```

## Fix

Give an integer `dtype` (an unsafe fix writes it: the values change their type); for an average, sum with an integer
`dtype` and divide with `//`.
"""

from __future__ import annotations

import ast

from ...checkers.python.listing import listing
from ...checkers.python.types import interval, is_integer
from ..rule import Invalid, Rule, Valid
from ._dtypes import argument, dtype_given, dtype_left_out, is_none, stars
from ._fixes import integer_dtype
from ._references import ITEM, call_of, listed, only_asked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from ...checkers.python.facts import Facts
    from ...checkers.python.listing import Entry

RULE = Rule("PY105", "float-default", item=ITEM)

# Verdicts of functions whose `dtype` decides.
DEFAULTS = ("default", "filled", "content")
DEFAULT = "without a dtype this {reason}, and floats differ by machine: give an integer dtype"
NOTHING = "of nothing this is the float 0.0 or 1.0, whatever the items would be: give an integer dtype"
COMPUTED = "this computes in floats ({reason}), in an order and width that differ by machine: compute it in integers"


def check(facts: Facts) -> Iterator[Diagnostic]:
    """A finding at each use of a function of the list whose result is a float."""
    numpy = "numpy" in facts.parsed.text
    for node, name, entry in listed(facts, listing("python_numpy_functions")):
        if name.startswith("?.") and not (numpy and call_of(facts, node) is not None):
            continue
        message = _message(facts, node, entry)
        if message is not None and not only_asked(facts, node):
            call = call_of(facts, node)
            fix = integer_dtype(facts, call) if call is not None and entry.verdict in ("default", "content") else None
            yield RULE.finding(facts.source, *facts.parsed.span(node), message.format(reason=entry.reason), fix=fix)


def _message(facts: Facts, node: ast.expr, entry: Entry) -> str | None:
    """What there is to say of a use of a function; None where its result is no float."""
    call = call_of(facts, node)
    if entry.verdict == "float":
        return COMPUTED
    if call is None:
        return DEFAULT if entry.verdict == "default" and _is_handed_on(facts, node) else None
    if entry.verdict == "guessed":
        return DEFAULT if not stars(call) and argument(call, entry.dtype or 0, "dtype") is None else None
    if entry.verdict in DEFAULTS:
        given = dtype_given(call, entry) and not dtype_left_out(facts, call, entry)
        return DEFAULT if not given and _makes_floats(facts, call, entry.verdict) else None
    if entry.verdict == "sums":
        content = argument(call, 0, "a")
        return NOTHING if content is not None and not dtype_given(call, entry) and _is_empty(facts, content) else None
    if entry.verdict == "whole":
        return COMPUTED if not (call.args and is_integer(facts.types.of(call.args[0]))) else None
    if entry.verdict == "negative":
        return COMPUTED if _is_negative(facts, argument(call, 1, "x2")) else None
    if entry.verdict == "weighted":
        weights = argument(call, 1, "weights")
        return COMPUTED if weights is not None and not is_none(weights) else None
    return None


def _is_handed_on(facts: Facts, node: ast.expr) -> bool:
    """Whether a function goes where nobody follows it, without a dtype; a name that it is given is followed."""
    parent = facts.parent(node)
    if isinstance(parent, ast.Call):
        return not any(keyword.arg in ("dtype", None) for keyword in parent.keywords)
    if isinstance(parent, ast.Assign):
        return not all(isinstance(target, ast.Name | ast.Tuple) for target in parent.targets)
    return isinstance(parent, ast.Dict | ast.List | ast.IfExp | ast.Return | ast.keyword)


def _makes_floats(facts: Facts, call: ast.Call, verdict: str) -> bool:
    """Whether a call without a dtype makes floats, or may."""
    if verdict == "default":
        return True
    if verdict == "filled":
        fill = argument(call, 1, "fill_value")
        return fill is not None and not is_integer(facts.types.of(fill))
    content = argument(call, 0, "object") or argument(call, 0, "a")
    return content is not None and _is_empty(facts, content)


def _is_empty(facts: Facts, content: ast.expr) -> bool:
    """Whether a display holds nothing, or only displays that hold nothing."""
    if isinstance(content, ast.Call) and not content.args and not content.keywords:
        return facts.names.qualified(content.func) in ("builtins.list", "builtins.tuple")
    stack = [content]
    while stack:
        node = stack.pop()
        if not isinstance(node, ast.List | ast.Tuple):
            return False
        stack.extend(node.elts)
    return True


def _is_negative(facts: Facts, exponent: ast.expr | None) -> bool:
    bounds = interval(facts.types.of(exponent)) if exponent is not None else None
    return bounds is not None and bounds[1] is not None and bounds[1] < 0


VALID = [
    Valid(
        "import numpy as np\nx = np.zeros(3, np.int32)\ny = np.ones(3, dtype='u1')\nz = np.empty((2, 2), dtype=kind)\n"
    ),
    Valid("import numpy as np\nx = np.eye(3, 3, 0, np.int8)\ny = np.identity(3, dtype=np.int8)\nz = np.full(3, 7)\n"),
    Valid(
        "import numpy as np\nx = np.array([], dtype=np.int16)\ny = np.array([1, 2])\nz = np.asarray(x)\n"
        "w = np.full(3, False)\n"
    ),
    Valid("import numpy as np\nx = np.frombuffer(b, np.uint8)\ny = np.fromfile(f, dtype='<u2', count=3)\n"),
    Valid("import numpy as np\nx = np.zeros(3, *rest)\ny = np.zeros(3, **options)\nz = np.zeros_like(x)\n"),
    Valid(
        "import numpy as np\nx = np.power(a, 2)\ny = np.bincount(a)\nz = np.reciprocal(np.ones(3, np.int32))\n"
        "w = np.bincount(a, None)\n"
    ),
    Valid(
        "import numpy as np\nx = np.linalg.matrix_power(m, 3)\ny = np.fft.fftshift(x)\n"
        "r = np.random.default_rng(1).integers(9)\n"
    ),
    Valid("def zeros(n):\n    return [0] * n\nx = zeros(3)\n"),
    Valid("import numpy as np\nx = np.genfromtxt('f', dtype=None)\ny = np.genfromtxt('f', np.int64)\n"),
    Valid("import torch as np\nx = np.zeros(3)\n"),
    Valid("def f(numbers):\n    return numbers.mean()\n"),
    Valid("import numpy as np\nclass Line:\n    def mean(self):\n        return 1\n\n\nx = Line().mean()\n"),
    Valid("import numpy as np\nmake = np.zeros\nx = make(3, np.uint8)\n"),
    Valid("import numpy as np\nif f is np.sqrt:\n    pass\ng = y.mean\nx = np.array(list(y))\n"),
    Valid("import numpy as np\nx = np.power(a, 0)\ny = np.power(*a)\nz = np.genfromtxt(*a)\n"),
]

INVALID = [
    Invalid(
        "import numpy as np\nx = «np.zeros»(3)\n",
        fixed="import numpy as np\nx = np.zeros(3, dtype=np.int64)\n",
        unsafe=True,
    ),
    Invalid(
        "from numpy import zeros as z\nx = «z»((2, 3))\n",
        fixed='from numpy import zeros as z\nx = z((2, 3), dtype="int64")\n',
        unsafe=True,
    ),
    Invalid("from numpy import ones\nx = «ones»(4, dtype=None), «ones»(n for n in [4])\n"),
    Invalid(
        "import numpy\nx = «numpy.zeros»(\n    (3, 4),  # rows, columns\n    order='C',\n)\n",
        fixed=(
            "import numpy\nx = numpy.zeros(\n    (3, 4),  # rows, columns\n    order='C',\n    dtype=numpy.int64,\n)\n"
        ),
        unsafe=True,
    ),
    Invalid(
        "from numpy import *\nx = «empty»(4)\n", fixed='from numpy import *\nx = empty(4, dtype="int64")\n', unsafe=True
    ),
    Invalid(
        "import numpy as np\nx = «np.eye»(3, 3), «np.identity»(3), «np.tri»(2), «np.ndarray»((2, 2))\n",
        fixed=(
            "import numpy as np\n"
            "x = np.eye(3, 3, dtype=np.int64), np.identity(3, dtype=np.int64), np.tri(2, dtype=np.int64), "
            "np.ndarray((2, 2), dtype=np.int64)\n"
        ),
        unsafe=True,
    ),
    Invalid(
        "import numpy as np\nx = «np.array»([]), «np.asarray»([[], []]), «np.array»(list()), «np.array»(())\n",
        fixed=(
            "import numpy as np\n"
            "x = np.array([], dtype=np.int64), np.asarray([[], []], dtype=np.int64), np.array(list(), "
            "dtype=np.int64), np.array((), dtype=np.int64)\n"
        ),
        unsafe=True,
    ),
    Invalid("import numpy as np\nx = «np.genfromtxt»('f')\n"),
    Invalid("import numpy as np\ndef f(v):\n    return «np.full»(3, v), «np.full»(3, 0.5)\n"),
    Invalid(
        (
            "import numpy as np\n"
            "x = «np.frombuffer»(b), «np.fromfile»('f'), «np.loadtxt»('f'), «np.fromstring»(s, sep=' ')\n"
        ),
        fixed=(
            "import numpy as np\n"
            "x = np.frombuffer(b, dtype=np.int64), np.fromfile('f', dtype=np.int64), np.loadtxt('f', "
            "dtype=np.int64), np.fromstring(s, sep=' ', dtype=np.int64)\n"
        ),
        unsafe=True,
    ),
    Invalid(
        "import numpy as np\n"
        "x = «np.mean»(a), «np.median»(a), «np.percentile»(a, 50), «np.average»(a), «np.mean»(a, dtype=np.int64)\n"
    ),
    Invalid("import numpy as np\nx = «np.linspace»(0, 10, 11, dtype=np.int32)\n"),
    Invalid("import numpy as np\nx = «np.sqrt»(a) + «np.exp»(a) + «np.true_divide»(a, 2) + «np.divide.outer»(a, a)\n"),
    Invalid("import numpy as np\nroots = map(«np.sqrt», xs)\n"),
    Invalid("import numpy as np\nx = «np.linalg.norm»(a)\ny = «np.fft.fft»(a)\nz = «np.random.rand»(3)\n"),
    Invalid("import numpy as np\ng = np.random.default_rng(1)\nx = «g.normal»() + «g.random»()\n"),
    Invalid("import numpy as np\ndef f(a: np.ndarray):\n    return «a.mean»(), «a.std»(axis=0), «a.var»()\n"),
    Invalid("import numpy\ndef f(a):\n    return «a.mean»()\n"),
    Invalid("import numpy as np\nx = «np.power»(a, -1)\ny = «np.reciprocal»(a)\nz = «np.rint»(a)\n"),
    Invalid("import numpy as np\nx = «np.bincount»(a, weights=w)\n"),
    Invalid(
        "import numpy as np\nmake = np.zeros\nx = «make»(3)\n",
        fixed='import numpy as np\nmake = np.zeros\nx = make(3, dtype="int64")\n',
        unsafe=True,
    ),
    Invalid(
        "import numpy as np\nx = «np.ma.zeros»(3)\n",
        fixed='import numpy as np\nx = np.ma.zeros(3, dtype="int64")\n',
        unsafe=True,
    ),
    Invalid("import numpy as np\ny = «np.ma.mean»(x)\n"),
    Invalid(
        'import numpy\nx = «getattr(numpy, "zeros")»(3)\n',
        fixed='import numpy\nx = getattr(numpy, "zeros")(3, dtype="int64")\n',
        unsafe=True,
    ),
    Invalid(
        "import numpy as np\nx = «np.array»(tuple()), «np.array»(object=[])\n",
        fixed="import numpy as np\nx = np.array(tuple(), dtype=np.int64), np.array(object=[], dtype=np.int64)\n",
        unsafe=True,
    ),
]
