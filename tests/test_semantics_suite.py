"""The suite holds what WGSL defines of every listed operation, and an executor that differs on one is refused."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from wai_lint.checkers.decoder.executors.executor import ExecutionError
from wai_lint.checkers.decoder.executors.interpreter import InterpreterExecutor
from wai_lint.checkers.decoder.semantics import generate, suite
from wai_lint.checkers.decoder.semantics.cases import FILE, SplitMix64, drawn, load
from wai_lint.checkers.decoder.semantics.operations import NAMES, OPERATIONS, Operation
from wai_lint.checkers.decoder.semantics.reference import evaluate, is_guarded
from wai_lint.checkers.source import Source
from wai_lint.checkers.wgsl.interpreter.compiler import Operations
from wai_lint.checkers.wgsl.module import load as load_module
from wai_lint.checkers.wgsl.semantics_table import BINARY, BUILTINS, CONVERSIONS, UNARY
from wai_lint.tests.edited_executor import EditedExecutor

LEAST, MOST = -(2**31), 2**31 - 1


def operation(name: str, type: str) -> Operation:
    return next(found for found in OPERATIONS if (found.name, found.type) == (name, type))


def test_the_file_is_what_the_reference_gives():
    path = generate.__file__.replace("generate.py", FILE)
    with open(path, "rb") as file:
        assert file.read() == generate.text().encode("ascii")
    assert generate.main(["--check"]) == 0


def test_the_file_holds_enough_cases_of_every_operation():
    cases = load()
    assert len(cases) >= 25_000
    counts = Counter(case.operation for case in cases)
    assert set(counts) == set(OPERATIONS)


def test_the_operations_are_those_of_the_rule():
    listed = {(name, type) for table in (BINARY, BUILTINS) for name, types in table.items() for type in types}
    listed |= {("-x" if name == "-" else name, type) for name, types in UNARY.items() for type in types}
    others = {("select_by_one", type) for type in CONVERSIONS if type.startswith("vec")}
    others |= {(name, type) for name in ("convert", "to_bool", "from_bool") for type in CONVERSIONS}
    assert {(found.name, found.type) for found in OPERATIONS} == listed | others


DEFINED = [
    ("/", "i32", (7, 0), 7),
    ("/", "i32", (LEAST, -1), LEAST),
    ("/", "i32", (-7, 2), -3),
    ("/", "u32", (2**32 - 1, 0), 2**32 - 1),
    ("%", "i32", (LEAST, -1), 0),
    ("%", "i32", (-7, 2), -1),
    ("%", "i32", (7, -2), 1),
    ("%", "i32", (5, 0), 0),
    ("%", "u32", (5, 0), 0),
    ("+", "i32", (MOST, 1), LEAST),
    ("-", "u32", (0, 1), 2**32 - 1),
    ("*", "i32", (65536, 65536), 0),
    ("-x", "i32", (LEAST,), LEAST),
    ("abs", "i32", (LEAST,), LEAST),
    ("<<", "i32", (1, 33), 2),
    (">>", "i32", (LEAST, 31), -1),
    (">>", "u32", (2**31, 63), 1),
    ("clamp", "i32", (5, 9, 1), 1),
    ("clamp", "u32", (5, 6, 9), 6),
    ("countLeadingZeros", "i32", (-1,), 0),
    ("countLeadingZeros", "u32", (0,), 32),
    ("countTrailingZeros", "i32", (0,), 32),
    ("countOneBits", "i32", (-1,), 32),
    ("firstLeadingBit", "i32", (-1,), -1),
    ("firstLeadingBit", "i32", (-2,), 0),
    ("firstLeadingBit", "u32", (0,), 2**32 - 1),
    ("firstTrailingBit", "i32", (0,), -1),
    ("firstTrailingBit", "u32", (8,), 3),
    ("reverseBits", "u32", (1,), 2**31),
    ("extractBits", "i32", (0xF0, 4, 4), -1),
    ("extractBits", "u32", (0xF0, 4, 4), 15),
    ("extractBits", "i32", (-1, 40, 5), 0),
    ("extractBits", "i32", (-1, 30, 40), -1),
    ("insertBits", "u32", (0, 0xFF, 30, 9), 3 << 30),
    ("insertBits", "u32", (7, 0, 32, 1), 7),
    ("sign", "i32", (-5,), -1),
    ("select", "i32", (1, 2, True), 2),
    ("convert", "i32", (-1,), 2**32 - 1),
    ("bitcast", "u32", (2**32 - 1,), -1),
    ("to_bool", "i32", (2,), True),
    ("from_bool", "u32", (True,), 1),
    ("dot", "vec2<i32>", ((LEAST, 3), (2, 5)), 15),
    ("select_by_one", "vec2<u32>", ((1, 2), (3, 4), False), (1, 2)),
    ("select", "vec2<u32>", ((1, 2), (3, 4), (False, True)), (1, 4)),
    ("<", "vec2<i32>", ((1, 2), (2, 2)), (True, False)),
]


@pytest.mark.parametrize(("name", "type", "arguments", "result"), DEFINED)
def test_the_reference_gives_what_wgsl_defines(name, type, arguments, result):
    assert evaluate(operation(name, type), arguments) == result


@pytest.mark.parametrize(
    ("name", "arguments", "guarded"),
    [
        ("<<", (1, 31), True),
        ("<<", (1, 32), False),
        (">>", (1, 2**32 - 1), False),
        ("clamp", (1, 2, 2), True),
        ("clamp", (1, 2, 1), False),
        ("extractBits", (1, 99, 99), True),
        ("/", (1, 0), True),
    ],
)
def test_only_shifts_past_the_word_and_bounds_out_of_order_are_unguarded(name, arguments, guarded):
    assert is_guarded(operation(name, "u32"), arguments) is guarded


def test_one_component_out_of_order_makes_a_vector_unguarded():
    shift = operation("<<", "vec2<u32>")
    assert is_guarded(shift, ((1, 1), (0, 31)))
    assert not is_guarded(shift, ((1, 1), (0, 32)))


@pytest.mark.parametrize("found", OPERATIONS, ids=lambda found: f"{found.name} {found.type}")
def test_each_module_is_valid_wgsl(found):
    assert load_module(Source.from_text(suite.module_of(found))).valid


@pytest.mark.parametrize("name", NAMES)
def test_the_interpreter_gives_wgsls_result_for_every_case(name):
    report = suite.run(InterpreterExecutor(), names=[name])
    assert report.cases == sum(case.operation.name == name for case in load())
    assert report.drawn >= 4096
    assert report.passed
    assert report.differences == report.unguarded_differences == []


def test_drawn_values_are_those_of_splitmix64_and_repeat_by_seed():
    generator = SplitMix64(0)
    assert [generator.next() for _ in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    shift = operation("<<", "i32")
    assert list(drawn(shift, 50, 7)) == list(drawn(shift, 50, 7)) != list(drawn(shift, 50, 8))
    assert 0 < sum(case.guarded for case in drawn(shift, 200, 7)) < 200


def edited(name: str) -> Operations:
    """The interpreter's operations with one edited."""
    known = Operations()

    def wrong(*arguments: np.ndarray) -> np.ndarray:
        found = tables[key](*arguments)
        return ~found if found.dtype == np.bool_ else found ^ np.array([1], found.dtype)

    if name in ("bitcast", "convert", "to_bool", "from_bool"):
        return replace(known, convert=_wrong_conversion(name))
    key = name.removesuffix("_by_one")
    for field in ("binary", "component_wise", "whole"):
        tables = getattr(known, field)
        if key in tables:
            return replace(known, **{field: {**tables, key: wrong}})
    tables, key = known.unary, name[0]
    return replace(known, unary={**tables, key: wrong})


