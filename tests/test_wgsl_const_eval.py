"""Const-evaluation: integers against arithmetic modulo their width, floats against exact rounding, and errors."""

from __future__ import annotations

import math
import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wai_lint.checkers.wgsl import generators, types
from wai_lint.checkers.wgsl.constants import (
    ConstError,
    check_index,
    check_partial,
    fold_binary,
    fold_builtin,
    fold_construct,
    fold_convert,
    fold_index,
    fold_unary,
    literal,
    zero_value,
)
from wai_lint.checkers.wgsl.constructors import resolve_constructor
from wai_lint.checkers.wgsl.conversions import result_structure
from wai_lint.checkers.wgsl.operators import resolve_binary, resolve_unary
from wai_lint.checkers.wgsl.overloads import resolve_builtin
from wai_lint.checkers.wgsl.types import (
    ABSTRACT_FLOAT,
    ABSTRACT_INT,
    BOOL,
    F16,
    F32,
    I32,
    I64,
    U32,
    U64,
    Scalar,
    Type,
)

SCALARS = {scalar.name: scalar for scalar in (BOOL, I32, U32, F32, F16, I64, U64, ABSTRACT_INT, ABSTRACT_FLOAT)}
WIDTHS = {I32: 32, U32: 32, ABSTRACT_INT: 64, I64: 64, U64: 64}
LEAST = {I32: -(2**31), U32: 0, ABSTRACT_INT: -(2**63), I64: -(2**63), U64: 0}


def typed(text: str) -> Type:
    shape, _, element = text.rpartition(":")
    if not shape:
        return SCALARS[text]
    if len(shape) == 1:
        return types.vector(int(shape), SCALARS[element])
    return types.matrix(int(shape[0]), int(shape[2]), SCALARS[element])


def binary(operator: str, left: Type, right: Type, one: object, other: object) -> object:
    overload = resolve_binary(operator, left, right)
    first = fold_convert(one, left, overload.parameters[0])  # pyright: ignore[reportArgumentType]
    second = fold_convert(other, right, overload.parameters[1])  # pyright: ignore[reportArgumentType]
    return fold_binary(overload, first, second)


def call(name: str, arguments: str, *values: object, template: str = "") -> object:
    given_types = tuple(map(typed, arguments.split()))
    overload = resolve_builtin(name, tuple(map(typed, template.split())), given_types)
    converted = (
        fold_convert(value, own, wanted)  # pyright: ignore[reportArgumentType]
        for value, own, wanted in zip(values, given_types, overload.parameters, strict=True)
    )
    return fold_builtin(overload, tuple(converted))


def wrapped(scalar: Scalar, value: int) -> int:
    """`value` in the range of `scalar` that is congruent to it."""
    return (value - LEAST[scalar]) % 2 ** WIDTHS[scalar] + LEAST[scalar]


def fits(scalar: Scalar, value: int) -> bool:
    return wrapped(scalar, value) == value


@st.composite
def integers(draw: st.DrawFn) -> tuple[Scalar, int, int]:
    """An integer type and two of its values, those at its ends more often."""
    scalar = draw(st.sampled_from([I32, U32, ABSTRACT_INT, I64, U64]))
    low, high = LEAST[scalar], LEAST[scalar] + 2 ** WIDTHS[scalar] - 1
    edges = st.sampled_from([low, low + 1, max(-1, low), 0, 1, 2, 31, high - 1, high])
    value = st.one_of(edges, st.integers(low, high))
    return scalar, draw(value), draw(value)


# Integers.


@given(integers())
def test_sums_and_products_wrap_except_of_abstract_integers(case: tuple[Scalar, int, int]) -> None:
    scalar, one, other = case
    for operator, exact in (("+", one + other), ("-", one - other), ("*", one * other)):
        if scalar is ABSTRACT_INT and not fits(scalar, exact):
            with pytest.raises(ConstError, match="overflows AbstractInt"):
                binary(operator, scalar, scalar, one, other)
        else:
            assert binary(operator, scalar, scalar, one, other) == wrapped(scalar, exact)


@given(integers())
def test_division_truncates_and_the_remainder_completes_it(case: tuple[Scalar, int, int]) -> None:
    scalar, one, other = case
    if other == 0 or not fits(scalar, math.trunc(Fraction(one, other))):
        for operator in "/%":
            with pytest.raises(ConstError, match="division|remainder"):
                binary(operator, scalar, scalar, one, other)
        return
    quotient, rest = binary("/", scalar, scalar, one, other), binary("%", scalar, scalar, one, other)
    assert quotient == math.trunc(Fraction(one, other))
    assert isinstance(quotient, int)
    assert quotient * other + rest == one  # pyright: ignore[reportOperatorIssue]


