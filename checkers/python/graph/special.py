"""Calls and items by which code gets at something by its name: `getattr`, `import_module`, `globals()["name"]`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .values import (
    COMPUTED,
    GETATTR,
    GLOBALS,
    MODULES,
    NAMING,
    OPAQUE_ONLY,
    UNKNOWN,
    Arguments,
    Bound,
    Class,
    External,
    Imported,
    Instance,
    Values,
)

if TYPE_CHECKING:
    from .evaluation import Evaluation
    from .flow import Flow


def call(evaluation: Evaluation, node: ast.Call, values: Values, arguments: Arguments) -> Values | None:
    """What comes of a call of such a function, besides what calling it gives; None of a call of another."""
    called = {value.name for value in values if isinstance(value, External)}
    if GETATTR in called and len(node.args) > 1:
        return _getattr(evaluation, node, arguments)
    if called & COMPUTED:
        return _computed(evaluation, node)
    if called & NAMING:
        return _naming(evaluation, node)
    if GLOBALS in called:
        return frozenset((Imported(evaluation.module),))
    function = node.func
    if isinstance(function, ast.Attribute) and function.attr == "__subclasses__":
        classes = [value for value in evaluation.of(function.value) if isinstance(value, Class)]
        return frozenset().union(*(evaluation.flow.read("subclasses", cls) for cls in classes))
    if isinstance(function, ast.Attribute) and function.attr == "get" and node.args and is_foreign(values):
        held = evaluation.of(function.value)
        return _member(evaluation, node, node.args[0], held) if _modules(held) else None
    return None


def is_foreign(values: Values) -> bool:
    """Whether none of values is known to be of the project."""
    return all(isinstance(value, External) for value in values)


def item(evaluation: Evaluation, node: ast.Subscript, values: Values) -> Values:
    """What an item of the names of a module stands for, or of the loaded modules."""
    if any(isinstance(value, External) and value.name == MODULES for value in values):
        found = evaluation.flow.by_name(node, evaluation.module)
        if not found:
            evaluation.unresolved.append(node)
        return found
    return _member(evaluation, node, node.slice, values) if _modules(values) else UNKNOWN


def methods_named(flow: Flow, name: str) -> list[Bound]:
    """The methods of a name, of whichever class of the modules that are loaded."""
    found: list[Bound] = []
    for module in (value.module for value in flow.read("modules") if isinstance(value, Imported)):
        for nodes in module.definitions.values():
            for cls in (Class(module, node) for node in nodes if isinstance(node, ast.ClassDef)):
                found += [Bound(function, Instance(cls)) for function in flow.classes.methods(cls).get(name, ())]
    return found


def _modules(values: Values) -> list[Imported]:
    return [value for value in values if isinstance(value, Imported)]


def _member(evaluation: Evaluation, node: ast.expr, key: ast.expr, values: Values) -> Values:
    name = evaluation.module.names.text(key)
    if name is None:
        evaluation.unresolved.append(node)
        return UNKNOWN
    members = [evaluation.flow.member(value.module, name) for value in _modules(values)]
    return frozenset().union(*members)


def _getattr(evaluation: Evaluation, node: ast.Call, arguments: Arguments) -> Values:
    name = evaluation.module.names.text(node.args[1])
    default = arguments.positional[2] if len(arguments.positional) > 2 else UNKNOWN
    values = arguments.positional[0] if arguments.positional else UNKNOWN
    if name is not None:
        return default | frozenset(f for value in values for f in evaluation.calls.attribute(value, name))
    if any(isinstance(value, Class | Instance | Imported) for value in values):
        evaluation.unresolved.append(node)
    return default


def _computed(evaluation: Evaluation, node: ast.Call) -> Values:
    flow, names = evaluation.flow, evaluation.module.names
    run = names.text(node.args[0]) if node.args else None
    if names.qualified(node.func) == "runpy.run_module" and run is not None:
        flow.import_module(run)
        return OPAQUE_ONLY
    found: Values = UNKNOWN
    for name in names.candidates(node):
        flow.import_module(name)
        found |= flow.resolve(name)
    if not found:
        evaluation.unresolved.append(node)
    return found


def _naming(evaluation: Evaluation, node: ast.Call) -> Values:
    """`operator.methodcaller("run")`: a method of that name is called, of whichever class."""
    found: Values = OPAQUE_ONLY
    asked = node.args if evaluation.module.names.qualified(node.func) == "operator.attrgetter" else node.args[:1]
    for name in map(evaluation.module.names.text, asked):
        if name is None:
            evaluation.unresolved.append(node)
            continue
        for method in methods_named(evaluation.flow, name.rpartition(".")[2]):
            found |= evaluation.calls.call(method, Arguments([], {}, OPAQUE_ONLY))
    return found
