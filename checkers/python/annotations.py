"""The type that an annotation declares (The typing specification, *Type annotations*)."""

from __future__ import annotations

import ast
from collections.abc import Callable, Container

from . import dtypes
from .joining import join, join_all
from .results import WORDS, fixed
from .types import (
    BOOL,
    BYTES,
    COMPLEX_NUMBER,
    FLOAT,
    INT,
    NONE,
    STR,
    UNKNOWN,
    Array,
    Collection,
    DType,
    Instance,
    Scalar,
    Str,
    Tuple,
    Type,
    integer,
)

# Annotations inside one another are read so far.
_DEEPEST = 20
_PLAIN: dict[str, Type] = {
    "builtins.int": INT,
    "builtins.bool": BOOL,
    # `float` declares integers as well, `complex` floats too.
    "builtins.float": join(FLOAT, INT),
    "builtins.complex": join_all((COMPLEX_NUMBER, FLOAT, INT)),
    "builtins.str": STR,
    "builtins.bytes": BYTES,
    "builtins.bytearray": WORDS["bytearray"],
    "builtins.None": NONE,
    "builtins.list": Collection("builtins.list", UNKNOWN),
    "builtins.dict": Collection("builtins.dict", UNKNOWN),
    "builtins.set": Collection("builtins.set", UNKNOWN),
    "builtins.frozenset": Collection("builtins.frozenset", UNKNOWN),
    "builtins.tuple": Collection("builtins.tuple", UNKNOWN),
    "builtins.range": Collection("builtins.range", INT),
    "numpy.ndarray": Array(""),
    "numpy.random.Generator": Instance("numpy.random.Generator"),
}
_TRANSPARENT = frozenset(("Annotated", "ClassVar", "Final", "Required", "NotRequired", "ReadOnly"))
_ITERABLE = frozenset(
    ("AsyncIterable", "AsyncIterator", "Collection", "Container", "Iterable", "Iterator", "MutableSequence")
    + ("Reversible", "Sequence", "AbstractSet", "MutableSet", "Deque", "deque")
)
_BUILTIN = {"List": "list", "Set": "set", "FrozenSet": "frozenset", "Tuple": "tuple", "Dict": "dict"}
_TYPING = ("typing", "typing_extensions", "collections.abc", "collections")
_DECLARED = frozenset(
    (*_PLAIN, "pathlib.Path", "pathlib.PurePath", "fractions.Fraction", "decimal.Decimal", "zipfile.Path")
    + ("importlib.resources.abc.Traversable", "importlib.abc.Traversable")
)


def declared(annotation: ast.expr, qualified: Callable[[ast.expr], str | None], classes: Container[str]) -> Type:
    """What an annotation declares; `UNKNOWN` where it is not known here.

    `qualified` gives the name that an expression stands for; `classes` are the qualified names of the project's.
    """
    return _Reader(qualified, classes).read(annotation, 0)


class _Reader:
    def __init__(self, qualified: Callable[[ast.expr], str | None], classes: Container[str]) -> None:
        self._qualified = qualified
        self._classes = classes

    def read(self, annotation: ast.expr, depth: int) -> Type:
        if depth > _DEEPEST:
            return UNKNOWN
        if isinstance(annotation, ast.Constant):
            return self._constant(annotation.value, depth)
        if isinstance(annotation, ast.BinOp) and isinstance(annotation.op, ast.BitOr):
            return join(self.read(annotation.left, depth + 1), self.read(annotation.right, depth + 1))
        if isinstance(annotation, ast.Subscript):
            name = self._qualified(annotation.value)
            return self._generic(name, annotation.slice, depth) if name else UNKNOWN
        name = self._qualified(annotation)
        return self._named(name) if name else UNKNOWN

    def _constant(self, value: object, depth: int) -> Type:
        if value is None:
            return NONE
        if not isinstance(value, str):
            return UNKNOWN
        try:
            return self.read(ast.parse(value.strip(), mode="eval").body, depth + 1)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return UNKNOWN

    def _named(self, name: str) -> Type:
        if name in _PLAIN:
            return _PLAIN[name]
        if name.startswith("numpy.") and (dtype := dtypes.of_name(name)):
            return Scalar(dtype)
        if name in self._classes:
            return Instance(name)
        found = fixed(name) if name in _DECLARED else None
        if found is not None:
            return found
        module, _, last = name.rpartition(".")
        if module in _TYPING and last in _BUILTIN:
            return _PLAIN[f"builtins.{_BUILTIN[last]}"]
        return Collection(name, UNKNOWN) if module in _TYPING and last in _ITERABLE else UNKNOWN

    def _generic(self, name: str, argument: ast.expr, depth: int) -> Type:
        arguments = argument.elts if isinstance(argument, ast.Tuple) else [argument]
        module, _, last = name.rpartition(".")
        if module in _TYPING:
            if last == "Literal":
                return join_all([_literal(item) for item in arguments])
            if last in _TRANSPARENT and arguments:
                return self.read(arguments[0], depth + 1)
            if last in ("Optional", "Union"):
                types = [self.read(item, depth + 1) for item in arguments]
                return join_all([*types, NONE] if last == "Optional" else types)
            if last in _ITERABLE:
                return Collection(name, self.read(arguments[0], depth + 1))
            if last in _BUILTIN:
                module, last = "builtins", _BUILTIN[last]
        if module == "builtins":
            return self._builtin(last, arguments, depth)
        return self._numpy(name, arguments)

    def _builtin(self, name: str, arguments: list[ast.expr], depth: int) -> Type:
        types = [self.read(item, depth + 1) for item in arguments]
        if name == "tuple":
            if len(arguments) == 2 and isinstance(arguments[1], ast.Constant) and arguments[1].value is ...:
                return Collection("builtins.tuple", types[0])
            return Tuple(tuple(types))
        if name == "dict" and len(types) == 2:
            return Collection("builtins.dict", types[0], types[1])
        return Collection(f"builtins.{name}", types[0]) if name in ("list", "set", "frozenset") and types else UNKNOWN

    def _numpy(self, name: str, arguments: list[ast.expr]) -> Type:
        """`NDArray[numpy.int32]`, `ndarray[shape, dtype[numpy.int32]]`, `dtype[numpy.int32]`."""
        if name == "numpy.ndarray" and len(arguments) == 2 and isinstance(arguments[1], ast.Subscript):
            inner = arguments[1]
            return Array(self._dtype(inner.slice)) if self._qualified(inner.value) == "numpy.dtype" else Array("")
        if name == "numpy.typing.NDArray":
            return Array(self._dtype(arguments[0])) if arguments else Array("")
        return DType(self._dtype(arguments[0])) if name == "numpy.dtype" and arguments else UNKNOWN

    def _dtype(self, expression: ast.expr) -> str:
        name = self._qualified(expression)
        return dtypes.of_name(name) if name else ""


def _literal(item: ast.expr) -> Type:
    sign = 1
    if isinstance(item, ast.UnaryOp) and isinstance(item.op, ast.USub):
        sign, item = -1, item.operand
    value = item.value if isinstance(item, ast.Constant) else ...
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, int):
        return integer(sign * value, sign * value)
    return (
        Str(value)
        if isinstance(value, str)
        else BYTES
        if isinstance(value, bytes)
        else NONE
        if value is None
        else UNKNOWN
    )
