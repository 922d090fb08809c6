"""The type of an operation: Python's operators on numbers, sequences and paths, and NumPy's on arrays."""

from __future__ import annotations

import ast
from itertools import product

from .intervals import RULES
from .joining import join, join_all, tuple_of
from .promotion import REFUSED, operand, result
from .types import (
    BOOL,
    BYTEARRAY,
    BYTES,
    COMPLEX_NUMBER,
    DECIMAL,
    FLOAT,
    FRACTION,
    INT,
    INTEGERS,
    NEVER,
    STR,
    UNKNOWN,
    Array,
    Bool,
    Collection,
    Instance,
    Int,
    Scalar,
    Str,
    Tuple,
    Type,
    Union,
    integer,
    interval,
    is_not_number,
    members,
    one_of,
    texts,
)

UFUNCS: dict[type[ast.AST], str] = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.Div: "divide",
    ast.FloorDiv: "floor_divide",
    ast.Mod: "remainder",
    ast.Pow: "power",
    ast.LShift: "left_shift",
    ast.RShift: "right_shift",
    ast.BitAnd: "bitwise_and",
    ast.BitOr: "bitwise_or",
    ast.BitXor: "bitwise_xor",
    ast.MatMult: "matmul",
    ast.USub: "negative",
    ast.UAdd: "positive",
    ast.Invert: "invert",
    ast.Eq: "equal",
    ast.NotEq: "not_equal",
    ast.Lt: "less",
    ast.LtE: "less_equal",
    ast.Gt: "greater",
    ast.GtE: "greater_equal",
}
_BITWISE = (ast.BitAnd, ast.BitOr, ast.BitXor)
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
_NUMBERS = (FLOAT, COMPLEX_NUMBER)
FLOAT_OR_COMPLEX = join(FLOAT, COMPLEX_NUMBER)

Operator = type[ast.operator]


def binary(operator: Operator, left: Type, right: Type) -> Type:
    """The type of `left operator right`, which raises where there is no such value."""
    if left is NEVER or right is NEVER:
        return NEVER
    if isinstance(left, Union) or isinstance(right, Union):
        return join_all([_binary(operator, a, b) for a in members(left) for b in members(right)])
    return _binary(operator, left, right)


def _binary(operator: Operator, left: Type, right: Type) -> Type:
    if isinstance(left, Int | Bool) and isinstance(right, Int | Bool):
        return _integers(operator, left, right)
    if operator is ast.Mod and isinstance(left, Str):
        return STR
    if left is UNKNOWN or right is UNKNOWN:
        return UNKNOWN
    if isinstance(left, Array | Scalar) or isinstance(right, Array | Scalar):
        if operator is ast.Pow and isinstance(right, Int) and isinstance(left, Array) and left.dtype == "bool":
            # The square of bools is of 8 bits, other powers of 64.
            return Array("")
        return ufunc(UFUNCS[operator], left, right)
    if left in _NUMBERS or right in _NUMBERS:
        return _inexact(operator, left, right)
    for exact in (FRACTION, DECIMAL):
        if left == exact or right == exact:
            return _exact(operator, exact, left, right)
    return _sequences(operator, left, right)


def ufunc(name: str, *operands: Type) -> Type:
    """What a function of NumPy's tables gives for one or two operands: an array or a scalar, or several of them."""
    if any(isinstance(type_, Union) for type_ in operands):
        return join_all([ufunc(name, *chosen) for chosen in product(*map(members, operands))])
    if NEVER in operands:
        return NEVER
    words = [operand(type_) for type_ in operands]
    if "" in words:
        return Array("") if any(isinstance(type_, Array) for type_ in operands) and name not in _ODD else UNKNOWN
    dtype = result(name, *words)
    if dtype == REFUSED:
        return NEVER
    if dtype in INTEGERS and all(isinstance(type_, Int) for type_ in operands) and not all(map(fits, operands)):
        return UNKNOWN
    form = Scalar if not any(isinstance(type_, Array) for type_ in operands) else Array
    if "," in dtype:
        return Tuple(tuple(form(part) for part in dtype.split(",")))
    return form(dtype) if dtype else UNKNOWN


