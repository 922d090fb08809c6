"""Const-evaluation (WGSL §8.1.1): the values of const-expressions, exact.

Values: bool; int; float, rounded to its type; tuples for vectors (components), matrices (columns), arrays and
structures. A large zero-valued array is a `Repeat`, which has `len`, indexing and iteration and no storage. Operands
come converted to the parameters of the overload (`fold_convert`).
"""

from __future__ import annotations

from . import scalar_arithmetic as arithmetic
from .layout import fold_parts
from .literals import literal
from .partial_evaluation import check_index, check_partial
from .scalar_arithmetic import ConstError, convert, settle
from .types import Array, Matrix, Scalar, Struct, Vector, memory, scalar_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .constructors import Constructor
    from .ir import Value
    from .overloads import Overload
    from .scalar_arithmetic import Number
    from .types import Type

__all__ = [
    "ConstError",
    "Repeat",
    "check_index",
    "check_partial",
    "fold_binary",
    "fold_builtin",
    "fold_construct",
    "fold_convert",
    "fold_index",
    "fold_unary",
    "literal",
    "zero_value",
]


class Repeat:
    """An array value of `count` equal elements."""

    __slots__ = ("count", "element")

    def __init__(self, element: Value, count: int) -> None:
        self.element = element
        self.count = count

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> Value:
        if not 0 <= index < self.count:
            raise IndexError(index)
        return self.element

    def __iter__(self) -> Iterator[Value]:
        for _ in range(self.count):
            yield self.element


def _broadcast(function: Callable[..., Value], left: Value, right: Value) -> Value:
    """`function` of each pair of components; a scalar stands for as many as the other has."""
    if isinstance(left, tuple):
        if isinstance(right, tuple):
            return tuple(_broadcast(function, a, b) for a, b in zip(left, right, strict=True))
        return tuple(_broadcast(function, a, right) for a in left)
    if isinstance(right, tuple):
        return tuple(_broadcast(function, left, b) for b in right)
    return function(left, right)


def fold_unary(overload: Overload, value: Value) -> Value:
    """The value of a unary operator; `overload` is what `resolve_unary` gave. Raises ConstError."""
    if isinstance(value, tuple):
        return tuple(fold_unary(overload, component) for component in value)
    if overload.name == "!":
        return not value
    scalar = scalar_of(overload.result)
    assert scalar is not None
    assert isinstance(value, int | float)
    if overload.name == "~":
        return settle(scalar, ~int(value))
    # The least integer has no negative and stays as it is (§8.7).
    if scalar.kind == "int" and value == arithmetic.integer_range(scalar)[0]:
        return value
    return -value


