"""Reads `grammars/wgsl_builtins.txt`: an index of names at once, the overload sets of a function when it is asked for.

A pattern is a tuple of which the first item says how the rest matches a type; `overloads` matches and builds with them.
"""

from __future__ import annotations

import os

from . import types
from .predeclared import TEXTURE_GENERATORS, TYPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    # ("exact", Type) | ("variable", name) | ("name", name) | ("number", number) | ("vector", size, Pattern)
    # | ("matrix", columns, rows, Pattern) | ("array", Pattern, count) | ("binding_array" or "atomic", Pattern)
    # | ("pointer", space, Pattern, access) | ("texture", kind, dimension, Pattern, access)
    # | ("opaque", generator, items) | ("result", name, Pattern)
    # A size, space or access is a value or the name of a variable.
    Pattern: TypeAlias = tuple[Any, ...]

_PATH = os.path.join(
    os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "grammars", "wgsl_builtins.txt"
)
_SCALARS = {"AbstractInt": types.ABSTRACT_INT, "AbstractFloat": types.ABSTRACT_FLOAT}


class Signature:
    """An overload set as read: patterns of template arguments, parameters and result, what its variables range over,
    and its flags."""

    __slots__ = ("classes", "const_parameters", "flags", "names", "parameters", "result", "template", "text")

    def __init__(
        self,
        text: str,
        template: tuple[Pattern, ...],
        parameters: tuple[Pattern, ...],
        const_parameters: tuple[int, ...],
        result: Pattern | None,
        classes: dict[str, tuple[types.Scalar, ...]],
        names: dict[str, tuple[str, ...]],
        flags: tuple[str, ...],
    ) -> None:
        self.text = text
        self.template = template
        self.parameters = parameters
        self.const_parameters = const_parameters
        self.result = result
        self.classes = classes
        self.names = names
        self.flags = flags


def expand(text: str) -> list[str]:
    """`text` once for each alternative of its brace groups; equal groups choose alike."""
    opened = text.find("{")
    if opened < 0:
        return [text]
    group = text[opened : text.index("}") + 1]
    return [each for choice in group[1:-1].split("|") for each in expand(text.replace(group, choice))]


class Table:
    """The table. `functions` maps each name to its flags and its unparsed overload sets."""

    def __init__(self, text: str) -> None:
        self.functions: dict[str, tuple[tuple[str, ...], list[str]]] = {}
        self.classes: dict[str, tuple[types.Scalar, ...]] = {}
        body: list[str] = []
        for line in text.split("\n"):
            if line[:1] == " ":
                body.append(line.strip())
            elif line[:6] == "class ":
                _, name, _, *members = line.split()
                self.classes[name] = tuple(map(_scalar, members))
            elif line and line[0] != "#":
                names, *flags = line.split()
                body = []
                for name in expand(names):
                    self.functions[name] = (tuple(flags), body)
        self._parsed: dict[str, tuple[Signature, ...]] = {}

    def signatures(self, name: str) -> tuple[Signature, ...]:
        """The overload sets of `name`, brace groups, stars and optional parameters written out."""
        found = self._parsed.get(name)
        if found is None:
            flags, body = self.functions[name]
            made: list[Signature] = []
            for line in body:
                for alternative in expand(line):
                    made.extend(self._signatures(alternative, flags))
            found = self._parsed[name] = tuple(made)
        return found

    def _signatures(self, line: str, flags: tuple[str, ...]) -> list[Signature]:
        """The signatures of one overload set."""
        form, _, own_flags = line.partition(";")
        form, _, where = form.partition(" where ")
        classes: dict[str, tuple[types.Scalar, ...]] = {}
        names: dict[str, tuple[str, ...]] = {}
        for clause in where.split(","):
            variable, _, members = clause.strip().partition(": ")
            if members in self.classes:
                classes[variable] = self.classes[members]
            elif members:
                names[variable] = tuple(members.split())
        form = form.strip()
        starred = "*" in form
        made: list[Signature] = []
        for shape in ("scalar", "vector") if starred else ("",):
            template, parameters, result = _split(form)
            parsed = tuple(_pattern(each, shape) for each in template)
            output = _pattern(result, shape) if result else None
            for count in _arities(parameters):
                kept = [parameter.removesuffix("?") for parameter in parameters[:count]]
                const = tuple(at for at, parameter in enumerate(kept) if parameter.startswith("const "))
                patterns = tuple(_pattern(parameter.removeprefix("const "), shape) for parameter in kept)
                made.append(
                    Signature(form, parsed, patterns, const, output, classes, names, flags + tuple(own_flags.split()))
                )
        return made