@given(integers())
def test_bits_combine_as_those_of_two_s_complement(case: tuple[Scalar, int, int]) -> None:
    scalar, one, other = case
    width = WIDTHS[scalar]
    bits = [f"{value % 2**width:0{width}b}" for value in (one, other)]
    for operator, digit in (
        ("&", lambda a, b: a == b == "1"),
        ("|", lambda a, b: "1" in (a, b)),
        ("^", lambda a, b: a != b),
    ):
        expected = "".join("01"[digit(a, b)] for a, b in zip(*bits, strict=True))
        assert binary(operator, scalar, scalar, one, other) == wrapped(scalar, int(expected, 2))
    complement = fold_unary(resolve_unary("~", scalar), one)
    assert complement == wrapped(scalar, int(bits[0].translate({48: 49, 49: 48}), 2))


@given(integers(), st.integers(0, 70))
def test_shifts_lose_no_bit_but_copies_of_the_sign(case: tuple[Scalar, int, int], amount: int) -> None:
    scalar, value, _ = case
    if not scalar.abstract and amount >= scalar.width:
        for operator in ("<<", ">>"):
            with pytest.raises(ConstError, match="shift amount"):
                binary(operator, scalar, U32, value, amount)
        return
    assert binary(">>", scalar, U32, value, amount) == math.floor(Fraction(value, 2**amount))
    if fits(scalar, value * 2**amount):
        assert binary("<<", scalar, U32, value, amount) == value * 2**amount
    else:
        with pytest.raises(ConstError, match="overflows"):
            binary("<<", scalar, U32, value, amount)


@given(integers())
def test_comparisons_are_those_of_the_numbers(case: tuple[Scalar, int, int]) -> None:
    scalar, one, other = case
    order = (one > other) - (one < other)
    truth = {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0, "==": order == 0, "!=": order != 0}
    for operator, expected in truth.items():
        assert binary(operator, scalar, scalar, one, other) is expected


@given(integers())
def test_negation_and_abs_leave_the_least_integer_as_it_is(case: tuple[Scalar, int, int]) -> None:
    scalar, value, _ = case
    positive = wrapped(scalar, abs(value))
    assert fold_builtin(resolve_builtin("abs", (), (scalar,)), (value,)) == positive
    if scalar.kind == "int":
        assert fold_unary(resolve_unary("-", scalar), value) == wrapped(scalar, -value)


@given(integers())
def test_conversions_between_concrete_integers_keep_the_bits(case: tuple[Scalar, int, int]) -> None:
    scalar, value, _ = case
    for target in (I32, U32, I64, U64):
        if scalar is not ABSTRACT_INT or fits(target, value):
            assert fold_convert(value, scalar, target) == wrapped(target, value)
        else:
            with pytest.raises(ConstError, match="cannot be represented"):
                fold_convert(value, scalar, target)


@given(integers(), st.integers(0, 40), st.integers(0, 40))
def test_bit_functions_agree_with_the_digits(case: tuple[Scalar, int, int], offset: int, count: int) -> None:
    scalar, value, other = case
    if scalar is ABSTRACT_INT:
        return
    width = WIDTHS[scalar]
    digits = f"{value % 2**width:0{width}b}"

    def fold(name: str, *values: int) -> object:
        parameters = (scalar,) * (len(values) - 2) + (U32, U32) if "Bits" in name and len(values) > 2 else (scalar,)
        return fold_builtin(resolve_builtin(name, (), parameters), values)

    assert fold("countOneBits", value) == digits.count("1")
    assert fold("countLeadingZeros", value) == len(digits) - len(digits.lstrip("0"))
    assert fold("countTrailingZeros", value) == len(digits) - len(digits.rstrip("0"))
    assert fold("reverseBits", value) == wrapped(scalar, int(digits[::-1], 2))
    assert fold("firstTrailingBit", value) == wrapped(scalar, digits[::-1].find("1"))
    sign = digits[0] if scalar.kind == "int" else "0"
    differing = digits.find("1" if sign == "0" else "0")
    assert fold("firstLeadingBit", value) == wrapped(scalar, width - 1 - differing if differing >= 0 else -1)
    if offset + count > width:
        with pytest.raises(ConstError, match="extractBits"):
            fold("extractBits", value, offset, count)
        with pytest.raises(ConstError, match="insertBits"):
            fold("insertBits", value, other, offset, count)
        return
    low = digits[::-1]
    taken = low[offset : offset + count]
    filled = taken + (taken[-1] if taken and scalar.kind == "int" else "0") * (width - count)
    assert fold("extractBits", value, offset, count) == wrapped(scalar, int(filled[::-1], 2))
    source = f"{other % 2**width:0{width}b}"[::-1]
    joined = low[:offset] + source[:count] + low[offset + count :]
    assert fold("insertBits", value, other, offset, count) == wrapped(scalar, int(joined[::-1], 2))


@pytest.mark.parametrize("scalar", [I32, I64, ABSTRACT_INT])
def test_only_the_least_integer_overflows_when_it_is_divided_by_minus_one(scalar: Scalar) -> None:
    least, greatest = LEAST[scalar], -LEAST[scalar] - 1
    assert binary("/", scalar, scalar, greatest, -1) == -greatest
    assert binary("%", scalar, scalar, greatest, -1) == 0
    for operator in "/%":
        with pytest.raises(ConstError, match="by -1 overflows"):
            binary(operator, scalar, scalar, least, -1)


