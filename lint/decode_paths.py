"""What of the Python files of a run is on a decode path, by the configuration and the files themselves.

`decode-paths` takes files whole, `entry-points` takes what the call graph of the project reaches, `markers` names
decorators. Where none of them is configured, what the command line names is taken whole.
"""

from __future__ import annotations

import os

from .decode_path_memory import Memory
from .paths import shown_path
from .project import Examined
from .settings_files import ConfigurationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..checkers.python.modules import Modules
    from ..checkers.python.selection import Context
    from ..checkers.python.signatures import Signatures
    from .configuration import Configuration
    from .discovery import Input

SELECTING = ("decode-paths", "entry-points", "markers")
BY_GLOB = "decode-paths"
UNCONFIGURED = (
    "no decode path is configured, so the Python files that the command line names are taken whole; "
    "[python] decode-paths, entry-points or markers narrow that"
)


# So many files are named of those of which there is something to say.
_SHOWN = 3


def examine(inputs: Sequence[Input], configuration: Configuration, named: bool) -> Examined:
    """The context of each Python file, and what is on no decode path.

    Raises `ConfigurationError` for an entry point that does not exist.
    """
    from ..checkers.python.selection import NAMED, Context, whole

    if named and not _selects(configuration):
        text = whole(NAMED).to_text()
        return Examined({item.location: text for item in inputs}, [UNCONFIGURED])
    markers = configuration.values["python"].get("markers", [])
    marking = {item.location for item in inputs if _may_mark(item, markers)}
    examined = _contexts(inputs, configuration, named, marking)
    nothing = Context().to_text()
    unread = [item for item in inputs if examined.contexts[item.location] == nothing and item.location not in marking]
    examined.off_path = {item.location for item in unread}
    named_ones = [item.shown for item in unread if item.named]
    if named_ones:
        count, some = len(named_ones), ", ".join(named_ones[:_SHOWN])
        more = ", …" if count > _SHOWN else ""
        which, them = (f"{some} is", "it") if count == 1 else (f"{count} files ({some}{more}) are", "them")
        examined.warnings.append(
            f"{which} on no decode path that [python] configures, so the PY rules checked nothing in {them}"
        )
    return examined


def _selects(configuration: Configuration) -> bool:
    """Whether the configuration says what is on a decode path."""
    return any(configuration.values["python"].get(key) for key in SELECTING)


def _may_mark(item: Input, markers: Sequence[str]) -> bool:
    """Whether a file may mark code of its own; what can't be read is refused when it is linted."""
    from ..checkers.python.selection import may_be_marked

    try:
        return may_be_marked(item.read(), markers)
    except OSError:
        return True


def _contexts(inputs: Sequence[Input], configuration: Configuration, named: bool, marking: set[str]) -> Examined:
    """The context of each Python file; `marking` are the paths of those that may mark code of their own."""
    from ..checkers.python.parsing import deep_recursion
    from ..checkers.python.selection import Context

    if not _selects(configuration):
        text = Context().to_text()
        return Examined({item.location: text for item in inputs})
    options: dict[str, Any] = configuration.values["python"]
    root = configuration.roots["python"]
    memory = _memory(inputs, configuration, root, named, marking)
    remembered = None if memory is None else memory.recall()
    if remembered is not None:
        return remembered
    modules = _modules(root, options)
    examined = Examined()
    with deep_recursion():
        contexts = _by_configuration(inputs, configuration, modules, examined, marking)
    if not named:
        examined.warnings += _idle_patterns(options, contexts)
    examined.contexts = {path: context.to_text() for path, context in contexts.items()}
    if memory is not None and not modules.unreadable:
        memory.keep(examined, modules.read_files, modules.absent)
    return examined


def _memory(
    inputs: Sequence[Input], configuration: Configuration, root: str, named: bool, marking: set[str]
) -> Memory | None:
    """Where the answer is remembered; None where nothing may be."""
    if not configuration.values["cache"] or configuration.values["strict"]:
        return None
    switches = (named, configuration.show_unresolved, sorted(marking))
    asked = (repr(sorted(configuration.values["python"].items())), root, configuration.folder, repr(switches))
    return Memory(configuration.values["cache-dir"], (*asked, *sorted(item.location for item in inputs)))


def _by_configuration(
    inputs: Sequence[Input], configuration: Configuration, modules: Modules, examined: Examined, marking: set[str]
) -> dict[str, Context]:
    from ..checkers.python.facts import WHOLE
    from ..checkers.python.selection import Context
    from ..checkers.python.signatures import Signatures
    from .ignores import Patterns

    options: dict[str, Any] = configuration.values["python"]
    patterns = Patterns(configuration.roots["python"], options.get("decode-paths", ()))
    contexts = {item.location: Context() for item in inputs}
    for path, context in contexts.items():
        if patterns.names(path):
            context.path[WHOLE] = BY_GLOB
    entries = options.get("entry-points", [])
    if entries:
        _follow(entries, modules, contexts, configuration, examined)
    markers = _markers(modules, configuration, examined)
    signatures = Signatures(modules)
    for path, context in contexts.items():
        if context.path or path in marking:
            _introduce(path, context, modules, signatures)
            if path in marking:
                context.aliases = markers | context.aliases
    return contexts


