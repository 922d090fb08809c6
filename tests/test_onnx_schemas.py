"""The documents about models are what their schemas say, and the schemas refuse what the documents never are."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import wai_lint
from wai_lint.checkers.onnx.audit import audit
from wai_lint.checkers.onnx.policy import Policy
from wai_lint.checkers.onnx.run import examine
from wai_lint.checkers.onnx.signature import document
from wai_lint.rules.discovery import discover
from wai_lint.rules.onnx._models import branching, integers

ROOT = Path(__file__).parent.parent
MODELS = ROOT / "examples" / "models"
AUDITS = sorted(MODELS.glob("*_audit.json"))
RUNS = sorted(MODELS.glob("*_run.json"))
Edit = Callable[[dict[str, Any]], object]


def validator(name: str) -> jsonschema.Draft202012Validator:
    schema = json.loads((ROOT / "schemas" / f"{name}.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("path", AUDITS, ids=lambda path: path.stem)
def test_recorded_audits_are_valid(path: Path) -> None:
    validator("onnx-audit").validate(json.loads(path.read_text()))


@pytest.mark.parametrize("path", RUNS, ids=lambda path: path.stem)
def test_recorded_evidence_is_valid(path: Path) -> None:
    validator("onnx-evidence").validate(json.loads(path.read_text()))


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("onnx-policy", "hybrid-policy.json"),
        ("onnx-partition-policy", "erf-partition-policy.json"),
        ("onnx-fixtures", "fixtures.json"),
    ],
)
def test_recorded_policies_are_valid(name: str, file: str) -> None:
    validator(name).validate(json.loads((MODELS / file).read_text()))


def test_the_envelope_of_every_refused_case_is_valid() -> None:
    valid = validator("onnx-audit")
    for rule in discover("onnx"):
        for case in rule.INVALID:
            valid.validate(examine(case.data(), Policy()).envelope)


@pytest.mark.parametrize("data", [branching(), integers()], ids=["branching", "integers"])
def test_signature_documents_are_valid(data: Any) -> None:
    inferred = audit(data.SerializeToString()).inferred
    assert inferred is not None
    validator("onnx-signature").validate(document(inferred))


AUDIT_EDITS: dict[str, Edit] = {
    "admitted with refusals": lambda it: it["refusals"].append({"code": "ONNX_PARSE", "place": "", "message": "x"}),
    "refused without refusals": lambda it: it.update(admitted=False, graph_signature=None, placements=[]),
    "no reasons": lambda it: it["placements"][0].update(reasons=[]),
    "reasons on the NPU": lambda it: it["placements"][0].update(placement="npu"),
    "an unknown reason": lambda it: it["placements"][0].update(reasons=["BECAUSE"]),
    "a member more": lambda it: it.update(time="now"),
    "a member less": lambda it: it.pop("inventory"),
    "a signature in capitals": lambda it: it.update(graph_signature="A" * 64),
}
EVIDENCE_EDITS: dict[str, Edit] = {
    "two attempts": lambda it: it.update(npu_attempts=2),
    "two sessions": lambda it: it["sessions"].extend(it["sessions"]),
    "another classification": lambda it: it.update(classification="npu"),
    "a float for a count": lambda it: it["outputs"][0].update(bytes=1.5),
    "a member less": lambda it: it.pop("runtime"),
}


@pytest.mark.parametrize(
    ("name", "file", "edit"),
    [("onnx-audit", AUDITS[-1], edit) for edit in AUDIT_EDITS.values()]
    + [("onnx-evidence", RUNS[0], edit) for edit in EVIDENCE_EDITS.values()],
    ids=[*AUDIT_EDITS, *EVIDENCE_EDITS],
)
def test_what_a_document_never_is_is_not_valid(name: str, file: Path, edit: Edit) -> None:
    changed = json.loads(file.read_text())
    edit(changed)
    assert list(validator(name).iter_errors(changed))


def test_the_example_for_a_decode_path_is_integer_throughout_and_the_control_is_not() -> None:
    def codes(name: str) -> set[str]:
        return {each.code for each in wai_lint.check(MODELS / name, config={"onnx": {"integer-only": True}}).active}

    assert codes("integer_mask.onnx") == set()
    assert "ONNX-FLOAT-OPERATOR" in codes("spectral_mask.onnx")
