"""What is known at the point of a block that is read, beside what is known of the module."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Mapping

from .annotations import declared
from .environment import Environment, Watch, settled
from .joining import bounded, join
from .names import Names
from .scope import Scope
from .types import NEVER, UNKNOWN, Type


class State(ABC):
    """The variables of one block at a time.

    `scope` is the block's, `environment` its variables at the point that is read; `outer` are the blocks around it that
    run at the same time, `joined` all that the variables of other blocks were ever given.
    """

    def __init__(self, names: Names, signatures: Mapping[str, Type]) -> None:
        self.names = names
        self.signatures = signatures
        self.classes: dict[str, ast.ClassDef] = {}
        self.returns: dict[str, Type] = {}
        self.promised: dict[str, Type] = {}
        self.attributes: dict[str, Type] = {}
        self.joined: dict[Scope, Environment] = {}
        self.found: dict[ast.expr, Type] = {}
        self.scope = names.module
        self.environment: Environment = {}
        self.outer: list[tuple[Scope, Environment]] = []
        self.watches: list[Watch] = []
        self.yielded: Type = NEVER
        self.awaited: set[str] = set()
        self.depth = 0
        self.comprehensions: dict[Scope, Environment] = {}
        self.walruses: set[str] = set()

    def declared(self, annotation: ast.expr, scope: Scope) -> Type:
        """What an annotation of `scope` declares."""
        return declared(annotation, lambda expression: self.names.qualified(expression, scope), self.classes)

    def give(self, name: str, type_: Type, *, promised: bool = False) -> None:
        """Give a variable of the block a value; of a declared one, nobody changes what is in it."""
        if name in self.scope.globals or name in self.scope.nonlocals:
            return
        if name in self.scope.rebound:
            type_ = UNKNOWN
        elif not promised:
            type_ = settled(bounded(type_), name in self.scope.escaping)
        self.environment[name] = type_
        all_ = self.joined.setdefault(self.scope, {})
        all_[name] = join(all_.get(name, NEVER), type_)
        for watch in self.watches:
            watch.note(name, type_)

    def variable(self, name: ast.expr) -> str | None:
        """The name of a variable of this block; None: the expression is none, or others may change it at any time."""
        if not isinstance(name, ast.Name) or self.names.scope_of(name).holder(name.id) is not self.scope:
            return None
        # A condition that gives a variable a value may have read it before.
        return None if name.id in self.scope.rebound or name.id in self.walruses else name.id

    @abstractmethod
    def of(self, node: ast.expr) -> Type:
        """The type of an expression."""
