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
    from .rule import Rule


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

    def within(self, context: str) -> Settings:
        """These settings for a file whose findings depend on `context` too."""
        return Settings(self.profile, self.selected, {**self.options, "context": context})

    def runs(self, rule: Rule) -> bool:
        """Whether a rule runs: it is selected and of the profile, and the translator it asks is asked for."""
        if self.selected is not None and rule.code not in self.selected:
            return False
        if rule.profiles and self.profile not in rule.profiles:
            return False
        return not rule.translator or bool(self.options.get(rule.translator))


class Checked:
    """What a family found in a source: diagnostics, and the (start, end) ranges of its comments for suppressions."""

    __slots__ = ("comments", "diagnostics")

    def __init__(self, diagnostics: list[Diagnostic], comments: list[tuple[int, int]]) -> None:
        self.diagnostics = diagnostics
        self.comments = comments
