"""Which rules run: selectors (codes, prefixes of codes, names, `ALL`) resolved to codes."""

from __future__ import annotations

from .families import every_family, required_codes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..rules.rule import Rule

ALL = "ALL"
_NAMES_A_RULE = 1000


class UnknownSelector(ValueError):
    """A selector that names no rule; the message says which and what was near."""


def all_rules() -> list[Rule]:
    """Every rule of every family, by family and code."""
    return [rule for family in every_family() for rule in family.rules()]


def find_rule(reference: str) -> Rule | None:
    """The rule with this code or name; of several with one name, the first."""
    return next(_named(reference), None)


def _named(reference: str) -> Iterator[Rule]:
    """The rules with this code or name: two families may have the same offence."""
    for family in every_family():
        # A code tells its family, so that the rules of the others need not load.
        if reference[:1].isupper() and not reference.startswith(family.prefix):
            continue
        for rule in family.rules():
            if reference in (rule.code, rule.name):
                yield rule


def matching(selector: str) -> list[Rule]:
    """The rules a selector means. Raises `UnknownSelector` when there are none."""
    if selector == ALL:
        return all_rules()
    found = list(_named(selector))
    if found:
        return found
    for family in every_family():
        if family.prefix.startswith(selector) or selector.startswith(family.prefix):
            found += [rule for rule in family.rules() if rule.code.startswith(selector)]
    if not found:
        raise UnknownSelector(f"no rule has the code, prefix or name {selector!r}{suggestion(selector)}")
    return found


def suggestion(selector: str) -> str:
    """`; did you mean …?` with the nearest code or name, or a pointer to the list of rules."""
    begun = [rule.code for rule in all_rules() if selector and rule.code.startswith(selector)]
    if begun:
        return f"; name each rule: {', '.join(begun)}" if len(begun) <= 8 else "; name each rule by its code"
    near = nearest(selector, [reference for rule in all_rules() for reference in (rule.code, rule.name)])
    return f"; did you mean {near!r}?" if near else "; `wai-lint rules` lists them"


def nearest(word: str, candidates: Sequence[str]) -> str | None:
    """The candidate that `word` most likely meant, None when none is near."""
    folded = {candidate.lower(): candidate for candidate in candidates}
    if word.lower() in folded:
        return folded[word.lower()]
    from difflib import get_close_matches

    close = get_close_matches(word.lower(), list(folded), 1, 0.6)
    return folded[close[0]] if close else None


def selected_codes(select: Sequence[str], ignore: Sequence[str]) -> frozenset[str] | None:
    """The codes that run, None for all.

    The longest selector that matches a rule decides; of equals `ignore` does. Codes that no family can do without
    (its parse errors) stay in. Raises `UnknownSelector`, also for a selector that names such a code to ignore it.
    """
    if not ignore and all(selector == ALL for selector in select):
        return None
    required = required_codes(every_family())
    strength: dict[str, tuple[int, bool]] = {}
    for chosen, selectors in ((True, select or (ALL,)), (False, ignore)):
        for selector in selectors:
            if not chosen:
                _refuse_required(selector, required)
            length = _specificity(selector)
            for rule in matching(selector):
                if length >= strength.get(rule.code, (-1, False))[0]:
                    strength[rule.code] = (length, chosen)
    return frozenset(code for code, (_, chosen) in strength.items() if chosen) | required


def _specificity(selector: str) -> int:
    """0 of `ALL`, of a prefix its length, of the code or name of a rule more than any prefix of a code can have."""
    if selector == ALL:
        return 0
    return _NAMES_A_RULE if find_rule(selector) is not None else len(selector)


def _refuse_required(selector: str, required: Iterable[str]) -> None:
    rule = find_rule(selector)
    if rule is not None and rule.code in required:
        raise UnknownSelector(f"{rule.code} ({rule.name}) cannot be ignored: no rule ran on a file that has it")
