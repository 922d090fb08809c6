"""Integer arithmetic that MSL and HLSL leave open, in the text of a translation: what none of naga's guards covers.

Looked for in every function: `+`, `-`, `*`, unary `-`, `abs` and `dot` on signed integers, and `/` and `%` on integers
of either sign. Covered are naga's helpers, whose text is the one known to give WGSL's result, and operations whose
operands' ranges exclude the open cases (`31 - clz(x)`, a literal divisor).
"""

from __future__ import annotations

from .guard_texts import HELPERS, is_guard
from .shading_reader import Entry, Reader
from .shading_text import OVERLOADED, Function, ShadingText
from .shading_values import HIGHEST, LOWEST, RANGES, Value, combined, joined, of_kind, shifted, union

_COMPARISONS = frozenset(("||", "&&", "==", "!=", "<", ">", "<=", ">="))
_OPEN_CALLS = frozenset(("abs", "dot", "metal::abs", "metal::dot"))
_RESULTS = {
    "asuint": "uint",
    "asfloat": "float",
    "all": "bool",
    "any": "bool",
    "metal::all": "bool",
    "metal::any": "bool",
    "WaveGetLaneIndex": "uint",
}


class Open:
    """Arithmetic left open: its `operator` (or a helper's name that is no known guard), its function, and its offset in
    the translation. `known` is false where the kind of an operand is not."""

    __slots__ = ("function", "known", "offset", "operator")

    def __init__(self, operator: str, function: str, offset: int, known: bool = True) -> None:
        self.operator = operator
        self.function = function
        self.offset = offset
        self.known = known


def open_arithmetic(module: ShadingText) -> list[Open]:
    """What a translation leaves open, in the order of its text."""
    found: list[Open] = []
    for function in module.functions:
        if is_guard(function):
            continue
        if function.name in HELPERS and function.kind != "float":
            found.append(Open(function.name, function.name, function.signature[0].start))
        else:
            arithmetic = _Arithmetic(module, function)
            arithmetic.read()
            found += arithmetic.found
    return found


class _Arithmetic(Reader):
    """Reads a function for the arithmetic that it leaves open."""

    def __init__(self, module: ShadingText, function: Function) -> None:
        super().__init__(module, function)
        self.found: list[Open] = []

    def _called(self, entry: Entry, arguments: list[Value]) -> Value:
        name, first = entry.name, arguments[0] if arguments else Value(None)
        if entry.kind is not None:
            return Value(entry.kind)
        if name == "asint":
            return Value("int", first.low, first.high) if first.high <= HIGHEST else Value("int")
        if self._module.is_type(name):
            kind = self._module.kind(name)
            return first if kind == first.kind and len(arguments) == 1 else of_kind(kind)
        if name.startswith(".Load"):
            return Value("uint")
        if name in self._module.returns:
            returned = self._module.returns[name]
            return Value(first.kind if returned == OVERLOADED else returned)
        if name in _RESULTS:
            return Value(_RESULTS[name])
        if name in RANGES:
            kind, low, high = RANGES[name]
            return Value(kind or first.kind, low, high)
        if name in _OPEN_CALLS and first.kind in ("int", None):
            self._check_call(entry, arguments)
        return Value(first.kind)

    def _check_call(self, entry: Entry, arguments: list[Value]) -> None:
        """`abs` and `dot` of signed integers: within range, or left open."""
        ends = [abs(end) for argument in arguments for end in (argument.low, argument.high) if end is not None]
        known = bool(arguments) and arguments[0].kind is not None
        if not known or len(ends) < 2 * len(arguments) or 4 * max(ends) ** 2 > HIGHEST:
            self._leave(entry.name.removeprefix("metal::"), entry.start, known=known)

    def _unary(self, entry: Entry, value: Value) -> Value:
        if entry.name == "cast":
            return Value(entry.kind)
        if entry.name == "+":
            return value
        if entry.name != "-":
            return Value(value.kind)
        if value.low is not None and value.low > LOWEST:
            return Value(value.kind, -value.high, -value.low)
        if value.kind in ("int", None):
            self._leave("unary -", entry.start, known=value.kind is not None)
        return Value(value.kind)

    def _binary(self, entry: Entry, left: Value, right: Value) -> Value:
        operator = entry.name
        if operator in _COMPARISONS:
            return Value("bool")
        if operator == "?":
            return right
        if operator == ":":
            return union(left, right)
        if operator == "=":
            return Value(left.kind or right.kind)
        if operator in ("<<", ">>", "<<=", ">>="):
            return shifted(operator, left, right)
        operator = operator.rstrip("=")
        if operator in "&|^":
            return Value(joined(left, right))
        if operator in "/%":
            return self._divided(operator, entry, left, right)
        return self._summed(operator, entry, left, right)

    def _summed(self, operator: str, entry: Entry, left: Value, right: Value) -> Value:
        kind = joined(left, right)
        if left.kind in ("uint", "float") or right.kind in ("uint", "float"):
            return Value(kind)
        low, high = combined(operator, left, right)
        if low is not None and low >= LOWEST and high <= HIGHEST:
            return Value(kind, low, high)
        addressing = bool(self._brackets) and self._brackets[-1].address and operator in "+*"
        if not addressing:
            self._leave(operator, entry.start, known=kind is not None)
        return Value(kind)

    def _divided(self, operator: str, entry: Entry, left: Value, right: Value) -> Value:
        kind = joined(left, right)
        if kind == "float":
            return Value(kind)
        if right.low is not None and right.low > 0:
            bound = right.high - 1
            return Value(kind, -bound, bound) if operator == "%" else Value(kind)
        self._leave(operator, entry.start, known=kind is not None)
        return Value(kind)

    def _leave(self, operator: str, start: int, *, known: bool = True) -> None:
        self.found.append(Open(operator, self._function.name, start, known))