def _wrong_conversion(name: str):
    convert = Operations().convert

    def wrong(value: np.ndarray, dtype: np.dtype) -> np.ndarray:
        found = convert(value, dtype)
        kinds = {"to_bool": dtype == np.bool_, "from_bool": value.dtype == np.bool_}
        if not kinds.get(name, value.dtype != np.bool_ and dtype != np.bool_):
            return found
        return ~found if found.dtype == np.bool_ else np.where(found == 1, found.dtype.type(2), found)

    return wrong


# Operations that the suite's own modules index with: an executor that has them wrong reads out of bounds.
INDEXING = ("*", "/", ">=")


@pytest.mark.parametrize("name", [name for name in NAMES if name not in INDEXING])
def test_an_executor_with_an_operation_edited_is_refused(name):
    report = suite.run(InterpreterExecutor(edited(name)), drawn=0, names=[name])
    assert not report.passed
    assert report.different >= len(report.differences) > 0


@pytest.mark.parametrize("name", INDEXING)
def test_an_executor_that_runs_out_of_bounds_is_refused(name):
    with pytest.raises(ExecutionError, match="out of bounds"):
        suite.run(InterpreterExecutor(edited(name)), drawn=0, names=[name])


def test_a_remainder_written_by_hand_is_refused():
    executor = EditedExecutor("x0 % x1", "x0 - (x0 / x1) * x1")
    report = suite.run(executor, names=["%"], drawn=0)
    assert executor.edited == 4
    assert not report.passed
    assert "% on i32 of (-2147483648, 0) gives -2147483648, and WGSL 0" in map(str, report.differences)


def test_one_wrong_word_is_found():
    def spoil(words):
        changed = words[0].copy()
        changed[-1] ^= 1 << 31
        return (changed, *words[1:])

    report = suite.run(EditedExecutor(spoil=spoil), names=["reverseBits"])
    assert report.different == 1
    assert str(report.differences[0]).startswith("reverseBits on i32 of (")


def test_differences_in_unguarded_cases_are_reported_and_do_not_refuse():
    executor = EditedExecutor("clamp(x0, x1, x2)", "max(min(x0, x2), x1)")
    report = suite.run(executor, names=["clamp"])
    assert executor.edited == 4
    assert report.passed
    assert report.unguarded_different >= len(report.unguarded_differences) > 0
    assert report.unguarded > 0


def test_operations_are_announced_before_they_run():
    announced: list[str] = []
    suite.run(InterpreterExecutor(), drawn=0, names=["abs", "dot"], advance=announced.append)
    assert announced == ["abs", "dot"]
