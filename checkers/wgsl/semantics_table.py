"""The operations whose results the integer semantics suite checks on an adapter, as data: which, and on which operand types.

A scalar beside a vector operand, as in `v * 2u`, is the vector operation on that scalar in every component.
"""

from __future__ import annotations

_SIGNED = ("i32", "vec2<i32>")
_UNSIGNED = ("u32", "vec2<u32>")
_INTEGERS = frozenset(_SIGNED + _UNSIGNED)

# Binary operators, by operand type.
BINARY = {
    operator: _INTEGERS
    for operator in ("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "==", "!=", "<", "<=", ">", ">=")
}

# Unary operators, by operand type.
UNARY = {"-": frozenset(_SIGNED), "~": _INTEGERS}

# Built-in functions, by the type of the integers they take.
BUILTINS = {
    name: _INTEGERS
    for name in (
        "abs",
        "bitcast",
        "clamp",
        "countLeadingZeros",
        "countOneBits",
        "countTrailingZeros",
        "extractBits",
        "firstLeadingBit",
        "firstTrailingBit",
        "insertBits",
        "max",
        "min",
        "reverseBits",
        "select",
    )
} | {"sign": frozenset(_SIGNED), "dot": frozenset(("vec2<i32>", "vec2<u32>"))}

# Conversions, by the integer types on either side; the other side may be bool.
CONVERSIONS = _INTEGERS
