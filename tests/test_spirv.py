"""What a SPIR-V module holds that the rules refuse, and its divisions without a guard: modules put together by hand."""

from __future__ import annotations

import os
import struct

import pytest
from wai_lint.checkers.naga import locate, translate
from wai_lint.checkers.naga.cross_check import held
from wai_lint.checkers.naga.division_guards import unguarded_divisions
from wai_lint.checkers.naga.spirv import SpirvError, SpirvModule

INT, UINT, BOOL, VECTOR, LOADED, OTHER, SIGNED = 1, 2, 3, 4, 5, 6, 7
CONSTANTS = {0: 10, 1: 11, 2: 12, 31: 13, 32: 14, 0xFFFFFFFF: 15, 0x80000000: 16}
NULL, HALVES, HIGH, SPECIAL = 30, 31, 32, 33
TRIPLE, ARRAY = 34, 35
Instruction = tuple[int, ...]
# Types; loads of unknown values; constants of the signed type, a null, vectors of two, a specialisation constant.
PREAMBLE: list[Instruction] = [
    (21, INT, 32, 1),
    (21, UINT, 32, 0),
    (20, BOOL),
    (23, VECTOR, UINT, 2),
    (23, TRIPLE, UINT, 3),
    (28, ARRAY, UINT, 12),
    *[(43, INT, identifier, value) for value, identifier in CONSTANTS.items()],
    (46, UINT, NULL),
    (44, VECTOR, HALVES, CONSTANTS[31], CONSTANTS[1]),
    (44, VECTOR, HIGH, CONSTANTS[31], CONSTANTS[32]),
    (50, UINT, SPECIAL, 3),
    (61, UINT, LOADED, 99),
    (61, UINT, OTHER, 99),
    (61, INT, SIGNED, 99),
]


def assembled(*instructions: Instruction) -> SpirvModule:
    """The module of the preamble and `instructions`, each (opcode, operands …)."""
    words = [0x07230203, 0x00010000, 0, 200, 0]
    for opcode, *operands in (*PREAMBLE, *instructions):
        words += [(len(operands) + 1) << 16 | opcode, *operands]
    return SpirvModule(struct.pack(f"<{len(words)}I", *words))


def kinds(*instructions: Instruction) -> list[str]:
    """What the module of the preamble and `instructions` holds."""
    return [found.kind for found in held(assembled(*instructions))]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "length"),
        (b"\x03\x02\x23\x07" + bytes(17), "length"),
        (bytes(20), "magic"),
        (struct.pack("<7I", 0x07230203, 0, 0, 0, 0, 3 << 16 | 21, 1), "word 5"),
        (struct.pack("<6I", 0x07230203, 0, 0, 0, 0, 21), "word 5"),
    ],
)
def test_words_that_are_no_module_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(SpirvError, match=message):
        SpirvModule(data)


def test_integers_alone_hold_nothing_refused() -> None:
    assert kinds() == []


@pytest.mark.parametrize("width", [16, 32, 64])
def test_a_float_type_in_use_is_held(width: int) -> None:
    assert kinds((22, 100, width), (32, 101, 7, 100)) == ["float-type"]
    assert kinds((22, 100, width), (43, 100, 102, 0), (62, 103, 102)) == ["float-type"]


def test_a_float_type_of_constants_that_nothing_uses_is_not_held() -> None:
    named = [(5, 102, 0), (6, 99, 103, 0), (71, 102, 1), (72, 99, 100, 1)]
    assert kinds(*named, (22, 100, 32), (43, 100, 102, 0), (43, 100, 103, 1)) == []
    assert kinds((5, 102, 0), (22, 100, 32), (43, 100, 102, 0), (43, 100, 103, 1), (62, 104, 103)) == ["float-type"]


def test_a_64_bit_integer_is_held_and_a_byte_is_not() -> None:
    assert kinds((21, 100, 64, 0)) == ["wide-integer"]
    assert kinds((21, 100, 8, 0)) == []


