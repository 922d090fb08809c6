"""Finds the files to lint: from files, folders, globs and `-`, in a stable order, each once."""

from __future__ import annotations

import os

from .families import all_suffixes, families_of, read_file
from .ignores import Ignores
from .paths import below, shown_path
from .report import Failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .families import Family

STANDARD_INPUT = "-"
DEFAULT_NAME = "stdin.wgsl"
NO_RECORD = "of JSON files, rules read *.wai-models.json and those whose kind is that of a record or bundle"
_ANY_DEPTH = "**"


class Input:
    """A file to lint: where it lies, the path to show, the families that read it; `data` when it lies in no file.

    `named`: somebody asked for this very file.
    """

    __slots__ = ("data", "families", "location", "named", "shown", "size")

    def __init__(self, location: str, shown: str, families: tuple[Family, ...], data: bytes | None = None) -> None:
        self.location = location
        self.shown = shown
        self.families = families
        self.data = data
        self.named = data is not None
        self.size = 0

    def read(self) -> bytes:
        """The bytes to lint. Raises `OSError`."""
        if self.data is not None:
            return self.data
        return read_file(self.families, self.location)


class Discovery:
    """What was found: `inputs` in order, `failures` for what could not be read, `warnings` for what was passed over."""

    def __init__(
        self,
        folder: str,
        *,
        exclude: Sequence[str] = (),
        exclude_root: str | None = None,
        respect_gitignore: bool = True,
        force_exclude: bool = False,
        families: Sequence[str] = (),
    ) -> None:
        self.folder = folder
        self.inputs: list[Input] = []
        self.failures: list[Failure] = []
        self.warnings: list[str] = []
        self._exclude = exclude
        self._exclude_root = exclude_root or folder
        self._respect_gitignore = respect_gitignore
        self._force_exclude = force_exclude
        self._known_ignores: dict[str, Ignores] = {}
        self._seen: set[str] = set()
        # Of the files of other families than these, if any are named, nothing is seen.
        self._suffixes = all_suffixes(families)

    def add(self, argument: str) -> None:
        """Find what an argument names: a file, a folder, or a glob that names no file as it stands."""
        path = os.path.normpath(os.path.join(self.folder, argument))
        if not argument:
            # An empty variable of a script must not turn into the whole working folder.
            self.failures.append(Failure("''", "an empty path names nothing"))
        elif os.path.isdir(path):
            self._add_folder(path)
        elif os.path.lexists(path):
            self._add_named(path, argument)
        elif any(char in argument for char in "*?["):
            self._add_glob(argument)
        else:
            self.failures.append(Failure(argument, "there is no such file or folder"))

    def add_text(self, data: bytes, name: str) -> None:
        """Lint `data` (standard input) as if it were the file `name`."""
        path = os.path.normpath(os.path.join(self.folder, name))
        try:
            families = _reading(path, data)
        except OSError as error:
            self.failures.append(Failure(name, f"cannot read this file: {error.strerror}"))
            return
        if families:
            if not (self._force_exclude and self._leaves_out(path)):
                self.inputs.append(Input(path, shown_path(path, self.folder), families, data))
        elif families_of(os.path.basename(name)):
            self.warnings.append(f"{name} was not checked: {NO_RECORD}")
        else:
            self.failures.append(Failure(name, self.kinds()))

    def sorted_inputs(self) -> list[Input]:
        """The inputs in the order of a report: by their shown paths."""
        return sorted(self.inputs, key=lambda item: item.shown)

    def _add_named(self, path: str, argument: str) -> None:
        if self._force_exclude and self._leaves_out(path):
            return
        if not path.lower().endswith(self._suffixes):
            self.warnings.append(f"{argument} was not checked: {self.kinds()}")
        elif not self._add_file(path, named=not self._force_exclude) and not self._force_exclude:
            self.warnings.append(f"{argument} was not checked: {NO_RECORD}")

    def _add_glob(self, pattern: str) -> None:
        matches = self._matches(pattern)
        if not matches:
            self.failures.append(Failure(pattern, "no file matches this pattern"))
        for match in matches:
            path = os.path.normpath(match)
            if os.path.isdir(path) or not path.lower().endswith(self._suffixes):
                continue
            if not self._leaves_out(path):
                self._add_file(path)

    def _matches(self, pattern: str) -> list[str]:
        from glob import glob

        parts = os.path.normpath(os.path.join(self.folder, pattern)).split(os.sep)
        if _ANY_DEPTH not in parts:
            return sorted(glob(os.sep.join(parts), include_hidden=True))
        # A folder is walked as if it were named: `glob` would follow links that lead in circles.
        at = parts.index(_ANY_DEPTH)
        found = []
        for top in sorted(glob(os.sep.join(parts[:at]) or os.sep, include_hidden=True)):
            below = Discovery(
                self.folder,
                exclude=self._exclude,
                exclude_root=self._exclude_root,
                respect_gitignore=self._respect_gitignore,
            )
            below._add_folder(os.path.normpath(top))
            paths = [item.location for item in below.sorted_inputs()]
            found += [path for path in paths if _fits(os.path.relpath(path, top).split(os.sep), parts[at:])]
            self.failures += below.failures
            self.warnings += below.warnings
        return found

    def _leaves_out(self, path: str) -> bool:
        top = os.path.dirname(path) if below(path, self.folder) is None else self.folder
        return self._ignores(top).leaves_out_path(path)

    def _ignores(self, top: str) -> Ignores:
        if top not in self._known_ignores:
            ignores = Ignores(top, self._exclude, self._exclude_root, respect_gitignore=self._respect_gitignore)
            self._known_ignores[top] = ignores
        return self._known_ignores[top]

    def kinds(self) -> str:
        """Which files there are rules for, in words."""
        return f"rules read only *{', *'.join(self._suffixes)}"

    def _add_file(self, path: str, *, named: bool = False) -> bool:
        """Add a file; False when none of the families that read such names has to do with it."""
        if path in self._seen:
            return True
        self._seen.add(path)
        if os.path.exists(path) and not os.path.isfile(path):
            self.failures.append(Failure(shown_path(path, self.folder), "is not a regular file"))
            return True
        try:
            families = _reading(path)
        except OSError as error:
            self.failures.append(Failure(shown_path(path, self.folder), f"cannot read this file: {error.strerror}"))
            return True
        if families:
            self.inputs.append(Input(path, shown_path(path, self.folder), families))
            self.inputs[-1].named = named
        return bool(families)

    def _add_folder(self, top: str) -> None:
        ignores = self._ignores(top)
        links: list[str] = []
        visited: set[str] = set()
        self._walk(top, ignores, visited, links)
        # Folders behind symbolic links come last, so that a folder inside the tree keeps its own name.
        while links:
            link = links.pop(0)
            real = os.path.realpath(link)
            place = os.path.join(os.path.realpath(os.path.dirname(link)), os.path.basename(link))
            if below(place, real) is not None:
                shown = shown_path(link, self.folder)
                self.warnings.append(f"{shown} was not followed: it is a symbolic link to a folder that contains it")
            elif real not in visited:
                self._walk(link, ignores, visited, links)

    def _walk(self, top: str, ignores: Ignores, visited: set[str], links: list[str]) -> None:
        """Add the files under `top`, without recursion: a path can be thousands of folders deep."""
        pending = [top]
        while pending:
            folder = pending.pop()
            visited.add(os.path.realpath(folder))
            subfolders = []
            for entry in self._entries(folder):
                if entry.is_dir(follow_symlinks=False):
                    if not ignores.leaves_out(folder, entry.name, is_folder=True):
                        subfolders.append(entry.path)
                elif _is_folder_link(entry):
                    if not ignores.leaves_out(folder, entry.name, is_folder=True):
                        links.append(entry.path)
                elif entry.name.lower().endswith(self._suffixes) and not ignores.leaves_out(
                    folder, entry.name, is_folder=False
                ):
                    self._add_file(entry.path)
            pending += reversed(subfolders)

    def _entries(self, folder: str) -> Iterable[os.DirEntry[str]]:
        try:
            with os.scandir(folder) as entries:
                return sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            self.failures.append(Failure(shown_path(folder, self.folder), f"cannot read this folder: {error.strerror}"))
            return ()


