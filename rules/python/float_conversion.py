"""A conversion to a float type, or a place that names one.

## What it refuses

`float` and `complex`, NumPy's float types and `ctypes` floats, called, annotated, inherited from or passed on; dtypes
that name one, as a type or as a string (`"f4"`, `"<f8"`, `"float32"`, `"d"`, in structured dtypes too); `struct`
formats with `e`, `f` or `d`; `array.array` and `memoryview.cast` with a float's type code; formatting that writes a
number as a float (`f"{x:.2f}"`, `"%e" % x`). A type that is only compared or asked for passes:
`isinstance(x, float)`, `a.dtype == np.float32`.

## Why results could differ

A value that becomes a float is computed with as a float, and then fused operations, vector width and the order of a
sum decide its last bits.

## Example

```python
x = samples.astype("f4")                    # refused
x = samples.astype("i4")                    # accepted
```

## Fix

Name an integer type with its width, and keep fractions as integers at a fixed scale.
"""

from __future__ import annotations

import ast

from ...checkers.python import formats
from ...checkers.python.listing import listing
from ...checkers.python.parsing import Lines, SyntaxProblem, tree_of
from ...checkers.python.types import Array, DType, Type, is_float
from ...checkers.python.written import written
from ..rule import Invalid, Rule, Valid
from ._dtypes import Named, argument, dtypes, named, note_of
from ._references import ITEM, call_of, listed, only_asked, references

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ...checkers.diagnostic import Diagnostic
    from ...checkers.python.facts import Facts

RULE = Rule("PY103", "float-conversion", item=ITEM)

WHY = "and what floats give is not the same on every machine: use integers at a fixed scale"
TYPE = f"this is {{what}}, {WHY}"
NAMED = f"this names a float type, {WHY}"
PACKED = f"this format reads or writes floats, {WHY}"
WRITTEN = "this writes the number as a float, which rounds it: write integers, with the point placed by hand"

METHODS = frozenset(("__float__", "__complex__"))

# Which argument of these functions is a format, and how it is read.
FORMATS: dict[str, tuple[int, str, Callable[[str], str]]] = {
    **{
        f"struct.{name}": (0, "format", formats.struct_kind)
        for name in ("pack", "pack_into", "unpack", "unpack_from", "iter_unpack", "Struct")
    },
    "array.array": (0, "typecode", formats.typecode_kind),
    "builtins.memoryview.cast": (0, "format", formats.typecode_kind),
    "?.cast": (0, "format", formats.typecode_kind),
    **{
        f"multiprocessing.{module}{name}": (0, "typecode_or_type", formats.typecode_kind)
        for module in ("", "sharedctypes.")
        for name in ("Array", "Value", "RawArray", "RawValue")
    },
}


def check(facts: Facts) -> Iterator[Diagnostic]:
    """A finding at each float type, and at each string that names one."""
    for node, _, entry in listed(facts, listing("python_float_types")):
        if entry.verdict == formats.FLOAT and not only_asked(facts, node):
            message = TYPE.format(what=entry.reason)
            yield RULE.finding(facts.source, *facts.parsed.span(node), message)
    for node in facts.nodes(ast.Attribute):
        if node.attr in METHODS and isinstance(node.ctx, ast.Load):
            message = TYPE.format(what="a conversion to a float type")
            yield RULE.finding(facts.source, *facts.parsed.span(node), message)
    for found in named_formats(facts):
        if found.kind == formats.FLOAT:
            span = facts.parsed.span(found.node)
            yield RULE.finding(facts.source, *span, PACKED, notes=note_of(facts, found))
    for found in _dtypes(facts):
        yield RULE.finding(facts.source, *facts.parsed.span(found.node), NAMED, notes=note_of(facts, found))
    for node in _annotated(facts):
        yield RULE.finding(facts.source, *facts.parsed.span(node), NAMED)
    for node in _written(facts):
        yield RULE.finding(facts.source, *facts.parsed.span(node), WRITTEN)


def _is_float_dtype(type_: Type) -> bool:
    return isinstance(type_, DType) and is_float(Array(type_.dtype))


def _dtypes(facts: Facts) -> Iterator[Named]:
    """The dtypes that name a float type, but for those that another one hands on."""
    given = dtypes(facts)
    for node in given:
        kinds = {found.kind: found for found in named(facts, node, formats.dtype_kind)}
        found = kinds.get(formats.FLOAT)
        if found is None and isinstance(node, ast.Call) and _is_float_dtype(facts.types.of(node)):
            found = Named(node, formats.FLOAT, None)
        if found is not None and found.source not in given:
            yield found


