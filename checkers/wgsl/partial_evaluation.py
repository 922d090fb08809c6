"""Errors that const operands make certain although the expression is not const (WGSL §8.5, §8.7, §8.9, §17.5)."""

from __future__ import annotations

from .numeric_builtins import bits_problem, clamp_problem, ldexp_problem, smoothstep_problem
from .scalar_arithmetic import shift_problem
from .types import Matrix, Pointer, Reference, Vector, scalar_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .ir import Value
    from .overloads import Overload
    from .types import Type

    Operands = tuple[Value | None, ...]
    Check = Callable[[Overload, Operands], str | None]

_LARGEST_SUBGROUP = 128


def check_partial(overload: Overload, values: Operands) -> str | None:
    """What makes an expression that is not const an error all the same, by the operands that are: `x / 0`, `x <<
    32u`, `clamp(x, 2, 1)`, an offset of a texture function out of range. None is an operand not known. The message,
    or None."""
    check = _CHECKS.get(overload.name)
    if check is not None:
        return check(overload, values)
    if overload.const_parameters and overload.name.startswith("texture"):
        return _texture(overload, values)
    return None


def _aligned(*operands: Value | None) -> Iterator[tuple[Value, ...]]:
    """The operands component by component, a scalar with every component; nothing when one is not known."""
    if None in operands:
        return
    size = max((len(value) for value in operands if isinstance(value, tuple)), default=1)
    for at in range(size):
        yield tuple(value[at] if isinstance(value, tuple) else value for value in operands)  # pyright: ignore


def _first(problems: Iterator[str | None]) -> str | None:
    return next((problem for problem in problems if problem is not None), None)


def _division(overload: Overload, values: Operands) -> str | None:
    scalar = scalar_of(overload.parameters[1])
    if scalar is None or scalar.kind == "float":
        return None
    what = "division" if overload.name == "/" else "remainder"
    return f"integer {what} by zero" if any(divisor == 0 for (divisor,) in _aligned(values[1])) else None


def _shift(overload: Overload, values: Operands) -> str | None:
    scalar = scalar_of(overload.parameters[0])
    assert scalar is not None
    if scalar.abstract:
        return None
    return _first(
        shift_problem(scalar, amount) if amount >= scalar.width else None  # pyright: ignore
        for (amount,) in _aligned(values[1])
    )


def _clamp(overload: Overload, values: Operands) -> str | None:
    return _first(
        clamp_problem(low, high) if low > high else None  # pyright: ignore
        for low, high in _aligned(values[1], values[2])
    )


def _smoothstep(overload: Overload, values: Operands) -> str | None:
    return _first(
        smoothstep_problem(low) if low == high else None  # pyright: ignore
        for low, high in _aligned(values[0], values[1])
    )


def _bits(overload: Overload, values: Operands) -> str | None:
    scalar = scalar_of(overload.parameters[0])
    assert scalar is not None
    pairs = _aligned(*values[-2:])
    return _first(bits_problem(overload.name, scalar, offset, count) for offset, count in pairs)  # pyright: ignore


def _ldexp(overload: Overload, values: Operands) -> str | None:
    scalar = scalar_of(overload.parameters[0])
    assert scalar is not None
    return _first(ldexp_problem(scalar, exponent) for (exponent,) in _aligned(values[1]))  # pyright: ignore


def _ranged(position: int, what: str, high: int) -> Check:
    """A check that a scalar operand, where known, is from 0 to `high`."""

    def check(overload: Overload, values: Operands) -> str | None:
        value = values[position]
        if value is None or 0 <= value <= high:  # pyright: ignore[reportOperatorIssue]
            return None
        return f"the {what} of {overload.name} must be from 0 to {high}, not {value}"

    return check


def _texture(overload: Overload, values: Operands) -> str | None:
    """The component of a gather (0 to 3) and offsets (-8 to 7), which are const-expressions (§17.7)."""
    for position in overload.const_parameters:
        value = values[position]
        if value is None:
            continue
        if not isinstance(value, tuple):
            if not 0 <= value <= 3:  # pyright: ignore[reportOperatorIssue]
                return f"the component of {overload.name} must be from 0 to 3, not {value}"
        elif not all(-8 <= part <= 7 for part in value):  # pyright: ignore[reportOperatorIssue]
            return f"each component of the offset of {overload.name} must be from -8 to 7"
    return None


_CHECKS: dict[str, Check] = {
    "/": _division,
    "%": _division,
    "<<": _shift,
    ">>": _shift,
    "clamp": _clamp,
    "smoothstep": _smoothstep,
    "extractBits": _bits,
    "insertBits": _bits,
    "ldexp": _ldexp,
    "quadBroadcast": _ranged(1, "id", 3),
    "subgroupBroadcast": _ranged(1, "source lane", _LARGEST_SUBGROUP - 1),
    "subgroupShuffle": _ranged(1, "source lane", _LARGEST_SUBGROUP - 1),
    "subgroupShuffleXor": _ranged(1, "mask", _LARGEST_SUBGROUP - 1),
    "subgroupShuffleUp": _ranged(1, "delta", _LARGEST_SUBGROUP - 1),
    "subgroupShuffleDown": _ranged(1, "delta", _LARGEST_SUBGROUP - 1),
}


def check_index(type: Type, index: int) -> str | None:
    """Why a const `index` into a value, reference or pointer of `type` is an error (out of range), or None."""
    if isinstance(type, Reference | Pointer):
        type = type.store
    if isinstance(type, Vector):
        size, part = type.size, "component"
    elif isinstance(type, Matrix):
        size, part = type.columns, "column"
    else:
        count = getattr(type, "count", None)
        size, part = count if isinstance(count, int) else None, "element"
    if index < 0:
        return f"the index {index} is negative"
    if size is not None and index >= size:
        return f"the index {index} is out of range: {type} has {size} {part}s, 0 to {size - 1}"
    return None
