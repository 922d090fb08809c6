"""An integer type whose width is the platform's.

## What it refuses

`int` as a dtype, `np.int_`, `np.intp`, `np.uint`, `np.long` and the strings that name them (`"int"`, `"l"`, `"p"`);
NumPy functions that take that width where no `dtype` is given: `np.arange`, `np.array`, `np.asarray` and `np.full` of
Python integers, and `sum`, `prod`, `cumsum`, `cumprod`, `trace` of an array of narrower integers or of bools. A C
`long` too: `array.array("l")`, `ctypes.c_long`, `struct` formats with `l` or `L` and no byte order.

## Why results could differ

Such an integer has 64 bits on most machines and 32 on others: on 32-bit ARM, in WebAssembly, for a C `long` on Windows.
A sum that fits the one wraps around in the other.

## Example

```python
total = samples.sum()                       # refused where samples are int16
total = samples.sum(dtype=np.int64)         # accepted
```

## Fix

Give the width: `np.int64`, `"<i8"`, `dtype=np.int64`.
"""

from __future__ import annotations

import ast

from ...checkers.python import formats
from ...checkers.python.listing import listing
from ...checkers.python.types import BOOL, Collection, Int, Tuple, Type, interval, is_integer, members
from ..rule import Invalid, Rule, Valid
from ._dtypes import Named, argument, dtype_given, dtypes, named, note_of
from ._references import ITEM, call_of, listed, only_asked
from .float_conversion import named_formats

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from ...checkers.python.facts import Facts
    from ...checkers.python.listing import Entry

RULE = Rule("PY108", "platform-integer", item=ITEM)

NAMED = "this integer is {reason}, so that a value may wrap around on one machine and not on another: give the width"
TAKEN = "without a dtype this takes the platform's integer, of 32 or 64 bits, so values may wrap around: give the width"
POINTER = "as wide as the platform's default"

# Larger integers are unsigned ones of 64 bits, or objects, on every machine.
LARGEST = (1 << 63) - 1
NARROW = frozenset(("bool", "int8", "int16", "int32", "uint8", "uint16", "uint32"))


def check(facts: Facts) -> Iterator[Diagnostic]:
    """A finding at each integer of the platform's width, named or taken for want of a dtype."""
    for node, _, entry in listed(facts, listing("python_float_types")):
        if entry.verdict == formats.PLATFORM and not only_asked(facts, node):
            message = NAMED.format(reason=entry.reason)
            yield RULE.finding(facts.source, *facts.parsed.span(node), message)
    for found in named_formats(facts):
        if found.kind == formats.PLATFORM:
            message = NAMED.format(reason="a C long, or as wide as a pointer")
            yield RULE.finding(facts.source, *facts.parsed.span(found.node), message, notes=note_of(facts, found))
    given = dtypes(facts)
    for node in given:
        found = _platform(facts, node)
        if found is not None and found.source not in given:
            message = NAMED.format(reason=POINTER)
            yield RULE.finding(facts.source, *facts.parsed.span(node), message, notes=note_of(facts, found))
    for node, name, entry in listed(facts, listing("python_numpy_functions")):
        call = call_of(facts, node)
        if call is not None and not dtype_given(call, entry) and _takes_platform(facts, call, name, entry):
            yield RULE.finding(facts.source, *facts.parsed.span(node), TAKEN)


def _platform(facts: Facts, dtype: ast.expr) -> Named | None:
    """What of a dtype names an integer of the platform's width; None where nothing does."""
    if facts.names.qualified(dtype) == "builtins.int":
        return Named(dtype, formats.PLATFORM, None)
    return next((each for each in named(facts, dtype, formats.dtype_kind) if each.kind == formats.PLATFORM), None)


def _takes_platform(facts: Facts, call: ast.Call, name: str, entry: Entry) -> bool:
    """Whether a call without a dtype is proved to give the default integer."""
    if entry.verdict == "counts":
        given = [facts.types.of(value) for value in call.args]
        return bool(given) and all(map(_is_plain, given))
    if entry.verdict == "sums":
        return _is_narrow(_summed(facts, call, name))
    if entry.verdict == "filled":
        value = argument(call, 1, "fill_value")
        return value is not None and _is_plain(facts.types.of(value))
    if entry.verdict == "content":
        value = argument(call, 0, "object") or argument(call, 0, "a")
        return value is not None and _holds_integers(facts.types.of(value))
    return False


def _summed(facts: Facts, call: ast.Call, name: str) -> Type | None:
    """The type of what is summed: the array of a method, the first argument of a function."""
    if name.startswith("numpy.ndarray.") and isinstance(call.func, ast.Attribute):
        return facts.types.of(call.func.value)
    return facts.types.of(call.args[0]) if call.args else None


