"""The definition, NumPy and the kernels at both widths give the same integers on random graphs."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import closing

import numpy as np
import pytest
from wai_lint.checkers.decoder import kernels, lowering, scalar, trials, vectorised
from wai_lint.checkers.decoder.executors.executor import ExecutionError
from wai_lint.checkers.decoder.executors.table import EXECUTORS, open_executor
from wai_lint.checkers.decoder.operators import OPERATORS
from wai_lint.checkers.decoder.widths import ACC32, ACC64, WIDTHS
from wai_lint.checkers.source import Source
from wai_lint.rules.family import Settings
from wai_lint.rules.wgsl import check
from wai_lint.tests.kernel_edits import edits
from wai_lint.tests.kernel_mutants import MUTANTS
from wai_lint.tests.random_graphs import random_graph, random_inputs

KERNELS = {width: {operator: kernels.module(operator, width) for operator in kernels.OPERATORS} for width in WIDTHS}
GRAPHS = 240


@pytest.fixture(scope="module")
def corpus():
    """Random graphs with their certificates and inputs, by seed."""
    graphs = [(*random_graph(seed, large=seed % 2 == 1), seed) for seed in range(GRAPHS)]
    return [(graph, certificate, random_inputs(graph, seed)) for graph, certificate, seed in graphs]


@pytest.fixture(scope="module")
def interpreter():
    executor = open_executor("interpreter")
    yield executor
    executor.close()


def test_the_corpus_has_every_operator_and_both_widths(corpus) -> None:
    operators = Counter(node.operator for graph, _, _ in corpus for node in graph.nodes)
    assert min(operators[operator] for operator in OPERATORS) >= 20
    widths = Counter(certificate.width for _, certificate, _ in corpus)
    assert min(widths[width] for width in WIDTHS) >= 40


def test_numpy_gives_the_integers_of_the_definition(corpus) -> None:
    for graph, _, inputs in corpus:
        defined = scalar.run(graph, inputs)
        for name, tensor in vectorised.tensors(graph, inputs):
            assert np.array_equal(tensor, defined[name]), name


def test_every_tensor_is_within_its_certificate(corpus) -> None:
    for graph, certificate, inputs in corpus:
        for name, tensor in vectorised.tensors(graph, inputs):
            for channel, range in enumerate(certificate.tensors[name]):
                assert range.low <= tensor[:, channel].min()
                assert tensor[:, channel].max() <= range.high


def first_difference(
    graph, inputs, width: str, texts, executor, across: int = lowering.MOST_WORKGROUPS
) -> tuple[str, str, int, int, int] | None:
    """Name, operator, index, expected and found of the first element that is not the reference's."""
    lowered = lowering.lower(graph, inputs, texts, width, across)
    buffers = executor.execute(lowered.program)
    reference = dict(vectorised.tensors(graph, inputs))
    for node, buffer in zip(graph.nodes, buffers, strict=True):
        expected, found = reference[node.name].reshape(-1), lowering.elements(buffer, width)
        unequal = np.flatnonzero(expected != found)
        if unequal.size:
            index = int(unequal[0])
            return node.name, node.operator, index, int(expected[index]), int(found[index])
    return None


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["interpreter", "wgpu"])
def test_kernels_give_the_integers_of_the_reference(corpus, name: str, width: str) -> None:
    ran = 0
    with closing(open_executor(name)) as executor:
        for graph, certificate, inputs in corpus:
            if width == ACC32 and certificate.width == ACC64:
                continue
            assert first_difference(graph, inputs, width, KERNELS[width], executor) is None
            ran += 1
    assert ran >= 40


def test_rows_of_workgroups_reach_every_element(corpus, interpreter) -> None:
    rows = set()
    for graph, certificate, inputs in corpus[:80]:
        width = certificate.width
        lowered = lowering.lower(graph, inputs, KERNELS[width], width, 3)
        rows |= {dispatch.workgroups[1] for dispatch in lowered.program.dispatches}
        assert first_difference(graph, inputs, width, KERNELS[width], interpreter, 3) is None
    assert max(rows) > 2


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("operator", kernels.OPERATORS)
def test_every_kernel_passes_the_rules_of_the_reference(width: str, operator: str) -> None:
    assert check(Source.from_text(KERNELS[width][operator]), Settings(profile="reference")).diagnostics == []


@pytest.mark.parametrize("name", EXECUTORS)
@pytest.mark.parametrize("width", WIDTHS)
def test_every_kernel_passes_its_trials(name: str, width: str) -> None:
    with closing(open_executor(name)) as executor:
        report = trials.run(executor, KERNELS[width], width)
    assert (report.graphs, report.different) == (trials.DRAWN * len(OPERATORS), 0)


@pytest.mark.parametrize(("width", "operator", "old", "new"), MUTANTS)
def test_an_edited_kernel_is_caught_in_its_trials(interpreter, width: str, operator: str, old: str, new: str) -> None:
    text = KERNELS[width][operator]
    assert text.count(old) == 1
    mismatch = trials.run(interpreter, {operator: text.replace(old, new)}, width).mismatches[0]
    assert str(mismatch).startswith(f"{operator} on ")
    assert f" gives {mismatch.difference.given} at index {mismatch.difference.index}" in str(mismatch)
    defined = scalar.run(mismatch.trial.graph, mismatch.trial.inputs)["result"].reshape(-1)
    assert defined[mismatch.difference.index] == mismatch.difference.expected != mismatch.difference.given


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("operator", kernels.OPERATORS)
def test_trials_reach_what_an_operator_may_be_given(width: str, operator: str) -> None:
    drawn = [trials.drawn(operator, width, f"{operator} {width} 0 {number}") for number in range(trials.DRAWN)]
    nodes = [trial.graph.nodes[0] for trial in drawn]
    for name, (least, most) in OPERATORS[operator].attributes.items():
        assert len({node.attributes[name] for node in nodes}) >= min(2, most - least + 1), name
    assert {values.shape[0] for trial in drawn for values in trial.inputs.values()} == {1, 2}
    largest = max(int(abs(values).max()).bit_length() for trial in drawn for values in trial.inputs.values())
    assert largest >= {"lut": 8, "mul": 15}.get(operator, 20)


# What gives the same for every operand: of two that are equal it does not matter which is taken.
EQUIVALENT = {("clamp", "return a < b;", "<=")}


@pytest.mark.parametrize("operator", ["add", "clamp", "concat", "conv2d", "conv_transpose2d", "depth_to_space"])
def test_every_edit_of_what_runs_is_refused(interpreter, operator: str) -> None:
    text = KERNELS[ACC32][operator]
    drawn = list(edits(text))
    random.Random(operator).shuffle(drawn)
    for at, new, edited in drawn[:40]:
        where = text.splitlines()[text[:at].count("\n")].strip()
        if check(Source.from_text(edited), Settings(profile="reference")).diagnostics:
            continue
        try:
            passed = trials.run(interpreter, {operator: edited}, ACC32).different == 0
        except ExecutionError:
            continue
        assert passed == ((operator, where, new) in EQUIVALENT), (where, new)
