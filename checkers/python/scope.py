"""A block of names, and where a name used in it is bound (The Python Language Reference, *Naming and binding*)."""

from __future__ import annotations

import ast
import builtins

# A binding: what it stands for by name, the expression it was given, or None when nobody can tell.
Binding = str | ast.expr | None
# A module's own `__name__` and the like are in there as well, as those of `builtins`.
BUILTINS = frozenset(name for name in dir(builtins) if name[:2] != "__" or name == "__import__")


class Scope:
    """A block of names: `kind` is `module`, `class`, `function` or `comprehension`.

    `bindings` are all that the block binds; `stars` the modules it imports `*` from; `escaping` the names whose value
    may be changed by somebody else, here or in a block inside; `rebound` those that a block inside, or a comprehension,
    gives other values.
    """

    __slots__ = (
        "bindings",
        "escaping",
        "globals",
        "kind",
        "node",
        "nonlocals",
        "parent",
        "qualname",
        "rebound",
        "stars",
    )

    def __init__(self, kind: str, node: ast.AST, parent: Scope | None, qualname: str) -> None:
        self.kind = kind
        self.node = node
        self.parent = parent
        self.qualname = qualname
        self.bindings: dict[str, list[Binding]] = {}
        self.globals: set[str] = set()
        self.nonlocals: set[str] = set()
        self.stars: list[str] = []
        self.escaping: set[str] = set()
        self.rebound: set[str] = set()

    def inner(self, name: str) -> str:
        """The qualified name of what this block defines as `name`."""
        return f"{self.qualname}.<locals>.{name}" if self.kind == "function" else f"{self.qualname}.{name}"

    @property
    def module(self) -> Scope:
        """The module's own scope."""
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope

    def holder(self, name: str) -> Scope | None:
        """The scope whose `name` is meant by the name used here; None: a builtin, a star import's, or nobody's."""
        if name in self.globals:
            module = self.module
            return module if name in module.bindings else None
        first = name not in self.nonlocals
        scope = self if first else self.parent
        while scope is not None:
            if name in scope.globals and not first:
                return scope.holder(name)
            if name in scope.bindings and name not in scope.nonlocals and (first or scope.kind != "class"):
                return scope
            # A comprehension in a class body sees the class's names in its first iterable alone, which is not in it.
            first = False
            scope = scope.parent
        return None
