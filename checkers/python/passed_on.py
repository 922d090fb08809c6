"""What the names stand for that a module has of others of the project, where those only pass them on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .modules import Module, Modules


def aliases_of(module: Module, modules: Modules) -> dict[str, str]:
    """By the qualified name that `module` sees: what a module of the project has imported under that name."""
    found: dict[str, str] = {}
    pending = [name for scope in module.names.scopes.values() for name in _imports(scope.bindings)]
    pending += module.scope.stars
    seen: set[str] = set()
    while pending:
        provider = _provider(pending.pop(), modules)
        if provider is None or provider.name in seen or provider is module:
            continue
        seen.add(provider.name)
        scope = provider.scope
        for name, bindings in scope.bindings.items():
            strings = {binding for binding in bindings if isinstance(binding, str)}
            # Of two imports under one name, nobody knows which holds.
            if len(strings) == len(bindings) == 1 and (binding := strings.pop()) != scope.inner(name):
                found[scope.inner(name)] = binding
                pending.append(binding)
        pending += scope.stars
    return found


def _imports(bindings: dict) -> list[str]:
    return [binding for each in bindings.values() for binding in each if isinstance(binding, str)]


def _provider(name: str, modules: Modules) -> Module | None:
    """The module that a dotted name is of."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        prefix = ".".join(parts[:count])
        if modules.find(prefix) is not None:
            return modules.load(prefix)
    return None
