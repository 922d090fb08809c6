"""The effective configuration: defaults, configuration files, command line; and where each value came from."""

from __future__ import annotations

import os

from .settings_files import ConfigurationError, Layer, find_file, read_layers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..rules.family import Settings
    from .families import Family

COMMAND_LINE = "command line"
DEFAULT = "default"
DEFAULTS: dict[str, Any] = {
    "profile": "tier",
    "select": ["ALL"],
    "ignore": [],
    "exclude": [],
    "respect-gitignore": True,
    "force-exclude": False,
    "format": "text",
    "baseline": "",
    "strict": False,
    "cache": True,
    "cache-dir": ".wai-lint-cache",
    "jobs": 0,
    "wgsl": {"naga": False},
    "python": {},
    "onnx": {},
    "overrides": [],
}
_PATHS = ("baseline", "cache-dir")


class Override:
    """Values for the files under `root` that `paths` (patterns of .gitignore) match."""

    __slots__ = ("_patterns", "origin", "paths", "root", "values")

    def __init__(self, root: str, table: Mapping[str, Any], origin: str) -> None:
        self.root = root
        self.paths: list[str] = table["paths"]
        self.values = {key: value for key, value in table.items() if key != "paths"}
        self.origin = origin
        self._patterns = None

    def matches(self, path: str) -> bool:
        """Whether the file at an absolute path is one of them."""
        if self._patterns is None:
            from .ignores import Patterns

            self._patterns = Patterns(self.root, self.paths)
        return self._patterns.names(path)


