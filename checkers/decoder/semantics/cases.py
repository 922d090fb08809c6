"""Which operands the suite tries: all pairs of values at and near the edges, and more drawn from SplitMix64."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from itertools import product

from .operations import OPERATIONS, Operation, is_vector, scalar_of
from .reference import Scalar, Value, evaluate, fit, is_guarded

FILE = "integer.jsonl"

# Words: at and near the edges of both types, of half-words and bytes, and one of mixed bits.
_EDGES = (
    *(0x80000000, 0x80000001, 0xFFFF0000, 0xFFFF8000, 0xFFFFFF00, 0xFFFFFFFD, 0xFFFFFFFE, 0xFFFFFFFF, 0),
    *(1, 2, 3, 0x7FFF, 0xFFFF, 0x10000, 0x9E3779B9, 0x7FFFFFFE, 0x7FFFFFFF),
)
_FEW = (0x80000000, 0x80000001, 0xFFFFFFFF, 0, 1, 0x5A5A1234, 0x7FFFFFFF)
# Words around every power of two, for operations on one operand.
_POWERS = tuple(sorted({((1 << at) + near) % (1 << 32) for at in range(33) for near in (-1, 0, 1)} | set(_EDGES)))
_AMOUNTS = (*range(41), 63, 64, 255, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
_FIELDS = (0, 1, 5, 16, 31, 32, 33, 0x80000000, 0xFFFFFFFF)
_PLACES = (0, 1, 16, 31, 32, 0xFFFFFFFF)


@dataclass(frozen=True, slots=True)
class Case:
    """Operands of an operation, what WGSL gives for them, and whether a rule-clean module may come to it."""

    operation: Operation
    arguments: tuple[Value, ...]
    result: Value
    guarded: bool


def case_of(operation: Operation, arguments: tuple[Value, ...]) -> Case:
    """The case of these operands."""
    return Case(operation, arguments, evaluate(operation, arguments), is_guarded(operation, arguments))


def _scalar_operands(operation: Operation) -> Iterator[tuple[int, ...]]:
    """Words for the operands, of one component."""
    name = operation.name
    count = len(operation.operands)
    if name == "from_bool":
        return iter(((0,), (1,)))
    if name.startswith("select"):
        return product(_FEW, _FEW, (0, 1))
    if name in ("<<", ">>"):
        return product(_FEW, _AMOUNTS)
    if name == "extractBits":
        return product(_FEW, _FIELDS, _FIELDS)
    if name == "insertBits":
        return product((0x80000001, 0xFFFFFFFF, 0, 0x5A5A1234), (0xFFFFFFFF, 0xA5C30F96), _PLACES, _PLACES)
    if count == 1:
        return iter([(word,) for word in _POWERS])
    return product(_FEW, repeat=3) if count == 3 else product(_EDGES, repeat=count)


def _value(type: str, words: tuple[int, ...]) -> Value:
    scalar = scalar_of(type)
    parts = tuple(fit(scalar, word) for word in words)
    return parts if is_vector(type) else parts[0]


def committed(operation: Operation) -> Iterator[Case]:
    """The cases of an operation that the file holds; a vector has one of the first half beside one of the second."""
    rows = list(_scalar_operands(operation))
    if not is_vector(operation.type):
        for row in rows:
            yield case_of(
                operation, tuple(_value(type, (word,)) for type, word in zip(operation.operands, row, strict=True))
            )
        return
    half = (len(rows) + 1) // 2
    for first, second in zip(rows[:half], rows[-half:], strict=True):
        operands = zip(operation.operands, first, second, strict=True)
        yield case_of(operation, tuple(_value(type, (one, other)) for type, one, other in operands))


def all_committed() -> Iterator[Case]:
    """The cases of the file, in its order."""
    for operation in OPERATIONS:
        yield from committed(operation)


class SplitMix64:
    """Steele, Lea and Flood's generator: 64 bits a step."""

    def __init__(self, seed: int) -> None:
        self._state = seed % (1 << 64)

    def next(self) -> int:
        """The next 64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) % (1 << 64)
        mixed = self._state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % (1 << 64)
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % (1 << 64)
        return mixed ^ mixed >> 31


def _drawn_word(bits: int) -> int:
    """A word from 64 bits: any, one of the edges, one of few low bits, or one of few high bits."""
    word, kind, shift = bits >> 32, bits & 3, bits >> 2 & 31
    if kind < 2:
        return _EDGES[word % len(_EDGES)] if kind else word
    return word >> shift if kind == 2 else word << shift


def _drawn_value(generator: SplitMix64, type: str, is_amount: bool) -> Value:
    def scalar() -> Scalar:
        bits = generator.next()
        if scalar_of(type) == "bool":
            return bits >> 63 == 1
        # Most amounts and bit fields lie in the word or just past it.
        return bits >> 32 & 63 if is_amount and bits & 15 else fit(scalar_of(type), _drawn_word(bits))

    return (scalar(), scalar()) if is_vector(type) else scalar()


def drawn(operation: Operation, count: int, seed: int) -> Iterator[Case]:
    """`count` cases of an operation, the same for the same seed."""
    generator = SplitMix64(seed)
    first_amount = {"<<": 1, ">>": 1, "extractBits": 1, "insertBits": 2}.get(operation.name, len(operation.operands))
    for _ in range(count):
        operands = enumerate(operation.operands)
        yield case_of(operation, tuple(_drawn_value(generator, type, at >= first_amount) for at, type in operands))


def to_line(case: Case) -> str:
    """A case as a line of the file."""
    found = {
        "op": case.operation.name,
        "type": case.operation.type,
        "args": case.arguments,
        "result": case.result,
        "guarded": case.guarded,
    }
    return json.dumps(found, separators=(",", ":"))


def load() -> list[Case]:
    """The cases of the committed file. Raises `ValueError` where a line is none of an operation in the table."""
    text = files(__package__ or "").joinpath(FILE).read_text("ascii")
    known = {(operation.name, operation.type): operation for operation in OPERATIONS}
    return [_from_line(line, known) for line in text.splitlines()]


def _from_line(line: str, known: dict[tuple[str, str], Operation]) -> Case:
    found = json.loads(line)
    operation = known.get((found["op"], found["type"]))
    if operation is None:
        raise ValueError(f"{FILE} has a case of {found['op']} on {found['type']}, which is not in the table")
    arguments = tuple(tuple(value) if isinstance(value, list) else value for value in found["args"])
    result = tuple(found["result"]) if isinstance(found["result"], list) else found["result"]
    return Case(operation, arguments, result, found["guarded"])
