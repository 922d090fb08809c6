"""Random kernels that pass every rule give the same words on the interpreter, through naga and through Tint."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest
from wai_lint.checkers.decoder.executors.executor import Executor, Program
from wai_lint.checkers.decoder.executors.table import open_executor
from wai_lint.checkers.source import Source
from wai_lint.rules.family import Settings
from wai_lint.rules.wgsl import check
from wai_lint.tests.random_kernels import kernel, program

WITH_NAGA = 1000
WITH_TINT = 100
AT_A_TIME = 50


@pytest.fixture(scope="module")
def interpreter() -> Iterator[Executor]:
    with closing(open_executor("interpreter")) as opened:
        yield opened


@pytest.fixture(scope="module")
def naga() -> Iterator[Executor]:
    with closing(open_executor("wgpu")) as opened:
        yield opened


@pytest.fixture(scope="module")
def tint() -> Iterator[Executor]:
    with closing(open_executor("browser")) as opened:
        yield opened


def differing(seeds: range, first: Executor, second: Executor) -> list[int]:
    """The seeds of the kernels that give other words on one executor than on the other."""
    programs = ((seed, program(seed)) for seed in seeds)
    return [seed for seed, drawn in programs if not _same(drawn, first, second)]


def _same(drawn: Program, first: Executor, second: Executor) -> bool:
    return all(map(np.array_equal, first.execute(drawn), second.execute(drawn)))


@pytest.mark.parametrize("start", range(0, WITH_NAGA, AT_A_TIME))
def test_the_interpreter_and_naga_give_the_same_words(interpreter, naga, start):
    assert differing(range(start, start + AT_A_TIME), interpreter, naga) == []


@pytest.mark.parametrize("start", range(0, WITH_TINT, AT_A_TIME))
def test_the_interpreter_and_tint_give_the_same_words(interpreter, tint, start):
    assert differing(range(start, start + AT_A_TIME), interpreter, tint) == []


def test_an_expression_written_otherwise_gives_other_words(interpreter):
    class Edited:
        identity = interpreter.identity

        def execute(self, program: Program):
            text = program.dispatches[0].module.replace("min(", "max(")
            return interpreter.execute(replace(program, dispatches=(replace(program.dispatches[0], module=text),)))

        def close(self) -> None:
            pass

    assert differing(range(20), interpreter, Edited())


@pytest.mark.parametrize("start", range(0, WITH_NAGA, 200))
def test_every_kernel_passes_the_rules(start):
    found = [
        finding
        for seed in range(start, start + 200)
        for finding in check(Source.from_text(kernel(seed), f"{seed}.wgsl"), Settings()).diagnostics
    ]
    assert found == []


def test_a_seed_gives_the_same_program_again():
    assert kernel(7) == kernel(7) != kernel(8)
    for words, again in zip(program(7).buffers, program(7).buffers, strict=True):
        np.testing.assert_array_equal(words, again)