_ARITHMETIC: dict[str, Callable[..., Number]] = {
    "+": arithmetic.add,
    "-": arithmetic.subtract,
    "*": arithmetic.multiply,
    "/": arithmetic.divide,
    "%": arithmetic.remainder,
    "<<": arithmetic.shift_left,
    ">>": arithmetic.shift_right,
}
_LOGIC: dict[str, Callable[..., Value]] = {
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "&&": lambda a, b: a and b,
    "||": lambda a, b: a or b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def fold_binary(overload: Overload, left: Value, right: Value) -> Value:
    """The value of a binary operator; `overload` is what `resolve_binary` gave. Raises ConstError.

    `&&` and `||` come here with both operands known; where `left` alone decides, the caller does not fold `right`.
    """
    operator = overload.name
    logic = _LOGIC.get(operator)
    if logic is not None:
        return _broadcast(logic, left, right)
    one, other = overload.parameters
    scalar = scalar_of(one)
    if operator == "*" and (isinstance(one, Matrix) or isinstance(other, Matrix)):
        product = _product(one, other)
        if product is not None:
            return product(scalar, left, right)
    function = _ARITHMETIC[operator]
    return _broadcast(lambda a, b: function(scalar, a, b), left, right)


def _product(left: Type, right: Type) -> Callable[..., Value] | None:
    """The linear-algebra product of these types; None for the component-wise one."""
    from . import geometry_builtins as geometry

    if isinstance(right, Matrix):
        if isinstance(left, Matrix):
            return geometry.matrix_times_matrix
        return geometry.vector_times_matrix if isinstance(left, Vector) else None
    return geometry.matrix_times_vector if isinstance(right, Vector) else None


def fold_builtin(overload: Overload, values: tuple[Value, ...]) -> Value:
    """The value of a call of an `evaluable` built-in function. Raises ConstError."""
    try:
        from .builtin_evaluation import evaluate

        return evaluate(overload, values)
    except (OverflowError, ValueError, ZeroDivisionError):
        raise ConstError(f"the result of {overload.name} is not a finite {scalar_of(overload.result)}") from None


_converted: dict[tuple[int, Type], tuple[Value, Value]] = memory()
_MOST_CONVERTED = 64


def fold_convert(value: Value, source: Type, target: Type) -> Value:
    """The value of a conversion, automatic or written (`u32(x)`). Raises ConstError when it cannot be represented.

    A value may be of `Opaque` type or the same: then it stays as it is.
    """
    if source is target:
        return value
    if isinstance(source, Scalar) and isinstance(target, Scalar):
        return convert(value, source, target)  # pyright: ignore[reportArgumentType]
    if not isinstance(source, Array):
        return _convert(value, source, target, {})
    # A constant table is converted where it is used: once, not each time.
    key = (id(value), target)
    found = _converted.get(key)
    if found is None or found[0] is not value:
        if len(_converted) >= _MOST_CONVERTED:
            _converted.clear()
        found = _converted[key] = value, _convert(value, source, target, {})
    return found[1]


def _convert(value: Value, source: Type, target: Type, done: dict[int, Value]) -> Value:
    """As `fold_convert`; `done` holds what parts became, for parts may be shared. Arrays nest as deep as their
    types."""
    if isinstance(source, Scalar) and isinstance(target, Scalar):
        return convert(value, source, target)  # pyright: ignore[reportArgumentType]
    if source is target:
        return value
    key = id(value)
    found = done.get(key)
    if found is None:
        found = done[key] = _convert_parts(value, source, target, done)
    return found


def _convert_parts(value: Value, source: Type, target: Type, done: dict[int, Value]) -> Value:
    if isinstance(source, Array) and isinstance(target, Array):
        if isinstance(value, Repeat):
            return Repeat(_convert(value.element, source.element, target.element, done), value.count)  # pyright: ignore
        return tuple(_convert(part, source.element, target.element, done) for part in value)  # pyright: ignore
    if isinstance(source, Struct) and isinstance(target, Struct):
        pairs = zip(value, source.members, target.members, strict=True)  # pyright: ignore
        return tuple(_convert(part, own.type, wanted.type, done) for part, own, wanted in pairs)
    one, other = scalar_of(source), scalar_of(target)
    assert one is not None
    assert other is not None
    if isinstance(source, Matrix):
        return tuple(tuple(convert(part, one, other) for part in column) for column in value)  # pyright: ignore
    return tuple(convert(part, one, other) for part in value)  # pyright: ignore


def fold_construct(constructor: Constructor, arguments: tuple[Type, ...], values: tuple[Value, ...]) -> Value:
    """The value of a constructor; `values` are converted to `constructor.parameters`, `arguments` are their types.

    A constructor of kind `extension`, or of an extension type's zero value, has no value to fold: it gives ().
    """
    result = constructor.result
    kind = constructor.kind
    if kind == "zero":
        return zero_value(result)
    if kind == "convert":
        return fold_convert(values[0], constructor.parameters[0], result)
    if kind == "splat":
        assert isinstance(result, Vector)
        return values * result.size
    if kind == "components":
        flat: list[Value] = []
        for value in values:
            if isinstance(value, tuple):
                flat.extend(value)
            else:
                flat.append(value)
        return tuple(flat)
    if kind == "scalars":
        assert isinstance(result, Matrix)
        rows = result.rows
        return tuple(values[at : at + rows] for at in range(0, len(values), rows))
    return () if kind == "extension" else values


def fold_index(type: Type, value: Value, index: int) -> Value:
    """Component, column or element `index` of a value of `type`. Raises ConstError when out of range."""
    problem = check_index(type, index)
    if problem is not None:
        raise ConstError(problem)
    return value[index]  # pyright: ignore[reportIndexIssue]


_zeros: dict[Type, Value] = memory()
# Zero-valued arrays longer than this take no storage.
_LONGEST_TUPLE = 64


def zero_value(type: Type) -> Value:
    """The zero value of a constructible type with creation-fixed footprint; () of a type that has none."""
    return fold_parts(type, _zeros, _zero)


def _zero(type: Type, parts: tuple[Value, ...]) -> Value:
    if isinstance(type, Scalar):
        return False if type.kind == "bool" else 0.0 if type.kind == "float" else 0
    if isinstance(type, Vector):
        return parts * type.size
    if isinstance(type, Matrix):
        return (parts * type.rows,) * type.columns
    if isinstance(type, Array) and isinstance(type.count, int):
        if type.count <= _LONGEST_TUPLE:
            return parts * type.count
        return Repeat(parts[0], type.count)  # pyright: ignore[reportReturnType]
    return parts if isinstance(type, Struct) else ()
