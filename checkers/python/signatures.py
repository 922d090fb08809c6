"""What the functions of a project return, for the files that call them: inferred module by module, kept as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from . import types
from .inference import infer
from .types import NEVER, UNKNOWN, Type

if TYPE_CHECKING:
    from .modules import Module, Modules

_KINDS: dict[str, Any] = {
    kind.__name__: kind
    for kind in (types.Array, types.Bool, types.Collection, types.DType, types.Instance, types.Int, types.Reference)
    + (types.Scalar, types.Str, types.Tuple, types.Union)
}
_BOUNDS = {str(bound): bound for bound in (UNKNOWN, NEVER)}


def encode(type_: Type) -> dict[str, object]:
    """A type as a JSON value."""
    if type_ is UNKNOWN or type_ is NEVER:
        return {"is": str(type_)}
    return {
        "is": type(type_).__name__,
        **{field.name: _encoded(getattr(type_, field.name)) for field in _fields(type_)},
    }


def decode(value: Mapping[str, Any]) -> Type:
    """The inverse of `encode`."""
    kind = value["is"]
    if kind in _BOUNDS:
        return _BOUNDS[kind]
    found = {name: _decoded(part) for name, part in value.items() if name != "is"}
    if kind == types.Union.__name__:
        found["members"] = frozenset(found["members"])
    return _KINDS[kind](**found)


def _fields(type_: Any) -> Iterable[Any]:
    return fields(type_)


def _encoded(value: object) -> object:
    if isinstance(value, Type):
        return encode(value)
    if isinstance(value, tuple):
        return [_encoded(item) for item in value]
    if isinstance(value, frozenset):
        return sorted((_encoded(item) for item in value), key=json.dumps)
    return value


def _decoded(value: Any) -> Any:
    if isinstance(value, dict):
        return decode(value)
    return tuple(map(_decoded, value)) if isinstance(value, list) else value


class Signatures:
    """Infers what the functions of modules return, each module once, those that it imports before it."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._known: dict[str, dict[str, Type]] = {}

    def seen_by(self, module: Module) -> dict[str, Type]:
        """What is known of the functions in the modules of the project that a module imports."""
        found: dict[str, Type] = {}
        pending: list[tuple[Module, bool]] = [(module, False)]
        # Of modules that import one another, the first that is met is inferred without the others.
        begun: set[str] = set()
        while pending:
            current, ready = pending.pop()
            imported = self._modules.imports_of(current).providers
            if ready:
                if current is not module and current.name not in self._known:
                    self._known[current.name] = self._returns(current, imported)
            elif current.name not in begun:
                begun.add(current.name)
                pending.append((current, True))
                pending += [(each, False) for each in imported if each.name not in self._known]
        for each in self._modules.imports_of(module).providers:
            found.update(self._known.get(each.name, {}))
        return found

    def _returns(self, module: Module, imported: Iterable[Module]) -> dict[str, Type]:
        module.names.aliases = self._modules.imports_of(module).aliases
        given = {name: type_ for each in imported for name, type_ in self._known.get(each.name, {}).items()}
        returns = infer(module.parsed, module.names, given).returns
        return {name: type_ for name, type_ in returns.items() if type_ is not UNKNOWN and type_ is not NEVER}