def named_formats(facts: Facts) -> Iterator[Named]:
    """The formats that functions of the library are given, each with the kinds of numbers it names."""
    for reference in references(facts):
        call = call_of(facts, reference.node)
        form = next((FORMATS[name] for name in reference.names if name in FORMATS), None)
        if call is None or form is None:
            continue
        position, keyword, kind_of = form
        given = argument(call, position, keyword)
        if given is not None:
            yield from named(facts, given, kind_of)


def _annotated(facts: Facts) -> Iterator[ast.expr]:
    """The strings of annotations that name a float type."""
    annotations = [node.annotation for node in facts.nodes(ast.arg, ast.AnnAssign) if node.annotation is not None]
    annotations += [node.returns for node in facts.nodes(ast.FunctionDef, ast.AsyncFunctionDef) if node.returns]
    for annotation in annotations:
        texts = [
            node for node in ast.walk(annotation) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
        for node in texts:
            if _names_float(facts, str(node.value)) and not only_asked(facts, node):
                yield node


def _names_float(facts: Facts, text: str) -> bool:
    """Whether the text of an annotation has the name of a float type in it."""
    if len(text) > formats.LONGEST or not any(
        word in text for word in ("float", "complex", "double", "half", "single")
    ):
        return False
    tree = tree_of(f"({text}\n)", Lines("", [0]))
    if isinstance(tree, SyntaxProblem):
        return False
    types = listing("python_float_types")
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute):
            entry = types.entry(facts.names.qualified(node, facts.names.module) or "")
            if entry is not None and entry.verdict == formats.FLOAT:
                return True
    return False


def _written(facts: Facts) -> Iterator[ast.expr]:
    """The format specifications and format strings that write a number as a float."""
    for field in facts.nodes(ast.FormattedValue):
        if field.format_spec is not None and _says(facts, field.format_spec, formats.prints_float):
            yield field.value
    for operation in facts.nodes(ast.BinOp):
        if isinstance(operation.op, ast.Mod) and _says(facts, operation.left, formats.percent_prints_float):
            yield operation.left
    for attribute in facts.nodes(ast.Attribute):
        formatting = attribute.attr in ("format", "format_map")
        if formatting and _says(facts, attribute.value, formats.braces_print_float):
            yield attribute.value
    for call in facts.nodes(ast.Call):
        given = _specification(facts, call)
        if given is not None and _says(facts, given, formats.prints_float):
            yield given


def _specification(facts: Facts, call: ast.Call) -> ast.expr | None:
    """What `format(number, specification)` or `number.__format__(specification)` is given."""
    function = call.func
    if isinstance(function, ast.Attribute) and function.attr == "__format__":
        return call.args[-1] if call.args else None
    formatting = len(call.args) == 2 and facts.names.qualified(function) == "builtins.format"
    return call.args[1] if formatting else None


def _says(facts: Facts, expression: ast.expr, of_float: Callable[[str], bool]) -> bool:
    """Whether a string that an expression may be is one that writes a float."""
    return any(of_float(text) for text, _ in written(facts, expression))


VALID = [
    Valid("x = int('7')\ny = complexity(x)\n"),
    Valid(
        "def f(x):\n    if isinstance(x, (int, float)) or type(x) is float or type(x) in (float, complex):\n"
        "        raise TypeError\n"
    ),
    Valid("kinds = {float: 1, complex: 2}\n"),
    Valid("match x:\n    case float():\n        pass\n"),
    Valid(
        "import numpy as np\nif a.dtype == np.float32 or np.issubdtype(a.dtype, np.floating):\n    raise TypeError\n"
    ),
    Valid(
        "import numpy as np\nx = np.zeros(3, np.int32)\ny = x.astype('<i8').view('u8')\nz = np.dtype([('f4', 'i4')])\n"
    ),
    Valid("import struct\nx = struct.unpack('<IHb', b)\ny = struct.pack('>3s', b'fed')\n"),
    Valid("import array\nx = array.array('i', [1])\ny = memoryview(b).cast('B')\n"),
    Valid(
        'x = f"{n:>8d} {n:x} {n!r:>8} {when:%H:%M:%S.%f} {n:,}"\ny = "%d %s %%f" % (n, n)\n'
        'z = "{:08b} {{:.2f}}".format(n)\n'
    ),
    Valid("def float(x):\n    return x\ny = float(1)\n"),
    Valid("def f(x: 'floating_point', y: 'list[int]') -> 'halfway':\n    return x\n"),
    Valid("print(float.__name__)\n"),
    Valid("mode = 'f4'\nname = 'float32'\nopen('d', mode='f')\n"),
    Valid("class T:\n    float = 1\n\n\nx = T.float\n"),
    Valid("import ctypes\nx = ctypes.c_int32(1)\n"),
    Valid("np = 1\nimport numpy\nx = numpy.array(['f4', 'd'])\n"),
    Valid("x = format(n)\ny = other(n, 'e')\nz = format(n, 'd')\nbox.put(n, 'e')\n"),
    Valid("import numpy as np\ndef f(x: 'np.intp  # no float', y: 'a float of'):\n    return x\n"),
    Valid("x.__float__ = f\ny = '%.2f' + n\nz = '{:.2f}'.strip()\n"),
    Valid("import struct\nx = struct.pack(*parts)\ny = struct.pack(form, 1)\nz = map(struct.pack, forms)\n"),
    Valid("dispatch[float] = save\nReal.register(float)\n"),
]

