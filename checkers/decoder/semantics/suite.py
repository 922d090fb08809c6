"""Running the suite on an executor: a module for each operation, one invocation for each case."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from ..executors.executor import Dispatch, Executor, Program, Words
from .cases import Case, drawn, load
from .operations import NAMES, OPERATIONS, Operation, is_vector, scalar_of
from .reference import Scalar, Value, fit

# Cases drawn for each operation name, over all its types.
DRAWN = 4096
# Differences that a report holds; more only count.
MOST_SHOWN = 20

_MODULE = """\
@group(0) @binding(0) var<storage> operands: array<u32>;
@group(0) @binding(1) var<storage, read_write> results: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
    let at = id.x;
    if at >= arrayLength(&results) / {result_words}u {{
        return;
    }}
{body}
}}
"""


@dataclass(frozen=True, slots=True)
class Difference:
    """A case for which an executor gives something else than WGSL."""

    case: Case
    given: Value

    def __str__(self) -> str:
        operation = self.case.operation
        operands = ", ".join(map(str, self.case.arguments))
        return f"{operation.name} on {operation.type} of ({operands}) gives {self.given}, and WGSL {self.case.result}"


@dataclass(slots=True)
class SuiteReport:
    """What the suite found. `cases` of the file and `drawn` ones ran, `unguarded` among them.

    `differences` are in cases that a rule-clean module may come to, the first `MOST_SHOWN` of `different`; those in the
    others are `unguarded_differences`, the first of `unguarded_different`, and refuse nothing.
    """

    seed: int
    cases: int = 0
    drawn: int = 0
    unguarded: int = 0
    different: int = 0
    unguarded_different: int = 0
    differences: list[Difference] = field(default_factory=list)
    unguarded_differences: list[Difference] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether the executor gives WGSL's result for every case that a rule-clean module may come to."""
        return self.different == 0

    def add(self, difference: Difference) -> None:
        """Count a difference."""
        if difference.case.guarded:
            self.different += 1
            shown = self.differences
        else:
            self.unguarded_different += 1
            shown = self.unguarded_differences
        if len(shown) < MOST_SHOWN:
            shown.append(difference)


def run(
    executor: Executor,
    drawn: int = DRAWN,
    seed: int = 0,
    names: Collection[str] = NAMES,
    advance: Callable[[str], None] | None = None,
) -> SuiteReport:
    """Run the committed cases and, for each operation, at least `drawn` drawn from `seed`, on an executor.

    `names`: the operations to run, all of them by default. `advance` is called with each name before it runs. Raises
    `ExecutionError` where the executor cannot run a module.
    """
    report = SuiteReport(seed)
    for name in names:
        if advance is not None:
            advance(name)
        operations = [operation for operation in OPERATIONS if operation.name == name]
        share = -(-drawn // len(operations))
        groups: list[tuple[Operation, list[Case]]] = []
        for operation in operations:
            own = committed_cases()[operation]
            extra = drawn_cases(operation, share, seed)
            report.cases += len(own)
            report.drawn += len(extra)
            groups.append((operation, [*own, *extra]))
        _compare(executor, groups, report)
    return report


def _compare(executor: Executor, groups: list[tuple[Operation, list[Case]]], report: SuiteReport) -> None:
    buffers: list[Words] = []
    dispatches: list[Dispatch] = []
    for operation, cases in groups:
        at = len(buffers)
        buffers += [_operand_words(cases), np.zeros(len(cases) * _words(operation.result), np.uint32)]
        workgroups = (-(-len(cases) // 64), 1, 1)
        dispatches.append(Dispatch(module_of(operation), "main", workgroups, ((0, at), (1, at + 1))))
    program = Program(tuple(buffers), tuple(dispatches), tuple(range(1, len(buffers), 2)))
    for (operation, cases), words in zip(groups, executor.execute(program), strict=True):
        report.unguarded += sum(not case.guarded for case in cases)
        for case, given in zip(cases, _results(operation, words), strict=True):
            if given != case.result:
                report.add(Difference(case, given))


@lru_cache(maxsize=1)
def committed_cases() -> dict[Operation, list[Case]]:
    """The cases of the committed file, by operation."""
    cases: dict[Operation, list[Case]] = {operation: [] for operation in OPERATIONS}
    for case in load():
        cases[case.operation].append(case)
    return cases


def drawn_cases(operation: Operation, count: int, seed: int) -> list[Case]:
    """`count` cases of an operation; each operation has its own for a seed."""
    return list(drawn(operation, count, seed << 16 | OPERATIONS.index(operation)))


def _words(type: str) -> int:
    return 2 if is_vector(type) else 1


def _operand_words(cases: list[Case]) -> Words:
    parts = (part for case in cases for value in case.arguments for part in _parts(value))
    return np.fromiter((part & 0xFFFFFFFF for part in parts), np.uint32)


def _parts(value: Value) -> tuple[Scalar, ...]:
    return value if isinstance(value, tuple) else (value,)


def _results(operation: Operation, words: Words) -> list[Value]:
    scalar = scalar_of(operation.result)
    found: list[Scalar] = [fit(scalar, word) for word in words.tolist()]
    return list(zip(found[::2], found[1::2], strict=True)) if is_vector(operation.result) else list(found)


def module_of(operation: Operation) -> str:
    """The WGSL module of an operation: operands and results are words, a bool is 0 or 1."""
    taken = sum(map(_words, operation.operands))
    lines: list[str] = []
    at = 0
    for position, type in enumerate(operation.operands):
        words = [f"operands[at * {taken}u + {at + part}u]" for part in range(_words(type))]
        at += len(words)
        lines.append(f"let x{position} = {_from_words(type, words)};")
    names = [f"x{position}" for position in range(len(operation.operands))]
    lines.append(f"let result = {operation.expression.format(*names)};")
    size = _words(operation.result)
    for part in range(size):
        value = f"result.{'xy'[part]}" if size > 1 else "result"
        lines.append(f"results[at * {size}u + {part}u] = {_to_word(scalar_of(operation.result), value)};")
    return _MODULE.format(result_words=size, body="\n".join("    " + line for line in lines))


def _from_words(type: str, words: list[str]) -> str:
    scalar = scalar_of(type)
    forms = {"u32": "{}", "i32": "bitcast<i32>({})", "bool": "({} != 0u)"}
    parts = ", ".join(forms[scalar].format(word) for word in words)
    return f"{type}({parts})" if is_vector(type) else parts


def _to_word(scalar: str, value: str) -> str:
    return {"u32": "{}", "i32": "bitcast<u32>({})", "bool": "select(0u, 1u, {})"}[scalar].format(value)
