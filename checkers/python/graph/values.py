"""What an expression may stand for in the call graph: functions, classes, instances and modules of the project.

Values are sets of these. The empty set is a value that nobody knows; `OPAQUE` one that is none of the project's.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..modules import Module

# What makes something of a text that may be computed.
GETATTR = "builtins.getattr"
COMPUTED = frozenset(
    ("builtins.eval", "builtins.exec", "builtins.__import__", "importlib.import_module")
    + ("runpy.run_module", "runpy.run_path")
)
# What makes a call of a method by its name, or reads an attribute.
NAMING = frozenset(("operator.methodcaller", "operator.attrgetter"))
GLOBALS = "builtins.globals"
MODULES = "sys.modules"
# Attributes of attributes of what is not the project's are told apart so far.
_LONGEST_NAME = 8


class _Interned(type):
    """Makes one value for each set of arguments: it compares by identity, and so it does fast."""

    def __call__(cls, of: Any, *rest: Any) -> Any:
        key = (cls, *rest)
        found = of.made.get(key)
        if found is None:
            found = of.made[key] = super().__call__(of, *rest)
        return found


class Function(metaclass=_Interned):
    """A function or lambda of the project."""

    __slots__ = ("made", "module", "node")

    def __init__(self, module: Module, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        self.module = module
        self.node = node
        self.made: dict[object, object] = {}


class Class(metaclass=_Interned):
    """A class of the project."""

    __slots__ = ("made", "module", "node")

    def __init__(self, module: Module, node: ast.ClassDef) -> None:
        self.module = module
        self.node = node
        self.made: dict[object, object] = {}


class Instance(metaclass=_Interned):
    """An instance of a class of the project, or of a class derived from it."""

    __slots__ = ("of",)

    def __init__(self, of: Class) -> None:
        self.of = of


class Bound(metaclass=_Interned):
    """A method with the instance or class that it was taken from."""

    __slots__ = ("function", "receiver")

    def __init__(self, function: Function, receiver: Instance | Class) -> None:
        self.function = function
        self.receiver = receiver


@dataclass(frozen=True, slots=True)
class Partial:
    """A callable whose first `given` arguments are given."""

    function: Function | Class | Bound
    given: int


@dataclass(frozen=True, slots=True)
class Super:
    """What `super()` gives in a method of a class."""

    of: Class
    receiver: Instance | Class


@dataclass(frozen=True, slots=True)
class Imported:
    """A module of the project."""

    module: Module


class External:
    """Something that is not the project's, by its dotted name; without one, any. `external` makes one for each name."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def attribute(self, name: str) -> External:
        """An attribute of it."""
        return external(f"{self.name}.{name}") if self.name else OPAQUE


@cache
def external(name: str) -> External:
    """What is not the project's, by its dotted name if that is not too long."""
    return External(name) if name.count(".") < _LONGEST_NAME else OPAQUE


Value = Function | Class | Instance | Bound | Partial | Super | Imported | External
Values = frozenset[Value]

OPAQUE = external("")
UNKNOWN: Values = frozenset()
OPAQUE_ONLY: Values = frozenset((OPAQUE,))
CALLABLE = Function | Class | Bound


@dataclass(slots=True)
class Arguments:
    """The values of a call's arguments: by position, by keyword, and those of `*` and `**`."""

    positional: list[Values] = field(default_factory=list)
    named: dict[str, Values] = field(default_factory=dict)
    rest: Values = UNKNOWN

    def all(self) -> Values:
        """All of them."""
        return frozenset().union(*self.positional, *self.named.values(), self.rest)