def _reading(path: str, data: bytes | None = None) -> tuple[Family, ...]:
    """The families that read the file `path`, or `data` as if it lay there; some look into it. Raises `OSError`."""
    name = os.path.basename(path)
    families = families_of(name)
    if not any(family.recognition for family in families):
        return families
    from io import BytesIO

    with open(path, "rb") if data is None else BytesIO(data) as file:
        return tuple(family for family in families if family.reads(name, file))


def _fits(names: list[str], pattern: list[str]) -> bool:
    """Whether the parts of a path are those of a pattern, in which `**` stands for any number of them."""
    from fnmatch import fnmatchcase

    reached = _past_any_depth({0}, pattern)
    for name in names:
        here = {at for at in reached if at < len(pattern)}
        stayed = {at for at in here if pattern[at] == _ANY_DEPTH}
        reached = _past_any_depth(stayed | {at + 1 for at in here if fnmatchcase(name, pattern[at])}, pattern)
    return len(pattern) in reached


def _past_any_depth(reached: set[int], pattern: list[str]) -> set[int]:
    for at, part in enumerate(pattern):
        if at in reached and part == _ANY_DEPTH:
            reached.add(at + 1)
    return reached


def _is_folder_link(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_symlink() and entry.is_dir()
    except OSError:
        # A link that leads round in a circle to itself: reading it says so, if its name is one to read.
        return False
