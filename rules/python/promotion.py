"""An operation on integers whose result NumPy makes a float.

## What it refuses

An operation whose operands are proved integers and whose result is a float by the promotion of NumPy 2 (NEP 50):
`int64` with `uint64`, whichever the operator or function; integers mixed with floats (an integer array with a float,
`sum`, `np.where`, `np.concatenate` and their like with parts of both kinds); an integer to a negative power. With
`strict`, `**` and `pow` as well where their operands are not proved. What is not proved is never guessed.

## Why results could differ

The result is a float64: integers above 2**53 lose their last bits at once, and whatever is computed with the others
rounds in the way of the machine.

## Example

```python
total = signed64 + unsigned64                       # refused: float64
total = signed64 + unsigned64.astype(np.int64)      # accepted
```

## Fix

Convert one operand to the type of the other before the operation.
"""

from __future__ import annotations

import ast
from itertools import product

from ...checkers.python import promotion
from ...checkers.python.listing import listing
from ...checkers.python.origins import origins
from ...checkers.python.types import (
    FLOATS,
    FRACTION,
    Array,
    Bool,
    Int,
    Scalar,
    Tuple,
    Type,
    interval,
    is_float,
    is_integer,
    is_nonnegative,
    members,
)
from ..rule import Invalid, Rule, Valid
from ._dtypes import argument, dtype_given, stars
from ._references import ITEM, call_of, listed, only_asked, references

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from ...checkers.python.facts import Facts

RULE = Rule("PY107", "promotion", item=ITEM)

BOTH = (
    "{left} and {right} have no common integer type, so this gives a float, which loses bits above 2**53: convert one"
)
MIXED = "{left} mixed with {right} gives a float, which machines round differently: bring them to one integer type"
POWER = "an integer to a negative power is a float, which machines round differently: keep the scale as an integer"
ROOT = "a fraction to a power that is no integer is a root, so a float, which machines round differently: use integers"
MAYBE = (
    "this power is a float where its exponent is negative or an operand is a float: prove them integers, or use shifts"
)

UFUNCS: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.FloorDiv: "floor_divide",
    ast.Mod: "remainder",
    ast.Pow: "power",
    ast.MatMult: "matmul",
    ast.BitAnd: "bitwise_and",
    ast.BitOr: "bitwise_or",
    ast.BitXor: "bitwise_xor",
}
POWERS = frozenset(
    ("builtins.pow", "operator.pow", "operator.__pow__", "operator.ipow", "operator.__ipow__", "builtins.int.__pow__")
)
POWER_METHODS = frozenset(("__pow__", "__ipow__", "__rpow__"))
# Which arguments of a function are no parts of its result.
APART = {"where": (0,), "insert": (1,), "select": (0,), "choose": (0,), "einsum": (0,)}
_MOST_PAIRS = 64


def check(facts: Facts) -> Iterator[Diagnostic]:
    """A finding at each operation or call that makes a float of integers."""
    for node, message in (*_operations(facts), *_calls(facts)):
        if message is not None:
            yield RULE.finding(facts.source, *facts.parsed.span(node), message)


def _operations(facts: Facts) -> Iterator[tuple[ast.AST, str | None]]:
    types = facts.types
    for node in facts.nodes(ast.BinOp):
        root = isinstance(node.op, ast.Pow) and _is_root(facts, node.left, node.right)
        yield node, ROOT if root else _operation(facts, node.op, types.of(node.left), types.of(node.right))
    for node in facts.nodes(ast.AugAssign):
        yield node, _operation(facts, node.op, types.of(node.target), types.of(node.value))


def _calls(facts: Facts) -> Iterator[tuple[ast.AST, str | None]]:
    for call in facts.nodes(ast.Call):
        if isinstance(call.func, ast.Attribute) and call.func.attr in POWER_METHODS and len(call.args) == 1:
            base, exponent = facts.types.of(call.func.value), facts.types.of(call.args[0])
            yield call, _power(facts, exponent, base) if call.func.attr == "__rpow__" else _power(facts, base, exponent)
    for reference in references(facts):
        node = reference.node
        call = call_of(facts, node)
        if call is None:
            if facts.options.get("strict") and not POWERS.isdisjoint(reference.names) and not only_asked(facts, node):
                yield node, MAYBE
            continue
        base, exponent = argument(call, 0, "base"), argument(call, 1, "exp")
        powers = not POWERS.isdisjoint(reference.names) and argument(call, 2, "mod") is None and not stars(call)
        if powers and base is not None and exponent is not None:
            root = _is_root(facts, base, exponent)
            yield call, ROOT if root else _operation(facts, ast.Pow(), facts.types.of(base), facts.types.of(exponent))
        elif reference.names == ("builtins.sum",):
            yield call, _mixture("add", _parts(facts, call, "sum"))
    for node, name, entry in listed(facts, listing("python_numpy_functions")):
        call = call_of(facts, node)
        if entry.verdict == "mixes" and call is not None and not dtype_given(call, entry) and not _of_one(name):
            last = name.removeprefix("numpy.").removeprefix("ma.").partition(".")[0]
            yield call, _mixture(last if promotion.tabled(last) == 2 else "concatenate", _parts(facts, call, last))


