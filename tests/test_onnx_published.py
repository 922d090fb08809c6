"""Models that others publish: the figures of the source, and what is refused in them. These tests use the network."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path

import onnx
import pytest
from onnx.backend.test.case.node import collect_testcases
from wai_lint.checkers.onnx.audit import audit
from wai_lint.tests.onnx_models.published import MODELS, Published, bytes_of

# onnx §1, of the Silero VAD model of 2,327,524 bytes.
FIGURES = {
    "graphs": 51,
    "maximum_depth": 4,
    "top_level_nodes": 5,
    "nested_nodes": 684,
    "total_nodes": 689,
    "tensor_valued_attributes": 345,
    "constant_tensors": 345,
    "encoded_constant_bytes": 2_186_503,
}
TRAINING = "operators that may change under the same number"
# What onnx's own tests hold that is not admitted, and why.
REFUSED_FILES = {
    "light/light_vgg19.onnx": ("ONNX_LIMIT_TENSOR_BYTES", "a matrix of 392 MiB"),
    "light/light_zfnet512.onnx": ("ONNX_LIMIT_TENSOR_BYTES", "a matrix of 288 MiB"),
    "simple/test_gradient_of_add/model.onnx": ("ONNX_DOMAIN_UNSUPPORTED", TRAINING),
    "simple/test_gradient_of_add_and_mul/model.onnx": ("ONNX_DOMAIN_UNSUPPORTED", TRAINING),
}
REFUSED_OPERATORS = {
    "Adagrad": ("ONNX_DOMAIN_UNSUPPORTED", TRAINING),
    "Adam": ("ONNX_DOMAIN_UNSUPPORTED", TRAINING),
    "Momentum": ("ONNX_DOMAIN_UNSUPPORTED", TRAINING),
    "FlexAttention": ("ONNX_DOMAIN_UNSUPPORTED", TRAINING),
}
REFUSED_CASES = {
    "test_ai_onnx_ml_label_encoder_tensor_mapping": ("ONNX_TYPE_UNSUPPORTED", "labels that are strings"),
    "test_mvn": ("ONNX_INFERENCE", "onnx's own full check fails on what it expands the operator to"),
}


def named(part: str) -> Published:
    """The published model whose path ends so."""
    return next(model for model in MODELS if model.member.endswith(part))


def test_the_figures_of_silero_are_those_that_are_published() -> None:
    data = bytes_of(named("data/silero_vad.onnx"))
    found = audit(data)
    assert hashlib.sha256(data).hexdigest() == "2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f"
    assert len(data) == 2_327_524
    assert found.findings == ()
    assert found.inventory == FIGURES
    assert found.inferred is not None
    assert [node.op_type for node in found.inferred.graph.node] == ["Constant", "Equal", "If", "Identity", "Identity"]


def test_another_release_of_silero_has_the_same_inventory_and_another_signature() -> None:
    fifth, sixth = (audit(bytes_of(named(part))) for part in ("silero_vad_v5.onnx", "silero_vad_v6.onnx"))
    assert sixth.inventory == fifth.inventory == FIGURES
    assert fifth.signature is not None
    assert sixth.signature is not None
    assert sixth.signature != fifth.signature
    assert fifth.signature == audit(bytes_of(named("data/silero_vad.onnx"))).signature


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.member.rpartition("/")[2])
def test_a_published_model_is_admitted_or_refused_for_what_is_known(model: Published) -> None:
    found = audit(bytes_of(model))
    assert tuple(refusal.code for refusal in found.findings) == model.codes
    assert (found.signature is None) is bool(model.codes)


def test_the_models_in_the_onnx_wheel_are_admitted_but_for_those_listed() -> None:
    folder = Path(onnx.__file__).parent / "backend" / "test" / "data"
    refused = {}
    paths = sorted(folder.rglob("*.onnx"))
    for path in paths:
        codes = {refusal.code for refusal in audit(path.read_bytes()).findings}
        if codes:
            refused[path.relative_to(folder).as_posix()] = codes
    assert len(paths) > 100
    assert refused == {path: {code} for path, (code, _) in REFUSED_FILES.items()}


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_the_models_of_onnx_operator_tests_are_admitted_but_for_those_listed() -> None:
    counts: Counter[bool] = Counter()
    for case in collect_testcases(None):
        if case.model is None:
            continue
        codes = {refusal.code for refusal in audit(case.model.SerializeToString()).findings}
        operators = {node.op_type for node in case.model.graph.node}
        known = [REFUSED_OPERATORS[each] for each in operators if each in REFUSED_OPERATORS]
        known += [REFUSED_CASES[case.name]] if case.name in REFUSED_CASES else []
        assert codes == {code for code, _ in known}, case.name
        counts[bool(codes)] += 1
    assert counts[False] > 1500
