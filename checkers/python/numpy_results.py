"""What calls of NumPy's functions and of the methods of its arrays give: a dtype, where it is known."""

from __future__ import annotations

from functools import cache

from . import dtypes
from .joining import join_all
from .operators import fits, ufunc
from .promotion import operand, tabled
from .results import Call
from .tables import keyed, lines
from .types import (
    BOOL,
    BYTES,
    COMPLEX_NUMBER,
    FLOAT,
    INTEGERS,
    NATURAL,
    NEVER,
    NONE,
    STR,
    UNKNOWN,
    Array,
    Bool,
    Collection,
    DType,
    Instance,
    Int,
    Scalar,
    Tuple,
    Type,
    Union,
    integer,
    interval,
    members,
)

GENERATOR = Instance("numpy.random.Generator")


@cache
def _rules() -> dict[str, tuple[str, ...]]:
    """The rule of each function below `numpy`, of each method after `ndarray.`, from `grammars/numpy_results.txt`."""
    rows = (line.split(" : ") for line in lines("numpy_results"))
    return {name: tuple(rule.split()) for rule, names in rows for name in names.split()}


def result(name: str, call: Call) -> Type:
    """What the function `name` below `numpy` gives."""
    if dtypes.of_name(f"numpy.{name}"):
        return _converted(dtypes.of_name(f"numpy.{name}"), call)
    if not call.whole:
        return UNKNOWN
    ufunc_, _, method = name.partition(".")
    if method in ("reduce", "accumulate", "outer", "reduceat"):
        return _of_ufunc(ufunc_, method, call)
    rule = _rules().get(name)
    if rule is not None:
        return _by_rule(rule, call, call.arguments)
    return _tabled(name, call) if tabled(name) else UNKNOWN


def method(receiver: Array | Scalar, name: str, call: Call) -> Type:
    """What the method `name` of an array or scalar gives."""
    rule = _rules().get(f"ndarray.{name}")
    if rule is None or not call.whole:
        return UNKNOWN
    if rule[0] == "python":
        return _python(receiver)
    return _by_rule(rule, call, [receiver, *call.arguments])


def _by_rule(rule: tuple[str, ...], call: Call, arguments: list[Type]) -> Type:
    """A rule of `numpy_results.txt`: `dtype P D` takes the dtype from position P or `dtype=`, and without it is D."""
    kind = rule[0]
    if "out" in call.keywords:
        return call.keywords["out"]
    if kind == "is":
        return _IS.get(rule[1]) or Array(rule[1])
    if kind == "dtype":
        at = int(rule[1])
        given = arguments[at] if at < len(arguments) else call.keywords.get("dtype")
        if given is not None and given != NONE:
            return Array(dtypes.of_type(given))
        kind, rule = rule[2], rule[2:]
    if kind in ("like", "table") and not arguments:
        return UNKNOWN
    if kind == "like":
        return _like(arguments[int(rule[1])] if int(rule[1]) < len(arguments) else UNKNOWN)
    if kind == "table":
        return _looked_up(rule[1], call, arguments)
    if kind == "promote":
        return _promoted(arguments)
    if kind == "range":
        return _arranged(arguments)
    return Array("" if kind == "unknown" else kind)


_IS: dict[str, Type] = {
    "natural": NATURAL,
    "bytes": BYTES,
    "str": STR,
    "none": NONE,
    "generator": GENERATOR,
    "indices": Collection("builtins.tuple", Array("int64")),
    "float": FLOAT,
    "shape": Collection("builtins.tuple", NATURAL),
}


def arrays(name: str, *operands: Type) -> Type:
    """What a function of NumPy's tables gives: of numbers alone, a scalar or an array of no dimension."""
    return join_all([_array(member) for member in members(ufunc(name, *operands))])


def _array(type_: Type) -> Type:
    if isinstance(type_, Tuple):
        return Tuple(tuple(map(_array, type_.items)))
    return Array(type_.dtype) if isinstance(type_, Scalar) else type_


def _looked_up(name: str, call: Call, arguments: list[Type]) -> Type:
    count = tabled(name)
    if any(keyword not in keyed("numpy_keywords") for keyword in call.keywords) or len(arguments) < count:
        return UNKNOWN
    # What follows the operands is an axis or the like, or where the result is to go.
    if any(isinstance(argument, Array | Scalar) or argument is UNKNOWN for argument in arguments[count:]):
        return UNKNOWN
    return arrays(name, *map(as_operand, arguments[:count]))


def _tabled(name: str, call: Call) -> Type:
    """A function of the tables; of those that join a sequence of arrays, the operands are its items."""
    if "out" in call.keywords:
        return call.keywords["out"]
    if "dtype" in call.keywords:
        return Array(dtypes.of_type(call.keywords["dtype"])) if call.keywords["dtype"] != NONE else UNKNOWN
    if name in _JOINING:
        return _joined(call.first())
    if name == "where":
        return _where(call)
    return _looked_up(name, call, call.arguments)


_JOINING = frozenset(("block", "column_stack", "concatenate", "dstack", "hstack", "stack", "vstack"))


def _promoted(arguments: list[Type]) -> Type:
    """The dtype to which all arguments are promoted."""
    found = as_operand(arguments[0]) if arguments else UNKNOWN
    for argument in arguments[1:]:
        found = found if argument == NONE else arrays("maximum", found, as_operand(argument))
    return found


def _where(call: Call) -> Type:
    if len(call.arguments) == 1:
        return _IS["indices"]
    return arrays("where", *map(as_operand, call.arguments[1:])) if len(call.arguments) == 3 else UNKNOWN