def _of_one(name: str) -> bool:
    """Whether a function combines the items of one array, its other arguments being places in it."""
    return name.rpartition(".")[2] in ("accumulate", "at", "reduce", "reduceat")


def _operation(facts: Facts, operator: ast.operator, left: Type, right: Type) -> str | None:
    """What to say of an operation; None where it gives no float, or none is proved."""
    if isinstance(operator, ast.Pow) and (message := _power(facts, left, right)):
        return message
    ufunc = UFUNCS.get(type(operator))
    return _mixture(ufunc, [left, right]) if ufunc is not None and (_is_numpy(left) or _is_numpy(right)) else None


def _is_root(facts: Facts, base: ast.expr, exponent: ast.expr) -> bool:
    """Whether an integer or fraction is raised to a fraction that is written out and no integer."""
    raised = facts.types.of(base)
    if not (raised == FRACTION or is_integer(raised)) or facts.types.of(exponent) != FRACTION:
        return False
    made = [part for part, steps in origins(facts, exponent) if not steps]
    return bool(made) and all(isinstance(part, ast.Call) and _is_broken(facts, part) for part in made)


def _is_broken(facts: Facts, fraction: ast.Call) -> bool:
    """Whether a fraction is written out and no integer."""
    parts = [interval(facts.types.of(part)) for part in fraction.args]
    numbers = [part[0] for part in parts if part is not None and part[0] == part[1] and part[0] is not None]
    return len(numbers) == len(parts) == 2 and numbers[1] != 0 and numbers[0] % numbers[1] != 0


def _power(facts: Facts, base: Type, exponent: Type) -> str | None:
    bounds = interval(exponent)
    # NumPy refuses to raise its integers to a negative power; one that is never positive is not always 0.
    if _may_be_integer(base) and bounds is not None and bounds[1] is not None and bounds[1] <= 0 and bounds != (0, 0):
        return POWER
    if not facts.options.get("strict") or is_float(base) or is_float(exponent):
        return None
    return None if is_integer(base) and is_nonnegative(exponent) else MAYBE


def _may_be_integer(type_: Type) -> bool:
    """Whether a value is proved to be a number of Python's, an integer among others."""
    found = members(type_)
    numbers = all(isinstance(member, Int | Bool) or is_float(member) for member in found)
    return numbers and any(isinstance(member, Int | Bool) for member in found)


def _is_numpy(type_: Type) -> bool:
    return all(isinstance(member, Array | Scalar) for member in members(type_))


def _mixture(ufunc: str, parts: list[Type]) -> str | None:
    """What to say of parts, some of them integers, that a function promotes to a float."""
    mixed = next((part for part in parts if is_float(part)), None)
    if mixed is not None:
        # A Python integer takes the type of an array of floats, which is one already.
        integers = next((part for part in parts if is_integer(part) and _is_numpy(part)), None)
        return MIXED.format(left=integers, right=mixed) if integers is not None else None
    for left, right in zip(parts, parts[1:], strict=False):
        if _gives_float(ufunc, left, right):
            return BOTH.format(left=left, right=right)
    return None


def _gives_float(ufunc: str, left: Type, right: Type) -> bool:
    """Whether a function gives a float for whatever two values of these types, for some of them of two integers."""
    pairs = list(product(members(left), members(right)))
    return (
        len(pairs) <= _MOST_PAIRS
        and all(promotion.result(ufunc, *map(promotion.operand, pair)) in FLOATS for pair in pairs)
        and any(all(map(is_integer, pair)) for pair in pairs)
    )


def _parts(facts: Facts, call: ast.Call, function: str) -> list[Type]:
    """The types of what a call promotes to one type: its arguments, or what they hold."""
    apart = APART.get(function, ())
    given = [value for index, value in enumerate(call.args) if index not in apart]
    found: list[Type] = []
    for value in given:
        if isinstance(value, ast.List | ast.Tuple):
            found += map(facts.types.of, value.elts)
        else:
            type_ = facts.types.of(value)
            found += type_.items if isinstance(type_, Tuple) else [type_]
    return found


SIGNED = "s = np.ones(3, np.int64)\nu = np.ones(3, np.uint64)\n"