# Floats.


def exact(value: object) -> Fraction:
    assert isinstance(value, float)
    return Fraction(value)


def nearest(value: Fraction, digits: int, least: int) -> Fraction:
    """`value` to `digits` significant bits of a unit of at least 2^`least`: the nearest, ties to even."""
    if value == 0:
        return value
    size = abs(value)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    exponent -= size < Fraction(2) ** exponent
    unit = Fraction(2) ** max(exponent - digits + 1, least)
    return round(value / unit) * unit


@given(
    st.floats(width=32, allow_nan=False, allow_infinity=False),
    st.floats(width=32, allow_nan=False, allow_infinity=False),
)
def test_f32_arithmetic_rounds_the_exact_result(one: float, other: float) -> None:
    for operator in "+-*/":
        if operator == "/" and other == 0:
            continue
        a, b = Fraction(one), Fraction(other)
        result = {"+": a + b, "-": a - b, "*": a * b}[operator] if operator != "/" else a / b
        expected = nearest(result, 24, -149)
        if abs(expected) >= 2**128:
            with pytest.raises(ConstError, match="f32"):
                binary(operator, F32, F32, one, other)
        else:
            assert exact(binary(operator, F32, F32, one, other)) == expected


@given(st.floats(-70000, 70000))
def test_f16_conversion_rounds_and_ends_at_its_greatest_value(value: float) -> None:
    if abs(value) > 65504:
        with pytest.raises(ConstError, match="cannot be represented as f16"):
            fold_convert(value, ABSTRACT_FLOAT, F16)
    else:
        assert exact(fold_convert(value, ABSTRACT_FLOAT, F16)) == nearest(Fraction(value), 11, -24)


def test_f32_ends_at_its_greatest_value() -> None:
    greatest = math.ldexp(2**24 - 1, 104)
    assert fold_convert(greatest, ABSTRACT_FLOAT, F32) == greatest
    for beyond in (math.nextafter(greatest, math.inf), -math.nextafter(greatest, math.inf)):
        with pytest.raises(ConstError, match="cannot be represented as f32"):
            fold_convert(beyond, ABSTRACT_FLOAT, F32)


@pytest.mark.parametrize(
    ("value", "source", "target", "expected"),
    [
        (3.9, "f32", "u32", 3),
        (-1.0, "f32", "u32", 0),
        (1e20, "f32", "u32", 4294967040),
        (-3.9, "f32", "i32", -3),
        (1e20, "f32", "i32", 2147483520),
        (-1e20, "f32", "i32", -2147483648),
        (1e20, "AbstractFloat", "i32", 2147483647),
        (65504.0, "f16", "i32", 65504),
        (True, "bool", "u32", 1),
        (False, "bool", "f32", 0.0),
        (-0.0, "f32", "bool", False),
        (7, "i32", "bool", True),
        (16777217, "u32", "f32", 16777216.0),
        ((1, -1), "2:i32", "2:u32", (1, 4294967295)),
        (((1.5, 2.5), (3.5, 4.5)), "2x2:f32", "2x2:f16", ((1.5, 2.5), (3.5, 4.5))),
    ],
)
def test_conversions_truncate_clamp_and_keep_shape(value: object, source: str, target: str, expected: object) -> None:
    found = fold_convert(value, typed(source), typed(target))  # pyright: ignore[reportArgumentType]
    assert (found, type(found)) == (expected, type(expected))


