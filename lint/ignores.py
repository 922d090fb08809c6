"""Which files are left out: patterns of .gitignore files and of the configuration, with git's meaning."""

from __future__ import annotations

import os

from .files import open_regular
from .paths import below, slashed

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Sequence

# Folders of version control, virtual environments, installed packages and tool caches.
DEFAULT_EXCLUDES = frozenset(
    (".bzr", ".git", ".hg", ".jj", ".svn", ".tox", ".nox", ".venv", "node_modules", "site-packages", "__pycache__")
    + (".cache", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".wai-lint-cache")
)
GITIGNORE = ".gitignore"


class Patterns:
    """Lines of a .gitignore (see gitignore(5)) about the files under `root`; a malformed line matches nothing."""

    __slots__ = ("_rules", "root")

    def __init__(self, root: str, lines: Iterable[str]) -> None:
        from pathspec import GitIgnoreSpec

        self.root = root
        self._rules: list[tuple[re.Pattern[str], bool]] = []
        for line in lines:
            try:
                compiled = GitIgnoreSpec.from_lines([line]).patterns
            except ValueError:
                continue
            self._rules += [(p.regex, bool(p.include)) for p in compiled if p.regex and p.include is not None]
        # The last line that matches decides.
        self._rules.reverse()

    def verdict(self, path: str, *, is_folder: bool = False) -> bool | None:
        """True: left out, False: taken in again, None: no line is about the absolute `path` itself."""
        relative = self._relative(path)
        if relative is None:
            return None
        if is_folder:
            relative += "/"
        for regex, included in self._rules:
            match = regex.match(relative)
            if match is not None and not _is_about_folder_above(match):
                return included
        return None

    def names(self, path: str) -> bool:
        """Whether the lines match the file at the absolute `path`, or a folder above it."""
        relative = self._relative(path)
        if relative is None:
            return False
        for regex, included in self._rules:
            if regex.match(relative):
                return included
        return False

    def _relative(self, path: str) -> str | None:
        relative = below(path, self.root)
        return None if relative is None else slashed(relative)


class Ignores:
    """What is left out below `top`: by default, by `exclude` (relative to `exclude_root`), by .gitignore files."""

    def __init__(self, top: str, exclude: Sequence[str], exclude_root: str, *, respect_gitignore: bool) -> None:
        self._exclude = Patterns(exclude_root, exclude) if exclude else None
        self._respects = respect_gitignore
        self._chains: dict[str, tuple[Patterns, ...]] = {}
        self._top = repository_of(top) or top

    def leaves_out(self, folder: str, name: str, *, is_folder: bool) -> bool:
        """Whether the entry `name` of `folder` is left out, which says nothing about the folders above it."""
        path = os.path.join(folder, name)
        verdict = self._exclude.verdict(path, is_folder=is_folder) if self._exclude else None
        if verdict is None and is_folder and name in DEFAULT_EXCLUDES:
            return True
        if verdict is None and self._respects:
            for patterns in self._chain(folder):
                verdict = patterns.verdict(path, is_folder=is_folder)
                if verdict is not None:
                    break
        return bool(verdict)

    def leaves_out_path(self, path: str) -> bool:
        """Whether the file at an absolute path, or a folder above it up to the top, is left out."""
        inner = below(path, self._top)
        if inner is None:
            return False
        folder = self._top
        *folders, name = inner.split(os.sep)
        for part in folders:
            if self.leaves_out(folder, part, is_folder=True):
                return True
            folder = os.path.join(folder, part)
        return self.leaves_out(folder, name, is_folder=False)

    def _chain(self, folder: str) -> tuple[Patterns, ...]:
        """The patterns that hold in `folder`, the deepest first."""
        chain = self._chains.get(folder)
        if chain is None:
            chain = self._chains[folder] = self._read_chain(folder)
        return chain

    def _read_chain(self, folder: str) -> tuple[Patterns, ...]:
        own = _read(os.path.join(folder, GITIGNORE), folder)
        if folder == self._top or os.path.exists(os.path.join(folder, ".git")):
            return own + _read(os.path.join(folder, ".git", "info", "exclude"), folder)
        above = os.path.dirname(folder)
        return own if above == folder else own + self._chain(above)


def _is_about_folder_above(match: re.Match[str]) -> bool:
    """Whether a pattern matched up to a separator inside the path, so that it names a folder that holds the entry."""
    return match.groupdict().get("ps_d") is not None and match.end() < len(match.string)


def repository_of(folder: str) -> str | None:
    """The nearest folder from `folder` upward that holds a git repository."""
    while not os.path.exists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    return folder


def _read(path: str, root: str) -> tuple[Patterns, ...]:
    try:
        with open_regular(path) as file:
            lines = file.read().decode("utf-8", "surrogateescape").splitlines()
    except OSError:
        return ()
    return (Patterns(root, lines),) if any(line.strip() and line[0] != "#" for line in lines) else ()
