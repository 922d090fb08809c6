"""The probe (item 5): the 64-bit arithmetic that kernels build from 32-bit words, against Python's integers.

A 64-bit integer is two words, the low one first. Each function of `kernels/arithmetic64.wgsl` runs on all pairs of
values at and near the edges, and on values drawn from SplitMix64.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import product
from math import isqrt

import numpy as np

from . import kernels
from .executors.executor import Dispatch, Executor, Program, Words
from .semantics.cases import SplitMix64

# Cases of each function, those at the edges among them.
CASES = 9000
MOST_SHOWN = 20
MODULE = "arithmetic64.wgsl"

_EDGES32 = (0x80000000, 0x80000001, 0xFFFF0000, 0xFFFFFFFF, 0, 1, 2, 0x7FFF, 0xFFFF, 0x10000, 0x10001, 0x7FFFFFFF)
_EDGES64 = tuple(
    sorted({word | high << 32 for word in (0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF) for high in _EDGES32[:8]})
)
# Shift amounts, and divisors, at and near the edges.
_AMOUNTS = (0, 1, 2, 15, 16, 17, 30, 31, 32, 33, 47, 48, 62, 63)

_ENTRY = """
@group(0) @binding(0) var<storage> operands: array<u32>;
@group(0) @binding(1) var<storage, read_write> results: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
    let at = id.x;
    if at >= arrayLength(&results) / {size}u {{
        return;
    }}
    let result = {call};
    {stores}
}}
"""


def _signed(value: int, width: int = 64) -> int:
    value %= 1 << width
    return value - (1 << width) if value >> (width - 1) else value


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the module. `operands`, a letter each: W signed and N unsigned of 64 bits, i signed and u unsigned
    of 32, A a shift amount of 0 to 63, S one of 1 to 62, D a divisor of at least 1. `result`: W, u or b (bool).

    `reference` gives the result, of which the words are compared, modulo their width.
    """

    name: str
    operands: str
    result: str
    reference: Callable[..., int]


