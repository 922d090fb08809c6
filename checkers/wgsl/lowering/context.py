"""The state of one lowering: names in scope, nodes made, problems found.

Names live in one dict that always shows the innermost declarations; leaving a scope restores what it hid, so that a
look-up is one step at any depth.
"""

from __future__ import annotations

from .. import ir
from ..problems import INVALID_MODULE, problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...source import Source
    from ..problems import Place
    from ..types import Struct, Type


class Poison:
    """What a name stands for whose declaration failed: whatever uses it stays silent."""

    __slots__ = ("name_end", "name_start")

    def __init__(self, name_start: int, name_end: int) -> None:
        self.name_start = name_start
        self.name_end = name_end


class Lowering:
    """One module being lowered.

    `made` are the nodes in the order made. `silent` counts the enclosing operands that short-circuiting leaves
    unevaluated: const-evaluation errors in them are none. `function` is the function whose body is lowered, `calls`
    what it calls so far; `unknown_result` says that its result type failed. `pending` are names of cycles reported.
    `counts` holds one expression for each override that counts elements, so that array types which it counts are one.
    """

    __slots__ = (
        "calls",
        "counts",
        "function",
        "literals",
        "made",
        "module",
        "names",
        "pending",
        "reported",
        "scope",
        "scopes",
        "silent",
        "source",
        "structs",
        "unknown_result",
    )

    def __init__(self, module: ir.Module) -> None:
        self.module = module
        self.source: Source = module.source
        self.made: list[ir.Node] = []
        self.names: dict[str, ir.Declared | Poison] = {}
        self.scope: dict[str, ir.Declared | Poison | None] = {}
        self.scopes: list[dict[str, ir.Declared | Poison | None]] = []
        self.pending: set[str] = set()
        self.literals: dict[str, tuple[Type, ir.Value]] = {}
        self.structs: dict[Struct, ir.StructDeclaration] = {}
        self.counts: dict[ir.Override, ir.ValueRef] = {}
        self.silent = 0
        self.function: ir.Function | None = None
        self.unknown_result = False
        self.calls: dict[ir.Function, None] = {}
        self.reported: set[tuple[int, int]] = set()

    def error(self, start: int, end: int, message: str, notes: tuple[Place, ...] = ()) -> None:
        """Report WGSL002 at `start`–`end`, once per place; each note is (start, end, message)."""
        self.module.resolved = False
        self.misuse(start, end, message, notes)

    def misuse(self, start: int, end: int, message: str, notes: tuple[Place, ...] = ()) -> None:
        """Report WGSL002 as `error` does, for an expression that is lowered all the same, so that rules see it."""
        if (start, end) not in self.reported:
            self.reported.add((start, end))
            self.module.diagnostics.append(problem(self.source, INVALID_MODULE, start, end, message, notes))

    def open_scope(self) -> None:
        """Enter a scope."""
        self.scopes.append(self.scope)
        self.scope = {}

    def close_scope(self) -> None:
        """Leave the innermost scope: names it hid show again."""
        names = self.names
        for name, hidden in self.scope.items():
            if hidden is None:
                del names[name]
            else:
                names[name] = hidden
        self.scope = self.scopes.pop()

    def declare(self, name: str, entity: ir.Declared | Poison) -> None:
        """Bind `name` in the innermost scope; a second declaration there is an error and changes nothing."""
        names = self.names
        if name in self.scope:
            first = names[name]
            self.error(
                entity.name_start,
                entity.name_end,
                f"`{name}` is declared twice in the same scope, and a name can have one declaration there",
                ((first.name_start, first.name_end, "first declared here"),),
            )
            return
        self.scope[name] = names.get(name)
        names[name] = entity

    def poison(self, name: str, name_start: int) -> None:
        """Bind `name` to a failed declaration."""
        self.declare(name, Poison(name_start, name_start + len(name)))


def declared_here(entity: ir.Declared | Poison) -> tuple[Place, ...]:
    """The note that shows where a name was declared."""
    return ((entity.name_start, entity.name_end, "declared here"),)
