"""What the names stand for that a module has of others of the project, where those only pass them on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .modules import Module, Modules
    from .scopes import Scope


class Imports:
    """What a module imports of its project.

    `aliases`: by a qualified name that the module may use, what another module has imported under that name.
    `providers`: the modules that the names come from.
    """

    def __init__(self, module: Module, modules: Modules) -> None:
        self.aliases: dict[str, str] = {}
        self._modules = modules
        self._providers: dict[str, Module] = {}
        self._expanded: set[str] = set()
        self._pending = [*dict.fromkeys(name for scope in module.names.scopes.values() for name in _imported(scope))]
        self._pending += module.scope.stars
        while self._pending:
            self._follow(self._pending.pop())
        self._providers.pop(module.name, None)

    @property
    def providers(self) -> list[Module]:
        """The modules, by their names."""
        return [self._providers[name] for name in sorted(self._providers)]

    def _follow(self, name: str) -> None:
        provider = self._modules.provider(name)
        if provider is None:
            return
        self._providers[provider.name] = provider
        if name != provider.name:
            self._pass_on(provider, name[len(provider.name) + 1 :].partition(".")[0])
        elif name not in self._expanded:
            # Of a module as a whole, every name may be used.
            self._expanded.add(name)
            starred = [each for star in provider.scope.stars for each in provider.names.exports.get(star) or ()]
            for each in dict.fromkeys((*provider.scope.bindings, *starred)):
                self._pass_on(provider, each)

    def _pass_on(self, provider: Module, name: str) -> None:
        """Follow a name of another module to where it comes from."""
        scope = provider.scope
        source = None
        if name in scope.bindings:
            bindings = scope.bindings[name]
            strings = {binding for binding in bindings if isinstance(binding, str)}
            # Of two imports under one name, nobody knows which holds.
            if len(strings) == len(bindings) == 1:
                source = strings.pop()
        else:
            stars = reversed(scope.stars)
            source = next(
                (f"{star}.{name}" for star in stars if name in (provider.names.exports.get(star) or ())), None
            )
        alias = scope.inner(name)
        if source is not None and source != alias and alias not in self.aliases:
            self.aliases[alias] = source
            self._pending.append(source)


def _imported(scope: Scope) -> Iterator[str]:
    return (binding for bindings in scope.bindings.values() for binding in bindings if isinstance(binding, str))