@pytest.mark.parametrize("opcode", [259, 261, 271, 333, 349, 366, 4421, 4432])
def test_a_group_operation_is_held(opcode: int) -> None:
    assert kinds((opcode, UINT, 100, 10, LOADED)) == ["group-operation"]


@pytest.mark.parametrize("opcode", [258, 272, 332, 367, 4420, 4433])
def test_an_instruction_beside_the_group_operations_is_not_held(opcode: int) -> None:
    assert kinds((opcode, UINT, 100, 10, LOADED)) == []


@pytest.mark.parametrize("builtin", [35, 42, 4415, 4421])
def test_another_builtin_value_is_not_held(builtin: int) -> None:
    assert kinds((71, 100, 11, builtin), (72, 100, 0, 11, builtin)) == []


@pytest.mark.parametrize("builtin", [36, 37, 38, 39, 40, 41, 4416, 4417, 4418, 4419, 4420])
def test_a_subgroup_builtin_value_is_held(builtin: int) -> None:
    assert kinds((71, 100, 11, builtin)) == ["group-operation"]
    assert kinds((72, 100, 0, 11, builtin)) == ["group-operation"]
    assert kinds((71, 100, 11, 28), (71, 100, 34, builtin), (72, 100, builtin, 35, 0)) == []


@pytest.mark.parametrize("opcode", [227, 228, 229, 230, 231, 232, 233, 242, 5614, 5615, 6035])
def test_an_atomic_of_another_kind_is_held(opcode: int) -> None:
    assert kinds((opcode, UINT, 100, 101, 11, 10)) == ["refused-atomic"]


@pytest.mark.parametrize("opcode", range(234, 242))
def test_an_accepted_atomic_is_not_held(opcode: int) -> None:
    assert kinds((opcode, UINT, 100, 101, 11, 10, LOADED)) == []


SHIFTED = 100


def shift_by(*amount: Instruction, opcode: int = 194) -> list[str]:
    """What is held by a shift of an unsigned value by 110, which `amount` makes."""
    return kinds(*amount, (opcode, UINT, SHIFTED, LOADED, 110))


@pytest.mark.parametrize("opcode", [194, 195, 196])
def test_a_shift_by_an_unknown_amount_is_held(opcode: int) -> None:
    assert kinds((opcode, UINT, SHIFTED, LOADED, OTHER)) == ["unmasked-shift"]


@pytest.mark.parametrize(
    "amount",
    [
        [(199, UINT, 110, OTHER, CONSTANTS[31])],
        [(199, UINT, 110, CONSTANTS[1], OTHER)],
        [(199, VECTOR, 110, OTHER, HALVES)],
        [(199, UINT, 111, OTHER, CONSTANTS[31]), (124, UINT, 110, 111)],
        [(199, UINT, 111, OTHER, CONSTANTS[31]), (83, UINT, 110, 111)],
        [(199, UINT, 111, OTHER, CONSTANTS[31]), (80, VECTOR, 110, 111, CONSTANTS[2])],
        [(199, VECTOR, 111, OTHER, HALVES), (81, UINT, 110, 111, 1)],
        [(199, VECTOR, 111, OTHER, HALVES), (79, VECTOR, 110, 111, HALVES, 0, 3)],
        [(83, UINT, 110, CONSTANTS[31])],
        [(83, VECTOR, 110, HALVES)],
        [(81, UINT, 110, HIGH, 0)],
        [(79, VECTOR, 110, HIGH, HALVES, 0, 3)],
        [(79, VECTOR, 111, HALVES, HALVES, 3, 0), (199, VECTOR, 110, OTHER, 111)],
        [(199, VECTOR, 111, OTHER, HIGH), (81, UINT, 110, 111, 0)],
        [(80, TRIPLE, 111, OTHER, HALVES), (81, UINT, 110, 111, 2)],
        [(80, ARRAY, 111, LOADED, CONSTANTS[1]), (81, UINT, 110, 111, 1)],
        [(83, UINT, 110, NULL)],
        [(80, VECTOR, 110, CONSTANTS[1], CONSTANTS[31])],
        [(203, UINT, 110, CONSTANTS[32], CONSTANTS[1], CONSTANTS[2])],
        [(12, UINT, 111, 99, 38, CONSTANTS[1], CONSTANTS[2]), (128, UINT, 110, 111, CONSTANTS[1])],
    ],
)
def test_a_shift_by_a_mask_or_a_constant_is_not_held(amount: list[Instruction]) -> None:
    assert shift_by(*amount) == []


