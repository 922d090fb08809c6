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
    INT,
    NEVER,
    NONE,
    UNKNOWN,
    Bool,
    Collection,
    Int,
    Reference,
    Scalar,
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


def narrowed(test: ast.expr, truth: bool, known: Evaluator) -> Environment | None:
    """The variables where `test` was found to be `truth`; None: nothing new is known. `test` was read before."""
    found = dict(known.environment)
    return found if _narrow(test, truth, known, found) else None


def _narrow(test: ast.expr, truth: bool, known: Evaluator, found: Environment) -> bool:
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, truth = test.operand, not truth
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) == truth:
        parts = [value for value in test.values if not isinstance(value, ast.BoolOp)]
        return sum(_narrow(part, truth, known, found) for part in parts) > 0
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        return _compared(test, truth, known, found)
    if isinstance(test, ast.Compare) and truth:
        return _chained(test, known, found)
    if isinstance(test, ast.Call) and known.found.get(test.func) == Reference("builtins.isinstance"):
        return _instance(test, truth, known, found)
    return False


def _chained(test: ast.Compare, known: Evaluator, found: Environment) -> bool:
    """`a <= x < b`, of which all hold."""
    operands = [test.left, *test.comparators]
    parts = zip(operands, test.ops, operands[1:], strict=False)
    return sum(_bound(left, op.__class__, right, known, found) for left, op, right in parts) > 0


def _compared(test: ast.Compare, truth: bool, known: Evaluator, found: Environment) -> bool:
    operator = test.ops[0].__class__
    if not truth:
        operator = _OPPOSITE.get(operator, operator)
        if operator is test.ops[0].__class__:
            return False
    return _bound(test.left, operator, test.comparators[0], known, found)


def _bound(left: ast.expr, operator: type[ast.cmpop], right: ast.expr, known: Evaluator, found: Environment) -> bool:
    done = _bound_one(left, operator, known.found.get(right, UNKNOWN), known, found)
    mirrored = _MIRRORED.get(operator, operator)
    return _bound_one(right, mirrored, known.found.get(left, UNKNOWN), known, found) or done


def _bound_one(target: ast.expr, operator: type[ast.cmpop], other: Type, known: Evaluator, found: Environment) -> bool:
    name = known.variable(target)
    if name is None or name not in found:
        return False
    before = found[name]
    if operator in (ast.Is, ast.IsNot) and other == NONE:
        kept = [member for member in members(before) if (member == NONE) == (operator is ast.Is)]
        found[name] = before if before is UNKNOWN else join_all(kept)
    elif (limits := interval(other)) is not None:
        found[name] = join_all([_limited(member, operator, *limits) for member in members(before)])
    return found[name] != before


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


def _instance(test: ast.Call, truth: bool, known: Evaluator, found: Environment) -> bool:
    """`isinstance(x, C)`: a value of any type is of the class; of several types, those that are of it or are not."""
    if len(test.args) != 2:
        return False
    name = known.variable(test.args[0])
    asked = known.found.get(test.args[1], UNKNOWN)
    wanted = [_class(member) for member in (asked.items if isinstance(asked, Tuple) else (asked,))]
    if name is None or name not in found or UNKNOWN in wanted:
        return False
    before = found[name]
    if before is UNKNOWN:
        if truth:
            found[name] = join_all(wanted)
        return truth
    kept = [member for member in members(before) if member is UNKNOWN or _is_any(member, wanted) == truth]
    found[name] = join_all(kept)
    return found[name] != before


def _class(reference: Type) -> Type:
    if not isinstance(reference, Reference):
        return UNKNOWN
    if reference.name in _CLASSES:
        return _CLASSES[reference.name]
    dtype = dtypes.of_name(reference.name) if reference.name.startswith("numpy.") else ""
    return Scalar(dtype) if dtype else UNKNOWN


def _is_any(type_: Type, wanted: list[Type]) -> bool:
    return any(_is(type_, class_) for class_ in wanted)


def _is(type_: Type, class_: Type) -> bool:
    if class_ == _CLASSES["builtins.int"]:
        return isinstance(type_, Int | Bool)
    return type_ == class_ or (class_ == BOOL and type_ == BOOL) or type(type_) is type(class_) is not Collection
