"""A NumPy shift whose amount may reach the width of what is shifted.

## What it refuses

`<<`, `>>`, their augmented forms and `np.left_shift` and its like, with an operand proved to be a NumPy integer array
or scalar, whose amount is not proved to lie below the width. Proved are a literal, a masked value (`n & 31`), a
remainder (`n % 32`), a `range`, `np.arange` or display of such values, and a sum or product of them. Shifts of Python
integers pass: they have no width.

## Why results could differ

C leaves a shift by the width or more undefined: x86 takes the amount modulo the width, ARM gives zero, a vector unit
may do either. NumPy documents no result for it.

## Example

```python
high = words >> n                   # refused where words are uint32
high = words >> (n & 31)            # accepted
```

## Fix

Mask the amount with the width less one, or keep the case of a shift by the whole width apart.
"""

from __future__ import annotations

import ast

from ...checkers.python import promotion
from ...checkers.python.bounds import bounds
from ...checkers.python.listing import listing
from ...checkers.python.types import INTEGERS, Array, Scalar, Type, is_python_integer, members
from ..rule import Invalid, Rule, Valid
from ._dtypes import argument
from ._references import ITEM, call_of, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from ...checkers.python.facts import Facts

RULE = Rule("PY109", "unmasked-shift", item=ITEM)

MESSAGE = (
    "this amount may reach the width of what is shifted, which C leaves undefined and each machine does in its own "
    "way: mask it with {mask}"
)
# Of integers of which nothing more is known.
_WIDEST = 64


def check(facts: Facts) -> Iterator[Diagnostic]:
    """A finding at each amount that is not proved to lie below the width."""
    for amount, width in _shifts(facts):
        low, high = bounds(facts, amount) or (-1, 0)
        if low < 0 or high >= width:
            message = MESSAGE.format(mask="the width less one" if width == _WIDEST else f"& {width - 1}")
            yield RULE.finding(facts.source, *facts.parsed.span(amount), message)


def _shifts(facts: Facts) -> Iterator[tuple[ast.expr, int]]:
    """The amounts of shifts of NumPy integers, each with the width that it must lie below."""
    types = facts.types
    operations = [(node.op, node.left, node.right) for node in facts.nodes(ast.BinOp)]
    operations += [(node.op, node.target, node.value) for node in facts.nodes(ast.AugAssign)]
    for operator, shifted, amount in operations:
        if isinstance(operator, ast.LShift | ast.RShift):
            width = _width(types.of(shifted), types.of(amount))
            if width is not None:
                yield amount, width
    for node, _, entry in listed(facts, listing("python_numpy_functions")):
        call = call_of(facts, node)
        amount = argument(call, 1, "x2") if entry.verdict == "shift" and call is not None else None
        if call is not None and amount is not None:
            yield amount, _width(types.of(call.args[0]), types.of(amount)) or _WIDEST


def _width(shifted: Type, amount: Type) -> int | None:
    """The width in bits of a shift; None where it is not proved to be NumPy's: Python integers have no width."""
    numpy = [isinstance(member, Array | Scalar) for type_ in (shifted, amount) for member in members(type_)]
    if not any(numpy) or not (is_python_integer(shifted) or numpy[0]):
        return None
    # An amount that nothing is known of does not widen what is shifted.
    given = promotion.operand(amount) or "int"
    dtype = promotion.result("left_shift", promotion.operand(shifted), given)
    return int(dtype.lstrip("uint")) if dtype in INTEGERS else _WIDEST


WORDS = "import numpy as np\nw = np.ones(3, np.uint32)\n"

VALID = [
    Valid(WORDS + "x = w << 31\ny = w >> (n & 31)\nz = w << (31 & n)\nw <<= 3\n"),
    Valid(
        WORDS + "x = w >> n % 32\ny = w << np.clip(n, 0, 31)\nz = np.left_shift(w, 5)\nv = w >> np.bitwise_and(n, 15)\n"
    ),
    Valid(WORDS + "for i in range(32):\n    x = w >> i\n"),
    Valid(
        WORDS + "x = w[:, None] >> np.arange(0, 32, 8, dtype=np.uint32)\ny = w << np.array([0, 8, 16, 24], np.uint32)\n"
    ),
    Valid(
        WORDS + "k = n & 15\nx = w >> k\ny = w << (k + 8)\nz = w >> np.uint32(7)\nv = w >> (8 * (3 - np.arange(4)))\n"
    ),
    Valid("def f(x, n):\n    return x << n\ny = 1 << 100\n"),
    Valid("import numpy as np\nx = np.ones(3, np.int64) >> 63\n"),
    Valid(WORDS + "x = w + n\ny = w << (31 if wide else 15)\n"),
    Valid("import numpy as np\nx = np.ones(3, bool) << 8\ny = np.ones(3, np.uint8) << np.uint32(20)\n"),
    Valid("def f(a, n):\n    import numpy as np\n    return a << np.ones(3, np.uint8)\n"),
]

INVALID = [
    Invalid(WORDS + "def f(n):\n    return w << «n», w >> «n»\n"),
    Invalid(WORDS + "x = w << «32»\ny = w >> «-1»\nz = w << («n & 63»)\n"),
    Invalid("import numpy as np\ndef f(w: np.ndarray, n):\n    w <<= «n»\n    w >>= n & 63\n"),
    Invalid(WORDS + "x = np.left_shift(w, «n»)\ny = np.right_shift(a, «n»)\n"),
    Invalid(WORDS + "for i in range(33):\n    x = w >> «i»\n"),
    Invalid(WORDS + "x = 1 << «w»\n"),
    Invalid("import numpy as np\nx = np.ones(3, np.uint8) << «8»\ny = np.uint8(1) << «9»\n"),
    Invalid(WORDS + "k = n & 15\nk = n\nx = w >> «k»\n"),
    Invalid(WORDS + "x = w >> «np.arange(33, dtype=np.uint32)»\ny = w >> «np.array([0, 32], np.uint32)»\n"),
    Invalid("import numpy as np\ndef f(a: np.ndarray, n):\n    return a << «n»\n"),
    Invalid("import numpy as np\nx = np.ones(3, np.int16) >> «np.uint8(16)»\ny = map(np.left_shift, x)\n"),
]
