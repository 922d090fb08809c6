"""Where the checks put what they refuse."""

from __future__ import annotations

from .. import ir
from ..problems import INVALID_MODULE, NONSTANDARD_SYNTAX, did_you_mean, problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...diagnostic import Diagnostic

# Past this many findings a module is not looked at further: nobody reads more, and each costs a look for its line.
LIMIT = 200

# Built-in value, attribute or function families become available by `enable`; this one brings another with it.
IMPLIED = {"subgroup_size_control": ("subgroups",)}


class Findings:
    """The module under validation, what it enables, and the diagnostics so far.

    `enabled` holds the names after `enable` with those they imply. A place gets one finding, the first: what else is
    wrong there follows from it more often than not.
    """

    __slots__ = ("_places", "diagnostics", "enabled", "module", "source")

    def __init__(self, module: ir.Module) -> None:
        self.module = module
        self.source = module.source
        self.diagnostics: list[Diagnostic] = []
        self._places: set[tuple[int, int]] = set()
        enabled: set[str] = set()
        for directive in module.directives:
            if directive.keyword == "enable":
                for name, _, _ in directive.names:
                    enabled.add(name)
                    enabled.update(IMPLIED.get(name, ()))
        self.enabled = frozenset(enabled)

    def invalid(self, place: ir.Node, message: str, *notes: tuple[ir.Node, str]) -> None:
        """A WGSL002 finding at `place`, with notes at places of their own."""
        self.invalid_at(place.start, place.end, message, *notes)

    def invalid_at(self, start: int, end: int, message: str, *notes: tuple[ir.Node, str]) -> None:
        """A WGSL002 finding at the offsets `start` to `end`."""
        self._add(INVALID_MODULE, start, end, message, notes)

    def invalid_name(self, declared: ir.Declared, message: str, *notes: tuple[ir.Node, str]) -> None:
        """A WGSL002 finding at the name of a declaration."""
        self._add(INVALID_MODULE, declared.name_start, declared.name_end, message, notes)

    def nonstandard(self, start: int, end: int, message: str) -> None:
        """A WGSL004 finding: WGSL refuses it, naga takes it and real projects rely on that."""
        self._add(NONSTANDARD_SYNTAX, start, end, message, ())

    def near(self, name: str, known: Iterable[str]) -> str:
        """`: did you mean …?` where one of the `known` names is near, else what else to do."""
        enough = len(self.diagnostics) >= LIMIT
        return ("" if enough else did_you_mean(name, known)) or "; remove it"

    def _add(self, code: str, start: int, end: int, message: str, notes: tuple[tuple[ir.Node, str], ...]) -> None:
        if len(self.diagnostics) >= LIMIT or (start, end) in self._places:
            return
        self._places.add((start, end))
        places = [(place.start, _head(place), text) for place, text in notes]
        self.diagnostics.append(problem(self.source, code, start, end, message, places))


def _head(place: ir.Node) -> int:
    # A note about a whole function or structure points at its head, not at its body.
    return place.name_end if isinstance(place, ir.Function | ir.StructDeclaration) else place.end
