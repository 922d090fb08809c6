"""Finds the rules: every module of `rules/<family>/` that holds a `RULE`.

Lists folders with `os` alone: `pkgutil` costs more at start-up than importing every rule.
"""

from __future__ import annotations

import os
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

_HERE = os.path.dirname(__file__)
_found: dict[str, list[ModuleType]] = {}


def families() -> list[str]:
    """The names of the families: the sub-packages of `rules`."""
    return sorted(name for name in os.listdir(_HERE) if os.path.isfile(os.path.join(_HERE, name, "__init__.py")))


def discover(family: str) -> list[ModuleType]:
    """The rule modules of a family, ordered by code."""
    if family in _found:
        return _found[family]
    package = f"{__package__}.{family}"
    names = [name[:-3] for name in os.listdir(os.path.join(_HERE, family)) if name.endswith(".py") and name[0] != "_"]
    modules = [import_module(f"{package}.{name}") for name in names]
    rules = sorted((module for module in modules if hasattr(module, "RULE")), key=lambda module: module.RULE.code)
    _found[family] = rules
    return rules


def discover_all() -> list[ModuleType]:
    """The rule modules of every family, ordered by code."""
    modules = [module for family in families() for module in discover(family)]
    return sorted(modules, key=lambda module: module.RULE.code)
