"""The commands `wai-lint explain CODE|NAME` and `wai-lint rules`: what the rules are, in the terminal."""

from __future__ import annotations

from .pages import HEADINGS, RuleText, all_rules, enforced, page_url
from .reporters.terminal import Painter, printable

# Of a prefix that more codes begin with, none is suggested.
_SUGGESTED = 8
# Where summaries would be narrower than this beside the other columns, they stand below them.
_NARROWEST = 30
_BELOW = " " * 4


class UnknownRuleError(Exception):
    """No rule has that code or name; the message suggests those that come near."""


def explain(asked: str, *, color: bool = False) -> str:
    """What there is to read about the rules of that code or name. Raises `UnknownRuleError`."""
    return "\n".join([_explained(text, Painter(color)) for text in _find(asked)])


def _explained(text: RuleText, paint: Painter) -> str:
    rule = text.rule
    title = paint("bold", f"{rule.code} {rule.name}")
    facts = f"{rule.severity}; {profiles(text)}; {fixes(text)}"
    lines = [f"{title} ({facts})", f"enforces: {enforced(rule)}", "", text.summary]
    for heading in HEADINGS:
        if heading in text.sections:
            lines += ["", paint("bold", heading), "", _unfenced(text.sections[heading])]
    return "\n".join([*lines, "", f"see: {page_url(rule.code)}", ""])


def _unfenced(markdown: str) -> str:
    """Fenced code as indented code, which reads better in a terminal."""
    lines: list[str] = []
    inside = False
    for line in markdown.splitlines():
        if line.startswith("```"):
            inside = not inside
        else:
            lines.append("    " + line if inside and line else line)
    return "\n".join(lines)


def rules_table(*, color: bool = False, width: int | None = None) -> str:
    """All rules: code, name, severity, fix and summary; a line each, or the summaries wrapped to `width` columns."""
    from textwrap import wrap

    paint = Painter(color)
    rows = [(text.rule.code, text.rule.name, text.rule.severity, fixes(text), text.summary) for text in all_rules()]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    indent = sum(widths[:4]) + 8
    lines = []
    for row in rows:
        code, name, severity, fix = row[:4]
        cells = [paint("bold", code), name, paint(severity, severity), fix]
        padded = [cell + " " * (wide - len(plain)) for cell, plain, wide in zip(cells, row, widths, strict=False)]
        head = "  ".join(padded)
        if width is None:
            lines.append(f"{head}  {' '.join(row[4].split())}")
        elif width - indent < _NARROWEST:
            lines += [
                head.rstrip(),
                *wrap(row[4], width, initial_indent=_BELOW, subsequent_indent=_BELOW, break_on_hyphens=False),
            ]
        else:
            first, *more = wrap(row[4], width - indent, break_on_hyphens=False)
            lines += [f"{head}  {first}", *(" " * indent + line for line in more)]
    return "".join(line + "\n" for line in lines)


def rules_json() -> str:
    """All rules as a JSON array (`schemas/rules.json`)."""
    from .reporters.json import dump

    return dump([_as_json(text) for text in all_rules()])


def _as_json(text: RuleText) -> dict[str, object]:
    return {
        "code": text.rule.code,
        "name": text.rule.name,
        "severity": text.rule.severity,
        "item": text.rule.item,
        "profiles": list(text.rule.profiles) or None,
        "fix": text.fix,
        "summary": text.summary,
        "sections": text.sections,
        "url": page_url(text.rule.code),
    }


def profiles(text: RuleText) -> str:
    """Which profiles the rule is part of, in words."""
    names = text.rule.profiles
    return f"profile {' and '.join(names)} only" if names else "every profile"


def fixes(text: RuleText) -> str:
    """What fix the rule offers, in words."""
    return {"safe": "safe fix", "unsafe": "unsafe fix", None: "no fix"}[text.fix]


def _find(asked: str) -> list[RuleText]:
    known = all_rules()
    # A refusal's reason is its rule's name, written with `_`.
    name = asked.lower().replace("_", "-")
    found = [text for text in known if asked.upper() == text.rule.code or name == text.rule.name]
    if found:
        return found
    from difflib import get_close_matches

    names = [text.rule.code for text in known] + [text.rule.name for text in known]
    near = [name for name in names if name.startswith(asked.upper())]
    if not near:
        near = get_close_matches(asked.upper(), names, 3) or get_close_matches(name, names, 3)
    if len(near) > _SUGGESTED:
        near = []
    hint = f"did you mean {' or '.join(near)}?" if near else "`wai-lint rules` lists them"
    raise UnknownRuleError(f"no rule has the code or name {printable(asked)!r}; {hint}")