EXACT_CALLS = [
    ("clamp", "AbstractInt AbstractInt AbstractInt", (9, 2, 5), 5),
    ("clamp", "u32 u32 u32", (9, 2, 2), 2),
    ("sign", "2:i32", ((-7, 0),), (-1, 0)),
    ("acos", "2:f32", ((1.0, -1.0),), (0.0, 3.1415927410125732)),
    ("asin", "2:f32", ((1.0, -1.0),), (1.5707963705062866, -1.5707963705062866)),
    ("acosh", "f32", (1.0,), 0.0),
    ("atanh", "f32", (0.0,), 0.0),
    ("log", "f32", (0.5,), -0.6931471824645996),
    ("log2", "f32", (0.5,), -1.0),
    ("sqrt", "f32", (0.0,), 0.0),
    ("inverseSqrt", "f32", (0.25,), 2.0),
    ("pow", "f32 f32", (0.0, 2.0), 0.0),
    ("degrees", "AbstractFloat", (math.pi,), 180.0),
    ("radians", "AbstractFloat", (180.0,), math.pi),
    ("ceil", "2:f32", ((-0.5, 0.5),), (-0.0, 1.0)),
    ("floor", "2:f32", ((-0.5, 0.5),), (-1.0, 0.0)),
    ("max", "2:i32 2:i32", ((1, -1), (0, 0)), (1, 0)),
    ("min", "f32 f32", (1.0, -1.0), -1.0),
    ("ldexp", "AbstractFloat AbstractInt", (0.5, 1024), 2.0**1023),
    ("saturate", "AbstractFloat", (1.5,), 1.0),
    ("round", "4:f32", ((2.5, 3.5, -0.5, -1.5),), (2.0, 4.0, -0.0, -2.0)),
    ("trunc", "2:f32", ((-1.75, 1.75),), (-1.0, 1.0)),
    ("fract", "f32", (-1.25,), 0.75),
    ("step", "f32 f32", (1.0, 1.0), 1.0),
    ("mix", "2:f32 2:f32 f32", ((0.0, 2.0), (4.0, 4.0), 0.25), (1.0, 2.5)),
    ("smoothstep", "f32 f32 f32", (0.0, 2.0, 1.0), 0.5),
    ("fma", "f32 f32 f32", (2.0, 3.0, 4.0), 10.0),
    ("sqrt", "AbstractInt", (16,), 4.0),
    ("inverseSqrt", "f32", (4.0,), 0.5),
    ("exp2", "f32", (10.0,), 1024.0),
    ("log2", "f32", (8.0,), 3.0),
    ("pow", "f32 f32", (3.0, 4.0), 81.0),
    ("atan2", "f32 f32", (0.0, 1.0), 0.0),
    ("ldexp", "f32 i32", (1.5, -2), 0.375),
    ("ldexp", "f32 i32", (1.0, -2147483648), 0.0),
    ("frexp", "f32", (-6.0,), (-0.75, 3)),
    ("frexp", "2:f32", ((0.0, 1.0),), ((0.0, 0.5), (0, 1))),
    ("modf", "f32", (-2.25,), (-0.25, -2.0)),
    ("dot", "3:i32 3:i32", ((1, 2, 3), (4, 5, 6)), 32),
    ("dot", "2:u32 2:u32", ((65536, 0), (65536, 0)), 0),
    ("cross", "3:f32 3:f32", ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)), (0.0, 0.0, 1.0)),
    ("length", "2:f32", ((3.0, 4.0),), 5.0),
    ("length", "f32", (-3.0,), 3.0),
    ("distance", "2:f32 2:f32", ((1.0, 1.0), (4.0, 5.0)), 5.0),
    ("normalize", "2:f32", ((0.0, -2.0),), (0.0, -1.0)),
    ("faceForward", "2:f32 2:f32 2:f32", ((1.0, 2.0), (1.0, 0.0), (1.0, 0.0)), (-1.0, -2.0)),
    ("reflect", "2:f32 2:f32", ((1.0, -1.0), (0.0, 1.0)), (1.0, 1.0)),
    ("refract", "2:f32 2:f32 f32", ((0.0, -1.0), (0.0, 1.0), 0.5), (0.0, -1.0)),
    ("refract", "2:f32 2:f32 f32", ((1.0, 0.0), (0.0, 1.0), 2.0), (0.0, 0.0)),
    ("transpose", "2x3:f32", (((1.0, 2.0, 3.0), (4.0, 5.0, 6.0)),), ((1.0, 4.0), (2.0, 5.0), (3.0, 6.0))),
    ("determinant", "2x2:f32", (((1.0, 2.0), (3.0, 4.0)),), -2.0),
    ("determinant", "3x3:f32", (((2.0, 0.0, 1.0), (1.0, 3.0, 2.0), (1.0, 1.0, 4.0)),), 18.0),
    ("select", "2:i32 2:i32 2:bool", ((1, 2), (3, 4), (True, False)), (3, 2)),
    ("select", "2:i32 2:i32 bool", ((1, 2), (3, 4), True), (3, 4)),
    ("all", "2:bool", ((True, False),), False),
    ("any", "2:bool", ((True, False),), True),
    ("all", "bool", (True,), True),
    ("quantizeToF16", "f32", (1.0 + 2.0**-20,), 1.0),
    ("pack4x8snorm", "4:f32", ((1.0, -1.0, 0.0, -2.0),), 0x8100817F),
    ("pack4x8unorm", "4:f32", ((1.0, 0.0, 0.5, 2.0),), 0xFF8000FF),
    ("pack2x16snorm", "2:f32", ((-1.0, 0.5),), 0x40008001),
    ("pack2x16unorm", "2:f32", ((1.0, 0.25),), 0x4000FFFF),
    ("pack2x16float", "2:f32", ((1.0, -2.0),), 0xC0003C00),
    ("pack4xI8", "4:i32", ((1, -1, 128, 256),), 0x0080FF01),
    ("pack4xU8", "4:u32", ((1, 255, 256, 257),), 0x0100FF01),
    ("pack4xI8Clamp", "4:i32", ((127, 128, -128, -129),), 0x80807F7F),
    ("pack4xU8Clamp", "4:u32", ((0, 255, 256, 1),), 0x01FFFF00),
    ("unpack4x8snorm", "u32", (0x8081007F,), (1.0, 0.0, -1.0, -1.0)),
    ("unpack4x8unorm", "u32", (0x00FF0000,), (0.0, 0.0, 1.0, 0.0)),
    ("unpack2x16snorm", "u32", (0x80007FFF,), (1.0, -1.0)),
    ("unpack2x16unorm", "u32", (0xFFFF0000,), (0.0, 1.0)),
    ("unpack2x16float", "u32", (0xC0003C00,), (1.0, -2.0)),
    ("unpack4xI8", "u32", (0x0180FF7F,), (127, -1, -128, 1)),
    ("unpack4xU8", "u32", (0x0180FF7F,), (127, 255, 128, 1)),
    ("dot4U8Packed", "u32 u32", (0xFF020304, 0xFF010101), 255 * 255 + 9),
    ("dot4I8Packed", "u32 u32", (0xFF020304, 0xFF010101), 10),
]


