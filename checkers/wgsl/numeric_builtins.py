"""Component-wise numeric built-in functions of constants (WGSL §17.5): one function per name, of a scalar type and
scalars.

Float results are not rounded here: `constants` rounds them, and finds infinities and NaN.
"""

from __future__ import annotations

import math

from .scalar_arithmetic import (
    EXPONENT_BIAS,
    ConstError,
    add,
    convert,
    divide,
    integer_range,
    multiply,
    subtract,
    width_of,
    wrap,
)
from .types import F16, F32, Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .scalar_arithmetic import Number

    Function = Callable[..., Number]


def _domain(name: str, holds: Callable[[float], bool], wanted: str, function: Function) -> Function:
    """`function` of one float within its domain."""

    def checked(scalar: Scalar, value: float) -> Number:
        if not holds(value):
            raise ConstError(f"{name} takes a value {wanted}, not {value}")
        return function(value)

    return checked


def _plain(function: Function) -> Function:
    """A function of floats that every type computes alike."""
    return lambda scalar, *values: function(*values)


def _abs(scalar: Scalar, value: Number) -> Number:
    # The least integer has no positive counterpart and stays as it is.
    return value if scalar.kind == "int" and value == integer_range(scalar)[0] else abs(value)


def clamp_problem(low: Number, high: Number) -> str:
    """What is wrong with bounds out of order."""
    return f"clamp has a low bound of {low} above its high bound of {high}"


def _clamp(scalar: Scalar, value: Number, low: Number, high: Number) -> Number:
    if low > high:
        raise ConstError(clamp_problem(low, high))
    return min(max(value, low), high)


def _round_even(value: float) -> float:
    return math.copysign(float(round(value)), value)


def _truncated(value: float) -> float:
    return math.copysign(float(math.trunc(value)), value)


def _sign(scalar: Scalar, value: Number) -> Number:
    sign = (value > 0) - (value < 0)
    return float(sign) if scalar.kind == "float" else sign


def _pow(scalar: Scalar, base: float, exponent: float) -> float:
    if base < 0 or (base == 0 and exponent <= 0):
        raise ConstError(f"pow({base}, {exponent}) has a base that is negative, or zero without a positive exponent")
    return math.pow(base, exponent)


def smoothstep_problem(edge: float) -> str:
    """What is wrong with equal edges."""
    return f"smoothstep has both edges at {edge}, and divides by their difference"


def _smoothstep(scalar: Scalar, low: float, high: float, value: float) -> Number:
    if low == high:
        raise ConstError(smoothstep_problem(low))
    share = divide(scalar, subtract(scalar, value, low), subtract(scalar, high, low))
    share = min(max(share, 0.0), 1.0)
    rest = subtract(scalar, 3.0, multiply(scalar, 2.0, share))
    return multiply(scalar, multiply(scalar, share, share), rest)


def _mix(scalar: Scalar, left: float, right: float, share: float) -> Number:
    rest = subtract(scalar, 1.0, share)
    return add(scalar, multiply(scalar, left, rest), multiply(scalar, right, share))


def _fma(scalar: Scalar, factor: float, other: float, term: float) -> Number:
    return add(scalar, multiply(scalar, factor, other), term)


def ldexp_problem(scalar: Scalar, exponent: int) -> str | None:
    """What is wrong with an exponent of ldexp, or None."""
    most = EXPONENT_BIAS[scalar.width] + 1
    return f"ldexp has an exponent of {exponent}, and {scalar} takes at most {most}" if exponent > most else None


def _ldexp(scalar: Scalar, value: float, exponent: int) -> float:
    problem = ldexp_problem(scalar, exponent)
    if problem is not None:
        raise ConstError(problem)
    return math.ldexp(value, max(exponent, -(1 << 20)))


def _quantize(scalar: Scalar, value: float) -> float:
    return convert(value, F32, F16)


def _bits(scalar: Scalar, value: int) -> int:
    """The bits of an integer as an unsigned number."""
    return value & ((1 << width_of(scalar)) - 1)


def _leading_zeros(scalar: Scalar, value: int) -> int:
    return width_of(scalar) - _bits(scalar, value).bit_length()


def _trailing_zeros(scalar: Scalar, value: int) -> int:
    return (value & -value).bit_length() - 1 if value else width_of(scalar)