def _joined(sequence: Type) -> Type:
    items = sequence.items if isinstance(sequence, Tuple) else ()
    if isinstance(sequence, Collection):
        # Of several types, all items may be of one.
        items = () if isinstance(sequence.item, Union) else (sequence.item,)
    elif isinstance(sequence, Array):
        return Array(sequence.dtype)
    if not items:
        return UNKNOWN
    found = as_operand(items[0])
    for item in items[1:]:
        found = arrays("vstack", found, as_operand(item))
    return found if isinstance(found, Array) else Array(found.dtype) if isinstance(found, Scalar) else UNKNOWN


def as_operand(type_: Type) -> Type:
    """What NumPy takes an argument as: an array where it is a sequence of numbers."""
    return converted(type_) if isinstance(type_, Tuple | Collection) else type_


def converted(type_: Type) -> Type:
    """What `numpy.array` makes of a value: of Python numbers the default dtype, where they surely fit it."""
    if isinstance(type_, Array | Scalar):
        return Array(type_.dtype)
    if isinstance(type_, Tuple):
        return _common([converted(item) for item in type_.items])
    if isinstance(type_, Collection):
        if type_.item is NEVER:
            return Array("float64")
        known = type_.name in ("builtins.list", "builtins.tuple", "builtins.range")
        # Of several types, all items may be of one.
        return Array("") if isinstance(type_.item, Union) else _common([converted(type_.item)]) if known else UNKNOWN
    if isinstance(type_, Int):
        return Array("int64" if fits(type_) else "")
    return Array(_DEFAULTS[type_]) if type_ in _DEFAULTS else UNKNOWN


_DEFAULTS: dict[Type, str] = {BOOL: "bool", FLOAT: "float64", COMPLEX_NUMBER: "complex128"}


def _common(types: list[Type]) -> Type:
    if not types:
        return Array("float64")
    found = types[0]
    for type_ in types[1:]:
        found = arrays("hstack", found, type_)
    return found


def _like(type_: Type) -> Type:
    found = converted(type_)
    return found if isinstance(found, Array) else Array("")


def _converted(dtype: str, call: Call) -> Type:
    """A call of a dtype's class: a scalar of a number, an array of an array."""
    first = call.first()
    number = not call.arguments or isinstance(first, Int | Bool | Scalar) or first in (FLOAT, COMPLEX_NUMBER)
    return Scalar(dtype) if number and call.whole else Array(dtype)


def _arranged(arguments: list[Type]) -> Type:
    """`numpy.arange`: integers of 64 bits where all its bounds are integers that surely fit, floats where one is."""
    if not arguments or any(operand(argument) == "" for argument in arguments[:3]):
        return Array("")
    found = converted(arguments[0])
    for argument in arguments[1:3]:
        found = arrays("add", found, converted(argument))
    bounds = [interval(argument) for argument in arguments[:3]]
    if all(bound is not None for bound in bounds):
        # A bound beyond 64 bits makes an array of objects or fails, which no length of an array does.
        return Array("int64")
    return found if isinstance(found, Array) else Array("")


def _of_ufunc(name: str, method_: str, call: Call) -> Type:
    if "dtype" in call.keywords:
        return Array(dtypes.of_type(call.keywords["dtype"]))
    if method_ == "outer" and len(call.arguments) == 2:
        return arrays(name, *map(_like, call.arguments))
    total = {"add": "sum", "multiply": "prod"}.get(name)
    if total is not None and len(call.arguments) in (1, 2):
        return arrays(total, _like(call.first()))
    if name.startswith("bitwise_") or name in ("maximum", "minimum", "gcd", "lcm"):
        return _like(call.first())
    return UNKNOWN


_BITS = {dtype: int(dtype.lstrip("uint")) for dtype in INTEGERS}


def _python(receiver: Array | Scalar) -> Type:
    """The Python number of an array's one item."""
    dtype = receiver.dtype
    if dtype in _BITS:
        bits = _BITS[dtype]
        return integer(0, (1 << bits) - 1) if dtype[0] == "u" else integer(-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    if dtype == "bool":
        return BOOL
    return {"float16": FLOAT, "float32": FLOAT, "float64": FLOAT, "complex64": COMPLEX_NUMBER}.get(dtype, UNKNOWN)


def attribute(receiver: Type, name: str) -> Type:
    """What an attribute of an array, a scalar or a dtype gives."""
    if isinstance(receiver, DType):
        return NATURAL if name in ("itemsize", "num", "ndim", "alignment") else UNKNOWN
    if not isinstance(receiver, Array | Scalar):
        return UNKNOWN
    if name in ("T", "flat", "mT"):
        return Array(receiver.dtype)
    if name in ("real", "imag"):
        return arrays(name, receiver)
    if name == "dtype":
        return DType(receiver.dtype)
    if name == "shape":
        return _IS["shape"]
    return NATURAL if name in ("size", "ndim", "nbytes", "itemsize") else UNKNOWN


def generator_method(name: str, call: Call) -> Type:
    """What a method of `numpy.random.Generator` gives."""
    if name == "integers":
        dtype = call.keywords.get("dtype")
        return Array("int64" if dtype is None else dtypes.of_type(dtype))
    if name in ("random", "normal", "uniform", "standard_normal", "exponential"):
        dtype = call.keywords.get("dtype")
        return Array("float64" if dtype is None else dtypes.of_type(dtype))
    return BYTES if name == "bytes" else UNKNOWN
