"""Pieces of Python sources rewritten through libcst's trees, which keep the layout of their author.

No other module imports libcst: it takes as long to load as a small run, so this one is loaded for the first fix.
"""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

_BLANK = cst.SimpleWhitespace("")


def floor_divided(text: str) -> str | None:
    """A division, `a / b`, as `a // b`; None of what libcst reads otherwise."""
    return _rewritten(text, _floor_divided)


def floor_assigned(text: str) -> str | None:
    """The statement `a /= b` as `a //= b`; None of what libcst reads otherwise."""
    try:
        line = cst.parse_statement(text)
    except cst.ParserSyntaxError:
        return None
    module = _module(text)
    statement = line.body[0] if isinstance(line, cst.SimpleStatementLine) else line
    if module.code_for_node(statement) != text or not isinstance(statement, cst.AugAssign):
        return None
    divide = statement.operator
    if not isinstance(divide, cst.DivideAssign):
        return None
    floor = cst.FloorDivideAssign(divide.whitespace_before, divide.whitespace_after)
    return module.code_for_node(statement.with_changes(operator=floor))


def without_conversion(text: str, *, bare: bool) -> str | None:
    """The call `int(a / b)` as `a // b`, in brackets unless it may stand `bare`, on one line; else None."""

    def change(call: cst.BaseExpression) -> cst.BaseExpression | None:
        if not isinstance(call, cst.Call) or len(call.args) != 1 or isinstance(call.args[0].comma, cst.Comma):
            return None
        division = _floor_divided(call.args[0].value)
        before, behind = call.whitespace_before_args, call.args[0].whitespace_after_arg
        if division is None or _breaks(call.whitespace_after_func):
            return None
        roomy = division.lpar or (bare and "\n" not in text and "\r" not in text)
        if roomy and not _breaks(before) and not _breaks(behind):
            return division
        return division.with_changes(
            lpar=[cst.LeftParen(before), *division.lpar], rpar=[*division.rpar, cst.RightParen(behind)]
        )

    return _rewritten(text, change)


def with_integer_dtype(text: str, *, qualified: bool) -> str | None:
    """A call with `dtype=` of 64 bits added, set as its arguments are; None of what libcst reads otherwise.

    `qualified`: the function is an attribute of NumPy, by which the dtype is written then.
    """

    def change(call: cst.BaseExpression) -> cst.BaseExpression | None:
        if not isinstance(call, cst.Call) or not call.args:
            return None
        dtype: cst.BaseExpression = cst.SimpleString('"int64"')
        if qualified:
            if not isinstance(call.func, cst.Attribute):
                return None
            dtype = cst.Attribute(call.func.value, cst.Name("int64"))
        return call.with_changes(args=_added(call, cst.Arg(dtype, cst.Name("dtype"), cst.AssignEqual(_BLANK, _BLANK))))

    return _rewritten(text, change)


def _rewritten(text: str, change: Callable[[cst.BaseExpression], cst.BaseExpression | None]) -> str | None:
    """The code of what `change` makes of an expression; None where libcst does not read it, or not to the letter."""
    # Inside brackets it may go over several lines.
    bracketed = f"({text})"
    try:
        tree = cst.parse_expression(bracketed)
    except cst.ParserSyntaxError:
        return None
    module = _module(text)
    if module.code_for_node(tree) != bracketed:
        return None
    changed = change(tree.with_changes(lpar=tree.lpar[1:], rpar=tree.rpar[:-1]))
    return None if changed is None else module.code_for_node(changed)


def _module(text: str) -> cst.Module:
    """A module whose lines end as those of a text."""
    return cst.Module([], default_newline=next((end for end in ("\r\n", "\n", "\r") if end in text), "\n"))


def _floor_divided(division: cst.BaseExpression) -> cst.BinaryOperation | None:
    if not isinstance(division, cst.BinaryOperation) or not isinstance(division.operator, cst.Divide):
        return None
    divide = division.operator
    return division.with_changes(operator=cst.FloorDivide(divide.whitespace_before, divide.whitespace_after))


def _added(call: cst.Call, argument: cst.Arg) -> list[cst.Arg]:
    """The arguments of a call and one more: after a line break where the others are, and a comma if there was one."""
    *others, last = call.args
    comma = last.comma if isinstance(last.comma, cst.Comma) else None
    between = _separator(call)
    behind = comma.whitespace_after if comma is not None else last.whitespace_after_arg
    if isinstance(between, cst.ParenthesizedWhitespace) and isinstance(behind, cst.ParenthesizedWhitespace):
        # A comment behind the last argument is about that one.
        between, behind = behind.with_changes(last_line=between.last_line), _without_comments(behind)
    last = last.with_changes(
        comma=(comma or cst.Comma()).with_changes(whitespace_after=between), whitespace_after_arg=_BLANK
    )
    if comma is not None:
        return [*others, last, argument.with_changes(comma=cst.Comma(whitespace_after=behind))]
    return [*others, last, argument.with_changes(whitespace_after_arg=behind)]


def _separator(call: cst.Call) -> cst.BaseParenthesizableWhitespace:
    """What stands between the arguments of a call."""
    *others, last = call.args
    if others and isinstance(others[-1].comma, cst.Comma):
        return _without_comments(others[-1].comma.whitespace_after)
    one_a_line = isinstance(last.comma, cst.Comma) and _breaks(last.comma.whitespace_after)
    if one_a_line and _breaks(call.whitespace_before_args):
        return _without_comments(call.whitespace_before_args)
    return cst.SimpleWhitespace(" ")


def _breaks(whitespace: cst.BaseParenthesizableWhitespace) -> bool:
    """Whether there is a line break in a whitespace, and so perhaps a comment."""
    return isinstance(whitespace, cst.ParenthesizedWhitespace)


def _without_comments(whitespace: cst.BaseParenthesizableWhitespace) -> cst.BaseParenthesizableWhitespace:
    if not isinstance(whitespace, cst.ParenthesizedWhitespace):
        return whitespace
    line = cst.TrailingWhitespace(_BLANK, newline=whitespace.first_line.newline)
    return whitespace.with_changes(first_line=line, empty_lines=[])
