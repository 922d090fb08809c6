"""What the names of marking decorators stand for in a project, whichever of its modules pass them on."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .modules import Module, Modules

# Modules that pass a name on are followed so far.
_LONGEST = 50


def defined_as(marker: str, modules: Modules) -> str | None:
    """The qualified name of what a dotted name stands for; None: a module of the project would hold it, and does not.

    A name that no module of the project would hold, or that the project computes, stands for itself.
    """
    name = marker
    for _ in range(_LONGEST):
        provider = modules.provider(name)
        if provider is None or name == provider.name:
            return name
        first, *rest = name[len(provider.name) + 1 :].split(".")
        if not _binds(provider, first):
            return None
        found = provider.names.qualified(ast.Name(first, ast.Load()))
        follows = name if found is None else ".".join((found, *rest))
        if follows == name:
            return name
        name = follows
    return name


def _binds(module: Module, name: str) -> bool:
    scope = module.scope
    if name in scope.bindings or "__getattr__" in scope.bindings:
        return True
    # Nobody knows what a module brings that is not of the project.
    brought = [module.names.exports.get(star) for star in scope.stars]
    return any(names is None or name in names for names in brought)