def fits(type_: Type) -> bool:
    """Whether a Python integer is proved to be one of 64 bits, of which NumPy makes its default integer."""
    low, high = interval(type_) or (None, None)
    return low is not None and high is not None and -(1 << 63) <= low <= high < 1 << 63


# Give no array, or several of them.
_ODD = frozenset(("divmod", "frexp", "modf", "gradient", "nonzero"))


def _inexact(operator: Operator, left: Type, right: Type) -> Type:
    """An operation with a float or complex number among its operands."""
    numbers = all(isinstance(type_, Int | Bool) or type_ in _NUMBERS for type_ in (left, right))
    if FRACTION in (left, right) and operator in _ARITHMETIC:
        return COMPLEX_NUMBER if COMPLEX_NUMBER in (left, right) else FLOAT
    if not numbers or operator not in _ARITHMETIC:
        return UNKNOWN
    if COMPLEX_NUMBER in (left, right):
        return COMPLEX_NUMBER
    return FLOAT_OR_COMPLEX if operator is ast.Pow else FLOAT


def _exact(operator: Operator, exact: Instance, left: Type, right: Type) -> Type:
    """An operation of fractions, or of decimals, with integers among them."""
    if operator not in _ARITHMETIC or not all(
        isinstance(type_, Int | Bool) or type_ == exact for type_ in (left, right)
    ):
        return UNKNOWN
    if operator is ast.Pow and exact == FRACTION and not isinstance(right, Int | Bool):
        return UNKNOWN
    return INT if operator is ast.FloorDiv and exact == FRACTION else exact


def _sequences(operator: Operator, left: Type, right: Type) -> Type:
    if operator is ast.Div and is_not_number(left) and isinstance(left, Instance) and left != BYTES:
        return left if isinstance(right, Str) or left == right else UNKNOWN
    if operator is ast.Mult:
        return (
            _repeated(left) if isinstance(right, Int | Bool) else _repeated(right) if isinstance(left, Int) else UNKNOWN
        )
    if operator is ast.Mod and left in (BYTES, BYTEARRAY):
        return left
    if operator is ast.Add:
        return _concatenated(left, right)
    if operator in (*_BITWISE, ast.Sub) and isinstance(left, Collection) and isinstance(right, Collection):
        sets = left.name == right.name and left.name.endswith("set")
        return join(left, right) if sets else UNKNOWN
    return UNKNOWN


def _repeated(sequence: Type) -> Type:
    if isinstance(sequence, Tuple):
        return Collection("builtins.tuple", join_all(sequence.items))
    kept = sequence in (BYTES, BYTEARRAY) or (isinstance(sequence, Collection) and sequence.name in _LISTS)
    return STR if isinstance(sequence, Str) else sequence if kept else UNKNOWN


_LISTS = ("builtins.list", "builtins.tuple")


def _concatenated(left: Type, right: Type) -> Type:
    if isinstance(left, Str) and isinstance(right, Str):
        return one_of(a + b for a in texts(left) for b in texts(right))
    if left in (BYTES, BYTEARRAY):
        return left if right in (BYTES, BYTEARRAY) else UNKNOWN
    if isinstance(left, Tuple) and isinstance(right, Tuple):
        return tuple_of(left.items + right.items)
    if isinstance(left, Tuple | Collection) and isinstance(right, Tuple | Collection):
        names = {part.name if isinstance(part, Collection) else "builtins.tuple" for part in (left, right)}
        if len(names) == 1 and (name := names.pop()) in _LISTS:
            return Collection(name, join(item_of(left), item_of(right)))
    return UNKNOWN


def written(value: Type) -> Str:
    """The string that a value is written as in a text."""
    bounds = interval(value)
    if isinstance(value, Int) and bounds is not None and bounds[0] is not None and bounds[0] == bounds[1]:
        return one_of((str(bounds[0]),))
    return value if isinstance(value, Str) else STR


