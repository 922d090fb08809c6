"""The modules of a project: where an import finds them, and what each holds once it is read.

`package-dir` says where packages lie, as setuptools has it: by package the folder of its modules, the empty name for
modules and packages that lie in a folder themselves.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from .names import Names
from .parsing import LONGEST, Parsed, parse
from .passed_on import Imports
from .reading import read

if TYPE_CHECKING:
    from .scopes import Scope
    from .selection import Definition

_INITIAL = "__init__.py"


class Module:
    """A module that was read: its dotted name, its file, whether it is an `__init__`, its tree and names.

    `definitions` are its functions and classes by qualified name; one name may have several. `made` are the values of
    the call graph that are its own.
    """

    __slots__ = ("definitions", "made", "name", "names", "package", "parsed", "path")

    def __init__(self, name: str, path: str, parsed: Parsed, names: Names) -> None:
        self.name = name
        self.path = path
        self.package = os.path.basename(path) == _INITIAL
        self.parsed = parsed
        self.names = names
        self.made: dict[object, object] = {}
        self.definitions: dict[str, list[Definition]] = {}
        for node, scope in names.scopes.items():
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                self.definitions.setdefault(scope.qualname, []).append(node)

    @property
    def scope(self) -> Scope:
        """The module's own block."""
        return self.names.module


class Modules:
    """Finds and reads the modules of a project, each once.

    `folders` are the places of packages as (package, folder), absolute. `read_files` are the bytes of what was read, by
    path; `absent` the paths that were looked for in vain; `unreadable` what is said of files that do not parse.
    """

    def __init__(self, folders: list[tuple[str, str]]) -> None:
        self.folders = sorted(folders, key=lambda place: (-len(place[0]), place[1]))
        self._loaded: dict[str, Module | None] = {}
        self._found: dict[str, str | None] = {}
        self._imported: dict[str, Imports] = {}
        self.read_files: dict[str, bytes] = {}
        self.absent: set[str] = set()
        self.unreadable: dict[str, str] = {}

    def find(self, name: str) -> str | None:
        """The file of a module by its dotted name; None for one that is not of the project."""
        if name not in self._found:
            self._found[name] = self._find(name)
        return self._found[name]

    def _find(self, name: str) -> str | None:
        if not all(part.isidentifier() for part in name.split(".")):
            return None
        for package, folder in self.folders:
            if package and name != package and not name.startswith(package + "."):
                continue
            rest = name[len(package) :].lstrip(".").split(".") if name != package else []
            base = os.path.join(folder, *rest)
            # Python looks for the package first.
            for path in (os.path.join(base, _INITIAL), *((base + ".py",) if rest else ())):
                if os.path.isfile(path):
                    return path
                self.absent.add(path)
        return None

    def name_of(self, path: str) -> str | None:
        """The dotted name by which a file is imported; None for one that lies in no folder of the project."""
        best: str | None = None
        for package, folder in self.folders:
            relative = os.path.relpath(path, folder)
            parts = relative.removesuffix(".py").split(os.sep)
            if parts[-1] == "__init__":
                parts.pop()
            name = ".".join([*((package,) if package else ()), *parts])
            if parts[:1] != [os.pardir] and name and self.find(name) == path:
                best = name if best is None else min(best, name, key=len)
        return best

    def load(self, name: str) -> Module | None:
        """The module of this name; None for one that is not of the project or can't be read."""
        if name not in self._loaded:
            self._loaded[name] = None
            path = self.find(name)
            self._loaded[name] = None if path is None else self._load(name, path)
        return self._loaded[name]

    def _load(self, name: str, path: str) -> Module | None:
        try:
            with open(path, "rb") as file:
                # One code point takes four bytes at most.
                data = file.read(4 * LONGEST + 1)
        except OSError as error:
            self.unreadable[path] = f"cannot read this file: {error.strerror}"
            return None
        self.read_files[path] = data
        parsed = parse(read(path, data))
        if not isinstance(parsed, Parsed):
            self.unreadable[path] = parsed.message
            return None
        package = os.path.basename(path) == _INITIAL
        return Module(name, path, parsed, Names(parsed.tree, name, package=package, exports=_Exports(self)))

    def provider(self, name: str) -> Module | None:
        """The module that a dotted name is of; what a package binds comes before its modules of that name."""
        package, _, last = name.rpartition(".")
        while package and self.find(package) is None:
            package, _, last = package.rpartition(".")
        holder = self.load(package) if package else None
        if holder is not None and any(binding != name for binding in holder.scope.bindings.get(last, ())):
            return holder
        return self.load(name) or holder

    def imports_of(self, module: Module) -> Imports:
        """What a module imports of the project."""
        if module.name not in self._imported:
            self._imported[module.name] = Imports(module, self)
        return self._imported[module.name]

    @property
    def loaded(self) -> list[Module]:
        """The modules that were read so far."""
        return [module for module in self._loaded.values() if module is not None]


class _Exports(Mapping[str, frozenset[str]]):
    """The names that a star import of each module brings, found when they are asked for."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._asked: set[str] = set()

    def __getitem__(self, name: str) -> frozenset[str]:
        module = self._modules.load(name)
        # Two modules that import everything of one another: what the first asks of the second comes back to it.
        if module is None or name in self._asked:
            raise KeyError(name)
        self._asked.add(name)
        try:
            return exported(module, self)
        finally:
            self._asked.discard(name)

    def __iter__(self):
        return iter(())

    def __len__(self) -> int:
        return 0

    # An empty mapping is false, and is asked nothing.
    def __bool__(self) -> bool:
        return True


def exported(module: Module, exports: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """The names that `from module import *` brings: those of a literal `__all__`, or all without an underscore."""
    listed = _listed(module.parsed.tree)
    if listed is not None:
        return listed
    own = {name for name in module.scope.bindings if not name.startswith("_")}
    for star in module.scope.stars:
        own |= exports.get(star, frozenset())
    return frozenset(own)


def _listed(tree: ast.Module) -> frozenset[str] | None:
    found: set[str] | None = None
    for statement in tree.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        value = getattr(statement, "value", None)
        if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
            items = value.elts if isinstance(value, ast.List | ast.Tuple) else []
            names = {item.value for item in items if isinstance(item, ast.Constant) and isinstance(item.value, str)}
            found = names | (found or set() if isinstance(statement, ast.AugAssign) else set())
    return None if found is None else frozenset(found)
