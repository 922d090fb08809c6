"""What calls of Python's builtins and of its library give where that follows from their arguments."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from .joining import join, join_all, widen
from .operators import binary, item_of, ufunc
from .types import (
    BOOL,
    BYTES,
    COMPLEX_NUMBER,
    DECIMAL,
    FLOAT,
    FRACTION,
    INT,
    NATURAL,
    NEVER,
    UNKNOWN,
    Array,
    Bool,
    Collection,
    Instance,
    Int,
    Reference,
    Scalar,
    Str,
    Tuple,
    Type,
    integer,
    interval,
    is_nonnegative,
    members,
)


@dataclass(slots=True)
class Call:
    """A call: the types of its arguments by position and by keyword.

    `whole` is whether these are all, without `*` and `**`; `of` gives what calling a value with arguments gives.
    """

    arguments: list[Type]
    of: Callable[[Type, list[Type]], Type]
    keywords: dict[str, Type] = field(default_factory=dict)
    whole: bool = True

    def argument(self, position: int, keyword: str = "") -> Type | None:
        """An argument by position or keyword; None: it is not given, as far as is known."""
        if 0 <= position < len(self.arguments):
            return self.arguments[position]
        return self.keywords.get(keyword)

    def first(self) -> Type:
        """The first argument; `UNKNOWN` where there is none."""
        return self.arguments[0] if self.arguments else UNKNOWN


def _int(call: Call) -> Type:
    if not call.arguments:
        return integer(0, 0)
    bounds = interval(call.first())
    return integer(*bounds) if bounds is not None else NATURAL if is_nonnegative(call.first()) else INT


def _collected(name: str) -> Callable[[Call], Type]:
    """A collection of the items of the first argument."""

    def rule(call: Call) -> Type:
        item = item_of(call.first()) if call.arguments else NEVER
        return Collection(f"builtins.{name}", item)

    return rule


def _tuple(call: Call) -> Type:
    first = call.first() if call.arguments else Tuple(())
    return first if isinstance(first, Tuple) else Collection("builtins.tuple", item_of(first))


def _enumerate(call: Call) -> Type:
    start = interval(call.argument(1, "start") or integer(0, 0))
    low = start[0] if start is not None else None
    return Collection("builtins.enumerate", Tuple((integer(low), item_of(call.first()))))


def _zip(call: Call) -> Type:
    return Collection("builtins.zip", Tuple(tuple(map(item_of, call.arguments))))


def _map(call: Call) -> Type:
    return Collection("builtins.map", call.of(call.first(), [item_of(argument) for argument in call.arguments[1:]]))


def _filter(call: Call) -> Type:
    return Collection("builtins.filter", item_of(call.argument(1) or UNKNOWN))


def _range(call: Call) -> Type:
    bounds = [interval(argument) for argument in call.arguments]
    start, stop = ((0, 0), bounds[0]) if len(bounds) == 1 else bounds[:2] if len(bounds) in (2, 3) else (None, None)
    step = bounds[2] if len(bounds) == 3 else (1, 1)
    if start is None or stop is None or step is None:
        return Collection("builtins.range", INT)
    low, high = start[0], stop[1]
    if step[0] is not None and step[0] >= 0:
        return Collection("builtins.range", integer(low, None if high is None else max(high - 1, low or high - 1)))
    if step[1] is not None and step[1] <= 0:
        below = None if stop[0] is None else stop[0] + 1
        return Collection("builtins.range", integer(below, start[1]) if _ordered(below, start[1]) else INT)
    return Collection("builtins.range", INT)


def _ordered(low: int | None, high: int | None) -> bool:
    return low is None or high is None or low <= high


def _extreme(call: Call, least: bool) -> Type:
    """`min` and `max`: one of the values, with the bounds that all or any of them give."""
    values = call.arguments if len(call.arguments) > 1 else list(_items(call.first()))
    if "default" in call.keywords:
        values = [*values, call.keywords["default"]]
    found = join_all(values)
    bounds = [interval(value) for value in values]
    if not isinstance(found, Int) or None in bounds or len(call.arguments) < 2 or "key" in call.keywords:
        return found
    lows, highs = zip(*(bound for bound in bounds if bound is not None), strict=True)
    pick = min if least else max
    # A value without a bound on the side that is picked leaves the result without one, on the other side it does not.
    low = _picked(lows, pick, least)
    high = _picked(highs, pick, not least)
    return integer(low, high)


def _picked(bounds: tuple[int | None, ...], pick: Callable[[list[int]], int], all_: bool) -> int | None:
    known = [bound for bound in bounds if bound is not None]
    return pick(known) if known and (len(known) == len(bounds) or not all_) else None


def _items(type_: Type) -> tuple[Type, ...]:
    return type_.items if isinstance(type_, Tuple) else (item_of(type_),)


def _sum(call: Call) -> Type:
    total = call.argument(1, "start") or integer(0, 0)
    item = item_of(call.first())
    for _ in range(3):
        total = widen(total, binary(ast.Add, total, item))
    return total


def absolute(call: Call) -> Type:
    return join_all([_absolute(member) for member in members(call.first())])


def _absolute(type_: Type) -> Type:
    bounds = interval(type_)
    if bounds is not None:
        low, high = bounds
        least = low if low is not None and low >= 0 else -high if high is not None and high <= 0 else 0
        return integer(least, None if low is None or high is None else max(abs(low), abs(high)))
    if isinstance(type_, Array | Scalar):
        return ufunc("absolute", type_)
    return FLOAT if type_ in (FLOAT, COMPLEX_NUMBER) else type_ if type_ in (NEVER, FRACTION, DECIMAL) else UNKNOWN


def _round(call: Call) -> Type:
    return join_all([_rounded(member, len(call.arguments) + len(call.keywords)) for member in members(call.first())])


def _rounded(type_: Type, arguments: int) -> Type:
    if isinstance(type_, Int | Bool):
        return integer(*(interval(type_) or (None, None))) if arguments == 1 else INT
    if type_ in (FLOAT, FRACTION, DECIMAL):
        return INT if arguments == 1 else type_
    return type_ if type_ is NEVER else UNKNOWN


def _divmod(call: Call) -> Type:
    if len(call.arguments) != 2:
        return UNKNOWN
    left, right = call.arguments
    return Tuple((binary(ast.FloorDiv, left, right), binary(ast.Mod, left, right)))


def _pow(call: Call) -> Type:
    base, exponent, modulus = call.argument(0, "base"), call.argument(1, "exp"), call.argument(2, "mod")
    if base is None or exponent is None:
        return UNKNOWN
    if modulus is None:
        return binary(ast.Pow, base, exponent)
    bounds = [interval(part) for part in (base, exponent, modulus)]
    return UNKNOWN if None in bounds else binary(ast.Mod, INT, modulus)


def _next(call: Call) -> Type:
    return join(item_of(call.first()), call.arguments[1] if len(call.arguments) > 1 else NEVER)


def _from_bytes(call: Call) -> Type:
    return INT if "signed" in call.keywords or len(call.arguments) > 2 else NATURAL


def _prod(call: Call) -> Type:
    total = call.argument(1, "start") or integer(1, 1)
    for _ in range(3):
        total = widen(total, binary(ast.Mult, total, item_of(call.first())))
    return total


_FORMAT = re.compile(r"(\d*)([a-zA-Z?])")
_MOST_FIELDS = 64
_SIGNED = {"b": 8, "h": 16, "i": 32, "l": 64, "q": 64, "n": 64}


def unpacked(format_: str) -> Type:
    """What `struct.unpack` gives for a format; a format with many fields gives a tuple of no known length."""
    items: list[Type] = []
    for count, code in _FORMAT.findall(format_):
        times = 1 if code in "sp" or not count else min(int(count[:5]), _MOST_FIELDS + 1)
        items += [_field(code)] * times if code != "x" else []
        if len(items) > _MOST_FIELDS:
            return Collection("builtins.tuple", UNKNOWN)
    return Tuple(tuple(items))


def _field(code: str) -> Type:
    if code in "efd":
        return FLOAT
    width = _SIGNED.get(code.lower())
    if width is not None:
        return integer(-(1 << (width - 1)), (1 << (width - 1)) - 1) if code.islower() else integer(0, (1 << width) - 1)
    return BOOL if code == "?" else BYTES if code in "csp" else NATURAL if code == "P" else UNKNOWN


def _unpack(call: Call) -> Type:
    format_ = call.first()
    text = format_.value if isinstance(format_, Str) else None
    return Collection("builtins.tuple", UNKNOWN) if text is None else unpacked(text)


def _iter_unpack(call: Call) -> Type:
    return Collection("builtins.iterator", _unpack(call))


def _choice(call: Call) -> Type:
    return item_of(call.first())


def _floats(count: int) -> Callable[[Call], Type]:
    return lambda call: Tuple((FLOAT,) * count)


def _class_of(call: Call) -> Type:
    first = call.first()
    if isinstance(first, Int | Bool | Str):
        return Reference(f"builtins.{first}")
    return Reference(first.name) if isinstance(first, Instance) and first.name == FLOAT.name else UNKNOWN


RULES: dict[str, Callable[[Call], Type]] = {
    "builtins.int": _int,
    "builtins.list": _collected("list"),
    "builtins.set": _collected("set"),
    "builtins.frozenset": _collected("frozenset"),
    "builtins.sorted": _collected("list"),
    "builtins.reversed": _collected("reversed"),
    "builtins.iter": _collected("iterator"),
    "builtins.tuple": _tuple,
    "builtins.enumerate": _enumerate,
    "builtins.zip": _zip,
    "builtins.map": _map,
    "builtins.filter": _filter,
    "builtins.range": _range,
    "builtins.min": lambda call: _extreme(call, least=True),
    "builtins.max": lambda call: _extreme(call, least=False),
    "builtins.sum": _sum,
    "builtins.abs": absolute,
    "builtins.round": _round,
    "builtins.divmod": _divmod,
    "builtins.pow": _pow,
    "builtins.next": _next,
    "builtins.type": _class_of,
    "builtins.int.from_bytes": _from_bytes,
    "math.prod": _prod,
    "math.modf": _floats(2),
    "math.frexp": lambda call: Tuple((FLOAT, INT)),
    "cmath.polar": _floats(2),
    "struct.unpack": _unpack,
    "struct.unpack_from": _unpack,
    "struct.iter_unpack": _iter_unpack,
    "random.choice": _choice,
}