@pytest.mark.parametrize(("name", "arguments", "values", "expected"), EXACT_CALLS)
def test_functions_with_exact_results_have_them(
    name: str, arguments: str, values: tuple[object, ...], expected: object
) -> None:
    found = call(name, arguments, *values)
    assert found == expected
    assert repr(found) == repr(expected)


@pytest.mark.parametrize(
    ("source", "target", "value", "expected"),
    [
        ("f32", "u32", 1.0, 0x3F800000),
        ("u32", "i32", 0xFFFFFFFF, -1),
        ("AbstractInt", "u32", 0xFFFFFFFF, 0xFFFFFFFF),
        ("AbstractInt", "u32", -(2**31), 2**31),
        ("AbstractInt", "f32", 0x40490FDB, 3.1415927410125732),
        ("2:f16", "u32", (1.0, -2.0), 0xC0003C00),
        ("4:f16", "2:u32", (1.0, -2.0, 0.0, 1.0), (0xC0003C00, 0x3C000000)),
        ("2:u32", "4:f16", (0xC0003C00, 0x3C000000), (1.0, -2.0, 0.0, 1.0)),
        ("3:i32", "3:f32", (0, 0x3F800000, -(2**31)), (0.0, 1.0, -0.0)),
    ],
)
def test_bitcast_keeps_the_bits(source: str, target: str, value: object, expected: object) -> None:
    assert repr(call("bitcast", source, value, template=target)) == repr(expected)


# Errors.


@pytest.mark.parametrize(
    ("name", "arguments", "values", "fragment"),
    [
        ("acos", "f32", (1.5,), "from -1 to 1"),
        ("acos", "f32", (-1.5,), "from -1 to 1"),
        ("asin", "f32", (-1.5,), "from -1 to 1"),
        ("asin", "f32", (1.5,), "from -1 to 1"),
        ("acosh", "f32", (0.5,), "at least 1"),
        ("atanh", "f32", (1.0,), "between -1 and 1"),
        ("log", "f32", (0.0,), "above 0"),
        ("log2", "f32", (-1.0,), "above 0"),
        ("sqrt", "f32", (-1.0,), "at least 0"),
        ("inverseSqrt", "f32", (0.0,), "above 0"),
        ("pow", "f32 f32", (-1.0, 2.0), "negative"),
        ("pow", "f32 f32", (0.0, 0.0), "zero"),
        ("exp", "f32", (100.0,), "f32"),
        ("exp", "AbstractFloat", (1000.0,), "AbstractFloat"),
        ("exp2", "f16", (16.0,), "f16"),
        ("cosh", "AbstractFloat", (1000.0,), "not a finite"),
        ("clamp", "i32 i32 i32", (1, 3, 2), "low bound of 3"),
        ("clamp", "2:f32 2:f32 2:f32", ((0.0, 0.0), (0.0, 2.0), (1.0, 1.0)), "low bound of 2.0"),
        ("smoothstep", "f32 f32 f32", (1.0, 1.0, 0.0), "both edges"),
        ("ldexp", "f32 i32", (1.0, 129), "at most 128"),
        ("ldexp", "f16 i32", (1.0, 17), "at most 16"),
        ("ldexp", "f32 i32", (2.0, 128), "f32"),
        ("ldexp", "AbstractFloat AbstractInt", (0.0, 1025), "at most 1024"),
        ("normalize", "2:f32", ((0.0, 0.0),), "length"),
        ("length", "2:f32", ((1e30, 0.0),), "overflows f32"),
        ("dot", "2:AbstractInt 2:AbstractInt", ((2**62, 2**62), (1, 1)), "overflows AbstractInt"),
        ("quantizeToF16", "f32", (65505.0,), "f16"),
        ("pack2x16float", "2:f32", ((0.0, 65505.0),), "f16"),
        ("unpack2x16float", "u32", (0x7C00,), "not a finite f16"),
        ("determinant", "2x2:f32", (((1e30, 0.0), (0.0, 1e30)),), "overflows f32"),
    ],
)
def test_calls_outside_their_domain_are_errors(
    name: str, arguments: str, values: tuple[object, ...], fragment: str
) -> None:
    with pytest.raises(ConstError, match=fragment):
        call(name, arguments, *values)


@pytest.mark.parametrize(("bits", "target"), [(0x7FC00000, "f32"), (0x7F800000, "f32"), (-1, "f32")])
def test_bitcast_to_what_is_not_a_finite_number_is_an_error(bits: int, target: str) -> None:
    with pytest.raises(ConstError, match="not a finite f32"):
        call("bitcast", "i32", bits, template=target)