@pytest.mark.parametrize(
    "amount",
    [
        [(199, UINT, 110, OTHER, CONSTANTS[32])],
        [(199, UINT, 110, OTHER, CONSTANTS[0xFFFFFFFF])],
        [(199, UINT, 110, OTHER, SPECIAL)],
        [(199, VECTOR, 110, OTHER, HIGH)],
        [(199, UINT, 110, OTHER, LOADED)],
        [(197, UINT, 110, OTHER, CONSTANTS[31])],
        [(137, UINT, 110, OTHER, CONSTANTS[31])],
        [(83, UINT, 110, CONSTANTS[32])],
        [(83, VECTOR, 110, HIGH)],
        [(81, UINT, 110, HIGH, 1)],
        [(79, VECTOR, 110, HALVES, HIGH, 0, 3)],
        [(79, VECTOR, 110, HALVES, HALVES, 0, 0xFFFFFFFF)],
        [(199, VECTOR, 111, OTHER, HIGH), (81, UINT, 110, 111, 1)],
        [(80, TRIPLE, 111, HALVES, OTHER), (81, UINT, 110, 111, 2)],
        [(80, ARRAY, 111, LOADED, CONSTANTS[1]), (81, UINT, 110, 111, 0)],
        [(61, ARRAY, 111, 99), (81, UINT, 110, 111, 1)],
        [(83, UINT, 110, SPECIAL)],
        [(199, UINT, 111, OTHER, CONSTANTS[31]), (80, VECTOR, 110, 111, OTHER)],
        [(80, VECTOR, 110, CONSTANTS[1], CONSTANTS[32])],
        [(199, VECTOR, 111, OTHER, HALVES), (79, VECTOR, 110, 111, OTHER, 0, 3)],
        [(12, UINT, 110, 99, 38, CONSTANTS[1], OTHER)],
        [(57, UINT, 110, 99, CONSTANTS[1])],
    ],
)
def test_a_shift_by_anything_else_is_held(amount: list[Instruction]) -> None:
    assert shift_by(*amount) == ["unmasked-shift"]


def test_a_left_shift_of_a_signed_value_is_held() -> None:
    by_one = CONSTANTS[1]
    assert kinds((196, INT, SHIFTED, SIGNED, by_one)) == ["signed-left-shift"]
    assert kinds((23, 101, INT, 2), (196, 101, SHIFTED, SIGNED, by_one)) == ["signed-left-shift"]
    assert kinds((196, UINT, SHIFTED, LOADED, by_one), (195, INT, 102, SIGNED, by_one)) == []
    assert kinds((196, INT, SHIFTED, CONSTANTS[2], by_one)) == []


# Divisions.

SDIV, UDIV, UMOD, SREM, SMOD = 135, 134, 137, 138, 139
ONE, ZERO, LOWEST, MINUS_ONE = CONSTANTS[1], CONSTANTS[0], CONSTANTS[0x80000000], CONSTANTS[0xFFFFFFFF]


def unsigned_guard(*, zero: int = ZERO, one: int = ONE, divisor: int = OTHER) -> list[Instruction]:
    """`select(OTHER == zero, one, divisor)` as 120."""
    return [(170, BOOL, 121, OTHER, zero), (169, UINT, 120, 121, one, divisor)]


def signed_guard(*, lowest: int = LOWEST, dividend: int = LOADED, minus: int = MINUS_ONE) -> list[Instruction]:
    """`select(OTHER == 0 || (dividend == lowest && OTHER == minus), 1, OTHER)` as 120."""
    return [
        (170, BOOL, 121, ZERO, OTHER),
        (170, BOOL, 122, dividend, lowest),
        (170, BOOL, 123, OTHER, minus),
        (167, BOOL, 124, 123, 122),
        (166, BOOL, 125, 124, 121),
        (169, INT, 120, 125, ONE, OTHER),
    ]


