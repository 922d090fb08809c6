"""Every rule holds to its own cases: what it refuses, where exactly, and what its fix makes of it."""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType

import pytest
from wai_lint.checkers.diagnostic import SAFE, UNSAFE, Diagnostic
from wai_lint.checkers.naga import locate
from wai_lint.checkers.source import Source
from wai_lint.lint.families import FAMILIES
from wai_lint.lint.fixes import apply_once
from wai_lint.rules.discovery import discover
from wai_lint.rules.family import Settings
from wai_lint.rules.rule import Invalid, Valid, unmarked

# Models have no text to mark: their cases are held to in test_onnx_rules.
RULES = [rule for family in FAMILIES if family.name != "onnx" for rule in discover(family.name)]
VALID = [
    pytest.param(rule, case, id=f"{rule.RULE.code}-{index}") for rule in RULES for index, case in enumerate(rule.VALID)
]
INVALID = [
    pytest.param(rule, case, id=f"{rule.RULE.code}-{index}")
    for rule in RULES
    for index, case in enumerate(rule.INVALID)
]


@pytest.fixture(autouse=True)
def blinded(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts the rules out of action that a case names as blind."""
    case = getattr(request.node, "callspec", None) and request.node.callspec.params.get("case")
    for rule in RULES:
        if rule.RULE.code in getattr(case, "blind", ()):
            monkeypatch.setattr(rule, "check", lambda module, context: ())


def found_by(rule: ModuleType, text: str, case: Valid | Invalid) -> list[Diagnostic]:
    """What `rule` finds in `text` when it alone is selected, with no other finding but those that the case says stand
    beside; naga is asked where the rule needs it."""
    family = import_module(rule.__name__.rpartition(".")[0])
    code = rule.RULE.code
    options = {"naga": locate.find(os.path.dirname(__file__))} if rule.RULE.translator else {}
    settings = Settings(case.profile, frozenset((code,)), options)
    found = sorted(family.check(Source.from_text(text, case.path), settings).diagnostics, key=Diagnostic.sort_key)
    beside = getattr(case, "beside", ())
    assert {diagnostic.code for diagnostic in found} - {code} == set(beside)
    return [diagnostic for diagnostic in found if diagnostic.code not in beside]


def offsets(diagnostic: Diagnostic) -> tuple[int, int]:
    """The code-point offsets of a finding."""
    assert diagnostic.span is not None
    return diagnostic.span.start.offset, diagnostic.span.end.offset


@pytest.mark.parametrize(("rule", "case"), VALID)
def test_a_valid_case_is_accepted(rule: ModuleType, case: Valid) -> None:
    assert found_by(rule, case.source, case) == []


@pytest.mark.parametrize(("rule", "case"), INVALID)
def test_an_invalid_case_is_refused_exactly_where_it_is_marked(rule: ModuleType, case: Invalid) -> None:
    text, spans = unmarked(case.source)
    found = found_by(rule, text, case)
    assert {(diagnostic.code, diagnostic.name) for diagnostic in found} == {(rule.RULE.code, rule.RULE.name)}
    assert sorted(map(offsets, found)) == spans


@pytest.mark.parametrize(("rule", "case"), INVALID)
def test_fixes_give_the_pinned_text_and_leave_nothing_to_fix(rule: ModuleType, case: Invalid) -> None:
    text, _ = unmarked(case.source)
    offered = False
    while fixes := [found.fix for found in found_by(rule, text, case) if found.fix is not None]:
        assert {fix.applicability for fix in fixes} == {UNSAFE if case.unsafe else SAFE}
        text, count = apply_once(text, fixes)
        assert count > 0
        offered = True
    assert (text if offered else None) == case.fixed
    if offered:
        assert found_by(rule, text, case) == []


@pytest.mark.parametrize(("rule", "case"), INVALID)
def test_messages_are_one_lower_case_sentence_with_a_reason(rule: ModuleType, case: Invalid) -> None:
    text, _ = unmarked(case.source)
    for found in found_by(rule, text, case):
        for message in (found.message, *(note.message for note in found.notes)):
            assert message[:1] == message[:1].lower()
            assert not message.endswith((".", "\n"))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.RULE.code)
def test_a_rule_has_cases_of_both_sorts_and_no_two_alike(rule: ModuleType) -> None:
    assert rule.VALID
    assert rule.INVALID
    cases = [(case.source, case.profile) for case in (*rule.VALID, *rule.INVALID)]
    assert len(set(cases)) == len(cases)
    assert all(unmarked(case.source)[1] for case in rule.INVALID)


def test_rules_are_found_in_the_order_of_their_codes() -> None:
    for family in FAMILIES:
        codes = [rule.RULE.code for rule in discover(family.name)]
        assert codes
        assert codes == sorted(set(codes))


def found_codes(text: str, profile: str = "tier", selected: frozenset[str] | None = None) -> list[str]:
    """The codes that the WGSL family finds in `text`."""
    family = import_module("wai_lint.rules.wgsl")
    return [found.code for found in family.check(Source.from_text(text), Settings(profile, selected)).diagnostics]


def test_a_module_that_does_not_resolve_gets_no_other_rules_findings() -> None:
    assert found_codes("enable f16;\nfn f() { let x = y; }") == ["WGSL002"]
    assert found_codes("enable f16;\nfn f() {") == ["WGSL001"]
    assert found_codes("enable f16;\nfn f(a: u32, b: u32) -> u32 { let x = y; return a | b << 16u; }") == [
        "WGSL002",
        "WGSL004",
    ]


def test_errors_that_keep_rules_from_running_are_said_whatever_is_selected() -> None:
    assert found_codes("fn f() { let x = y; }", selected=frozenset(("WGSL401",))) == ["WGSL002"]
    assert found_codes("fn f() {", selected=frozenset()) == ["WGSL001"]


def test_a_rule_runs_only_when_selected_and_of_the_profile() -> None:
    text = "enable f16;\nvar<private> x: u32;"
    assert found_codes(text) == ["WGSL201"]
    assert found_codes(text, "reference") == ["WGSL201", "WGSL306"]
    assert found_codes(text, "reference", frozenset(("WGSL306",))) == ["WGSL306"]
    assert found_codes(text, "tier", frozenset(("WGSL306",))) == []
