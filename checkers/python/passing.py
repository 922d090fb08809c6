"""What calls pass to parameters: by position or name, behind stars, by default."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class Site(NamedTuple):
    """A call of a function of the file: its arguments, and how many parameters are bound before them."""

    arguments: list[ast.expr]
    keywords: list[ast.keyword]
    bound: int


def argument_of(arguments: list[ast.expr], keywords: list[ast.keyword], position: int, name: str) -> Iterator[ast.expr]:
    """An argument of a call by position (negative: by name only) or name, also where a star hides it."""
    for index, argument in enumerate(arguments[: position + 1] if position >= 0 else ()):
        if isinstance(argument, ast.Starred):
            yield item_of(argument.value, position - index)
            break
        if index == position:
            yield argument
    for keyword in keywords:
        if keyword.arg == name:
            yield keyword.value
        elif keyword.arg is None:
            yield item_of(keyword.value, name)


def item_of(container: ast.expr, key: int | str | None = None) -> ast.expr:
    """An expression that stands for an item of a container, or for any of them, in the container's place."""
    index = ast.copy_location(ast.Tuple([], ast.Load()) if key is None else ast.Constant(key), container)
    return ast.copy_location(ast.Subscript(container, index, ast.Load()), container)


def positional(function: Function) -> list[str]:
    """The names of the parameters that may be given by position."""
    return [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]


def default_of(function: Function, name: str) -> ast.expr | None:
    """The default of a parameter; None where it has none."""
    arguments = function.args
    defaults = dict(zip(reversed(positional(function)), reversed(arguments.defaults), strict=False))
    defaults |= {a.arg: d for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d is not None}
    return defaults.get(name)


def passed_at(site: Site, function: Function, name: str) -> list[ast.expr]:
    """What a call gives a parameter that is neither `*args` nor `**kwargs`."""
    names = positional(function)
    at = names.index(name) - site.bound if name in names else -1
    return list(argument_of(site.arguments, site.keywords, at, name))
