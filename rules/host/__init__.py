"""The host family: sources of the programs that create shader modules, read as tokens.

A rule's `check(code)` yields diagnostics. Most host files have nothing to do with shaders: one that holds neither a
word that a rule looks for nor a suppression comment is not read any further.
"""

from __future__ import annotations

from ...checkers.host import read
from ...checkers.suppression import MARKER
from ..discovery import discover
from ..family import Checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...checkers.diagnostic import Diagnostic
    from ...checkers.source import Source
    from ..family import Settings


def check(source: Source, settings: Settings) -> Checked:
    """What the selected rules of the profile find in a host source."""
    rules = [rule for rule in discover("host") if settings.runs(rule.RULE)]
    # A C name may be continued on the next line.
    text = source.text.replace("\\\n", "").replace("\\\r\n", "")
    if MARKER not in text and not any(word in text for rule in rules for word in rule.WORDS):
        return Checked([], [])
    code = read(source)
    found: list[Diagnostic] = []
    for rule in rules:
        found.extend(rule.check(code))
    return Checked(found, code.comments)
