"""Fixes of Python sources: edits of single tokens, so that all of the author's layout stays."""

from __future__ import annotations

import ast
import re

from ...checkers.diagnostic import SAFE, UNSAFE, Edit, Fix
from ...checkers.python.types import is_integer, is_nonnegative, is_python_integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.python.facts import Facts

# What may stand between two expressions beside blanks: a comment, or one character of an operator or bracket.
_MARK = re.compile(r"#[^\n]*|\\\r?\n|\S")
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
    at = _operator(facts, left, right)
    if at is None or not all(map(is_integer, operands)):
        return None
    edit = Edit.of(facts.source, at, at + 1, "//")
    if all(map(is_python_integer, operands)) and all(map(is_nonnegative, operands)):
        around = _without_int(facts, node)
        if around:
            return Fix("divide integers with //", (*around, edit), SAFE)
    return Fix("divide integers with //, which rounds down", (edit,), UNSAFE)


def _marks(facts: Facts, start: int, end: int) -> Iterator[re.Match[str]]:
    """What is written between two places of the text, without blanks and comments."""
    for match in _MARK.finditer(facts.parsed.text, start, end):
        if match[0][0] not in "#\\":
            yield match


def _operator(facts: Facts, left: ast.expr, right: ast.expr) -> int | None:
    """Where the `/` between two expressions is; None where they do not stand in the text as they are."""
    start, end = facts.parsed.span(left)[1], facts.parsed.span(right)[0]
    written = [match for match in _marks(facts, start, end) if match[0] not in "()"]
    return written[0].start() if [match[0] for match in written] in (["/"], ["/", "="]) else None


def _without_int(facts: Facts, node: ast.AST) -> tuple[Edit, ...]:
    """The edits that take the call of `int` away from around a division; empty where there is none around it alone."""
    call = facts.parent(node)
    if not isinstance(call, ast.Call) or len(call.args) != 1 or call.keywords or call.args[0] is not node:
        return ()
    if facts.names.qualified(call.func) != "builtins.int":
        return ()
    (start, end), (inner, after), function = (
        facts.parsed.span(call),
        facts.parsed.span(node),
        facts.parsed.span(call.func),
    )
    before = "".join(match[0] for match in _marks(facts, function[1], inner))
    behind = "".join(match[0] for match in _marks(facts, after, end))
    if before.strip("(") or behind.strip(")") or len(before) != len(behind):
        return ()
    one_line = "\n" not in facts.parsed.text[start:end]
    if isinstance(facts.parent(call), _ROOMY) and len(before) == 1 and one_line and call is not _called(facts, call):
        return Edit.of(facts.source, start, inner, ""), Edit.of(facts.source, after, end, "")
    return (Edit.of(facts.source, start, function[1], ""),)


def _called(facts: Facts, node: ast.expr) -> ast.expr | None:
    """What the expression around calls, or takes an item of: an operand there needs brackets after all."""
    parent = facts.parent(node)
    return parent.func if isinstance(parent, ast.Call) else parent.value if isinstance(parent, ast.Subscript) else None


def integer_dtype(facts: Facts, call: ast.Call) -> Fix | None:
    """`dtype=np.int64` added to a call's arguments; None where the call may have one that cannot be seen."""
    arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
    unclear = any(isinstance(argument, ast.Starred | ast.GeneratorExp) for argument in call.args)
    if unclear or any(keyword.arg in (None, "dtype") for keyword in call.keywords) or not arguments:
        return None
    start, end = max(facts.parsed.span(argument)[1] for argument in arguments), facts.parsed.span(call)[1]
    marks = list(_marks(facts, start, end))
    if not marks or marks[-1][0] != ")" or any(match[0] not in "),]" for match in marks):
        return None
    last = marks[-2] if len(marks) > 1 else None
    at = last.end() if last is not None else start
    name = _integer(facts, call.func)
    text = f" dtype={name}," if last is not None and last[0] == "," else f", dtype={name}"
    return Fix("give an integer dtype", (Edit.of(facts.source, at, at, text),), UNSAFE)


def _integer(facts: Facts, function: ast.expr) -> str:
    """How the source would write NumPy's integers of 64 bits beside a function of NumPy's."""
    if isinstance(function, ast.Attribute) and facts.names.qualified(function.value) == "numpy":
        start, end = facts.parsed.span(function.value)
        return f"{facts.parsed.text[start:end]}.int64"
    return '"int64"'