def divided(opcode: int, *guard: Instruction, divisor: int = 120) -> list[str]:
    """The unguarded divisions of `LOADED` by `divisor`, which `guard` makes."""
    return unguarded_divisions(assembled(*guard, (opcode, INT, 130, LOADED, divisor)))


@pytest.mark.parametrize("opcode", [SDIV, UDIV, UMOD, SREM, SMOD])
def test_a_division_by_an_unknown_value_is_unguarded(opcode: int) -> None:
    assert [each.split()[1] for each in divided(opcode, divisor=OTHER)] == ["%130"]
    assert divided(opcode, divisor=ZERO)
    assert divided(opcode, divisor=SPECIAL)
    assert divided(opcode, *signed_guard()) == []
    assert divided(opcode, divisor=CONSTANTS[2]) == []
    assert divided(opcode, divisor=HALVES) == []


def test_minus_one_is_no_divisor_of_a_signed_value() -> None:
    assert divided(SDIV, divisor=MINUS_ONE) == ["OpSDiv %130"]
    assert divided(UDIV, divisor=MINUS_ONE) == []


def test_a_guard_against_zero_is_enough_for_unsigned_values_only() -> None:
    assert divided(UDIV, *unsigned_guard()) == []
    assert divided(UMOD, *unsigned_guard()) == []
    assert divided(SDIV, *unsigned_guard()) == ["OpSDiv %130"]
    assert divided(SREM, *unsigned_guard()) == ["OpSRem %130"]


@pytest.mark.parametrize(
    "guard",
    [
        unsigned_guard(zero=ONE),
        unsigned_guard(zero=LOADED),
        unsigned_guard(one=ZERO),
        unsigned_guard(one=LOADED),
        unsigned_guard(divisor=LOADED),
        [(171, BOOL, 121, OTHER, ZERO), (169, UINT, 120, 121, ONE, OTHER)],
        [(199, UINT, 120, OTHER, ONE)],
    ],
)
def test_a_guard_that_replaces_something_else_is_none(guard: list[Instruction]) -> None:
    assert divided(UDIV, *guard) == ["OpUDiv %130"]


@pytest.mark.parametrize(
    "guard",
    [
        signed_guard(lowest=ONE),
        signed_guard(dividend=SIGNED),
        signed_guard(minus=ONE),
        [(166, *each[1:]) if each[0] == 167 else each for each in signed_guard()],
        [(167, *each[1:]) if each[0] == 166 else each for each in signed_guard()],
    ],
)
def test_a_guard_that_misses_the_overflow_is_none(guard: list[Instruction]) -> None:
    assert divided(SDIV, *guard) == ["OpSDiv %130"]


# naga's own.


def test_what_naga_writes_for_a_clean_module_holds_nothing_refused() -> None:
    text = """\
@group(0) @binding(0) var<storage, read_write> b: array<u32>;
@group(0) @binding(1) var<storage, read_write> a: array<atomic<u32>>;
fn f(n: u32, x: u32) -> u32 {
  let s = n & 31u;
  let w = vec2(x, n) << (vec2(n, x) & vec2(31u));
  let v = (w >> vec2(n & 3u, 5u).yx) << vec2(n & 3u);
  return (((x << s) / n % x) >> extractBits(0xffu, 2u, 3u)) | v.x;
}
@compute @workgroup_size(64) fn main() { b[0] = f(b[1], b[2]) + pack4xU8(vec4(b[0])); atomicMax(&a[0], b[3]); }
"""
    written = translate(locate.find(os.path.dirname(__file__)), text)
    assert written.rejection is None
    module = SpirvModule(written.spirv)
    assert held(module) == []
    assert unguarded_divisions(module) == []
    assert sum(opcode in (UDIV, UMOD) for opcode, _ in module.instructions) == 2
