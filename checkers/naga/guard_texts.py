"""The text of naga's guard helpers in MSL and HLSL, in the forms that give WGSL's result for every operand.

`T` is a signed integer type, `U` the unsigned type of its shape. Division substitutes the divisor 1 where WGSL's result
is the dividend (a zero divisor, the most negative value by -1), and the remainder is then 0; negation and `abs` go
through unsigned arithmetic.
"""

from __future__ import annotations

from .shading_text import Function, tokens

HELPERS = frozenset(("naga_neg", "naga_abs", "naga_div", "naga_mod"))

_MSL_OPEN = "(lhs == (-2147483647 - 1) & rhs == -1) | (rhs == 0)"
_HLSL_OPEN = "((lhs == int(-2147483647 - 1) & rhs == -1) | (rhs == 0))"
_TEXTS = (
    "T naga_neg(T val) return as_type<T>(-as_type<U>(val));",
    "T naga_abs(T val) return metal::select(as_type<T>(-as_type<U>(val)), val, val >= 0);",
    f"T naga_div(T lhs, T rhs) return lhs / metal::select(rhs, 1, {_MSL_OPEN});",
    f"T naga_mod(T lhs, T rhs) T divisor = metal::select(rhs, 1, {_MSL_OPEN}); return lhs - (lhs / divisor) * divisor;",
    "U naga_div(U lhs, U rhs) return lhs / metal::select(rhs, 1u, rhs == 0u);",
    "U naga_mod(U lhs, U rhs) return lhs % metal::select(rhs, 1u, rhs == 0u);",
    "T naga_neg(T val) return asint(-asuint(val));",
    "T naga_abs(T val) return val >= 0 ? val : asint(-asuint(val));",
    f"T naga_div(T lhs, T rhs) return lhs / ({_HLSL_OPEN} ? 1 : rhs);",
    f"T naga_mod(T lhs, T rhs) T divisor = {_HLSL_OPEN} ? 1 : rhs; return lhs - (lhs / divisor) * divisor;",
    "U naga_div(U lhs, U rhs) return lhs / (rhs == 0u ? 1u : rhs);",
    "U naga_mod(U lhs, U rhs) return lhs % (rhs == 0u ? 1u : rhs);",
)
_WORDS = tuple(tuple(token.text for token in tokens(text)) for text in _TEXTS)


def is_guard(function: Function) -> bool:
    """Whether a function is one of naga's guards, word for word."""
    words = tuple(token.text for token in (*function.signature, *function.body))
    signed = words[0].replace("uint", "int")
    types = {"T": signed, "U": signed.replace("int", "uint")}
    return any(words == tuple(types.get(word, word) for word in known) for known in _WORDS)
