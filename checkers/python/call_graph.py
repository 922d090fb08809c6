"""The static call graph of a project: what its entry points reach, by which route, and what nobody can resolve."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .facts import BODY
from .graph.calls import Calls
from .graph.evaluation import Evaluation
from .graph.execution import Execution
from .graph.flow import Flow, Unit
from .graph.values import Arguments, Bound, Class, Function, Imported, Instance, Value, Values
from .modules import Module, Modules

# Steps of a route that are shown; of a longer one its beginning and its end.
_LONGEST_ROUTE = 8
_ARROW = " → "


class EntryPointError(ValueError):
    """An entry point that is not there; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True, order=True)
class Unresolved:
    """A call of which nobody knows what it calls: where, what is written there, and the route that leads to it."""

    path: str
    line: int
    column: int
    text: str
    route: str


class CallGraph:
    """What is reached from entry points (`package.module:qualified.name`). Raises `EntryPointError`."""

    def __init__(self, modules: Modules, entry_points: Iterable[str]) -> None:
        self.flow = Flow(modules)
        for entry in entry_points:
            self._enter(entry)
        self._settle()
        self._routes: dict[Unit, str] = {}

    def paths(self) -> dict[str, tuple[Module, dict[str, str]]]:
        """By file: its module, and what of it is reached by which route, as `Facts` takes it."""
        found: dict[str, tuple[Module, dict[str, str]]] = {}
        for unit in self.flow.parents:
            module = unit if isinstance(unit, Module) else unit.module
            _, path = found.setdefault(module.path, (module, {}))
            for name in _names(unit):
                path.setdefault(name, self.route(unit))
        return found

    def route(self, unit: Unit) -> str:
        """How a unit is reached: `decode → Reader.bits`, a module by `import codec.tables`."""
        if unit not in self._routes:
            steps: list[str] = []
            step: Unit | None = unit
            while step is not None:
                steps.append(_step(step))
                step = self.flow.parents[step]
            steps.reverse()
            if len(steps) > _LONGEST_ROUTE:
                steps[_LONGEST_ROUTE // 2 : -_LONGEST_ROUTE // 2 + 1] = ["…"]
            self._routes[unit] = _ARROW.join(steps)
        return self._routes[unit]

    def unresolved(self) -> list[Unresolved]:
        """The calls that were reached and not resolved, by file and place."""
        found: set[Unresolved] = set()
        # Of a graph that was cut, executing a unit may reach more.
        for unit in list(self.flow.parents):
            evaluation = self._execute(unit)
            for call in evaluation.unresolved:
                called = call.func if isinstance(call, ast.Call) else call
                text = " ".join(ast.unparse(called).split())
                place = (evaluation.module.path, call.lineno, call.col_offset + 1)
                found.add(Unresolved(*place, text if len(text) <= 80 else text[:79] + "…", self.route(unit)))
        return sorted(found)

    def _settle(self) -> None:
        while (unit := self.flow.next_unit()) is not None:
            self._execute(unit)

    def _execute(self, unit: Unit) -> Evaluation:
        module = unit if isinstance(unit, Module) else unit.module
        evaluation = Evaluation(self.flow, module)
        execution = Execution(evaluation)
        self.flow.begin(unit)
        if isinstance(unit, Module):
            execution.body(unit.parsed.tree.body)
        else:
            execution.function(unit)
        self.flow.begin(None)
        return evaluation

    def _enter(self, entry: str) -> None:
        name, colon, attribute = entry.partition(":")
        if not colon or not name or not attribute:
            raise EntryPointError(f"{entry!r} is no entry point: write package.module:qualified.name")
        module = self._module(entry, name)
        calls = Calls(self.flow)
        # What the module assigns is known once its body has run.
        self.flow.import_module(name)
        self._settle()
        values: Values = frozenset((Imported(module),))
        owners: list[Class] = []
        for part in attribute.split("."):
            found = frozenset(result for value in values for result in calls.attribute(value, part))
            if not any(isinstance(value, Function | Class | Bound | Instance) for value in found):
                raise EntryPointError(f"entry point {entry!r}: {name} defines no {attribute}{_near(module, attribute)}")
            owners = [value for value in values if isinstance(value, Class)]
            values = found
        for owner in owners:
            # What a method finds on its instance was put there when that was made.
            calls.construct(owner, Arguments())
        for value in values:
            self._begin(value, calls)

    def _module(self, entry: str, name: str) -> Module:
        modules = self.flow.modules
        module = modules.load(name)
        if module is not None:
            return module
        path = modules.find(name)
        if path is not None:
            raise EntryPointError(f"entry point {entry!r}: {path} does not parse: {modules.unreadable.get(path, '')}")
        looked = ", ".join(sorted(place for _, place in modules.folders))
        raise EntryPointError(
            f"entry point {entry!r}: there is no module {name} under {looked}; `package-dir` says where packages lie"
        )

    def _begin(self, value: Value, calls: Calls) -> None:
        """A function is called; a class is made, and all that it defines is called."""
        if isinstance(value, Class):
            calls.construct(value, Arguments())
            for each in self.flow.classes.order(value):
                for functions in self.flow.classes.methods(each).values():
                    for function in functions:
                        calls.call(Bound(function, Instance(value)), Arguments())
        else:
            calls.call(value, Arguments())


def _step(unit: Unit) -> str:
    if isinstance(unit, Module):
        return f"import {unit.name}"
    return unit.module.names.scopes[unit.node].qualname[len(unit.module.name) + 1 :]


def _names(unit: Unit) -> Iterator[str]:
    """What a unit is called in a path, with the definitions inside it that are executed with it."""
    module = unit if isinstance(unit, Module) else unit.module
    scopes = module.names.scopes
    prefix = len(module.name) + 1
    if isinstance(unit, Module):
        yield BODY
    pending: list[ast.AST] = [unit.parsed.tree if isinstance(unit, Module) else unit.node]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if isinstance(unit, Module):
                continue
            yield scopes[node].qualname[prefix:]
        elif isinstance(node, ast.ClassDef):
            yield scopes[node].qualname[prefix:]
        pending += ast.iter_child_nodes(node)


def _near(module: Module, attribute: str) -> str:
    from difflib import get_close_matches

    known = [name[len(module.name) + 1 :] for name in module.definitions]
    close = get_close_matches(attribute, known, 1)
    return f"; did you mean {close[0]}?" if close else ""
