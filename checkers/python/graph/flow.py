"""Where values of the project go: what each name, attribute and result may stand for, whatever the order of execution.

A unit (a function with those inside it, or a module's body) is executed again when something that it read has grown.
"""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Hashable

from ..modules import Module, Modules
from ..scopes import Scope
from .classes import Classes
from .values import (
    COMPUTED,
    GETATTR,
    GLOBALS,
    MODULES,
    NAMING,
    OPAQUE,
    OPAQUE_ONLY,
    UNKNOWN,
    Class,
    External,
    Function,
    Imported,
    Value,
    Values,
    external,
)

Unit = Function | Module
# What is not the project's, and yet matters by its name when it is called.
KEPT = frozenset(("", "functools.partial", "builtins.type", GETATTR, GLOBALS, MODULES, *COMPUTED, *NAMING))
Key = tuple[Hashable, ...]
# A unit is executed so many times at most; what it would still learn is lost, and said.
_MOST_RUNS = 30
# All units together; a count, so that what is found does not depend on the machine.
_MOST_EXECUTIONS = 20_000
# What all units together read, call and give away: that is what costs where many classes are alike.
_MOST_STEPS = 5_000_000
_DEEPEST_RESOLUTION = 60


class Flow:
    """What is known so far, and the units that are to be executed.

    `parents`: by unit, the unit that reached it first, None for where all begins, in the order of reaching. `cut`:
    whether a unit was not executed as often as it should have been; `steps` counts what that took. `live`: the
    classes that there are instances of; `given_away`: those of which code outside of the project may call any
    method; `escaped`: what that code may call besides, and what it was given for that.
    """

    def __init__(self, modules: Modules) -> None:
        self.modules = modules
        self.classes = Classes(lambda expression, cls: self.by_name(expression, cls.module))
        self.parents: dict[Unit, Unit | None] = {}
        self.pending: deque[Unit] = deque()
        self.unit: Unit | None = None
        self.live: set[Class] = set()
        self.given_away: set[Class] = set()
        self.escaped: dict[Value, set[Value]] = {}
        # What attributes were found to stand for, since something was last learnt or another unit was begun.
        self.memory: dict[tuple[Value, str], Values] = {}
        self.cut = False
        self._known: dict[Key, set[Value]] = {}
        self._readers: dict[Key, set[Unit]] = {}
        self._runs: dict[Unit, int] = {}
        self._queued: set[Unit] = set()
        self._executions = 0
        self.steps = 0
        self._depth = 0

    def read(self, *key: Hashable) -> Values:
        """What something may stand for."""
        self.steps += 1
        if self.unit is not None:
            self._readers.setdefault(key, set()).add(self.unit)
        known = self._known.get(key)
        return frozenset(known) if known else UNKNOWN

    def write(self, values: Values, *key: Hashable) -> None:
        """Let something stand for `values` too; what is not the project's loses its name on the way."""
        if any(isinstance(value, External) and value.name not in KEPT for value in values):
            values = frozenset(OPAQUE if isinstance(v, External) and v.name not in KEPT else v for v in values)
        known = self._known.setdefault(key, set())
        if not values <= known:
            known |= values
            self.memory.clear()
            for unit in self._readers.get(key, ()):
                self._queue(unit)

    def reach(self, unit: Unit) -> None:
        """Have a unit executed that has not been reached yet."""
        if unit not in self.parents:
            self.parents[unit] = self.unit
            self._queue(unit)

    def begin(self, unit: Unit | None) -> None:
        """Note what is read from now on as read by a unit."""
        self.unit = unit
        self.memory.clear()

    def next_unit(self) -> Unit | None:
        """The unit to execute next, None when nothing changes any more."""
        while self.pending and self._executions < _MOST_EXECUTIONS and self.steps < _MOST_STEPS:
            unit = self.pending.popleft()
            self._queued.discard(unit)
            runs = self._runs[unit] = self._runs.get(unit, 0) + 1
            if runs <= _MOST_RUNS:
                self._executions += 1
                return unit
            self.cut = True
        self.cut = self.cut or bool(self.pending)
        return None

    def _queue(self, unit: Unit) -> None:
        if unit not in self._queued:
            self._queued.add(unit)
            self.pending.append(unit)

    def import_module(self, name: str) -> None:
        """Run the bodies of a module of the project and of the packages it lies in, as its import does."""
        parts = name.split(".")
        for count in range(1, len(parts) + 1):
            module = self.modules.load(".".join(parts[:count]))
            if module is not None:
                self.write(frozenset((Imported(module),)), "modules")
                self.reach(module)

    def resolve(self, name: str) -> Values:
        """What a dotted name stands for."""
        if self._depth > _DEEPEST_RESOLUTION:
            return UNKNOWN
        self._depth += 1
        try:
            parts = name.split(".")
            # What is imported of a module comes before the module of that name.
            count = next((n for n in range(len(parts) - 1, 0, -1) if self.modules.find(".".join(parts[:n]))), 1)
            values = self._module(".".join(parts[:count]))
            for part in parts[count:]:
                values = frozenset(found for value in values for found in self._named(value, part))
            return values
        finally:
            self._depth -= 1

    def by_name(self, expression: ast.expr, module: Module) -> Values:
        """What an expression stands for, of which the names alone are known."""
        return frozenset(value for name in module.names.candidates(expression) for value in self.resolve(name))

    def _named(self, value: Value, name: str) -> Values:
        """An attribute of a module, or of a class as its body alone has it."""
        if isinstance(value, Imported):
            return self.member(value.module, name)
        if isinstance(value, External):
            return self._module(f"{value.name}.{name}") if value.name else OPAQUE_ONLY
        if isinstance(value, Class):
            return self.bound_in(value.module.names.scopes[value.node], name, value.module)
        return UNKNOWN

    def _module(self, name: str) -> Values:
        """A module, of the project or not; one that can't be read may hold anything."""
        if self.modules.find(name) is None:
            return frozenset((external(name),))
        module = self.modules.load(name)
        return OPAQUE_ONLY if module is None else frozenset((Imported(module),))

    def member(self, module: Module, name: str) -> Values:
        """What a module's attribute stands for."""
        found = self.bound_in(module.scope, name, module)
        if found or name in module.scope.bindings:
            return found
        submodule = self.modules.load(f"{module.name}.{name}") if module.package else None
        if submodule is not None:
            return frozenset((Imported(submodule),))
        for star in reversed(module.scope.stars):
            if self.modules.find(star) is None:
                continue
            exports = module.names.exports.get(star)
            if exports and name in exports:
                return self.resolve(f"{star}.{name}")
        return self._computed_member(module) if name[:2] != "__" else UNKNOWN

    def _computed_member(self, module: Module) -> Values:
        """What the `__getattr__` of a module gives."""
        found: set[Value] = set()
        if "__getattr__" in module.scope.bindings:
            for function in self.bound_in(module.scope, "__getattr__", module):
                if isinstance(function, Function):
                    self.reach(self.unit_of(function))
                    found |= self.read("result", function)
        return frozenset(found)

    def bound_in(self, scope: Scope, name: str, module: Module) -> Values:
        """What a name of a block stands for: what was assigned to it, its definitions and imports."""
        found = set(self.read("name", scope, name))
        for binding in scope.bindings.get(name, ()):
            if not isinstance(binding, str):
                continue
            if binding == scope.inner(name) and binding in module.definitions:
                found.update(self._defined(scope, binding, module))
            elif binding == scope.inner(name):
                # A package that imports a module of its own.
                found.update(self._module(binding))
            else:
                found.update(self.resolve(binding))
        return frozenset(found)

    @staticmethod
    def _defined(scope: Scope, qualname: str, module: Module) -> list[Value]:
        nodes = [node for node in module.definitions[qualname] if module.names.scopes[node].parent is scope]
        return [Class(module, node) if isinstance(node, ast.ClassDef) else Function(module, node) for node in nodes]

    def unit_of(self, function: Function) -> Function:
        """The outermost function around a function: what is defined inside it is executed with it."""
        scopes = function.module.names.scopes
        scope: Scope | None = scopes[function.node]
        outermost: ast.AST = function.node
        while scope is not None:
            if scope.kind == "function":
                outermost = scope.node
            scope = scope.parent
        if isinstance(outermost, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            return Function(function.module, outermost)
        return function