FUNCTIONS = (
    Function("widen", "i", "W", lambda a: a),
    Function("wide_negative", "W", "b", lambda a: a < 0),
    Function("wide_add", "WW", "W", lambda a, b: a + b),
    Function("wide_subtract", "WW", "W", lambda a, b: a - b),
    Function("wide_negate", "W", "W", lambda a: -a),
    Function("wide_less_unsigned", "NN", "b", lambda a, b: a < b),
    Function("wide_less", "WW", "b", lambda a, b: a < b),
    Function("word_product", "uu", "W", lambda a, b: a * b),
    Function("wide_multiply", "WW", "W", lambda a, b: a * b),
    Function("wide_shift_left", "WA", "W", lambda a, amount: a << amount),
    Function("wide_shift_right", "WA", "W", lambda a, amount: a >> amount),
    Function("wide_requantise", "WiS", "W", lambda a, m, shift: _signed(a * m + (1 << (shift - 1))) >> shift),
    Function("wide_root", "N", "u", isqrt),
    Function("wide_floor_divide", "WD", "W", lambda a, divisor: a // divisor),
)


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A case for which an executor gives another result than the reference."""

    function: str
    arguments: tuple[int, ...]
    expected: int
    given: int

    def __str__(self) -> str:
        operands = ", ".join(map(str, self.arguments))
        return f"{self.function}({operands}) gives {self.given:#x}, and 64-bit arithmetic {self.expected:#x}"


@dataclass(slots=True)
class ProbeReport:
    """What the probe found: `cases` ran, `different` of them differ, and `mismatches` are the first of those."""

    seed: int
    cases: int = 0
    different: int = 0
    mismatches: list[Mismatch] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether every word is the reference's."""
        return self.different == 0


def run(executor: Executor, count: int = CASES, seed: int = 0) -> ProbeReport:
    """Run `count` cases of each function, or all at the edges where those are more. Raises `ExecutionError`."""
    report = ProbeReport(seed)
    text = files(kernels).joinpath(MODULE).read_text(encoding="utf-8")
    buffers: list[Words] = []
    dispatches: list[Dispatch] = []
    tables: list[list[tuple[int, ...]]] = []
    for position, function in enumerate(FUNCTIONS):
        rows = list(_operands(function, count, seed << 8 | position))
        tables.append(rows)
        at = len(buffers)
        size = _size(function.result)
        buffers += [_words(function, rows), np.zeros(len(rows) * size, np.uint32)]
        workgroups = (-(-len(rows) // 64), 1, 1)
        dispatches.append(Dispatch(text + _entry(function), "main", workgroups, ((0, at), (1, at + 1))))
    program = Program(tuple(buffers), tuple(dispatches), tuple(range(1, len(buffers), 2)))
    for function, rows, words in zip(FUNCTIONS, tables, executor.execute(program), strict=True):
        _compare(function, rows, words, report)
    return report


def _compare(function: Function, rows: list[tuple[int, ...]], words: Words, report: ProbeReport) -> None:
    modulus = 1 << 32 * _size(function.result)
    given = words.astype(np.uint64)
    if modulus > 1 << 32:
        given = given[::2] | given[1::2] << np.uint64(32)
    report.cases += len(rows)
    for arguments, found in zip(rows, given.tolist(), strict=True):
        expected = int(function.reference(*arguments)) % modulus
        if found != expected:
            report.different += 1
            if len(report.mismatches) < MOST_SHOWN:
                report.mismatches.append(Mismatch(function.name, arguments, expected, found))


def _size(letter: str) -> int:
    """Words of an operand or a result."""
    return 2 if letter in "WN" else 1


def _edges(letter: str) -> tuple[int, ...]:
    if letter in "WN":
        return tuple(_signed(word) for word in _EDGES64) if letter == "W" else _EDGES64
    if letter in "AS":
        return _AMOUNTS if letter == "A" else _AMOUNTS[1:-1]
    if letter == "i":
        return tuple(_signed(word, 32) for word in _EDGES32)
    return tuple(word for word in _EDGES32 if word or letter != "D")


def _drawn(letter: str, generator: SplitMix64) -> int:
    """An operand: of a number, as many low bits as another draw says, so that small and large ones come up."""
    bits, kind = generator.next(), generator.next()
    if letter in "AS":
        return bits % 64 if letter == "A" else bits % 62 + 1
    if letter in "WN":
        number = bits >> kind % 64
        return _signed(-number if kind >> 63 else number) if letter == "W" else number
    word = bits % (1 << 32) >> kind % 32
    if letter == "i":
        return _signed(-word if kind >> 63 else word, 32)
    return word or 1


def _operands(function: Function, count: int, seed: int) -> Iterator[tuple[int, ...]]:
    at_edges = list(product(*map(_edges, function.operands)))
    yield from at_edges
    generator = SplitMix64(seed)
    for _ in range(count - len(at_edges)):
        yield tuple(_drawn(letter, generator) for letter in function.operands)


def _words(function: Function, rows: list[tuple[int, ...]]) -> Words:
    columns: list[Words] = []
    for letter, values in zip(function.operands, zip(*rows, strict=True), strict=True):
        numbers = np.array([value % (1 << 64) for value in values], np.uint64)
        columns += [(numbers >> np.uint64(32 * part)).astype(np.uint32) for part in range(_size(letter))]
    return np.stack(columns, axis=1).reshape(-1)


def _entry(function: Function) -> str:
    """An entry point that calls a function once for each case."""
    taken = sum(map(_size, function.operands))
    forms = {2: "Wide(operands[{0}], operands[{1}])", 1: "operands[{0}]"}
    arguments: list[str] = []
    at = 0
    for letter in function.operands:
        places = [f"at * {taken}u + {at + part}u" for part in (0, 1)]
        written = forms[_size(letter)].format(*places)
        arguments.append(f"bitcast<i32>({written})" if letter == "i" else written)
        at += _size(letter)
    call = f"{function.name}({', '.join(arguments)})"
    if _size(function.result) == 2:
        stores = "results[at * 2u] = result.x;\n    results[at * 2u + 1u] = result.y;"
    else:
        stores = f"results[at] = {'u32(result)' if function.result == 'b' else 'result'};"
    return _ENTRY.format(size=_size(function.result), call=call, stores=stores)
