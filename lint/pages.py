"""What there is to read about a rule: the sections of its docstring, and where its page lies."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from ..rules.rule import Rule

HOME = "https://github.com/wai-lint/wai-lint"
# Where the pages generated into docs/rules/ are read.
RULE_PAGES = f"{HOME}/blob/main/docs/rules/"
REFUSES = "What it refuses"
WHY = "Why results could differ"
EXAMPLE = "Example"
FIX = "Fix"
HEADINGS = (REFUSES, WHY, EXAMPLE, FIX)
# The conditions of the determinism tiers' section *Claiming the tier on a GPU*, as their own first words name them.
ITEMS = {
    "item 1": "integers only",
    "item 2": "no subgroup operation and no extension",
    "item 3": "no result depends on scheduling",
    "item 4": "the translation gives WGSL's results",
    "item 5": "the adapter passes the integer semantics suite first",
}

_HEADING = re.compile(f"## ({'|'.join(HEADINGS)})")


def page_url(code: str) -> str:
    """The address of a rule's page."""
    return f"{RULE_PAGES}{code}.md"


def enforced(rule: Rule) -> str:
    """What the rule enforces, an item with its title."""
    return f"{rule.item}, {ITEMS[rule.item]}" if rule.item in ITEMS else rule.item


class RuleText:
    """A rule with its docstring taken apart: `summary` (what stands before the headings) and `sections` by heading."""

    __slots__ = ("module", "rule", "sections", "summary")

    def __init__(self, module: ModuleType) -> None:
        self.module = module
        self.rule: Rule = module.RULE
        self.summary, self.sections = split_docstring(module.__doc__ or "")

    @property
    def fix(self) -> str | None:
        """The kind of fix the rule offers, as its cases show: `"safe"`, `"unsafe"` or None."""
        kinds = {"unsafe" if case.unsafe else "safe" for case in self.module.INVALID if case.fixed is not None}
        return min(kinds, default=None)

    @property
    def why(self) -> str:
        """The first paragraph of why results could differ, on one line; empty when the docstring does not say."""
        return " ".join(self.sections.get(WHY, "").split("\n\n")[0].split())


def split_docstring(docstring: str) -> tuple[str, dict[str, str]]:
    """The text before the first heading, and the text under each of `HEADINGS` (a line `## What it refuses`)."""
    from textwrap import dedent

    first, _, rest = docstring.partition("\n")
    title = ""
    parts: dict[str, list[str]] = {title: []}
    for line in [first, *dedent(rest).splitlines()]:
        heading = _HEADING.fullmatch(line)
        if heading:
            title = heading[1]
            parts[title] = []
        else:
            parts[title].append(line.rstrip())
    texts = {title: "\n".join(lines).strip("\n") for title, lines in parts.items()}
    return texts.pop(""), texts


def all_rules() -> list[RuleText]:
    """Every rule of every family, by code."""
    from ..rules.discovery import discover_all

    return [RuleText(module) for module in discover_all()]


def reason(code: str) -> str:
    """Why results could differ, of the rule with that code; empty when there is none."""
    from ..rules.discovery import discover_all

    return next((RuleText(module).why for module in discover_all() if module.RULE.code == code), "")