@pytest.mark.parametrize(("value", "scalar"), [(2**32, "u32"), (-(2**31) - 1, "i32")])
def test_bitcast_takes_no_abstract_integer_of_more_than_32_bits(value: int, scalar: str) -> None:
    with pytest.raises(ConstError, match=f"cannot be represented as {scalar}"):
        call("bitcast", "AbstractInt", value, template="u32")


@pytest.mark.parametrize(
    ("operator", "left", "right", "one", "other"),
    [
        ("/", "f32", "f32", 1.0, 0.0),
        ("%", "f32", "f32", 1.0, 0.0),
        ("*", "f32", "f32", 1e30, 1e30),
        ("+", "AbstractFloat", "AbstractFloat", 1.7e308, 1.7e308),
        ("+", "i32", "AbstractInt", 1, 2**31),
        ("+", "u32", "AbstractInt", 1, -1),
        ("*", "2x2:f32", "2:f32", ((1e30, 0.0), (0.0, 1.0)), (1e30, 1.0)),
    ],
)
def test_operators_that_overflow_are_errors(operator: str, left: str, right: str, one: object, other: object) -> None:
    with pytest.raises(ConstError):
        binary(operator, typed(left), typed(right), one, other)


# Vectors, matrices, arrays.


def test_operators_go_component_by_component() -> None:
    pair = typed("2:i32")
    assert binary("+", pair, I32, (1, 2), 10) == (11, 12)
    assert binary("-", I32, pair, 10, (1, 2)) == (9, 8)
    assert binary("<", pair, pair, (1, 5), (2, 2)) == (True, False)
    assert binary("<<", pair, typed("2:u32"), (1, 2), (3, 4)) == (8, 32)
    assert fold_unary(resolve_unary("!", typed("2:bool")), (True, False)) == (False, True)
    assert binary("&&", BOOL, BOOL, True, False) is False


def test_matrix_products_are_those_of_linear_algebra() -> None:
    matrix = typed("2x3:f32")
    columns = ((1.0, 2.0, 3.0), (4.0, 5.0, 6.0))
    assert binary("*", matrix, typed("2:f32"), columns, (1.0, 10.0)) == (41.0, 52.0, 63.0)
    assert binary("*", typed("3:f32"), matrix, (1.0, 0.0, 2.0), columns) == (7.0, 16.0)
    square = ((1.0, 1.0), (0.0, 2.0))
    assert binary("*", matrix, typed("2x2:f32"), columns, square) == ((5.0, 7.0, 9.0), (8.0, 10.0, 12.0))
    assert binary("*", matrix, F32, columns, 2.0) == ((2.0, 4.0, 6.0), (8.0, 10.0, 12.0))
    assert binary("+", matrix, matrix, columns, columns) == ((2.0, 4.0, 6.0), (8.0, 10.0, 12.0))


def constructed(target: Type | str, arguments: str, *values: object) -> object:
    given_types = tuple(map(typed, arguments.split()))
    constructor = resolve_constructor(target, given_types)
    converted = (
        fold_convert(value, own, wanted)  # pyright: ignore[reportArgumentType]
        for value, own, wanted in zip(values, given_types, constructor.parameters, strict=True)
    )
    return fold_construct(constructor, given_types, tuple(converted))


def test_constructors_place_their_arguments() -> None:
    assert constructed(typed("3:f32"), "AbstractInt", 2) == (2.0, 2.0, 2.0)
    assert constructed(typed("4:u32"), "u32 2:u32 AbstractInt", 1, (2, 3), 4) == (1, 2, 3, 4)
    assert constructed(typed("2:u32"), "2:i32", (-1, 1)) == (4294967295, 1)
    assert constructed("mat2x2", "f32 f32 f32 f32", 1.0, 2.0, 3.0, 4.0) == ((1.0, 2.0), (3.0, 4.0))
    assert constructed("mat2x2", "2:f32 2:f32", (1.0, 2.0), (3.0, 4.0)) == ((1.0, 2.0), (3.0, 4.0))
    assert constructed("array", "AbstractInt u32", 1, 2) == (1, 2)
    record = types.Struct("R", (types.StructMember("a", U32), types.StructMember("b", typed("2:bool"))))
    assert constructed(record, "") == (0, (False, False))
    assert constructed(record, "AbstractInt 2:bool", 3, (True, False)) == (3, (True, False))


def test_zero_values_of_great_arrays_take_no_storage() -> None:
    inner = types.array(typed("2:f32"), 60_000)
    zero = zero_value(types.array(inner, 60_000))
    assert isinstance(fold_index(types.array(inner, 60_000), zero, 59_999), type(zero))
    assert zero_value(types.array(U32, 4)) == (0, 0, 0, 0)
    assert repr(zero_value(typed("2x3:f32"))) == "((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))"
    abstract = types.array(ABSTRACT_INT, 60_000)
    converted = fold_convert(zero_value(abstract), abstract, types.array(F32, 60_000))
    assert repr(fold_index(types.array(F32, 60_000), converted, 7)) == "0.0"
    with pytest.raises(ConstError, match="out of range"):
        fold_index(types.array(F32, 60_000), converted, 60_000)


