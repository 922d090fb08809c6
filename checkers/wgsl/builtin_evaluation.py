"""Calls of built-in functions in const-expressions (WGSL §17): by component, by whole vector, or by bits."""

from __future__ import annotations

import math

from .geometry_builtins import WHOLE
from .numeric_builtins import COMPONENT_WISE
from .packing_builtins import PACKING, bitcast, packed_dot
from .scalar_arithmetic import round_float, settle
from .types import Scalar, scalar_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .ir import Value
    from .overloads import Overload


def evaluate(overload: Overload, values: tuple[Value, ...]) -> Value:
    """The value of the call; raises ConstError, or what Python's arithmetic raises for a result that is not finite."""
    name = overload.name
    special = _SPECIAL.get(name)
    if special is not None:
        return special(overload, values)
    scalar = scalar_of(overload.parameters[0])
    assert scalar is not None
    whole = WHOLE.get(name)
    if whole is not None:
        return whole(scalar, *values)
    packing = PACKING.get(name)
    if packing is not None:
        return packing(values[0] if isinstance(values[0], tuple) else values)  # pyright: ignore[reportArgumentType]
    return _component_wise(name, scalar, values)


def _component_wise(name: str, scalar: Scalar, values: tuple[Value, ...]) -> Value:
    """One function of each component; a scalar argument goes with every component."""
    function = COMPONENT_WISE[name]
    size = next((len(value) for value in values if isinstance(value, tuple)), 0)

    def at(index: int) -> Value:
        result = function(scalar, *(value[index] if isinstance(value, tuple) else value for value in values))
        return round_float(scalar, result) if scalar.kind == "float" else settle(scalar, result)

    return tuple(map(at, range(size))) if size else at(0)


def _select(overload: Overload, values: tuple[Value, ...]) -> Value:
    otherwise, chosen, condition = values
    if isinstance(condition, tuple):
        return tuple(b if c else a for a, b, c in zip(otherwise, chosen, condition, strict=True))  # pyright: ignore
    return chosen if condition else otherwise


def _all(overload: Overload, values: tuple[Value, ...]) -> Value:
    return all(values[0]) if isinstance(values[0], tuple) else values[0]


def _any(overload: Overload, values: tuple[Value, ...]) -> Value:
    return any(values[0]) if isinstance(values[0], tuple) else values[0]


def _split(split: Callable[[float], tuple[float, float | int]]) -> Callable[[Overload, tuple[Value, ...]], Value]:
    """`frexp` and `modf`: the value of their result structure from the two parts of each component."""

    def fold(overload: Overload, values: tuple[Value, ...]) -> Value:
        value = values[0]
        if isinstance(value, tuple):
            return tuple(zip(*map(split, value), strict=True))  # pyright: ignore[reportArgumentType]
        return split(value)  # pyright: ignore[reportArgumentType]

    return fold


def _bitcast(overload: Overload, values: tuple[Value, ...]) -> Value:
    assert overload.result is not None
    return bitcast(values[0], overload.parameters[0], overload.result)


def _packed_dot(overload: Overload, values: tuple[Value, ...]) -> Value:
    assert isinstance(overload.result, Scalar)
    return packed_dot(overload.result, *values)  # pyright: ignore[reportArgumentType]


_SPECIAL: dict[str, Callable[[Overload, tuple[Value, ...]], Value]] = {
    "all": _all,
    "any": _any,
    "bitcast": _bitcast,
    "dot4I8Packed": _packed_dot,
    "dot4U8Packed": _packed_dot,
    "frexp": _split(math.frexp),
    "modf": _split(math.modf),
    "select": _select,
}