def _integers(operator: Operator, left: Int | Bool, right: Int | Bool) -> Type:
    """An operation of Python integers, with the bounds that follow."""
    if operator in _BITWISE and isinstance(left, Bool) and isinstance(right, Bool):
        return BOOL
    if operator is ast.Div:
        return FLOAT
    rule = RULES.get(operator)
    a, b = interval(left), interval(right)
    return rule(*a, *b) if rule is not None and a is not None and b is not None else NEVER


def unary(operator: type[ast.unaryop], value: Type) -> Type:
    """The type of `operator value`."""
    return BOOL if operator is ast.Not else join_all([_unary(operator, member) for member in members(value)])


def _unary(operator: type[ast.unaryop], value: Type) -> Type:
    bounds = interval(value)
    if bounds is not None:
        low, high = bounds
        if operator is ast.UAdd:
            return integer(low, high)
        shift = 1 if operator is ast.Invert else 0
        return integer(None if high is None else -high - shift, None if low is None else -low - shift)
    if isinstance(value, Array | Scalar):
        return ufunc(UFUNCS[operator], value)
    kept = value is NEVER or (operator is not ast.Invert and value in (*_NUMBERS, FRACTION, DECIMAL))
    return value if kept else UNKNOWN


def comparison(operator: type[ast.cmpop], left: Type, right: Type) -> Type:
    """The type of `left operator right`: a bool, of arrays an array."""
    if operator not in UFUNCS:
        return BOOL
    return join_all([_comparison(operator, a, b) for a in members(left) for b in members(right)])


def _comparison(operator: type[ast.cmpop], left: Type, right: Type) -> Type:
    if left is NEVER or right is NEVER:
        return NEVER
    if isinstance(left, Array | Scalar) or isinstance(right, Array | Scalar):
        return ufunc(UFUNCS[operator], left, right)
    plain = all(
        isinstance(type_, Int | Bool | Str | Tuple | Collection)
        or type_ in (*_NUMBERS, BYTES, BYTEARRAY, FRACTION, DECIMAL)
        for type_ in (left, right)
    )
    return BOOL if plain else UNKNOWN


BYTE = Int(0, 255)


def item_of(type_: Type) -> Type:
    """The type of what iterating over a value gives."""
    return join_all([_item_of(member) for member in members(type_)])


def _item_of(type_: Type) -> Type:
    if isinstance(type_, Tuple):
        return join_all(type_.items)
    if isinstance(type_, Collection):
        return type_.item
    if isinstance(type_, Str):
        return one_of(character for text in texts(type_) for character in text)
    if type_ in (BYTES, BYTEARRAY):
        return BYTE
    return Array(type_.dtype) if isinstance(type_, Array) and type_.dtype != "void" else UNKNOWN


def subscript(value: Type, index: Type, slice_: bool) -> Type:
    """The type of `value[index]`, of a part where the index is a slice."""
    return join_all([_subscript(member, index, slice_) for member in members(value)])


def _subscript(value: Type, index: Type, slice_: bool) -> Type:
    if isinstance(value, Array | Scalar):
        return Array(value.dtype) if value.dtype != "void" and not isinstance(index, Str) else UNKNOWN
    if isinstance(value, Str):
        return STR
    if isinstance(value, Tuple):
        bounds = interval(index)
        if bounds is not None and bounds[0] is not None and bounds[0] == bounds[1] and not slice_:
            at = bounds[0]
            return value.items[at] if -len(value.items) <= at < len(value.items) else NEVER
        value = Collection("builtins.tuple", join_all(value.items))
    if isinstance(value, Collection) and value.name in (*_LISTS, "builtins.range"):
        return value if slice_ else value.item if interval(index) is not None else UNKNOWN
    if isinstance(value, Collection) and value.name == "builtins.dict":
        return value.value
    if value in (BYTES, BYTEARRAY):
        return value if slice_ else BYTE if interval(index) is not None else UNKNOWN
    return value if value is NEVER else UNKNOWN
