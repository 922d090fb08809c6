"""What a condition tells of variables: `isinstance`, `is None`, comparisons with integers."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from . import dtypes
from .environment import Environment
from .joining import join, join_all
from .results import WORDS
from .types import (
    BOOL,
    BYTES,
    FLOAT,
    INT,
    NEVER,
    NONE,
    UNKNOWN,
    Bool,
    Int,
    Reference,
    Scalar,
    Str,
    Tuple,
    Type,
    integer,
    interval,
    members,
)

if TYPE_CHECKING:
    from .evaluation import Evaluator

_CLASSES: dict[str, Type] = {f"builtins.{name}": WORDS[name] for name in ("bool", "float", "str", "bytes")}
_CLASSES["builtins.int"] = join(INT, BOOL)
_OPPOSITE = {
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_MIRRORED = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE}


def narrowed(test: ast.expr, truth: bool, known: Evaluator) -> Environment:
    """The variables of which more is known where `test`, which was read before, was found to be `truth`."""
    found: Environment = {}
    _narrow(test, truth, known, found)
    return found


def _narrow(test: ast.expr, truth: bool, known: Evaluator, found: Environment) -> None:
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, truth = test.operand, not truth
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) == truth:
        for part in test.values:
            if not isinstance(part, ast.BoolOp):
                _narrow(part, truth, known, found)
    elif isinstance(test, ast.Compare):
        _compared(test, truth, known, found)
    elif isinstance(test, ast.Call) and known.found.get(test.func) == Reference("builtins.isinstance"):
        _instance(test, truth, known, found)


def _compared(test: ast.Compare, truth: bool, known: Evaluator, found: Environment) -> None:
    """`a <= x < b`, of which all hold, or one comparison that does or does not."""
    operands = [test.left, *test.comparators]
    for left, operator, right in zip(operands, test.ops, operands[1:], strict=False):
        kind = operator.__class__
        if not truth and (len(test.ops) > 1 or kind not in _OPPOSITE):
            return
        kind = kind if truth else _OPPOSITE[kind]
        _bound(left, kind, known.found.get(right, UNKNOWN), known, found)
        _bound(right, _MIRRORED.get(kind, kind), known.found.get(left, UNKNOWN), known, found)


def _known(name: str | None, known: Evaluator, found: Environment) -> Type | None:
    """What is known of a variable, by the rest of the condition too; None: it is none, or has no value."""
    if name is None:
        return None
    return found[name] if name in found else known.environment.get(name)


def _bound(target: ast.expr, operator: type[ast.cmpop], other: Type, known: Evaluator, found: Environment) -> None:
    name = known.variable(target)
    before = _known(name, known, found)
    if name is None or before is None or before is UNKNOWN:
        return
    if operator in (ast.Is, ast.IsNot) and other == NONE:
        found[name] = join_all([member for member in members(before) if (member == NONE) == (operator is ast.Is)])
    elif (limits := interval(other)) is not None:
        found[name] = join_all([_limited(member, operator, *limits) for member in members(before)])


def _limited(type_: Type, operator: type[ast.cmpop], low: int | None, high: int | None) -> Type:
    """What is left of an integer that compares so with one from `low` to `high`."""
    if not isinstance(type_, Int):
        return type_
    least, most = type_.low, type_.high
    if operator in (ast.Lt, ast.LtE, ast.Eq) and high is not None:
        bound = high - (operator is ast.Lt)
        most = bound if most is None else min(most, bound)
    if operator in (ast.Gt, ast.GtE, ast.Eq) and low is not None:
        bound = low + (operator is ast.Gt)
        least = bound if least is None else max(least, bound)
    if operator is ast.NotEq and low is not None and low == high:
        least = low + 1 if least == low else least
        most = low - 1 if most == low else most
    return NEVER if least is not None and most is not None and least > most else integer(least, most)


def _instance(test: ast.Call, truth: bool, known: Evaluator, found: Environment) -> None:
    """`isinstance(x, C)`: a value of any type is of the class; of several types, those that may be of it or may not."""
    if len(test.args) != 2:
        return
    name = known.variable(test.args[0])
    asked = known.found.get(test.args[1], UNKNOWN)
    wanted = [_class(member) for member in (asked.items if isinstance(asked, Tuple) else (asked,))]
    before = _known(name, known, found)
    if name is None or before is None or UNKNOWN in wanted:
        return
    if before is not UNKNOWN:
        found[name] = join_all([member for member in members(before) if _may_be(member, wanted, truth)])
    elif truth:
        found[name] = join_all(wanted)


def _class(reference: Type) -> Type:
    if not isinstance(reference, Reference):
        return UNKNOWN
    if reference.name in _CLASSES:
        return _CLASSES[reference.name]
    dtype = dtypes.of_name(reference.name) if reference.name.startswith("numpy.") else ""
    return Scalar(dtype) if dtype else UNKNOWN


def _may_be(type_: Type, wanted: list[Type], truth: bool) -> bool:
    """Whether a value of a type may be of one of the classes wanted, or, where that is false, of none."""
    if not isinstance(type_, Int | Bool | Str) and type_ not in _PLAIN:
        return True
    return any(_is(type_, class_) for class_ in wanted) == truth


# Values of these are of no other class that is asked for; of other types a derived class may be.
_PLAIN = (FLOAT, BYTES, NONE)


def _is(type_: Type, class_: Type) -> bool:
    if class_ == _CLASSES["builtins.int"]:
        return isinstance(type_, Int | Bool)
    return type_ == class_ or (isinstance(type_, Str) and isinstance(class_, Str))
