"""What a family of inputs offers the engine.

The package `rules.<family>` has `check(source, settings) -> Checked`; the engine's table (`lint.families`) says which
files are its.
A family never reads configuration files, caches or suppressions: it says all it finds, and the engine marks and sorts.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..checkers.diagnostic import Diagnostic


class Settings:
    """The part of the effective configuration that a check may depend on; all of it is in the cache key.

    `selected`: codes of the rules to run, None for all. `options`: the family's own configuration table.
    """

    __slots__ = ("options", "profile", "selected")

    def __init__(
        self,
        profile: str = "tier",
        selected: frozenset[str] | None = None,
        options: Mapping[str, object] | None = None,
    ) -> None:
        self.profile = profile
        self.selected = selected
        self.options = options or {}


class Checked:
    """What a family found in a source: diagnostics, and the (start, end) ranges of its comments for suppressions."""

    __slots__ = ("comments", "diagnostics")

    def __init__(self, diagnostics: list[Diagnostic], comments: list[tuple[int, int]]) -> None:
        self.diagnostics = diagnostics
        self.comments = comments