def _scalar(name: str) -> types.Scalar:
    found = _SCALARS.get(name) or TYPES[name]
    assert isinstance(found, types.Scalar)
    return found


def _arities(parameters: list[str]) -> list[int]:
    """How many of `parameters` may be given: from the first optional one on, each count."""
    least = next((at for at, parameter in enumerate(parameters) if parameter.endswith("?")), len(parameters))
    return list(range(least, len(parameters) + 1))


def _split(form: str) -> tuple[list[str], list[str], str]:
    """Template arguments, parameters and result of `<…>(…) -> result`."""
    opened = form.index("(")
    closed = form.rindex(")")
    result = form[closed + 1 :].strip().removeprefix("->").strip()
    template = form[:opened].strip()
    return _items(template[1:-1]), _items(form[opened + 1 : closed]), result


def _items(text: str) -> list[str]:
    """`text` cut at the commas that no template list encloses."""
    items: list[str] = []
    depth = start = 0
    for at, char in enumerate(text):
        if char == "<":
            depth += 1
        elif char == ">":
            depth -= 1
        elif char == "," and depth == 0:
            items.append(text[start:at].strip())
            start = at + 1
    last = text[start:].strip()
    return [*items, last] if last else items


def _pattern(text: str, shape: str) -> Pattern:
    """The pattern that `text` writes; `shape` says what a starred type is: the scalar, or a vector of it."""
    for mark in "<>,*":
        text = text.replace(mark, f" {mark} ")
    tokens = text.split()
    pattern, at = _parse(tokens, 0, shape)
    if at != len(tokens):
        raise ValueError(f"unreadable type in the table of built-in functions: {text}")
    return pattern


def _parse(tokens: list[str], at: int, shape: str) -> tuple[Pattern, int]:
    name = tokens[at]
    at += 1
    items: list[Pattern] = []
    if at < len(tokens) and tokens[at] == "<":
        while tokens[at] != ">":
            item, at = _parse(tokens, at + 1, shape)
            items.append(item)
        at += 1
    pattern = _made(name, items)
    if at < len(tokens) and tokens[at] == "*":
        at += 1
        if shape == "vector":
            # No table entry writes a size as `n`, so it is the same for all that are starred and for nothing else.
            pattern = ("vector", "n", pattern)
    return pattern, at


def _made(name: str, items: list[Pattern]) -> Pattern:
    if not items:
        return _leaf(name)
    if name.startswith("vec") and len(name) == 4:
        return ("vector", _size(name[3]), items[0])
    if name.startswith("mat") and len(name) == 6:
        return ("matrix", _size(name[3]), _size(name[5]), items[0])
    if name == "ptr":
        return ("pointer", items[0][1], items[1], items[2][1])
    if name in TEXTURE_GENERATORS:
        access = items[1][1] if len(items) > 1 else ""
        return ("texture", *TEXTURE_GENERATORS[name], items[0], access)
    if name == "array":
        return ("array", items[0], items[1][1] if len(items) > 1 else None)
    if name in ("atomic", "binding_array"):
        return (name, items[0])
    if name.startswith("__"):
        return ("result", name, items[0])
    return ("opaque", name, tuple(items))


def _leaf(name: str) -> Pattern:
    if name in _SCALARS:
        return ("exact", _SCALARS[name])
    if len(name) == 1 and name.isupper():
        return ("variable", name)
    if name.isdigit():
        return ("number", int(name))
    if name in TYPES:
        return ("exact", TYPES[name])
    return ("name", name)


def _size(char: str) -> int | str:
    return int(char) if char.isdigit() else char


def read_table() -> Table:
    """The table from its file."""
    with open(_PATH, encoding="utf-8") as file:
        return Table(file.read())