def _modules(root: str, options: dict[str, Any]) -> Modules:
    """The project's modules, where `package-dir` says, or in the folder of the configuration and its `src`."""
    from ..checkers.python.modules import Modules

    places = options.get("package-dir")
    if places is None:
        return Modules([("", root), *((("", os.path.join(root, "src")),) if os.path.isdir(root + "/src") else ())])
    return Modules([(package, os.path.normpath(os.path.join(root, folder))) for package, folder in places.items()])


def _markers(modules: Modules, configuration: Configuration, examined: Examined) -> dict[str, str]:
    """What the configured markers stand for that modules pass on; a warning of those that no module defines."""
    from ..checkers.python.markers import defined_as

    found: dict[str, str] = {}
    for marker in configuration.values["python"].get("markers", ()):
        meant = defined_as(marker, modules)
        if meant is None:
            examined.warnings.append(f"markers: no module of the project defines {marker}, so it marks nothing")
        elif meant != marker:
            found[marker] = meant
    return found


def _follow(
    entries: list[str],
    modules: Modules,
    contexts: dict[str, Context],
    configuration: Configuration,
    examined: Examined,
) -> None:
    """Add what the entry points reach to the contexts."""
    from ..checkers.python.call_graph import CallGraph, EntryPointError
    from ..checkers.python.facts import WHOLE

    try:
        for entry in entries:
            _check_colon(entry, modules)
        graph = CallGraph(modules, entries)
    except EntryPointError as error:
        raise ConfigurationError(f"{configuration.origin_within('python', 'entry-points')}: {error}") from error
    for path, (_, reached) in graph.paths().items():
        if path in contexts and WHOLE not in contexts[path].path:
            contexts[path].path.update(reached)
    for path, problem in modules.unreadable.items():
        if path in contexts:
            # It is read again when it is checked, and refused.
            contexts[path].path[WHOLE] = "imported from an entry point"
        else:
            shown = shown_path(path, configuration.folder)
            examined.warnings.append(f"{shown} is imported from an entry point and was not followed: {problem}")
    # Of a run that looks at none of what they reach, the entry points need not be spoken of.
    if configuration.show_unresolved or not contexts.keys().isdisjoint(graph.paths()):
        examined.warnings += _unresolved(graph, configuration)


def _check_colon(entry: str, modules: Modules) -> None:
    """Say where the colon goes in an entry point that is written with dots alone. Raises `EntryPointError`."""
    from ..checkers.python.call_graph import EntryPointError

    module = "" if ":" in entry else entry.rpartition(".")[0]
    while module and modules.find(module) is None:
        module = module.rpartition(".")[0]
    if module:
        raise EntryPointError(f"{entry!r} is no entry point; did you mean {module}:{entry[len(module) + 1 :]}?")


def _unresolved(graph: Any, configuration: Configuration) -> list[str]:
    calls = graph.unresolved()
    said = []
    if graph.flow.cut:
        said.append("the call graph is too large to be followed to its end: name more of it in decode-paths")
    if not calls:
        return said
    if not configuration.show_unresolved:
        number = f"{len(calls)} call{'s' * (len(calls) > 1)}"
        return [*said, f"{number} reached from the entry points could not be resolved; --show-unresolved lists them"]
    for call in calls:
        place = f"{shown_path(call.path, configuration.folder)}:{call.line}:{call.column}"
        said.append(f"{place}: nobody can tell what {call.text}(…) calls, so it was not followed ({call.route})")
    return said


def _introduce(path: str, context: Context, modules: Modules, signatures: Signatures) -> None:
    """Say who a file is, and what the names stand for that it has of other modules."""
    name = modules.name_of(path)
    module = None if name is None else modules.load(name)
    if module is None:
        return
    context.module, context.package = module.name, module.package
    from ..checkers.python.signatures import encode

    context.aliases = modules.imports_of(module).aliases
    context.returns = {name: encode(type_) for name, type_ in signatures.seen_by(module).items()}
    exports = {star: module.names.exports.get(star) for star in module.scope.stars}
    context.exports = {star: sorted(names) for star, names in exports.items() if names}


def _idle_patterns(options: dict[str, Any], contexts: dict[str, Context]) -> list[str]:
    """What to say of a run over everything in which `decode-paths` named nothing."""
    from ..checkers.python.facts import WHOLE

    given = options.get("decode-paths")
    if not given or any(context.path.get(WHOLE) == BY_GLOB for context in contexts.values()):
        return []
    return [f"decode-paths ({', '.join(given)}) matches none of the Python files here"]
