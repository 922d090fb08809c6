"""The WGSL family: a shader module is loaded once, and every selected rule of the profile reads its typed IR.

A rule's `check(module, context)` yields diagnostics. A module that does not parse or resolve gets WGSL001 and
WGSL002 whatever is selected: a module that was not checked must not read as clean.
"""

from __future__ import annotations

from ...checkers.wgsl.facts import Facts
from ...checkers.wgsl.module import load
from ..discovery import discover
from ..family import Checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...checkers.source import Source
    from ...checkers.wgsl.ir import Module
    from ..family import Settings

ALWAYS = frozenset(("WGSL001", "WGSL002"))
FRONT_END = frozenset(("WGSL001", "WGSL002", "WGSL004"))


class Context:
    """What a rule may ask besides the module: its facts, the profile, and where naga is ("": it is not asked for)."""

    __slots__ = ("facts", "naga", "profile")

    def __init__(self, module: Module, settings: Settings) -> None:
        self.facts = Facts(module)
        naga = settings.options.get("naga")
        self.naga = naga if isinstance(naga, str) else ""
        self.profile = settings.profile


def check(source: Source, settings: Settings) -> Checked:
    """What the selected rules of the profile find in a WGSL module (WGSL §2)."""
    module = load(source)
    context = Context(module, settings)
    found = []
    for rule in discover("wgsl"):
        code = rule.RULE.code
        # A translator is asked about modules that WGSL accepts.
        readable = module.valid if rule.RULE.translator else module.resolved
        if (code in ALWAYS or settings.runs(rule.RULE)) and (readable or code in FRONT_END):
            found.extend(rule.check(module, context))
    return Checked(found, module.comments)
