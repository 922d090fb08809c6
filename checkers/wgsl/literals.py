"""Numeric and boolean literals: their types and values (WGSL §3.5)."""

from __future__ import annotations

import re

from .scalar_arithmetic import ConstError, integer_range, round_float
from .types import ABSTRACT_FLOAT, ABSTRACT_INT, BOOL, F16, F32, F64, I32, I64, U32, U64, Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .ir import Value
    from .types import Type

_INTEGER = re.compile(r"(0[xX][0-9a-fA-F]+|[0-9]+)([iu]|li|lu)?")
_DECIMAL = re.compile(r"([0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)([eE][+-]?[0-9]+)?([fh]|lf)?")
_HEXADECIMAL = re.compile(r"0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)(?:[pP]([+-]?[0-9]+)([fh]|lf)?)?")
_INTEGER_TYPES = {None: ABSTRACT_INT, "i": I32, "u": U32, "li": I64, "lu": U64}
_FLOAT_TYPES = {None: ABSTRACT_FLOAT, "f": F32, "h": F16, "lf": F64}

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
    integer = _INTEGER.fullmatch(text)
    if integer is not None:
        return _integer(integer[1], _INTEGER_TYPES[integer[2]])
    decimal = _DECIMAL.fullmatch(text)
    if decimal is not None:
        return _decimal(decimal[1] + _exponent(decimal[2]), _FLOAT_TYPES[decimal[3]])
    hexadecimal = _HEXADECIMAL.fullmatch(text)
    if hexadecimal is not None and hexadecimal[1] + hexadecimal[2]:
        whole, fraction, exponent, suffix = hexadecimal.groups()
        return _hexadecimal(whole, fraction, exponent or "0", _FLOAT_TYPES[suffix])
    raise ConstError(f"{_brief(text)} is not a literal")


def _brief(text: str) -> str:
    """A lexeme as a message shows it."""
    return text if len(text) <= 40 else f"{text[:37]}..."


def _integer(digits: str, type: Scalar) -> tuple[Type, Value]:
    if digits[:2] in ("0x", "0X"):
        significant = digits[2:].lstrip("0")
        fits, base = len(significant) <= _MOST_HEXADECIMAL, 16
    else:
        significant = digits.lstrip("0")
        if digits[0] == "0" and len(digits) > 1:
            raise ConstError(f"{_brief(digits)} has a leading zero, which an integer literal may not have")
        fits, base = len(significant) <= _MOST_DECIMAL, 10
    value = int(significant or "0", base) if fits else 0
    high = integer_range(type)[1]
    if not fits or value > high:
        raise ConstError(f"{_brief(digits)} cannot be represented as {type}, whose greatest value is {high}")
    return type, value


def _exponent(text: str | None) -> str:
    """A decimal exponent, cut to one that is as great for any float type."""
    if text is None:
        return ""
    digits = text.lstrip("eE+-0")
    sign = "-" if "-" in text else ""
    return f"e{sign}{digits}" if len(digits) <= 9 and digits else f"e{sign}{'0' if not digits else '999999999'}"


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