def test_parts_that_an_array_shares_are_converted_once() -> None:
    value: object = (1, 2)
    source, target = types.array(ABSTRACT_INT, 2), types.array(U32, 2)
    for _ in range(60):
        value = (value, value)
        source, target = types.array(source, 2), types.array(target, 2)
    converted = fold_convert(value, source, target)  # pyright: ignore[reportArgumentType]
    assert fold_convert(value, source, target) is converted  # pyright: ignore[reportArgumentType]
    for _ in range(60):
        converted = converted[1]  # pyright: ignore[reportIndexIssue]
    assert converted == (1, 2)


def test_result_structures_convert_with_their_abstract_members() -> None:
    abstract = resolve_builtin("frexp", (), (ABSTRACT_FLOAT,)).result
    concrete = result_structure("__frexp_result_f32", (("fract", F32), ("exp", I32)))
    assert abstract is not None
    assert fold_convert((0.1, 3), abstract, concrete) == (fold_convert(0.1, ABSTRACT_FLOAT, F32), 3)


# Literals.


@pytest.mark.parametrize(
    ("text", "type", "value"),
    [
        ("0", ABSTRACT_INT, 0),
        ("9223372036854775807", ABSTRACT_INT, 2**63 - 1),
        ("0x7FFFFFFFFFFFFFFF", ABSTRACT_INT, 2**63 - 1),
        ("0X0000000000000000000ff", ABSTRACT_INT, 255),
        ("2147483647i", I32, 2**31 - 1),
        ("4294967295u", U32, 2**32 - 1),
        ("0xfu", U32, 15),
        ("0x1f", ABSTRACT_INT, 31),
        ("1lu", U64, 1),
        ("1li", I64, 1),
        ("1.5lf", types.F64, 1.5),
        ("1f", F32, 1.0),
        ("0h", F16, 0.0),
        ("01.", ABSTRACT_FLOAT, 1.0),
        (".5", ABSTRACT_FLOAT, 0.5),
        ("1.e3", ABSTRACT_FLOAT, 1000.0),
        ("1E-3", ABSTRACT_FLOAT, 0.001),
        ("0.1f", F32, 0.10000000149011612),
        ("1e-400", ABSTRACT_FLOAT, 0.0),
        ("65504h", F16, 65504.0),
        ("0x1p4", ABSTRACT_FLOAT, 16.0),
        ("0xa.8P-1", ABSTRACT_FLOAT, 5.25),
        ("0x.8", ABSTRACT_FLOAT, 0.5),
        ("0x1p-149f", F32, 2.0**-149),
        ("0x1.fffffep127f", F32, 3.4028234663852886e38),
        ("0x0p99999999999999999999", ABSTRACT_FLOAT, 0.0),
        ("true", BOOL, True),
        ("false", BOOL, False),
    ],
)
def test_literals_have_the_type_of_their_suffix_and_their_value(text: str, type: Type, value: object) -> None:
    assert literal(text) == (type, value)
    assert repr(literal(text)[1]) == repr(value)


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("9223372036854775808", "AbstractInt"),
        ("0x8000000000000000", "AbstractInt"),
        ("2147483648i", "i32"),
        ("4294967296u", "u32"),
        ("18446744073709551616lu", "u64"),
        ("012", "leading zero"),
        ("00u", "leading zero"),
        ("1e40f", "f32"),
        ("65520h", "f16"),
        ("1e309", "AbstractFloat"),
        ("0x1p1024", "AbstractFloat"),
        ("0x1.0000000001p0f", "exactly"),
        ("0x1p-150f", "exactly"),
        ("0x1.ffep0h", "exactly"),
        ("0x1p128f", "f32"),
        ("0x1p99999999999999999999", "AbstractFloat"),
        ("0x", "not a literal"),
        ("1.5u", "not a literal"),
        ("1e", "not a literal"),
    ],
)
def test_literals_that_do_not_fit_are_errors(text: str, fragment: str) -> None:
    with pytest.raises(ConstError, match=fragment):
        literal(text)


@pytest.mark.parametrize(
    "text", ["1" * 10**6, "0x" + "1" * 10**6, "0x" + "1" * 10**6 + "p0", "1e" + "9" * 10**6, "0x1p" + "9" * 10**6]
)
def test_literals_of_a_million_digits_cost_no_more_than_reading_them(text: str) -> None:
    started = time.process_time()
    with pytest.raises(ConstError) as raised:
        literal(text)
    assert time.process_time() - started < 1
    assert len(str(raised.value)) < 200


@given(st.integers(0, 2**63 - 1))
def test_integer_literals_are_their_digits(value: int) -> None:
    assert literal(str(value)) == literal(hex(value)) == (ABSTRACT_INT, value)


@given(st.floats(min_value=0, allow_infinity=False))
def test_float_literals_are_the_nearest_double(value: float) -> None:
    assert literal(f"{value!r}" if "." in repr(value) or "e" in repr(value) else f"{value!r}.") == (
        ABSTRACT_FLOAT,
        value,
    )
    assert literal(value.hex()) == (ABSTRACT_FLOAT, value)


