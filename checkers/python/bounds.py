"""Between which integers a value lies, element by element where it is an array, as far as its expression shows it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from .dtypes import of_name
from .types import interval

if TYPE_CHECKING:
    from .facts import Facts

Bounds = tuple[int, int]

# Values of values are followed so far.
_DEEPEST = 20
# Intermediate results of arrays stay within the narrowest integers, so that none of them wraps around.
_LEAST, _MOST = -128, 127
# Methods and functions that move values and change none.
_MOVING = frozenset(("astype", "reshape", "ravel", "flatten", "copy", "view", "transpose", "item", "squeeze"))
_MAKING = frozenset(("array", "asarray", "ascontiguousarray", "asanyarray", "broadcast_to", "expand_dims", "repeat"))
_LEAVING = frozenset(("T", "flat"))


def bounds(facts: Facts, expression: ast.expr, depth: int = 0) -> Bounds | None:
    """The least and the greatest value of an expression; None where they are not known."""
    known = _known(facts)
    if expression not in known:
        # A variable that is made of itself is not known.
        known[expression] = None
        known[expression] = _found(facts, expression, depth)
    return known[expression]


@lru_cache(maxsize=1)
def _known(facts: Facts) -> dict[ast.expr, Bounds | None]:
    """What has been found for the expressions of a source."""
    return {}


def _found(facts: Facts, expression: ast.expr, depth: int) -> Bounds | None:
    low, high = interval(facts.types.of(expression)) or (None, None)
    if low is not None and high is not None:
        return low, high
    of_kind = _KINDS.get(type(expression))
    return None if of_kind is None or depth > _DEEPEST else of_kind(facts, expression, depth + 1)


def _of_name(facts: Facts, name: ast.expr, depth: int) -> Bounds | None:
    """A variable that is assigned once, and that nobody else may change."""
    assert isinstance(name, ast.Name)
    holder = facts.names.scope_of(name).holder(name.id)
    given = holder.bindings.get(name.id, []) if holder is not None else []
    if len(given) != 1 or not isinstance(given[0], ast.expr):
        return None
    return bounds(facts, given[0], depth)


def _of_operation(facts: Facts, node: ast.expr, depth: int) -> Bounds | None:
    assert isinstance(node, ast.BinOp)
    left, right = bounds(facts, node.left, depth), bounds(facts, node.right, depth)
    if isinstance(node.op, ast.BitAnd):
        return _masked(left, right)
    if isinstance(node.op, ast.Mod):
        return (0, right[1] - 1) if right is not None and right[0] > 0 else None
    if left is None or right is None:
        return None
    operation = _OPERATIONS.get(type(node.op))
    if operation is None or (isinstance(node.op, ast.FloorDiv) and right[0] <= 0 <= right[1]):
        return None
    return _within([operation(a, b) for a in left for b in right])


def _masked(left: Bounds | None, right: Bounds | None) -> Bounds | None:
    """A value is not above a mask that is not negative."""
    masks = [mask[1] for mask in (left, right) if mask is not None and mask[0] >= 0]
    return (0, min(masks)) if masks else None


def _within(values: list[int]) -> Bounds | None:
    low, high = min(values), max(values)
    return (low, high) if low >= _LEAST and high <= _MOST else None


def _of_display(facts: Facts, node: ast.expr, depth: int) -> Bounds | None:
    assert isinstance(node, ast.List | ast.Tuple)
    found = [bounds(facts, item, depth) for item in node.elts]
    return _joined(found)


def _joined(found: list[Bounds | None]) -> Bounds | None:
    known = [each for each in found if each is not None]
    if not known or len(known) < len(found):
        return None
    return min(low for low, _ in known), max(high for _, high in known)


def _of_branches(facts: Facts, node: ast.expr, depth: int) -> Bounds | None:
    assert isinstance(node, ast.IfExp)
    return _joined([bounds(facts, node.body, depth), bounds(facts, node.orelse, depth)])


def _of_part(facts: Facts, node: ast.expr, depth: int) -> Bounds | None:
    """An element or a view of an array lies where the array does."""
    assert isinstance(node, ast.Subscript | ast.Attribute)
    if isinstance(node, ast.Attribute) and node.attr not in _LEAVING:
        return None
    return bounds(facts, node.value, depth)


def _of_call(facts: Facts, node: ast.expr, depth: int) -> Bounds | None:
    assert isinstance(node, ast.Call)
    name = facts.names.qualified(node.func) or ""
    last = name.removeprefix("numpy.")
    if name in ("numpy.arange", "builtins.range"):
        return _of_range(facts, node, depth)
    if name in ("numpy.bitwise_and", "numpy.clip", "numpy.remainder", "numpy.mod") and len(node.args) > 1:
        return _of_function(facts, last, node.args, depth)
    makes = name.startswith("numpy.") and last in _MAKING
    if node.args and (makes or of_name(name) or name == "builtins.int"):
        return bounds(facts, node.args[0], depth)
    if isinstance(node.func, ast.Attribute) and node.func.attr in _MOVING and not name.startswith("numpy."):
        return bounds(facts, node.func.value, depth)
    return None


def _of_function(facts: Facts, function: str, arguments: list[ast.expr], depth: int) -> Bounds | None:
    given = [bounds(facts, argument, depth) for argument in arguments]
    if function == "bitwise_and":
        return _masked(given[0], given[1])
    if function == "clip":
        return (given[1][0], given[2][1]) if len(given) > 2 and given[1] and given[2] else None
    return (0, given[1][1] - 1) if given[1] is not None and given[1][0] > 0 else None


def _of_range(facts: Facts, call: ast.Call, depth: int) -> Bounds | None:
    """The numbers that a range with known ends runs over."""
    given = [bounds(facts, argument, depth) for argument in call.args[:3]]
    known = [each for each in given if each is not None]
    if not known or len(known) < len(given):
        return None
    first, last = (0, known[0][1]) if len(known) == 1 else (known[0][0], known[1][1])
    step = known[2][0] if len(known) > 2 else 1
    if step < 0:
        first, last = known[1][0] + 1, known[0][1] + 1
    return (first, last - 1) if last > first else None


_KINDS: dict[type[ast.expr], Callable[[Facts, ast.expr, int], Bounds | None]] = {
    ast.Name: _of_name,
    ast.BinOp: _of_operation,
    ast.List: _of_display,
    ast.Tuple: _of_display,
    ast.IfExp: _of_branches,
    ast.Subscript: _of_part,
    ast.Attribute: _of_part,
    ast.Call: _of_call,
}
_OPERATIONS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: lambda a, b: a // b,
}
