"""Rules about suppression comments: they are findings of their own, and nothing excuses them."""

from __future__ import annotations

from . import reasonless_suppression, unknown_suppression, unused_suppression

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ...checkers.diagnostic import Diagnostic
    from ...checkers.source import Source
    from ...checkers.suppression import Suppression
    from ..rule import Rule


class Context:
    """What the rules ask the engine.

    `find` gives the rule that a code or name means, `suggest` the end of a message about an unknown one. `enabled` says
    whether a rule ran, `excusable` whether its findings may be excused.
    """

    __slots__ = ("enabled", "excusable", "find", "suggest")

    def __init__(
        self,
        find: Callable[[str], Rule | None],
        suggest: Callable[[str], str],
        enabled: Callable[[Rule], bool],
        excusable: Callable[[Rule], bool],
    ) -> None:
        self.find = find
        self.suggest = suggest
        self.enabled = enabled
        self.excusable = excusable


def check(source: Source, suppressions: list[Suppression], context: Context) -> list[Diagnostic]:
    """What is wrong with the suppressions of `source`, once those that excused a finding are marked."""
    found: list[Diagnostic] = []
    for suppression in suppressions:
        for module in (reasonless_suppression, unused_suppression, unknown_suppression):
            found += module.check(source, suppression, context)
    return found
