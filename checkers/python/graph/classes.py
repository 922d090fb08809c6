"""Attributes of the classes of a project: the classes they inherit from, and what a name is in them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from .values import Class, Function, Values

# Classes inherit from no more than so many others.
_MOST_BASES = 200
ENUMERATIONS = ("enum.Enum", "enum.IntEnum", "enum.StrEnum", "enum.Flag", "enum.IntFlag")
# Names that stand for no class which may call a method of those derived from it.
_PLAIN = frozenset(
    ("builtins.object", "abc.ABC", "enum.Enum", "enum.IntEnum", "enum.IntFlag", "enum.Flag", "typing.Generic")
    + ("typing.NamedTuple", "typing.Protocol", "typing.TypedDict", "builtins.Exception", "builtins.ValueError")
)


class Classes:
    """The classes of a project; `resolve` gives the values of an expression in a module, by names alone."""

    def __init__(self, resolve: Callable[[ast.expr, Class], Values]) -> None:
        self._resolve = resolve
        self._bases: dict[Class, tuple[list[Class], bool]] = {}
        self._order: dict[Class, list[Class]] = {}
        self._methods: dict[Class, dict[str, list[Function]]] = {}
        self._foreign: dict[Class, bool] = {}
        self._metaclasses: dict[Class, list[Class]] = {}
        self._inherits: dict[tuple[Class, tuple[str, ...]], bool] = {}

    def bases(self, cls: Class) -> tuple[list[Class], bool]:
        """The classes of the project that a class names as bases, and whether others are more than plain."""
        if cls not in self._bases:
            # A class that is its own base has none.
            self._bases[cls] = [], False
            found: list[Class] = []
            foreign = False
            for base in cls.node.bases:
                expression = base.value if isinstance(base, ast.Subscript) else base
                values = self._resolve(expression, cls)
                own = [value for value in values if isinstance(value, Class)]
                found += own
                foreign = foreign or (not own and not any(getattr(value, "name", "") in _PLAIN for value in values))
            self._bases[cls] = found, foreign
        return self._bases[cls]

    def order(self, cls: Class) -> list[Class]:
        """A class and those it inherits from, in the order of lookup: depth first, the last of equals."""
        if cls not in self._order:
            found: list[Class] = []
            pending = [cls]
            while pending and len(found) < _MOST_BASES:
                each = pending.pop()
                found.append(each)
                pending += reversed(self.bases(each)[0])
            last = {each: index for index, each in enumerate(found)}
            self._order[cls] = [each for index, each in enumerate(found) if last[each] == index]
        return self._order[cls]

    def is_foreign(self, cls: Class) -> bool:
        """Whether code outside of the project may call the methods of a class through a base of it."""
        if cls not in self._foreign:
            self._foreign[cls] = any(self.bases(each)[1] for each in self.order(cls))
        return self._foreign[cls]

    def metaclasses(self, cls: Class) -> list[Class]:
        """The metaclasses of a class that are of the project, those that it inherits among them."""
        if cls not in self._metaclasses:
            self._metaclasses[cls] = []
            named = [
                (key.value, each) for each in self.order(cls) for key in each.node.keywords if key.arg == "metaclass"
            ]
            found = dict.fromkeys(value for expression, each in named for value in self._resolve(expression, each))
            self._metaclasses[cls] = [value for value in found if isinstance(value, Class)]
        return self._metaclasses[cls]

    def inherits(self, cls: Class, names: tuple[str, ...]) -> bool:
        """Whether a class inherits from one of these names that are not the project's."""
        key = (cls, names)
        if key not in self._inherits:
            bases = [(base, each) for each in self.order(cls) for base in each.node.bases]
            found = {getattr(value, "name", "") for base, each in bases for value in self._resolve(base, each)}
            self._inherits[key] = not found.isdisjoint(names)
        return self._inherits[key]

    def methods(self, cls: Class) -> dict[str, list[Function]]:
        """The functions that a class body defines, by name; a property has its getter and setter."""
        if cls not in self._methods:
            found: dict[str, list[Function]] = {}
            scopes = cls.module.names.scopes
            scope = scopes[cls.node]
            prefix = f"{scope.qualname}."
            for name in scope.bindings:
                for node in cls.module.definitions.get(prefix + name, ()):
                    if not isinstance(node, ast.ClassDef) and scopes[node].parent is scope:
                        found.setdefault(name, []).append(Function(cls.module, node))
            self._methods[cls] = found
        return self._methods[cls]

    def find(self, classes: Iterable[Class], name: str) -> tuple[Class, list[Function]] | None:
        """The first of `classes` whose body defines functions of this name, and those functions."""
        for each in classes:
            if name in self.methods(each):
                return each, self.methods(each)[name]
        return None


def decorators(function: Function) -> set[str]:
    """The names of a function's decorators, without what is before the last dot."""
    if isinstance(function.node, ast.Lambda):
        return set()
    found: set[str] = set()
    for decorator in function.node.decorator_list:
        expression = decorator.func if isinstance(decorator, ast.Call) else decorator
        if isinstance(expression, ast.Name):
            found.add(expression.id)
        elif isinstance(expression, ast.Attribute):
            found.add(expression.attr)
    return found


def is_special(name: str, mark: str) -> bool:
    """Whether a name is of a method that others than the project's code call: between two marks."""
    return name.startswith(mark) and name.endswith(mark)


PROPERTIES = frozenset(("property", "cached_property", "setter", "getter", "deleter"))
