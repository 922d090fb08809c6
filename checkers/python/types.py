"""What is known of a value: the lattice of the local type inference.

`UNKNOWN` is its top: the value may be anything. `NEVER` is its bottom: there is no value. A type says only what is
proved; what is not proved is `UNKNOWN`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

INTEGERS = tuple(f"{sign}int{width}" for sign in ("", "u") for width in (8, 16, 32, 64))
FLOATS = ("float16", "float32", "float64", "longdouble")
COMPLEX = ("complex64", "complex128", "clongdouble")
# The dtypes whose promotion is known, as `numpy.dtype.name` has them but for the two that are the platform's.
DTYPES = ("bool", *INTEGERS, *FLOATS, *COMPLEX)
_INTEGRAL = frozenset(("bool", *INTEGERS))
_INEXACT = frozenset((*FLOATS, *COMPLEX))
# An interval of more digits is no interval.
_LARGEST_BOUND = 1 << 128
# Strings are told apart that are so few and so short.
_MOST_TEXTS = 8
_LONGEST_TEXT = 200


class Type:
    """A set of values; its subclasses are immutable and compare by what they hold."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class _Bound(Type):
    text: str

    def __str__(self) -> str:
        return self.text


UNKNOWN = _Bound("unknown")
NEVER = _Bound("never")


@dataclass(frozen=True, slots=True)
class Int(Type):
    """A Python integer from `low` to `high`, None where there is no bound; a bool is one from 0 to 1."""

    low: int | None = None
    high: int | None = None

    def __str__(self) -> str:
        return "int"


@dataclass(frozen=True, slots=True)
class Bool(Type):
    """A Python bool."""

    def __str__(self) -> str:
        return "bool"


@dataclass(frozen=True, slots=True)
class Str(Type):
    """A string: its value where it is one literal's, and those of which it is one where it is one of few literals."""

    value: str | None = None
    choice: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "str"


@dataclass(frozen=True, slots=True)
class Instance(Type):
    """A value of the class of this qualified name, or of a class derived from it."""

    name: str

    def __str__(self) -> str:
        return self.name.removeprefix("builtins.")


@dataclass(frozen=True, slots=True)
class Array(Type):
    """A NumPy array of a dtype, or what NumPy gives in its place: a scalar.

    The dtype is empty where it is unknown; what NumPy gives in the place of an array of objects may be any of them.
    """

    dtype: str

    def __str__(self) -> str:
        return f"{self.dtype or 'unknown'} array"


@dataclass(frozen=True, slots=True)
class Scalar(Type):
    """A NumPy scalar of a dtype."""

    dtype: str

    def __str__(self) -> str:
        return f"numpy.{self.dtype}"


@dataclass(frozen=True, slots=True)
class DType(Type):
    """A `numpy.dtype` object."""

    dtype: str

    def __str__(self) -> str:
        return f"dtype {self.dtype}"


@dataclass(frozen=True, slots=True)
class Tuple(Type):
    """A tuple of items of these types."""

    items: tuple[Type, ...]

    def __str__(self) -> str:
        return f"tuple[{', '.join(map(str, self.items))}]"


@dataclass(frozen=True, slots=True)
class Collection(Type):
    """An iterable of the class `name` whose items are `item`: of a dictionary, its keys; `value` its values."""

    name: str
    item: Type
    value: Type = UNKNOWN

    def __str__(self) -> str:
        inner = f"{self.item}, {self.value}" if self.name == "builtins.dict" else f"{self.item}"
        return f"{self.name.removeprefix('builtins.')}[{inner}]"


@dataclass(frozen=True, slots=True)
class Reference(Type):
    """What a qualified name stands for: a module, class or function, or a value of which nothing else is known."""

    name: str

    def __str__(self) -> str:
        return self.name.removeprefix("builtins.")


@dataclass(frozen=True, slots=True)
class Union(Type):
    """A value of one of several types, none of which is a union."""

    members: frozenset[Type]

    def __str__(self) -> str:
        return " | ".join(sorted(map(str, self.members)))


INT = Int()
NATURAL = Int(0)
BOOL = Bool()
STR = Str()
FLOAT = Instance("builtins.float")
COMPLEX_NUMBER = Instance("builtins.complex")
BYTES = Instance("builtins.bytes")
BYTEARRAY = Instance("builtins.bytearray")
NONE = Instance("builtins.NoneType")
PATH = Instance("pathlib.Path")
FRACTION = Instance("fractions.Fraction")
DECIMAL = Instance("decimal.Decimal")