def _is_narrow(summed: Type | None) -> bool:
    if summed is None or not is_integer(summed):
        return False
    return any(getattr(member, "dtype", "") in NARROW for member in members(summed))


def _holds_integers(content: Type) -> bool:
    """Whether a value is a list or tuple of Python integers, or of such lists."""
    while isinstance(content, Collection | Tuple):
        if isinstance(content, Tuple):
            items = [item for item in content.items if item != BOOL]
            return bool(items) and all(map(_holds_integers, items))
        if content.name not in ("builtins.list", "builtins.tuple", "builtins.range"):
            return False
        content = content.item
    return _is_plain(content)


def _is_plain(value: Type) -> bool:
    """Whether a value is a Python integer, no bool, that fits the default integer of some machine."""
    low, high = interval(value) or (None, None)
    large = (low is not None and low > LARGEST) or (high is not None and high < -LARGEST)
    return all(isinstance(member, Int) for member in members(value)) and not large


VALID = [
    Valid("import numpy as np\nx = np.int64(1)\ny = a.astype(np.int32)\nz = np.dtype('i8')\nw = np.zeros(3, 'q')\n"),
    Valid("import numpy as np\ndef f(a: np.ndarray, b):\n    return a.sum(), np.sum(b), b.sum()\n"),
    Valid("import numpy as np\nx = np.ones(3, np.int64).sum() + np.ones(3, np.uint64).prod()\n"),
    Valid(
        "import numpy as np\nx = np.ones(3, np.int16).sum(dtype=np.int64)\n"
        "y = np.cumsum(np.ones(3, np.uint8), 0, 'u4')\n"
    ),
    Valid(
        "import numpy as np\nx = np.arange(10, dtype=np.int32)\ny = np.array([1, 2], np.uint8)\n"
        "z = np.full(3, 1, 'i4')\n"
    ),
    Valid("import numpy as np\ndef f(a):\n    return np.array(a), np.array([a]), np.arange(a)\n"),
    Valid("import numpy as np\nx = np.array([True, False])\ny = np.full(3, False)\nz = np.array([1 << 63])\n"),
    Valid("x = int('7')\ndef f(n: int) -> int:\n    return sum([n, n])\n"),
    Valid("import numpy as np\nif np.issubdtype(a.dtype, np.intp) or a.dtype == int:\n    pass\n"),
    Valid(
        "import struct, array\nx = struct.pack('<lL', 1, 2)\ny = array.array('q', [1])\n"
        "z = struct.pack('ihb', 1, 2, 3)\n"
    ),
    Valid(
        "import numpy as np\nx = np.array({1, 2})\ny = np.array((True, False))\nz = np.float32(1)\n"
        "w = map(np.arange, y)\n"
    ),
]

INVALID = [
    Invalid(
        "import numpy as np\nx = np.zeros(3, «int»)\ny = a.astype(«int»)\nz = np.dtype(«int»)\n"
        "w = np.zeros(3, dtype=«int»)\n"
    ),
    Invalid("import numpy as np\nx = «np.int_»(1) + «np.intp»(1)\ny = np.zeros(3, «np.uint»)\n"),
    Invalid("from numpy import uintp, long as C\nx = «uintp»(1) + «C»(2)\n"),
    Invalid(
        "import numpy as np\nx = np.zeros(3, «'l'»)\ny = np.zeros(3, dtype=«'int'»)\n"
        "z = np.dtype([('a', «'intp'»), ('b', 'i4')])\n"
    ),
    Invalid(
        "import numpy as np\nx = np.ones(3, np.int16)\ny = «np.sum»(x) + «x.sum»() + «x.cumsum»(0)[0] + «np.prod»(x)\n"
    ),
    Invalid("import numpy as np\ndef f(m: np.ndarray):\n    return «(m.astype('u1') > 3).sum»()\n"),
    Invalid("import numpy as np\nx = «np.add.reduce»(np.ones(3, np.uint8))\n"),
    Invalid(
        "import numpy as np\nx = «np.arange»(10)\ny = «np.array»([1, 2])\nz = «np.full»(3, 7)\n"
        "w = «np.asarray»([[1], [2]])\n"
    ),
    Invalid("import numpy as np\nx = «np.array»(range(3))\ny = «np.array»((1, (2, 3)))\n"),
    Invalid(
        "import array, ctypes, struct\nx = array.array(«'L'»)\ny = «ctypes.c_long»(1)\nz = struct.pack(«'lb'», 1, 2)\n"
    ),
    Invalid("import numpy.typing as npt, numpy as np\ndef f(x: npt.NDArray[«np.int_»]):\n    return x\n"),
    Invalid("import numpy as np\nx = «np.array»(tuple(range(3)))\n"),
    Invalid("import builtins\nx = a.astype(«builtins.int»)\n"),
]
