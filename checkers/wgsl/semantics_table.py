"""The operations that the integer semantics suite runs on an adapter, as data: which, and on which operand types.

A scalar beside a vector operand, as in `v * 2u`, is the vector operation on that scalar in every component.
"""

from __future__ import annotations

_SIGNED = ("i32", "vec2<i32>")
_UNSIGNED = ("u32", "vec2<u32>")
_INTEGERS = frozenset(_SIGNED + _UNSIGNED)

# Binary operators, by operand type.
BINARY: dict[str, frozenset[str]] = dict.fromkeys(
    ("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "==", "!=", "<", "<=", ">", ">="), _INTEGERS
)

# Unary operators, by operand type.
UNARY = {"-": frozenset(_SIGNED), "~": _INTEGERS}

# Built-in functions, by the type of the integers they take.
BUILTINS = {
    "abs": _INTEGERS,
    "bitcast": _INTEGERS,
    "clamp": _INTEGERS,
    "countLeadingZeros": _INTEGERS,
    "countOneBits": _INTEGERS,
    "countTrailingZeros": _INTEGERS,
    "dot": frozenset(("vec2<i32>", "vec2<u32>")),
    "extractBits": _INTEGERS,
    "firstLeadingBit": _INTEGERS,
    "firstTrailingBit": _INTEGERS,
    "insertBits": _INTEGERS,
    "max": _INTEGERS,
    "min": _INTEGERS,
    "reverseBits": _INTEGERS,
    "select": _INTEGERS,
    "sign": frozenset(_SIGNED),
}

# Conversions, by the integer types on either side; the other side may be bool.
CONVERSIONS = _INTEGERS
