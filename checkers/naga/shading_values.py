"""Operands of MSL and HLSL expressions: their kinds, and the ranges of those integers that are known to be small."""

from __future__ import annotations

LOWEST, HIGHEST = -(1 << 31), (1 << 31) - 1

# Calls whose result is in a known range: its kind (None: the argument's), lowest and highest.
# HLSL's bit numbers are -1, as an unsigned word, where there is no bit.
RANGES = {
    "metal::clz": (None, 0, 32),
    "metal::ctz": (None, 0, 32),
    "metal::popcount": (None, 0, 32),
    "countbits": ("uint", 0, 32),
    "firstbithigh": ("uint", -1, 31),
    "firstbitlow": ("uint", -1, 31),
    "WaveGetLaneCount": ("uint", 4, 128),
}


class Value:
    """An operand: its kind and, of an integer whose range is known, its bounds."""

    __slots__ = ("high", "kind", "low")

    def __init__(self, kind: str | None, low: int | None = None, high: int = 0) -> None:
        self.kind = kind
        self.low = low
        self.high = high


def number(text: str) -> Value:
    """A number token: of an integer, its value is its range."""
    digits = text.lower()
    if not digits.startswith("0x") and any(mark in digits for mark in ".efh"):
        return Value("float")
    value = int(digits.rstrip("ul"), 0)
    return Value("uint" if "u" in digits else "int", value, value)


def of_kind(kind: str | None) -> Value:
    """A value of a declared kind."""
    return Value("int", -128, 127) if kind == "char" else Value(kind)


def shifted(operator: str, left: Value, right: Value) -> Value:
    """A shift; a right shift by a literal bounds a signed integer."""
    if operator == ">>" and left.kind == "int" and right.low is not None and 0 <= right.low <= 31:
        return Value("int", LOWEST >> right.low, HIGHEST >> right.low)
    return Value(left.kind)


def joined(left: Value, right: Value) -> str | None:
    """The kind of an arithmetic operation."""
    kinds = (left.kind, right.kind)
    if "float" in kinds:
        return "float"
    if None in kinds:
        return None
    if "uint" in kinds:
        return "uint"
    return "int"


def union(left: Value, right: Value) -> Value:
    """One of two values."""
    if left.low is None or right.low is None:
        return Value(joined(left, right) if left.kind != right.kind else left.kind)
    return Value(left.kind, min(left.low, right.low), max(left.high, right.high))


def combined(operator: str, left: Value, right: Value) -> tuple[int | None, int]:
    """The lowest and highest result of `+`, `-` or `*`; None first where a range is not known."""
    if left.low is None or right.low is None:
        return None, 0
    if operator == "+":
        return left.low + right.low, left.high + right.high
    if operator == "-":
        return left.low - right.high, left.high - right.low
    corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
    return min(corners), max(corners)
