"""The records family: bundles of wai.sink.models and single records, decided by one verifier.

A verification ends at the first refusal (model-governance §8.2), so a file has one finding at most: the rule whose name
is the refusal's reason. A rule file holds the reason's page and its cases; what is checked is in `checkers.records`.
JSON has no comments, so nothing excuses a refusal.
"""

from __future__ import annotations

from ...checkers.diagnostic import Note
from ..discovery import discover
from ..family import Checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...checkers.records.outcome import Refusal
    from ...checkers.source import Source
    from ..family import Settings
    from ..rule import Rule


def check(source: Source, settings: Settings) -> Checked:
    """What a verification of the file refuses; `settings` change nothing, since what comes after is not checked."""
    del settings
    from ...checkers.records.verifier import verify

    refusal = verify(source.data).refusal
    if refusal is None:
        return Checked([], [])
    note = Note("at " + place_in_words(refusal.at))
    finding = rule_of(refusal.reason).finding(source, *span(source, refusal), refusal.message, notes=(note,))
    return Checked([finding], [])


def rule_of(reason: str) -> Rule:
    """The rule of a reason code."""
    name = reason.replace("_", "-")
    return next(module.RULE for module in discover("records") if name == module.RULE.name)


def span(source: Source, refusal: Refusal) -> tuple[int, int]:
    """The code-point offsets of the member that a refusal is about, or of where the text stops being a document."""
    if refusal.offset is not None:
        return refusal.offset, min(refusal.offset + 1, len(source.text))
    from ...checkers.records.locating import locate

    return locate(source.text, refusal.pointer)


def place_in_words(at: tuple[str | int, ...]) -> str:
    """`("report", 1, "decode", 0)` as `report 1, decode 0`; numbers count from 0, as in the outcome."""
    words: list[str] = []
    for part in at:
        if isinstance(part, int) and words:
            words[-1] += f" {part}"
        else:
            words.append(str(part).replace("key_log", "key log").replace("rollup", "roll-up"))
    return ", ".join(words)
