"""Configuration files: where they are, what they say, and what is wrong with them at which line."""

from __future__ import annotations

import os

from .files import open_regular
from .paths import shown_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PYPROJECT = "pyproject.toml"
OWN_FILE = "wai-lint.toml"
_TABLE = ("tool", "wai-lint")
_HEADER = r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]"
_KEY = r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*="""


class ConfigurationError(ValueError):
    """Configuration that cannot be followed; the message has a line per mistake, each with its place."""


class Layer:
    """The values that one place gives: `folder` is what its paths are relative to, `name` how to call the place."""

    __slots__ = ("_text", "folder", "name", "prefix", "table")

    def __init__(
        self, folder: str, name: str, table: dict[str, Any], text: str = "", prefix: tuple[str, ...] = ()
    ) -> None:
        self.folder = folder
        self.name = name
        self.table = table
        self.prefix = prefix
        self._text = text

    def origin(self, *key: str | int) -> str:
        """Where a value stands: the file, and the line when it is known."""
        line = line_of(self._text, (*self.prefix, *key)) if self._text else None
        return f"{self.name}:{line}" if line else self.name


def find_file(folder: str, warnings: list[str]) -> str | None:
    """The nearest configuration file from `folder` upward; `wai-lint.toml` wins over a `pyproject.toml` beside it."""
    while True:
        own, project = os.path.join(folder, OWN_FILE), os.path.join(folder, PYPROJECT)
        has_own, has_project = os.path.isfile(own), _configures(project)
        if has_own and has_project:
            warnings.append(f"{own} holds, and [tool.wai-lint] of the {PYPROJECT} beside it does not: keep one of them")
        if has_own or has_project:
            return own if has_own else project
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def _configures(project: str) -> bool:
    """Whether a pyproject.toml has our table, without the price of parsing those that do not even name us."""
    try:
        with open_regular(project) as file:
            data = file.read()
    except OSError:
        return False
    if not _may_configure(data):
        return False
    try:
        return _table_in(project, _parse(data, project)) is not None
    except ConfigurationError:
        # It names us, so whoever wrote it wants to hear about its syntax.
        return True


def _may_configure(data: bytes) -> bool:
    """Whether our name stands somewhere as a key rather than only in a value, as in the name of a dependency."""
    name = b"wai-lint"
    at = data.find(name)
    while at >= 0:
        before = data[max(0, at - 80) : at].rstrip(b" \t\"'")
        if (not before or before[-1:] in b"\n.{,") and data[at + len(name) : at + len(name) + 1] in b" \t\r\n\"'].=":
            return True
        at = data.find(name, at + 1)
    return False


def read_layers(path: str, folder: str, cache_folder: str | None) -> list[Layer]:
    """The layers of a configuration file and of those it extends, the ones that yield first.

    `cache_folder`: where valid files are remembered by their content, None not to. Raises `ConfigurationError`.
    """
    layers: list[Layer] = []
    _read(os.path.abspath(os.path.join(folder, path)), folder, cache_folder, [], layers)
    return layers


def _read(path: str, folder: str, cache_folder: str | None, above: list[str], layers: list[Layer]) -> None:
    shown = shown_path(path, folder)
    if path in above:
        chain = " → ".join(shown_path(file, folder) for file in [*above, path])
        raise ConfigurationError(f"{shown}: `extend` goes in a circle: {chain}")
    try:
        # What the command line names may be a pipe.
        with open_regular(path) if above else open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        by = f" (extended by {shown_path(above[-1], folder)})" if above else ""
        raise ConfigurationError(f"{shown}: cannot read this configuration file{by}: {error.strerror}") from error
    table = _table_in(path, _parse(data, shown))
    if table is None:
        raise ConfigurationError(f"{shown}: has no table [tool.wai-lint]")
    prefix = _TABLE if os.path.basename(path) == PYPROJECT else ()
    layer = Layer(os.path.dirname(path), shown, table, data.decode("utf-8"), prefix)
    _validate(layer, data, cache_folder)
    extended = table.get("extend", [])
    for other in [extended] if isinstance(extended, str) else extended:
        _read(os.path.normpath(os.path.join(layer.folder, other)), folder, cache_folder, [*above, path], layers)
    layers.append(layer)


def _parse(data: bytes, shown: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(data.decode("utf-8"))
    # Also what is no TOMLDecodeError: bytes that are no UTF-8, a number of thousands of digits.
    except (ValueError, RecursionError) as error:
        raise ConfigurationError(f"{shown}: is not TOML: {error}") from error


def _table_in(path: str, document: dict[str, Any]) -> Any:
    if os.path.basename(path) != PYPROJECT:
        return document
    tool = document.get("tool")
    return tool.get("wai-lint") if isinstance(tool, dict) else None


def _validate(layer: Layer, data: bytes, cache_folder: str | None) -> None:
    """Check a layer against the schema; jsonschema loads only for a file that is not remembered as valid."""
    from .cache import Cache, key_of

    cache = None if cache_folder is None else Cache(cache_folder)
    key = key_of([b"configuration", "\0".join(layer.prefix).encode(), data])
    if cache is not None and cache.get(key) is not None:
        return
    from .validation import mistakes

    found = mistakes(layer.table)
    if found:
        lines = [f"{layer.origin(*place)}: {message}" for place, message in found]
        raise ConfigurationError("\n".join(lines))
    if cache is not None:
        cache.put(key, b"")
        cache.close()


def line_of(text: str, place: tuple[str | int, ...]) -> int | None:
    """The line (from 1) of a TOML document on which a key is set, or the nearest table or key around it."""
    import re

    best, depth = None, 0
    current: tuple[str | int, ...] = ()
    counts: dict[tuple[str | int, ...], int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if header := re.match(_HEADER, line):
            current = _parts(header[2])
            if header[1] == "[[":
                counts[current] = counts.get(current, -1) + 1
                current = (*current, counts[current])
            full = current
        elif key := re.match(_KEY, line):
            full = (*current, *_parts(key[1]))
        else:
            continue
        shared = min(len(full), len(place))
        if full[:shared] == place[:shared] and shared > depth:
            best, depth = number, shared
    return best


def _parts(dotted: str) -> tuple[str, ...]:
    import re

    return tuple(part.strip().strip("\"'") for part in re.findall(r""""[^"]*"|'[^']*'|[\w-]+""", dotted))