# Classes that `/` makes a longer path of.
PATHS = frozenset(
    ("pathlib.Path", "pathlib.PurePath", "pathlib.PosixPath", "pathlib.PurePosixPath", "pathlib.WindowsPath")
    + ("pathlib.PureWindowsPath", "importlib.resources.abc.Traversable", "importlib.abc.Traversable", "zipfile.Path")
)
# Classes whose values are no numbers, and do not become floats by an operator.
_NO_NUMBERS = PATHS | frozenset(
    (BYTES.name, BYTEARRAY.name, NONE.name, "builtins.memoryview", "builtins.range", "builtins.slice", "array.array")
)


def texts(type_: Type) -> tuple[str, ...]:
    """The strings of which a value is one; none where that is not known."""
    if not isinstance(type_, Str):
        return ()
    return type_.choice if type_.value is None else (type_.value,)


def one_of(values: Iterable[str]) -> Str:
    """A string that is one of these, or is not known where they are none, many, or long."""
    found = tuple(sorted(set(values)))
    if len(found) > _MOST_TEXTS or any(len(text) > _LONGEST_TEXT for text in found):
        return STR
    return Str(found[0]) if len(found) == 1 else Str(None, found)


def members(type_: Type) -> frozenset[Type] | tuple[Type, ...]:
    """The types of a union; of any other type, itself."""
    return type_.members if isinstance(type_, Union) else (type_,)


def integer(low: int | None = None, high: int | None = None) -> Int:
    """Integers from `low` to `high`, without bounds too large to be worth keeping."""
    if low is not None and abs(low) > _LARGEST_BOUND:
        low = 0 if low > 0 else None
    if high is not None and abs(high) > _LARGEST_BOUND:
        high = 0 if high < 0 else None
    return INT if low is None and high is None else Int(low, high)


def interval(type_: Type) -> tuple[int | None, int | None] | None:
    """The bounds of a Python integer or bool; None where a type is not proved to be one."""
    if isinstance(type_, Int):
        return type_.low, type_.high
    if isinstance(type_, Bool):
        return 0, 1
    if isinstance(type_, Union):
        found = [interval(member) for member in type_.members]
        bounds = [bound for bound in found if bound is not None]
        if len(bounds) < len(found):
            return None
        low, high = [low for low, _ in bounds], [high for _, high in bounds]
        return (
            None if None in low else min(value for value in low if value is not None),
            None if None in high else max(value for value in high if value is not None),
        )
    return None


def is_python_integer(type_: Type) -> bool:
    """Whether a value is proved to be a Python integer or bool."""
    return interval(type_) is not None


def dtype_of(type_: Type) -> str:
    """The dtype of a NumPy array or scalar; empty of any other type, and where it is unknown."""
    return type_.dtype if isinstance(type_, Array | Scalar) else ""


def is_integer(type_: Type) -> bool:
    """Whether a value is proved to be an integer or bool, or a NumPy array or scalar of one."""
    return type_ is not NEVER and all(isinstance(m, Int | Bool) or dtype_of(m) in _INTEGRAL for m in members(type_))


def is_float(type_: Type) -> bool:
    """Whether a value is proved to be a float or complex number, or a NumPy array or scalar of one."""
    return type_ is not NEVER and all(m in (FLOAT, COMPLEX_NUMBER) or dtype_of(m) in _INEXACT for m in members(type_))


def is_nonnegative(type_: Type) -> bool:
    """Whether a value is proved to be an integer, or integers, of which none is below 0."""
    return type_ is not NEVER and all(
        isinstance(m, Bool) or (isinstance(m, Int) and m.low is not None and m.low >= 0) or dtype_of(m) in _UNSIGNED
        for m in members(type_)
    )


_UNSIGNED = frozenset(("bool", *(name for name in INTEGERS if name[0] == "u")))


def is_not_number(type_: Type) -> bool:
    """Whether a value is proved to be neither a number nor an array of numbers: no operator makes a float of it.

    A `Fraction` counts as one: its quotients are exact.
    """
    return type_ is not NEVER and all(
        isinstance(m, Str | Tuple | Collection | DType)
        or (isinstance(m, Instance) and (m.name in _NO_NUMBERS or m == FRACTION))
        for m in members(type_)
    )