def _first_leading(scalar: Scalar, value: int) -> int:
    # Of a negative number, the highest bit that differs from the sign.
    return wrap(scalar, (value if value >= 0 else ~value).bit_length() - 1)


def _first_trailing(scalar: Scalar, value: int) -> int:
    return wrap(scalar, (value & -value).bit_length() - 1)


def _reverse(scalar: Scalar, value: int) -> int:
    width = width_of(scalar)
    return wrap(scalar, int(f"{_bits(scalar, value):0{width}b}"[::-1], 2))


def bits_problem(name: str, scalar: Scalar, offset: int, count: int) -> str | None:
    """What is wrong with an offset and a count of bits, or None."""
    width = width_of(scalar)
    if offset + count <= width:
        return None
    return f"{name} has an offset of {offset} and a count of {count}, more than the {width} bits of {scalar} together"


def _extract(scalar: Scalar, value: int, offset: int, count: int) -> int:
    problem = bits_problem("extractBits", scalar, offset, count)
    if problem is not None:
        raise ConstError(problem)
    found = _bits(scalar, value) >> offset & ((1 << count) - 1)
    if scalar.kind == "int" and count and found >> (count - 1):
        found -= 1 << count
    return found


def _insert(scalar: Scalar, value: int, bits: int, offset: int, count: int) -> int:
    problem = bits_problem("insertBits", scalar, offset, count)
    if problem is not None:
        raise ConstError(problem)
    mask = ((1 << count) - 1) << offset
    return wrap(scalar, value & ~mask | bits << offset & mask)


COMPONENT_WISE: dict[str, Function] = {
    "abs": _abs,
    "acos": _domain("acos", lambda x: -1 <= x <= 1, "from -1 to 1", math.acos),
    "acosh": _domain("acosh", lambda x: x >= 1, "of at least 1", math.acosh),
    "asin": _domain("asin", lambda x: -1 <= x <= 1, "from -1 to 1", math.asin),
    "asinh": _plain(math.asinh),
    "atan": _plain(math.atan),
    "atanh": _domain("atanh", lambda x: -1 < x < 1, "between -1 and 1", math.atanh),
    "atan2": _plain(math.atan2),
    "ceil": _plain(lambda x: math.copysign(float(math.ceil(x)), x)),
    "clamp": _clamp,
    "cos": _plain(math.cos),
    "cosh": _plain(math.cosh),
    "countLeadingZeros": _leading_zeros,
    "countOneBits": lambda scalar, x: _bits(scalar, x).bit_count(),
    "countTrailingZeros": _trailing_zeros,
    "degrees": _plain(math.degrees),
    "exp": _plain(math.exp),
    "exp2": _plain(lambda x: math.pow(2.0, x)),
    "extractBits": _extract,
    "firstLeadingBit": _first_leading,
    "firstTrailingBit": _first_trailing,
    "floor": _plain(lambda x: float(math.floor(x))),
    "fma": _fma,
    "fract": _plain(lambda x: x - math.floor(x)),
    "insertBits": _insert,
    "inverseSqrt": _domain("inverseSqrt", lambda x: x > 0, "above 0", lambda x: 1 / math.sqrt(x)),
    "ldexp": _ldexp,
    "log": _domain("log", lambda x: x > 0, "above 0", math.log),
    "log2": _domain("log2", lambda x: x > 0, "above 0", math.log2),
    "max": _plain(max),
    "min": _plain(min),
    "mix": _mix,
    "pow": _pow,
    "quantizeToF16": _quantize,
    "radians": _plain(math.radians),
    "reverseBits": _reverse,
    "round": _plain(_round_even),
    "saturate": _plain(lambda x: min(max(x, 0.0), 1.0)),
    "sign": _sign,
    "sin": _plain(math.sin),
    "sinh": _plain(math.sinh),
    "smoothstep": _smoothstep,
    "sqrt": _domain("sqrt", lambda x: x >= 0, "of at least 0", math.sqrt),
    "step": _plain(lambda edge, x: 1.0 if edge <= x else 0.0),
    "tan": _plain(math.tan),
    "tanh": _plain(math.tanh),
    "trunc": _plain(_truncated),
}