# Errors that const operands make certain.


@pytest.mark.parametrize(
    ("operator", "left", "right", "other", "fragment"),
    [
        ("/", "i32", "i32", 0, "division by zero"),
        ("%", "2:u32", "2:u32", (1, 0), "remainder by zero"),
        ("/", "2:i32", "i32", 0, "division by zero"),
        ("/", "f32", "f32", 0.0, None),
        ("/", "i32", "i32", -1, None),
        ("<<", "i32", "u32", 32, "32, the width of i32"),
        ("<<", "i32", "u32", 31, None),
        (">>", "2:u32", "2:u32", (0, 33), "33 is not less"),
        ("+", "i32", "i32", 0, None),
    ],
)
def test_a_known_right_operand_can_be_an_error_by_itself(
    operator: str, left: str, right: str, other: object, fragment: str | None
) -> None:
    overload = resolve_binary(operator, typed(left), typed(right), const=False)
    found = check_partial(overload, (None, other))  # pyright: ignore[reportArgumentType]
    assert (found is None) == (fragment is None)
    assert fragment is None or fragment in str(found)
    assert check_partial(overload, (other, None)) is None  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("name", "arguments", "values", "fragment"),
    [
        ("clamp", "i32 i32 i32", (None, 2, 1), "low bound of 2"),
        ("clamp", "i32 i32 i32", (None, None, 1), None),
        ("clamp", "i32 i32 i32", (None, 1, 1), None),
        ("clamp", "2:i32 2:i32 2:i32", (None, (0, 5), (1, 4)), "low bound of 5"),
        ("smoothstep", "f32 f32 f32", (1.0, 1.0, None), "both edges"),
        ("smoothstep", "f32 f32 f32", (1.0, None, 1.0), None),
        ("extractBits", "u32 u32 u32", (None, 30, 3), "more than the 32 bits"),
        ("extractBits", "u32 u32 u32", (None, 30, 2), None),
        ("insertBits", "u32 u32 u32 u32", (None, None, 32, 1), "more than the 32 bits"),
        ("insertBits", "u32 u32 u32 u32", (None, None, None, 64), None),
        ("ldexp", "f32 i32", (None, 129), "at most 128"),
        ("ldexp", "f32 i32", (None, 128), None),
        ("quadBroadcast", "u32 u32", (None, 4), "from 0 to 3"),
        ("subgroupBroadcast", "u32 i32", (None, -1), "from 0 to 127"),
        ("subgroupBroadcast", "u32 i32", (None, 0), None),
        ("subgroupShuffle", "u32 u32", (None, 128), "from 0 to 127"),
        ("subgroupShuffle", "u32 u32", (None, 127), None),
        ("subgroupShuffleXor", "u32 u32", (None, 128), "from 0 to 127"),
        ("subgroupShuffleUp", "u32 u32", (None, 128), "from 0 to 127"),
        ("subgroupShuffleDown", "u32 u32", (None, 128), "from 0 to 127"),
        ("min", "u32 u32", (None, 0), None),
    ],
)
def test_known_arguments_can_be_errors_by_themselves(
    name: str, arguments: str, values: tuple[object, ...], fragment: str | None
) -> None:
    overload = resolve_builtin(name, (), tuple(map(typed, arguments.split())), const=False)
    found = check_partial(overload, values)  # pyright: ignore[reportArgumentType]
    assert (found is None) == (fragment is None)
    assert fragment is None or fragment in str(found)


def test_offsets_and_components_of_texture_functions_have_ranges() -> None:
    texture, place = generators.instantiate("texture_2d", (F32,)), typed("2:f32")
    gather = resolve_builtin("textureGather", (), (U32, texture, types.SAMPLER, place, typed("2:i32")), const=False)
    assert check_partial(gather, (3, None, None, None, (-8, 7))) is None
    assert "from 0 to 3" in str(check_partial(gather, (4, None, None, None, None)))
    assert "from -8 to 7" in str(check_partial(gather, (0, None, None, None, (8, 0))))
    assert "from -8 to 7" in str(check_partial(gather, (0, None, None, None, (0, -9))))
    assert "from 0 to 3" in str(check_partial(gather, (-1, None, None, None, None)))


@pytest.mark.parametrize(
    ("type", "index", "fragment"),
    [
        (typed("3:f32"), 3, "0 to 2"),
        (typed("2x3:f32"), 2, "0 to 1"),
        (types.array(U32, 4), 4, "0 to 3"),
        (types.array(U32, None), 10**6, None),
        (types.array(U32, None), -1, "negative"),
        (types.array(U32, object()), 10**6, None),
        (types.reference("private", types.array(U32, 4), "read_write"), 4, "0 to 3"),
        (types.pointer("private", types.array(U32, 4), "read_write"), 3, None),
    ],
)
def test_a_known_index_must_be_in_range(type: Type, index: int, fragment: str | None) -> None:
    found = check_index(type, index)
    assert (found is None) == (fragment is None)
    assert fragment is None or fragment in str(found)