VALID = [
    Valid(
        "import numpy as np\ns = np.ones(3, np.int64)\nu = np.ones(3, np.uint32)\nx = s + u\nx -= u\n"
        "y = s * 2 + (s << 3)\n"
    ),
    Valid("import numpy as np\nu = np.ones(3, np.uint64)\nx = u + 1\ny = np.add(u, 7)\nz = np.where(u > 3, u, 0)\n"),
    Valid("import numpy as np\ndef f(s, u):\n    return s + u, np.concatenate([s, u]), s ** u\n"),
    Valid(
        "from fractions import Fraction\ndef f(n: int):\n    half = Fraction(1, 2)\n"
        "    return half ** Fraction(3), half ** Fraction(4, 2), half ** Fraction(n), half ** n\n"
    ),
    Valid("x = 2 ** 8\ny = 2 ** -0\nz = pow(3, -1, 7)\ndef f(n: int):\n    return 2 ** n\n"),
    Valid(
        "import numpy as np\ns = np.ones(3, np.int64)\nu = np.ones(3, np.uint64)\nx = s + u.astype(np.int64)\n"
        "y = s == u\n"
    ),
    Valid(
        "import numpy as np\nx = np.ones(3, 'f4')\nnp.add.at(x, np.zeros(2, int), x)\n"
        "y = np.add.reduceat(x, np.zeros(2, int))\n"
    ),
    Valid("import numpy as np\nx = np.concatenate([np.ones(3, np.int32), np.ones(3, np.uint8)])\n"),
    Valid("import numpy as np\nx = np.ones(3, np.float32)\ny = 2 * x + 1\nz = np.where(x > 1, x, 0)\n"),
    Valid("import numpy as np\nx = np.stack([np.ones(3, 'i8'), np.ones(3, 'u8')], dtype=np.int64, casting='unsafe')\n"),
    Valid("x = 2 - -1\ny = 2 * -3\nz = pow(2, -1, mod=7)\ndef f(n: int):\n    return n * float(n)\n"),
    Valid(
        "import numpy as np\nx = np.ones(3, 'f4')\ny = np.add.accumulate(x, np.int64(0))\n"
        "z = np.add.reduce(x, np.int64(0))\n"
    ),
    Valid("import numpy as np\nx = np.bitwise_and(np.ones(3, 'i8'), np.ones(3, 'u8'))\ny = np.ones(3, 'i4') ** -1\n"),
]

INVALID = [
    Invalid("import numpy as np\n" + SIGNED + "x = «s + u»\ny = «u * s»\n"),
    Invalid(
        "from fractions import Fraction\nx = «Fraction(4) ** Fraction(1, 2)»\ny = «pow(Fraction(4), Fraction(-1, 2))»\n"
    ),
    Invalid("import numpy as np\n" + SIGNED + "«s -= u»\nz = «s // u» if «s % u» else «s @ u»\n"),
    Invalid("import numpy as np\n" + SIGNED + "x = «np.add(s, u)»\ny = «np.maximum(u, s)»\n"),
    Invalid(
        "import numpy as np\n"
        + SIGNED
        + "x = «np.where(s > 1, s, u)»\ny = «np.concatenate([s, u])»\nz = «np.stack((u, s))»\n"
    ),
    Invalid("import numpy as np\nx = «np.int64(1) + np.uint64(2)»\n"),
    Invalid("import numpy as np\ndef f(a: np.ndarray, x):\n    return «a.astype(np.int32) * float(x)»\n"),
    Invalid(
        "import numpy as np\nx = np.ones(3, np.int64)\nfor _ in range(3):\n    «x += np.ones(3, np.uint64)»\n"
        "    x = «x + np.ones(3, np.uint64)»\n"
    ),
    Invalid(
        "import numpy as np\nx = np.ones(3, np.int32)\ny = «np.where(x > 1, x, np.float32(1))»\n"
        "z = «sum([x, np.float64(2)])»\n"
    ),
    Invalid("x = «2 ** -1»\nn = -3\ny = «10 ** n»\nz = «pow(2, -1)»\n"),
    Invalid("import operator\nx = «operator.pow(2, -2)»\n"),
    Invalid(
        "import numpy.typing as npt, numpy as np\n"
        "def f(a: npt.NDArray[np.int64], b: npt.NDArray[np.uint64]):\n    return «a + b»\n"
    ),
    Invalid(
        "import numpy as np\ns = np.ones(3, 'i8')\nu = np.ones(3, 'u8')\npair = (s, u)\n"
        "x = «np.concatenate(pair)»\ny = «np.einsum('i,i', s, u)»\n"
    ),
    Invalid("import numpy as np\nx = «0.5 * np.ones(3, np.int32)»\n"),
    Invalid("import operator\nx = «operator.__pow__(2, -2)»\ny = «operator.ipow(2, -2)»\n"),
]
