"""The operations of the suite: those of `checkers/wgsl/semantics_table`, which is rule WGSL404's list, and their forms.

A signature is a letter for each operand and one for the result: T the type that the operation is listed on, U and B the
same number of components of u32 and of bool, C of the other integer type, S one component of T, u one u32, b one bool.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...wgsl.semantics_table import BINARY, BUILTINS, CONVERSIONS, UNARY

_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
_SHIFTS = ("<<", ">>")
_BUILTINS = {
    "abs": "T>T",
    "bitcast": "T>C",
    "clamp": "TTT>T",
    "countLeadingZeros": "T>T",
    "countOneBits": "T>T",
    "countTrailingZeros": "T>T",
    "dot": "TT>S",
    "extractBits": "Tuu>T",
    "firstLeadingBit": "T>T",
    "firstTrailingBit": "T>T",
    "insertBits": "TTuu>T",
    "max": "TT>T",
    "min": "TT>T",
    "reverseBits": "T>T",
    "select": "TTB>T",
    "sign": "T>T",
}
# Between the integer types, to bool and from it.
_CONVERSIONS = {"convert": "T>C", "to_bool": "T>B", "from_bool": "B>T"}


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation on one type. `name` is the operator or function; `-x` is the unary operator, `select_by_one` chooses
    whole vectors.

    `operands` and `result` are scalar types, or two-component vectors of them. `expression` is its WGSL, with `{0}`,
    `{1}` … for the operands.
    """

    name: str
    type: str
    operands: tuple[str, ...]
    result: str
    expression: str


def is_vector(type: str) -> bool:
    """Whether it is a vector of two components."""
    return type.startswith("vec2")


def scalar_of(type: str) -> str:
    """The type of a component."""
    return type.removeprefix("vec2<").removesuffix(">")


def _like(type: str, scalar: str) -> str:
    return f"vec2<{scalar}>" if is_vector(type) else scalar


def _operation(name: str, type: str, signature: str, expression: str) -> Operation:
    scalar = scalar_of(type)
    letters = {
        "T": type,
        "U": _like(type, "u32"),
        "B": _like(type, "bool"),
        "C": _like(type, "u32" if scalar == "i32" else "i32"),
        "S": scalar,
        "u": "u32",
        "b": "bool",
    }
    operands, result = signature.split(">")
    written = expression.replace("RESULT", letters[result])
    return Operation(name, type, tuple(letters[letter] for letter in operands), letters[result], written)


def _call(name: str, signature: str) -> str:
    arguments = ", ".join(f"{{{at}}}" for at in range(len(signature.split(">")[0])))
    return f"{name}({arguments})"


def _table() -> list[Operation]:
    made: list[Operation] = []
    for name, types in BINARY.items():
        signature = "TT>B" if name in _COMPARISONS else "TU>T" if name in _SHIFTS else "TT>T"
        made += [_operation(name, type, signature, f"{{0}} {name} {{1}}") for type in sorted(types)]
    for name, types in UNARY.items():
        named = "-x" if name == "-" else name
        made += [_operation(named, type, "T>T", f"{name}{{0}}") for type in sorted(types)]
    for name, types in BUILTINS.items():
        written = "bitcast<RESULT>" if name == "bitcast" else name
        signature = _BUILTINS[name]
        made += [_operation(name, type, signature, _call(written, signature)) for type in sorted(types)]
    made += [
        _operation("select_by_one", type, "TTb>T", _call("select", "TTb>T"))
        for type in sorted(BUILTINS["select"])
        if is_vector(type)
    ]
    for name, signature in _CONVERSIONS.items():
        made += [_operation(name, type, signature, _call("RESULT", signature)) for type in sorted(CONVERSIONS)]
    return made


OPERATIONS: tuple[Operation, ...] = tuple(_table())
NAMES: tuple[str, ...] = tuple(dict.fromkeys(operation.name for operation in OPERATIONS))
