"""Whether the order in which items come has a bearing on what is made of them."""

from __future__ import annotations

import ast
from functools import lru_cache

from ._dtypes import stars
from ._references import call_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...checkers.python.facts import Facts
    from ...checkers.python.scopes import Scope

# Functions that give the same in whatever order they meet the items.
ORDERLESS = frozenset(
    f"builtins.{name}" for name in ("all", "any", "frozenset", "len", "max", "min", "set", "sorted", "sum", "bool")
) | {"collections.Counter", "math.gcd", "math.lcm", "math.prod", "numpy.sort"}
# Functions that pass items on in their order.
ORDERED = frozenset(
    f"builtins.{name}" for name in ("list", "tuple", "iter", "enumerate", "zip", "map", "filter", "bytes", "bytearray")
) | {"itertools.chain", "itertools.chain.from_iterable", "itertools.islice", "functools.reduce", "numpy.fromiter"}
# What may stand between a listing and the call that sorts it.
_PASSING = (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.comprehension, ast.Starred, ast.List, ast.Tuple)
_PASSING += (ast.BinOp, ast.BoolOp, ast.IfExp)


def order_does_not_matter(facts: Facts, node: ast.expr, *, followed: bool = False) -> bool:
    """Whether the items of an expression go where their order has no bearing on the result.

    A variable that they are assigned to is `followed` no further than once.
    """
    child: ast.AST = node
    parent = facts.parent(node)
    while parent is not None:
        if isinstance(parent, ast.Call) and child is not parent.func:
            name = facts.names.qualified(parent.func)
            if name in ORDERLESS:
                return True
            if name not in ORDERED or stars(parent):
                return False
        elif isinstance(parent, ast.SetComp | ast.Set):
            return True
        elif isinstance(parent, ast.Compare):
            return child is not parent.left and isinstance(parent.ops[-1], ast.In | ast.NotIn)
        elif isinstance(parent, ast.If | ast.While | ast.IfExp) and parent.test is child:
            return True
        elif isinstance(parent, ast.UnaryOp):
            return isinstance(parent.op, ast.Not)
        elif isinstance(parent, ast.Assign):
            return not followed and _is_sorted_later(facts, parent)
        elif not isinstance(parent, _PASSING):
            return isinstance(parent, ast.Expr)
        child, parent = parent, facts.parent(parent)
    return False


def _is_sorted_later(facts: Facts, assigned: ast.Assign) -> bool:
    """Whether the variable that holds a list is sorted, or is only used where order has no bearing."""
    target = assigned.targets[0]
    if len(assigned.targets) != 1 or not isinstance(target, ast.Name):
        return False
    return (facts.names.scope_of(target).holder(target.id), target.id) in _orderless(facts)


@lru_cache(maxsize=1)
def _orderless(facts: Facts) -> set[tuple[Scope | None, str]]:
    """The variables that are sorted somewhere, and those that are only read where order has no bearing."""
    orderless: set[tuple[Scope | None, str]] = set()
    ordered: set[tuple[Scope | None, str]] = set()
    sorted_: set[tuple[Scope | None, str]] = set()
    for name in facts.nodes(ast.Name):
        if not isinstance(name.ctx, ast.Load):
            continue
        variable = facts.names.scope_of(name).holder(name.id), name.id
        parent = facts.parent(name)
        if isinstance(parent, ast.Attribute) and parent.attr == "sort" and call_of(facts, parent) is not None:
            sorted_.add(variable)
        elif variable not in ordered:
            (orderless if order_does_not_matter(facts, name, followed=True) else ordered).add(variable)
    return (orderless - ordered) | sorted_
