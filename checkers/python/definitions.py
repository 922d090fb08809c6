"""What the names, attributes and parameters of a file are ever given, in whatever order it runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from .facts import WHOLE
from .passing import Function, Site, default_of, item_of, passed_at
from .types import Instance, Reference, members

if TYPE_CHECKING:
    from .facts import Facts
    from .scope import Scope


@dataclass(frozen=True, slots=True)
class At:
    """A step to the item of a container at an index or key."""

    key: object


@dataclass(frozen=True, slots=True)
class Attribute:
    """A step to an attribute of a value."""

    name: str


# Steps to any item of a container: of a dictionary, those that iterating gives are its keys, the others its values.
ITEM = "item"
VALUE = "value"
Step = At | Attribute | str
# A part of a value: what the steps lead to, one after another.
Part = tuple[ast.expr, tuple[Step, ...]]


_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)
_COLLECTED = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr, ast.For, ast.AsyncFor, ast.Call)
_COLLECTED += _COMPREHENSIONS
_PUTTING = frozenset(("add", "append", "appendleft", "insert", "setdefault"))
_MERGING = frozenset(("extend", "update"))
_PROPERTIES = frozenset(("builtins.property", "functools.cached_property"))
_OF_CLASSES = frozenset(("builtins.classmethod",))
_PLAIN = frozenset(("builtins.staticmethod",))
_LONGEST_LINE = 50
# Parts of a file's values that are looked at, all searches together.
_MOST_WORK = 300_000


class Definitions:
    """What a file gives its names and attributes, and where it calls its functions.

    `given` and `put` are by the scope and name of a variable: what it is assigned, and what is put into it. `left`
    is how many parts of values may still be looked at.
    """

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self.left = _MOST_WORK
        self.given: dict[tuple[Scope | None, str], list[Part]] = {}
        self.put: dict[tuple[Scope | None, str], list[tuple[Step, ast.expr]]] = {}
        self.put_in_attributes: dict[str, list[tuple[ast.expr, Step, ast.expr]]] = {}
        self.attributes: dict[str, list[tuple[ast.expr, Part]]] = {}
        self.parameters: dict[tuple[Scope | None, str], Function] = {}
        self.functions: dict[str, ast.FunctionDef | ast.AsyncFunctionDef] = {}
        self.classes: dict[str, ast.ClassDef] = {}
        self._bases: dict[str, list[str]] = {}
        self._derived: dict[str, list[str]] = {}
        self._families: dict[str, tuple[str, ...]] = {}
        self._sites: dict[ast.AST, list[Site]] | None = None
        for node, scope in facts.names.scopes.items():
            if isinstance(node, ast.ClassDef):
                self.classes[scope.qualname] = node
            elif isinstance(node, Function):
                self._declare(node, scope)
        for node in facts.nodes(*_COLLECTED) if WHOLE in facts.path else ast.walk(facts.parsed.tree):
            self._collect(node)

    def _declare(self, node: Function, scope: Scope) -> None:
        if not isinstance(node, ast.Lambda):
            self.functions[scope.qualname] = node
        arguments = node.args
        rest = [argument for argument in (arguments.vararg, arguments.kwarg) if argument is not None]
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *rest):
            self.parameters[scope, argument.arg] = node

    def _collect(self, node: ast.AST) -> None:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._bind(target, node.value, ())
        elif isinstance(node, ast.AnnAssign | ast.AugAssign | ast.NamedExpr):
            if node.value is not None:
                self._bind(node.target, node.value, ())
        elif isinstance(node, ast.For | ast.AsyncFor):
            self._bind(node.target, node.iter, (ITEM,))
        elif isinstance(node, _COMPREHENSIONS):
            for generator in node.generators:
                self._bind(generator.target, generator.iter, (ITEM,))
        elif isinstance(node, ast.Call):
            self._put(node.func, node.args)

    def _put(self, function: ast.expr, arguments: list[ast.expr]) -> None:
        if not isinstance(function, ast.Attribute) or not arguments:
            return
        if function.attr in _PUTTING:
            self._put_in(function.value, VALUE, arguments[-1])
        elif function.attr in _MERGING and isinstance(function.value, ast.Name | ast.Attribute):
            self._bind(function.value, arguments[0], ())

    def _put_in(self, container: ast.expr, step: Step, value: ast.expr) -> None:
        if isinstance(container, ast.Name):
            self.put.setdefault(self.key(container), []).append((step, value))
        elif isinstance(container, ast.Attribute):
            self.put_in_attributes.setdefault(container.attr, []).append((container.value, step, value))

    def _bind(self, target: ast.expr, value: ast.expr, steps: tuple[Step, ...]) -> None:
        if isinstance(target, ast.Name):
            self.given.setdefault(self.key(target), []).append((value, steps))
        elif isinstance(target, ast.Attribute):
            self.attributes.setdefault(target.attr, []).append((target.value, (value, steps)))
        elif isinstance(target, ast.Subscript) and not steps:
            self._put_in(target.value, step_to(target.slice), value)
        elif isinstance(target, ast.Tuple | ast.List):
            starred = any(isinstance(item, ast.Starred) for item in target.elts)
            for index, item in enumerate(target.elts):
                self._bind(item, value, (*steps, VALUE if starred else At(index)))

    def key(self, name: ast.Name) -> tuple[Scope | None, str]:
        """The scope that holds a name, and the name."""
        return self._facts.names.scope_of(name).holder(name.id), name.id

    def is_given_once(self, name: ast.Name) -> bool:
        """Whether there is one place alone where a variable gets its value."""
        key = self.key(name)
        return len(self.given.get(key, ())) + (key in self.parameters) == 1

    def classes_of(self, value: ast.expr) -> tuple[str, ...]:
        """The classes of the file that a value is or is an instance of, those derived from them, and their bases."""
        found = [name for name in self._facts.names.candidates(value) if name in self.classes]
        for member in members(self._facts.types.of(value)):
            if isinstance(member, Instance | Reference) and member.name in self.classes:
                found.append(member.name)
        if isinstance(value, ast.Call) and self._facts.names.qualified(value.func) == "builtins.super":
            found += self._around(value)
        return tuple(dict.fromkeys(name for each in found for name in self._family(each)))

    def _around(self, node: ast.AST) -> Iterator[str]:
        """The class that a node stands in."""
        above = self._facts.parent(node)
        while above is not None:
            if isinstance(above, ast.ClassDef):
                yield self._facts.names.scopes[above].qualname
                return
            above = self._facts.parent(above)

    def _family(self, name: str) -> tuple[str, ...]:
        """A class, its bases, and the classes derived from it, in the file."""
        if name not in self._families:
            if not self._bases:
                self._bases = {each: self.bases(node) for each, node in self.classes.items()}
                for each, above in self._bases.items():
                    for base in above:
                        self._derived.setdefault(base, []).append(each)
            line = {**_reached(name, self._bases), **_reached(name, self._derived)}
            self._families[name] = tuple(each for each in line if each in self.classes)
        return self._families[name]

    def bases(self, node: ast.ClassDef) -> list[str]:
        """The names of the bases of a class."""
        return [name for base in node.bases for name in self._facts.names.candidates(base)]

    def of_attribute(self, classes: tuple[str, ...], name: str) -> list[Part]:
        """What an attribute of these classes is ever given."""
        found: list[Part] = []
        for each in self._holding(classes, name):
            found += self.given.get((self._facts.names.scopes[self.classes[each]], name), [])
            function = self.functions.get(f"{each}.{name}")
            if function is not None and self._decorated(function, _PROPERTIES):
                found += [(value, ()) for value in returned(function)]
        for receiver, part in self.attributes.get(name, ()):
            if not set(classes).isdisjoint(self.classes_of(receiver)):
                found.append(part)
        return found

    def put_in(self, classes: tuple[str, ...], name: str, step: Step) -> list[ast.expr]:
        """What is put into an attribute of these classes where a step leads."""
        return [
            value
            for receiver, at, value in self.put_in_attributes.get(name, ())
            if meets(at, step) and not set(classes).isdisjoint(self.classes_of(receiver))
        ]

    def _holding(self, classes: tuple[str, ...], name: str) -> list[str]:
        """Those of classes in which an attribute is looked up: not the bases of one that has it itself."""
        scopes = self._facts.names.scopes
        having = [each for each in classes if name in scopes[self.classes[each]].bindings]
        hidden = {base for each in having for base in _reached(each, self._bases) if base != each}
        return having if len(having) < 2 else [each for each in having if each not in hidden or each == classes[0]]

    def _decorated(self, function: ast.FunctionDef | ast.AsyncFunctionDef, names: frozenset[str]) -> bool:
        return any(self._facts.names.qualified(each) in names for each in function.decorator_list)

    def called(self, function: ast.expr) -> list[tuple[Function, int]]:
        """The functions of the file that a call of `function` may run, each with its number of bound parameters."""
        found: list[tuple[Function, int]] = []
        for name in self._facts.names.candidates(function):
            if name in self.functions:
                found.append((self.functions[name], int(self._decorated(self.functions[name], _OF_CLASSES))))
            elif name in self.classes:
                makers = [f"{each}.__init__" for each in self._family(name)]
                found += [(self.functions[maker], 1) for maker in makers if maker in self.functions]
        if not found and isinstance(function, ast.Attribute):
            for each in self.classes_of(function.value):
                method = self.functions.get(f"{each}.{function.attr}")
                if method is not None:
                    found.append((method, 0 if self._decorated(method, _PLAIN) else 1))
        if isinstance(function, ast.Name):
            lambdas = [value for value, _ in self.given.get(self.key(function), ()) if isinstance(value, ast.Lambda)]
            found += [(each, 0) for each in lambdas]
        return found

    def passed(self, function: Function, name: str) -> Iterator[ast.expr]:
        """What each call on the decode path gives a parameter, or leaves it at."""
        default = default_of(function, name)
        for site in self.sites(function):
            yield from passed_at(site, function, name) or ([default] if default is not None else [])

    def sites(self, function: Function) -> list[Site]:
        """The calls of a function on the decode path."""
        if self._sites is None:
            self._sites = {}
            for call in self._facts.nodes(ast.Call):
                made, arguments = call.func, call.args
                if arguments and self._facts.names.qualified(made) == "functools.partial":
                    made, arguments = arguments[0], arguments[1:]
                elif len(arguments) > 1 and self._facts.names.qualified(made) == "builtins.map":
                    made, arguments = arguments[0], [item_of(argument) for argument in arguments[1:]]
                for each, bound in self.called(made):
                    self._sites.setdefault(each, []).append(Site(arguments, call.keywords, bound))
        return self._sites.get(function, [])


def step_to(index: ast.expr) -> Step:
    """The step to an item by what is written between the brackets."""
    negative = isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.USub)
    number = index.operand if negative and isinstance(index, ast.UnaryOp) else index
    if not isinstance(number, ast.Constant):
        return VALUE
    return At(-number.value if negative and isinstance(number.value, int) else number.value)


def meets(at: Step, step: Step) -> bool:
    """Whether what is put at one step may be what another leads to."""
    return at == step or VALUE in (at, step)


def returned(function: Function) -> Iterator[ast.expr]:
    """What a function returns."""
    if isinstance(function, ast.Lambda):
        yield function.body
        return
    pending: list[ast.AST] = list(function.body)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Return) and node.value is not None:
            yield node.value
        elif not isinstance(node, Function | ast.ClassDef | ast.expr):
            pending += ast.iter_child_nodes(node)


def _reached(name: str, above: dict[str, list[str]]) -> dict[str, None]:
    found: dict[str, None] = {}
    pending = [name]
    while pending and len(found) < _LONGEST_LINE:
        each = pending.pop()
        if each not in found:
            pending += above.get(each, ())
            found[each] = None
    return found


@lru_cache(maxsize=1)
def definitions(facts: Facts) -> Definitions:
    """The definitions of a source."""
    return Definitions(facts)
