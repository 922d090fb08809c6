"""Numeric and boolean literals: their types and values (WGSL §3.5)."""

from __future__ import annotations

from .scalar_arithmetic import ConstError, integer_range, round_float
from .types import ABSTRACT_FLOAT, ABSTRACT_INT, BOOL, F16, F32, F64, I32, I64, U32, U64, Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .ir import Value
    from .types import Type

_INTEGER_TYPES = {"": ABSTRACT_INT, "i": I32, "u": U32, "li": I64, "lu": U64}
_FLOAT_TYPES = {"": ABSTRACT_FLOAT, "f": F32, "h": F16, "lf": F64}

# More digits than these overflow every integer type, and need not be read.
_MOST_DECIMAL = 20
_MOST_HEXADECIMAL = 16
# Digits of a float beyond these change its value by less than the literal's own truncation (§3.5.2).
_SIGNIFICANT_HEXADECIMAL = 4096
# Exponents beyond this are as good as infinite.
_GREAT_EXPONENT = 1 << 20


def literal(text: str) -> tuple[Type, Value]:
    """The type and value of a literal lexeme. Raises ConstError when it does not fit its type."""
    if text == "true" or text == "false":
        return BOOL, text == "true"
    try:
        return _hexadecimal_literal(text) if text[:2] in ("0x", "0X") else _decimal_literal(text)
    except (KeyError, ValueError):
        raise ConstError(f"{_brief(text)} is not a literal") from None


def _decimal_literal(text: str) -> tuple[Type, Value]:
    body, suffix = _split_suffix(text, ("lu", "li", "lf", "u", "i", "f", "h"))
    if body.isdecimal() and suffix in _INTEGER_TYPES:
        if body[0] == "0" and len(body) > 1:
            raise ConstError(f"{_brief(text)} has a leading zero, which an integer literal may not have")
        return _integer(body, 10, _INTEGER_TYPES[suffix])
    return _decimal(body, _FLOAT_TYPES[suffix])


def _split_suffix(text: str, suffixes: tuple[str, ...]) -> tuple[str, str]:
    """The lexeme without its suffix, and the suffix, "" when it has none."""
    for suffix in suffixes:
        if text.endswith(suffix):
            return text[: -len(suffix)], suffix
    return text, ""


def _hexadecimal_literal(text: str) -> tuple[Type, Value]:
    significand, _, exponent = text[2:].lower().partition("p")
    if not exponent and "." not in significand:
        # f is a digit here.
        digits, suffix = _split_suffix(significand, ("lu", "li", "u", "i"))
        return _integer(digits, 16, _INTEGER_TYPES[suffix])
    exponent, suffix = _split_suffix(exponent, ("lf", "f", "h"))
    whole, _, fraction = significand.partition(".")
    return _hexadecimal(whole, fraction, exponent or "0", _FLOAT_TYPES[suffix])


def _brief(text: str) -> str:
    """A lexeme as a message shows it."""
    return text if len(text) <= 40 else f"{text[:37]}..."


def _integer(digits: str, base: int, type: Scalar) -> tuple[Type, Value]:
    significant = digits.lstrip("0") or digits[-1:]
    fits = len(significant) <= (_MOST_DECIMAL if base == 10 else _MOST_HEXADECIMAL)
    value = int(significant, base) if fits else 0
    high = integer_range(type)[1]
    if not fits or value > high:
        shown = _brief(digits if base == 10 else f"0x{digits}")
        raise ConstError(f"{shown} cannot be represented as {type}, whose greatest value is {high}")
    return type, value


def _decimal(text: str, type: Scalar) -> tuple[Type, Value]:
    try:
        return type, round_float(type, float(text))
    except ConstError:
        raise ConstError(f"{_brief(text)} overflows {type}") from None


def _hexadecimal(whole: str, fraction: str, exponent: str, type: Scalar) -> tuple[Type, Value]:
    """A hexadecimal float: exact, or an error where a suffix names the type."""
    digits = (whole + fraction).lstrip("0")
    if not digits:
        return type, 0.0
    scale = -4 * len(fraction)
    stripped = digits.rstrip("0")
    scale += 4 * (len(digits) - len(stripped))
    exact = len(stripped) <= _SIGNIFICANT_HEXADECIMAL
    if not exact:
        scale += 4 * (len(stripped) - _SIGNIFICANT_HEXADECIMAL)
        stripped = stripped[:_SIGNIFICANT_HEXADECIMAL]
    significant_exponent = exponent.lstrip("+-0")
    power = int(significant_exponent or "0") if len(significant_exponent) <= 9 else 10**9
    power = (-power if exponent[0] == "-" else power) + scale
    power = max(-_GREAT_EXPONENT, min(power, _GREAT_EXPONENT))
    lexeme = _brief(f"0x{whole}.{fraction}p{exponent}")
    try:
        value = float.fromhex(f"0x{stripped}p{power}")
        rounded = round_float(type, value)
    except (OverflowError, ConstError):
        raise ConstError(f"{lexeme} overflows {type}") from None
    if type is not ABSTRACT_FLOAT and not (exact and _is_exact(stripped, power, rounded)):
        raise ConstError(f"{lexeme} cannot be represented as {type} exactly, as a hexadecimal literal must")
    return type, rounded


def _is_exact(digits: str, power: int, value: float) -> bool:
    """Whether `value` is 0x`digits` × 2^`power`."""
    if value == 0.0:
        return False
    numerator, denominator = value.as_integer_ratio()
    significand = int(digits, 16)
    # Both sides are odd × 2^n once the twos are taken out, and equal when both parts are.
    twos = (significand & -significand).bit_length() - 1
    own_twos = (numerator & -numerator).bit_length() - denominator.bit_length()
    return significand >> twos == numerator >> ((numerator & -numerator).bit_length() - 1) and twos + power == own_twos
