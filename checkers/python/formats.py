"""Strings that name number types: dtypes of NumPy, formats of `struct` and of `array`, format specifications.

Each function tells `FLOAT` (a float or complex type is named), `PLATFORM` (an integer of the platform's width is) or
`NEITHER`.
"""

from __future__ import annotations

import re
from string import Formatter

FLOAT = "float"
PLATFORM = "platform"
NEITHER = ""

# A longer string is no format that anybody wrote.
LONGEST = 4096

_FLOAT_NAMES = frozenset(
    ("float", "half", "single", "double", "longdouble", "float16", "float32", "float64", "float96", "float128")
    + ("complex", "csingle", "cdouble", "clongdouble", "complex64", "complex128", "complex192", "complex256")
    + ("longfloat", "singlecomplex", "cfloat", "longcomplex", "clongfloat", "float_", "complex_")
)
_PLATFORM_NAMES = frozenset(("int", "uint", "intp", "uintp", "long", "ulong", "int_", "p", "P", "l", "L"))
# An optional shape or count, a byte order, and the type itself: "(2,3)<f4", "3i2".
_FIELD = re.compile(r"\s*(?:\([\d,\s]*\)|\d+)?\s*[<>=|]?\s*(\w+)\s*")
_SIZED = re.compile(r"[fc](\d+)")

_SPECIFICATION = re.compile(r"(?:.?[<>=^])?[-+ ]?z?#?0?\d*[,_]?(?:\.\d*)?[,_]?[eEfFgG%]", re.DOTALL)
# A conversion of `%` formatting that takes a float; "%%" is the sign itself.
_CONVERSION = re.compile(r"%(?:%|(?:\([^()]*\))?[-#0 +]*(?:\*|\d+)?(?:\.(?:\*|\d+))?[hlL]?([a-zA-Z]))")


def dtype_kind(text: str) -> str:
    """Of a dtype string of NumPy: `"f4"`, `"<f8"`, `"float32"`, `"i4,f4"`."""
    if len(text) > LONGEST:
        return NEITHER
    kinds = {_field_kind(part) for part in _split(text)}
    return FLOAT if FLOAT in kinds else PLATFORM if PLATFORM in kinds else NEITHER


def _split(text: str) -> list[str]:
    """The fields of a dtype string: its commas outside parentheses part them."""
    return re.sub(r"\([^()]*\)", "", text).split(",")


def _field_kind(field: str) -> str:
    match = _FIELD.fullmatch(field)
    if match is None:
        return NEITHER
    name = match[1]
    sized = _SIZED.fullmatch(name)
    if name in _FLOAT_NAMES or name in ("e", "f", "d", "g", "F", "D", "G"):
        return FLOAT
    if sized is not None:
        # "c" with a size is complex, "c1" is a character.
        return FLOAT if sized[1] in ("2", "4", "8", "12", "16", "24", "32") else NEITHER
    return PLATFORM if name in _PLATFORM_NAMES else NEITHER


def struct_kind(text: str) -> str:
    """Of a format of the `struct` module; without a byte order the sizes are those of the platform's C."""
    if len(text) > LONGEST:
        return NEITHER
    codes = re.sub(r"\s+", "", text)
    native = codes[:1] not in ("<", ">", "=", "!")
    if re.fullmatch(r"[@=<>!]?(?:\d*[xcbB?hHiIlLqQnNefdFDspP])*", codes) is None:
        return NEITHER
    if any(code in codes for code in "efdFD"):
        return FLOAT
    return PLATFORM if native and any(code in codes for code in "lLnNP") else NEITHER


def typecode_kind(text: str) -> str:
    """Of a type code of the `array` module, or of a format of `memoryview.cast`."""
    code = text.removeprefix("@")
    if code in ("e", "f", "d", "F", "D"):
        return FLOAT
    return PLATFORM if code in ("l", "L", "n", "N") else NEITHER


def prints_float(specification: str) -> bool:
    """Whether a format specification converts a number to a float before it is written: `".2f"`, `"e"`, `"%"`."""
    return len(specification) <= LONGEST and _SPECIFICATION.fullmatch(specification) is not None


def percent_prints_float(text: str) -> bool:
    """Whether the left operand of a `%` formatting has a conversion to float: `"%.2f"`."""
    if len(text) > LONGEST:
        return False
    return any(match[1] and match[1] in "eEfFgG" for match in _CONVERSION.finditer(text))


def braces_print_float(text: str) -> bool:
    """Whether a format string of `str.format` has a field that is written as a float: `"{:.2f}"`."""
    if len(text) > LONGEST:
        return False
    try:
        return any(specification and prints_float(specification) for _, _, specification, _ in Formatter().parse(text))
    except ValueError:
        return False
