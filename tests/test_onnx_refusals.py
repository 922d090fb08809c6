"""Every refusal of an audit, by models built for it: the codes, in order, and the places."""

from __future__ import annotations

from collections import Counter

import pytest
from wai_lint.checkers.onnx.audit import audit
from wai_lint.checkers.onnx.refusal import CODES
from wai_lint.tests.onnx_models import constants, declarations, encoding, external, limits, structure, versions
from wai_lint.tests.onnx_models.case import Case

MODULES = (limits, external, constants, structure, declarations, versions, encoding)
CASES = [
    pytest.param(case, id=f"{module.__name__.rpartition('.')[2]}: {case.name}")
    for module in MODULES
    for case in module.cases()
]


@pytest.mark.parametrize("case", CASES)
def test_a_model_is_refused_for_what_is_wrong_with_it(case: Case) -> None:
    found = audit(case.data, case.limits).findings
    assert [refusal.code for refusal in found] == [code for code, _ in case.refusals], found
    for refusal, (_, place) in zip(found, case.refusals, strict=True):
        assert place is None or refusal.place == place
        assert refusal.message[0].islower() or refusal.message[0].isdigit()
        assert not refusal.message.endswith(".")
        assert refusal.message.isprintable()


def test_every_code_is_shown_by_three_models_or_more() -> None:
    shown = Counter(
        code for module in MODULES for case in module.cases() for code in {code for code, _ in case.refusals}
    )
    assert set(shown) == set(CODES)
    assert min(shown.values()) >= 3, shown
