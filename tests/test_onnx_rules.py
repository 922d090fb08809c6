"""Every rule about models holds to its own cases: what it refuses, and at which places of the graph."""

from __future__ import annotations

import re
from types import ModuleType

import pytest
from wai_lint.checkers.diagnostic import Diagnostic
from wai_lint.checkers.onnx import integer_only
from wai_lint.checkers.onnx.refusal import CODES
from wai_lint.checkers.source import Source
from wai_lint.lint.families import families_of
from wai_lint.rules import onnx
from wai_lint.rules.discovery import discover
from wai_lint.rules.family import Settings
from wai_lint.rules.onnx._cases import Accepted, Refused

RULES = discover("onnx")
VALID = [pytest.param(rule, case, id=f"{rule.RULE.code}-{n}") for rule in RULES for n, case in enumerate(rule.VALID)]
INVALID = [
    pytest.param(rule, case, id=f"{rule.RULE.code}-{n}") for rule in RULES for n, case in enumerate(rule.INVALID)
]


def found_in(case: Accepted) -> list[Diagnostic]:
    source = Source("case.onnx", case.data(), text="")
    return onnx.check(source, Settings(options={"context": case.context()})).diagnostics


@pytest.mark.parametrize(("rule", "case"), VALID)
def test_a_valid_model_is_clean(rule: ModuleType, case: Accepted) -> None:
    assert found_in(case) == []


@pytest.mark.parametrize(("rule", "case"), INVALID)
def test_an_invalid_model_is_refused_exactly_at_its_places(rule: ModuleType, case: Refused) -> None:
    found = found_in(case)
    own = [each for each in found if each.code == rule.RULE.code]
    assert sorted(each.place for each in own) == sorted(case.places)
    assert {each.code for each in found} - {rule.RULE.code} == set(case.beside)
    for each in own:
        assert (each.name, each.severity, each.span) == (rule.RULE.name, rule.RULE.severity, None)
        assert re.match(r"[a-z0-9]", each.message)
        assert not each.message.endswith((".", "\n"))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.RULE.code)
def test_a_rule_about_models_has_cases_of_both_sorts(rule: ModuleType) -> None:
    assert rule.VALID
    assert rule.INVALID


def test_every_refusal_and_every_float_has_a_rule() -> None:
    assert {rule.RULE.code for rule in RULES} == {*CODES, *integer_only.CODES}
    assert [rule.RULE.code for rule in RULES] == sorted({*CODES, *integer_only.CODES})


def test_nothing_deselects_a_refusal_of_admission() -> None:
    (family,) = families_of("a.onnx")
    assert family.required == set(CODES)