INVALID = [
    Invalid("x = «float»('1')\ny = «complex»(1, 2)\n"),
    Invalid("xs = map(«float», ['1'])\nconvert = {'x': «float»}\n"),
    Invalid("def f(x: «float», y: «'list[float]'» = None) -> «float»:\n    return x\n"),
    Invalid("x: «float»\n"),
    Invalid("class Gain(«float»):\n    pass\n"),
    Invalid("x = «float».fromhex('0x1p3')\n"),
    Invalid("import numpy as np\nx = «np.float32»(1)\ny = a.astype(«np.float64»)\nz = np.zeros(3, dtype=«float»)\n"),
    Invalid("from numpy import float16 as h, complex64\nx = «h»(1)\ny = «complex64»(1)\n"),
    Invalid("import numpy.typing as npt, numpy as np\ndef f(x: npt.NDArray[«np.float32»]):\n    return x\n"),
    Invalid("import numpy as np\nx = np.zeros(3, «'f4'»)\ny = np.array(x, dtype=«'<f8'»)\nz = x.astype(«'float32'»)\n"),
    Invalid("import numpy as np\nx = np.dtype([('a', 'i4'), ('b', «'>f4'», (2,)), ('c', «'d'»)])\n"),
    Invalid(
        "import numpy as np\nx = np.dtype({'names': ['a', 'f4'], 'formats': ['i4', «'f4'»]})\n"
        "y = np.dtype(«'i4,(2,3)f8'»)\n"
    ),
    Invalid("import numpy as np\ndef f(n, dtype=«'float32'»):\n    return np.zeros(n, dtype)\n"),
    Invalid("DTYPE = «'c8'»\nself.dtype = «'half'» if wide else 'i2'\n"),
    Invalid("import numpy as np\nkind = 'f4'\nx = np.frombuffer(b, «kind»)\n"),
    Invalid("import struct\nx = struct.unpack(«'<f'», b)\ny = struct.Struct(«'>2hd'»)\nz = struct.pack(«'e'», 1)\n"),
    Invalid("from struct import unpack_from as take\nFORMAT = '<3f'\nx = take(«FORMAT», b, 0)\n"),
    Invalid("import array\nx = array.array(«'f'»)\ny = memoryview(b).cast(«'d'»)\n"),
    Invalid(
        "import ctypes\nclass P(ctypes.Structure):\n"
        "    _fields_ = [('x', «ctypes.c_float»), ('y', «ctypes.c_double»)]\n"
    ),
    Invalid('x = f"{«n»:.2f} {«n»:>{width}.{digits}e}"\ny = f"{«n»:%}"\n'),
    Invalid("x = «'%.3f'» % n\ny = «'%(x)s %(y)g'» % d\nz = «'{:d} {:.1f}'».format(1, 2)\nw = format(n, «'e'»)\n"),
    Invalid("import argparse\np = argparse.ArgumentParser()\np.add_argument('x', type=«float»)\n"),
    Invalid("def f(g=«float»):\n    return g\n"),
    Invalid("F = «float»\nx = «F»(1)\n"),
    Invalid("def f(x):\n    return «x.__float__»()\n"),
    Invalid("import multiprocessing\nx = multiprocessing.Value(«'d'», 0)\n"),
    Invalid(
        "import numpy as np\ndef f(x: «'np.half'», y: «'np.single'», z: «'np.double'», w: «'complex'»):\n    return x\n"
    ),
    Invalid(
        "import multiprocessing as m\nfrom multiprocessing import sharedctypes as s\n"
        "x = m.Array(«'d'», 3), m.RawArray(«'f'», 3), m.RawValue(«'d'»), s.Array(«'f'», 3)\n"
    ),
    Invalid("import struct\nstruct.pack_into(«'<f'», b, 0, 1)\nx = struct.iter_unpack(«'<d'», b)\n"),
    Invalid("def f(n):\n    return «n.__complex__»()\n"),
    Invalid("x = dispatch[«float»](1)\nkinds = [«float»]\n"),
    Invalid("def f(n, digits):\n    return format(n, «f'.{digits}f'»)\n"),
]