class Configuration:
    """Values by key, the origin of each, and the overrides in order.

    `file`: the configuration file that was found, None when none was. `folder`: the working folder. `roots`: the
    folder that the paths and patterns of each value are relative to. `show_unresolved`: whether to list the calls that
    a call graph could not resolve.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.file: str | None = None
        self.values: dict[str, Any] = {key: value for key, value in DEFAULTS.items() if key != "overrides"}
        self.values["cache-dir"] = os.path.join(folder, self.values["cache-dir"])
        self.origins: dict[str, str] = dict.fromkeys(self.values, DEFAULT)
        self.roots: dict[str, str] = dict.fromkeys(self.values, folder)
        self._layers: dict[str, Layer] = {}
        self.overrides: list[Override] = []
        self.warnings: list[str] = []
        self.show_unresolved = False
        self.family_options: dict[str, dict[str, object]] = {}
        self._settings: dict[tuple[Any, ...], Settings] = {}

    def add(self, layer: Layer) -> None:
        """Let the values of `layer` hold over those there are."""
        for key, value in layer.table.items():
            if key == "extend":
                continue
            if key == "overrides":
                self.overrides += [
                    Override(layer.folder, table, layer.origin("overrides", index)) for index, table in enumerate(value)
                ]
                continue
            self.values[key] = self._combined(key, value, layer)
            self.origins[key] = layer.origin(key)
            self.roots[key] = layer.folder
            self._layers[key] = layer

    def origin_within(self, table: str, key: str) -> str:
        """Where a key of a table stands."""
        layer = self._layers.get(table)
        return self.origins[table] if layer is None else layer.origin(table, key)

    def _combined(self, key: str, value: Any, layer: Layer) -> Any:
        """What `value` in `layer` makes of the value that is there."""
        if key in _PATHS:
            return os.path.join(layer.folder, value)
        if key == "ignore" and layer.name == COMMAND_LINE:
            return [*self.values[key], *value]
        if key == "wgsl":
            naga = value.get("naga", False)
            return {"naga": os.path.join(layer.folder, naga) if isinstance(naga, str) else naga}
        return value

    def settings_for(self, path: str, families: tuple[Family, ...]) -> Settings:
        """What the families may depend on when they check the file at an absolute path."""
        matching = tuple(override for override in self.overrides if override.matches(path))
        key = (matching, families)
        if key not in self._settings:
            self._settings[key] = self._settings_with(matching, families)
        return self._settings[key]

    def _settings_with(self, overrides: tuple[Override, ...], families: tuple[Family, ...]) -> Settings:
        from ..rules.family import Settings
        from .selection import selected_codes

        values = {key: self.values[key] for key in ("profile", "select", "ignore")}
        for override in overrides:
            for key, value in override.values.items():
                if key == "ignore":
                    values["ignore"] = [*values["ignore"], *value]
                elif self.origins[key] != COMMAND_LINE:
                    values[key] = value
        options: dict[str, object] = {}
        for family in families:
            options.update(self.values.get(family.name, {}))
            options.update(self.family_options.get(family.name, {}))
        return Settings(values["profile"], selected_codes(values["select"], values["ignore"]), options)

    def check_selectors(self) -> None:
        """Raise `ConfigurationError` for a selector that means no rule."""
        from .selection import UnknownSelector, matching, selected_codes

        places = [(self.values[key], self.origins[key], key) for key in ("select", "ignore")]
        for override in self.overrides:
            places += [(override.values.get(key, ()), override.origin, key) for key in ("select", "ignore")]
        for selectors, origin, key in places:
            try:
                for selector in selectors:
                    if selector != "ALL":
                        matching(selector)
                if key == "ignore":
                    selected_codes((), selectors)
            except UnknownSelector as error:
                raise ConfigurationError(f"{origin}: {error}") from error

    def idle_selectors(self) -> list[str]:
        """What to say of selectors whose rules run on no file; to be asked after `find_translators`."""
        from ..rules.family import Settings
        from .selection import ALL, matching

        tables = [self.values, *(override.values for override in self.overrides)]
        options = {key: value for table in self.family_options.values() for key, value in table.items()}
        settings = [Settings(table["profile"], None, options) for table in tables if "profile" in table]
        said = []
        for selector in dict.fromkeys(selector for table in tables for selector in table.get("select", ())):
            rules = [] if selector == ALL else matching(selector)
            if rules and not any(each.runs(rule) for rule in rules for each in settings):
                translator = rules[0].translator
                need = f"with --{translator}" if translator else f"in profile {' or '.join(rules[0].profiles)}"
                said.append(f"{selector} is selected, but runs only {need}: nothing was checked for it")
        return said

    def find_translators(self) -> dict[str, str]:
        """Find the translators asked for: name and version of each. Raises `ConfigurationError` without one."""
        asked = self.values["wgsl"]["naga"]
        if not asked:
            return {}
        from ..checkers.naga.locate import NagaUnavailable, digest, find, version

        try:
            path = find(self.folder, asked if isinstance(asked, str) else None)
        except NagaUnavailable as error:
            raise ConfigurationError(str(error)) from error
        # The digest is there for the cache: a verdict depends on the translator's code, whatever it calls itself.
        self.family_options["wgsl"] = {"naga": path, "naga_digest": digest(path)}
        return {"naga": version(path)}


def load(
    folder: str,
    command_line: Mapping[str, Any],
    *,
    file: str | None = None,
    isolated: bool = False,
    name: str = COMMAND_LINE,
) -> Configuration:
    """The configuration that holds in the working folder `folder`.

    `command_line`: values by key that hold over all files, `name` what to call their origin. `file`: the configuration
    file, instead of the nearest upward; `isolated`: none. Raises `ConfigurationError`, whose message has a line per
    mistake.
    """
    configuration = Configuration(folder)
    if not isolated:
        path = file or find_file(folder, configuration.warnings)
        if path is not None:
            configuration.file = path
            cache_folder = command_line.get("cache-dir", configuration.values["cache-dir"])
            remembered = command_line.get("cache", True)
            for layer in read_layers(path, folder, cache_folder if remembered else None):
                configuration.add(layer)
    configuration.add(Layer(folder, name, dict(command_line)))
    configuration.check_selectors()
    return configuration
