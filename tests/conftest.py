"""What tests of the tool share: a small language whose findings are words, and the command line run in a folder."""

from __future__ import annotations

import os
import re
import signal
import sys
from types import ModuleType

import pytest
from wai_lint.checkers.diagnostic import SAFE, UNSAFE, Diagnostic, Edit, Fix, Span
from wai_lint.checkers.source import Source
from wai_lint.lint import families
from wai_lint.lint.cli import main
from wai_lint.rules.family import Checked, Settings
from wai_lint.rules.rule import Rule

BROKEN = Rule("FAKE001", "broken-text", item="none")
BAD = Rule("FAKE101", "bad-word", item="none")
UGLY = Rule("FAKE102", "ugly-word", item="none", profiles=("reference",))
ODD = Rule("FAKE201", "odd-word", item="none", severity="warning")
ENDLESS = Rule("FAKE202", "endless-word", item="none")
RULES = (BROKEN, BAD, UGLY, ODD, ENDLESS)
# word → its rule, what a fix makes of it, how safe that is
WORDS = {
    "bad": (BAD, "good", SAFE),
    "spoil": (BAD, "broken", SAFE),
    "ugly": (UGLY, "fair", UNSAFE),
    "odd": (ODD, None, SAFE),
    "endless": (ENDLESS, "endless endless", SAFE),
}
calls: list[str] = []


def _check(source: Source, settings: Settings) -> Checked:
    calls.append(source.path)
    comments = [match.span() for match in re.finditer(r"#[^\r\n]*", source.text)]
    code = re.sub(r"#[^\r\n]*", lambda match: " " * len(match[0]), source.text)
    if "crash" in code:
        raise RuntimeError("the fake family fell over")
    if "kill" in code:
        os.kill(os.getpid(), signal.SIGKILL)
    if "broken" in code:
        start = code.index("broken")
        return Checked([BROKEN.finding(source, start, start + 6, "cannot read this")], comments)
    found: list[Diagnostic] = []
    for match in re.finditer(r"\w+", code):
        rule, fixed, applicability = WORDS.get(match[0], (None, None, SAFE))
        if rule is None or (rule.profiles and settings.profile not in rule.profiles):
            continue
        span = Span.of(source, *match.span())
        fix = None if fixed is None else Fix(f"write {fixed}", (Edit(span, fixed),), applicability)
        found.append(rule.finding(source, *match.span(), f"{match[0]} is refused", fix=fix))
    return Checked(found, comments)


@pytest.fixture
def fake(monkeypatch):
    """Registers the fake family for `*.fake`; gives the list of paths it was asked to check."""
    module = ModuleType("fake_family")
    module.__dict__["check"] = _check
    monkeypatch.setitem(sys.modules, "fake_family", module)
    family = families.Family("fake", "fake_family", "FAKE", (".fake",), required=("FAKE001",))
    family._rules = RULES
    monkeypatch.setattr(families, "FAMILIES", [*families.FAMILIES, family])
    calls.clear()
    return calls


class Ran:
    """How a run of the command line ended and what it printed."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status = status
        self.out = out
        self.err = err

    @property
    def places(self) -> list[str]:
        """`path:line:column: CODE` of each finding of the concise format."""
        return re.findall(r"(?m)^(\S+:\d+:\d+: [A-Z]+\d+)", self.out)


@pytest.fixture
def run(tmp_path, monkeypatch, capfd):
    """Runs the command line in the test's own folder, with the given files written first."""
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "WAI_LINT_DEBUG"):
        monkeypatch.delenv(name, raising=False)

    def run_in_folder(*arguments: str, files: dict[str, str | bytes] | None = None) -> Ran:
        for name, content in (files or {}).items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        capfd.readouterr()
        status = main(arguments)
        sys.stdout.flush()
        out, err = capfd.readouterr()
        return Ran(status, out, err)

    return run_in_folder
