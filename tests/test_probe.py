"""The probe runs every function of the 64-bit arithmetic, and an executor that differs on one word is refused."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from wai_lint.checkers.decoder import kernels, probe
from wai_lint.checkers.decoder.executors.interpreter import InterpreterExecutor
from wai_lint.tests.edited_executor import EditedExecutor

TEXT = files(kernels).joinpath(probe.MODULE).read_text("utf-8")


def test_every_function_of_the_module_is_probed():
    assert re.findall(r"^fn (\w+)", TEXT, re.MULTILINE) == [function.name for function in probe.FUNCTIONS]


def test_the_interpreter_gives_the_reference_for_every_word():
    report = probe.run(InterpreterExecutor())
    assert report.cases >= 100_000
    assert report.passed
    assert report.mismatches == []


@pytest.mark.parametrize("function", probe.FUNCTIONS, ids=lambda function: function.name)
def test_an_executor_that_differs_in_one_function_is_refused(function):
    wrong = {"W": "Wide(1u, 0u) ^ ", "u": "1u ^ ", "b": "!"}[function.result]
    executor = EditedExecutor(f"let result = {function.name}(", f"let result = {wrong}{function.name}(")
    report = probe.run(executor, count=0)
    assert executor.edited == 1
    assert not report.passed
    assert {mismatch.function for mismatch in report.mismatches} == {function.name}


def test_one_wrong_word_is_found():
    def spoil(words):
        changed = words[-1].copy()
        changed[-1] ^= 1
        return (*words[:-1], changed)

    report = probe.run(EditedExecutor(spoil=spoil), count=0)
    assert report.different == 1
    assert str(report.mismatches[0]).startswith("wide_floor_divide(")


EDITS = {
    "a carry dropped": ("a.y + b.y + u32(low < a.x)", "a.y + b.y"),
    "a borrow dropped": ("a.y - b.y - u32(a.x < b.x)", "a.y - b.y"),
    "a cross product dropped": ("product.y + a.x * b.y + a.y * b.x", "product.y + a.x * b.y"),
    "an unsigned comparison": ("a_high < b_high ||", "a.y < b.y ||"),
    "a root of another number": ("if !wide_less_unsigned(n, word_product", "if wide_less_unsigned(n, word_product"),
    "a quotient rounded to zero": ("Wide(u32(remainder != 0u), 0u)", "Wide(0u, 0u)"),
    "no half added": ("shift - 1u);", "0u);"),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_function_is_refused(name):
    old, new = EDITS[name]
    executor = EditedExecutor(old, new)
    report = probe.run(executor, count=0)
    assert executor.edited > 0
    assert not report.passed
