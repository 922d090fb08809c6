"""Which strings a variable cannot be where it is used, by the comparisons with literals that lead there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .facts import Facts

_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_EQUAL = (ast.Eq, ast.Is, ast.In)
_DIFFERENT = (ast.NotEq, ast.IsNot, ast.NotIn)


class _Known(NamedTuple):
    """That a variable is one of some strings, or none of them."""

    texts: frozenset[str]
    among: bool


def possible(facts: Facts, name: ast.Name, text: str) -> bool:
    """Whether a variable may be `text` where it is used, as far as conditions tell that compare it with literals."""
    return all((text in known.texts) is known.among for known in _conditions(facts, name))


def _conditions(facts: Facts, name: ast.Name) -> Iterator[_Known]:
    node: ast.AST = name
    above = facts.parent(node)
    while above is not None and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        if isinstance(above, ast.If | ast.IfExp) and node is not above.test:
            body = above.body if isinstance(above.body, list) else [above.body]
            yield from _said(above.test, name.id, node in body)
        for field in ("body", "orelse"):
            block = getattr(above, field, None)
            if isinstance(block, list) and node in block:
                yield from _left(block[: block.index(node)], name.id)
        node, above = above, facts.parent(above)


def _left(before: list[ast.stmt], name: str) -> Iterator[_Known]:
    """What is known after statements, some of which leave where a condition holds."""
    for statement in before:
        if isinstance(statement, ast.If) and not statement.orelse and isinstance(statement.body[-1], _LEAVING):
            yield from _said(statement.test, name, False)


def _said(test: ast.expr, name: str, holds: bool) -> Iterator[_Known]:
    """What a condition says of a variable where it holds, or does not."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        yield from _said(test.operand, name, not holds)
    elif isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) is holds:
        for value in test.values:
            yield from _said(value, name, holds)
    elif isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and test.left.id == name:
        operator, operand = test.ops[0], test.comparators[0]
        texts = _texts(operand, isinstance(operator, ast.In | ast.NotIn)) if len(test.ops) == 1 else None
        if texts is not None and isinstance(operator, _EQUAL + _DIFFERENT):
            yield _Known(texts, isinstance(operator, _EQUAL) is holds)


def _texts(operand: ast.expr, container: bool) -> frozenset[str] | None:
    """The strings that a literal is, or holds; None of anything else."""
    items = operand.elts if container and isinstance(operand, ast.Tuple | ast.List | ast.Set) else [operand]
    values = [item.value for item in items if isinstance(item, ast.Constant)]
    texts = [value for value in values if isinstance(value, str)]
    if len(values) < len(items) or len(texts) < len(values):
        return None
    return frozenset("".join(texts)) if container and items == [operand] else frozenset(texts)
