"""Fixes of Python sources: the text of one expression or statement is rewritten, and the rest stays as it is."""

from __future__ import annotations

import ast
import os

from ...checkers.diagnostic import SAFE, UNSAFE, Edit, Fix
from ...checkers.python.types import is_integer, is_nonnegative, is_python_integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...checkers.python.facts import Facts

# Of longer or deeper pieces libcst's parser takes time that grows with the square, and stack.
_LONGEST = 1000
_DEEPEST = 20
# Nodes of whose operands none needs brackets.
_ROOMY = (
    ast.Assign,
    ast.AnnAssign,
    ast.AugAssign,
    ast.Return,
    ast.Call,
    ast.keyword,
    ast.Subscript,
    ast.Tuple,
    ast.List,
)


def floor_division(facts: Facts, node: ast.BinOp | ast.AugAssign) -> Fix | None:
    """`//` in the place of a `/` of integers; None where the operands are not proved to be integers.

    The fix is safe for `int(a / b)` of Python integers that are not negative, whose `int` goes as well.
    """
    left, right = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.target, node.value)
    operands = [facts.types.of(left), facts.types.of(right)]
    if not all(map(is_integer, operands)):
        return None
    if all(map(is_python_integer, operands)) and all(map(is_nonnegative, operands)):
        safe = _without_conversion(facts, node)
        if safe is not None:
            return Fix("divide integers with //", (safe,), SAFE)
    text = _piece(facts, node)
    if text is None:
        return None
    from ._rewriting import floor_assigned, floor_divided

    edit = _edit(facts, node, floor_assigned(text) if isinstance(node, ast.AugAssign) else floor_divided(text))
    return None if edit is None else Fix("divide integers with //, which rounds down", (edit,), UNSAFE)


def integer_dtype(facts: Facts, call: ast.Call) -> Fix | None:
    """`dtype=np.int64` added to a call's arguments; None where the call may have one that cannot be seen."""
    unclear = any(isinstance(argument, ast.Starred | ast.GeneratorExp) for argument in call.args)
    if unclear or any(keyword.arg in (None, "dtype") for keyword in call.keywords):
        return None
    function = call.func
    qualified = isinstance(function, ast.Attribute) and facts.names.qualified(function.value) == "numpy"
    text = _piece(facts, call)
    # Up to Python 3.11, no string inside an f-string may have its quotes.
    if text is None or not (qualified or not _is_formatted(facts, call)):
        return None
    from ._rewriting import with_integer_dtype

    edit = _edit(facts, call, with_integer_dtype(text, qualified=qualified))
    return None if edit is None else Fix("give an integer dtype", (edit,), UNSAFE)


def _without_conversion(facts: Facts, division: ast.BinOp | ast.AugAssign) -> Edit | None:
    """The edit that makes `a // b` of `int(a / b)`; None where there is no `int` around the division alone."""
    call = facts.parent(division)
    if not isinstance(call, ast.Call) or len(call.args) != 1 or call.keywords or call.args[0] is not division:
        return None
    text = _piece(facts, call)
    if text is None or facts.names.qualified(call.func) != "builtins.int":
        return None
    from ._rewriting import without_conversion

    bare = isinstance(facts.parent(call), _ROOMY) and call is not _called(facts, call)
    return _edit(facts, call, without_conversion(text, bare=bare))


def _called(facts: Facts, node: ast.expr) -> ast.expr | None:
    """What the expression around calls, or takes an item of: an operand there needs brackets after all."""
    parent = facts.parent(node)
    return parent.func if isinstance(parent, ast.Call) else parent.value if isinstance(parent, ast.Subscript) else None


def _is_formatted(facts: Facts, node: ast.AST) -> bool:
    """Whether a node stands in an f-string."""
    parent = facts.parent(node)
    while isinstance(parent, ast.expr | ast.keyword | ast.comprehension) and not isinstance(parent, ast.JoinedStr):
        parent = facts.parent(parent)
    return isinstance(parent, ast.JoinedStr)


def _piece(facts: Facts, node: ast.AST) -> str | None:
    """The text of a node; None where it is too large to be rewritten, or in a notebook, which is never fixed."""
    start, end = facts.parsed.span(node)
    if facts.source.sections or end - start > _LONGEST:
        return None
    level = [node]
    for _ in range(_DEEPEST):
        level = [child for parent in level for child in ast.iter_child_nodes(parent)]
    return None if level else facts.parsed.text[start:end]


def _edit(facts: Facts, node: ast.AST, new: str | None) -> Edit | None:
    """The edit that gives a node another text: what is only added is inserted."""
    if new is None:
        return None
    start, end = facts.parsed.span(node)
    old = facts.parsed.text[start:end]
    same = len(os.path.commonprefix((old, new)))
    if len(new) > len(old) and new.endswith(old[same:]):
        return Edit.of(facts.source, start + same, start + same, new[same : len(new) - len(old) + same])
    return Edit.of(facts.source, start, end, new)
