"""Overloads: which operands, arguments and components fit, what they convert to, and what the refusals say."""

from __future__ import annotations

import itertools

import pytest
from wai_lint.checkers.wgsl import generators, predeclared, types
from wai_lint.checkers.wgsl.builtin_table import read_table
from wai_lint.checkers.wgsl.constructors import resolve_constructor
from wai_lint.checkers.wgsl.operators import resolve_binary, resolve_unary
from wai_lint.checkers.wgsl.overloads import OverloadError, is_builtin_function, resolve_builtin
from wai_lint.checkers.wgsl.types import ABSTRACT_FLOAT, ABSTRACT_INT, BOOL, F16, F32, I32, U32, Scalar, Type

SCALARS = (BOOL, I32, U32, F32, F16, ABSTRACT_INT, ABSTRACT_FLOAT)
BY_NAME = {scalar.name: scalar for scalar in SCALARS}

# The built-in functions of the specification (§17), constructors aside.
SPECIFIED = """
bitcast all any select arrayLength abs acos acosh asin asinh atan atanh atan2 ceil clamp cos cosh countLeadingZeros
countOneBits countTrailingZeros cross degrees determinant distance dot dot4U8Packed dot4I8Packed exp exp2 extractBits
faceForward firstLeadingBit firstTrailingBit floor fma fract frexp insertBits inverseSqrt ldexp length log log2 max min
mix modf normalize pow quantizeToF16 radians reflect refract reverseBits round saturate sign sin sinh smoothstep sqrt
step tan tanh transpose trunc dpdx dpdxCoarse dpdxFine dpdy dpdyCoarse dpdyFine fwidth fwidthCoarse fwidthFine
textureDimensions textureGather textureGatherCompare textureLoad textureNumLayers textureNumLevels textureNumSamples
textureSample textureSampleBias textureSampleCompare textureSampleCompareLevel textureSampleGrad textureSampleLevel
textureSampleBaseClampToEdge textureStore atomicLoad atomicStore atomicAdd atomicSub atomicMax atomicMin atomicAnd
atomicOr atomicXor atomicExchange atomicCompareExchangeWeak pack4x8snorm pack4x8unorm pack4xI8 pack4xU8 pack4xI8Clamp
pack4xU8Clamp pack2x16snorm pack2x16unorm pack2x16float unpack4x8snorm unpack4x8unorm unpack4xI8 unpack4xU8
unpack2x16snorm unpack2x16unorm unpack2x16float storageBarrier textureBarrier workgroupBarrier workgroupUniformLoad
subgroupAdd subgroupExclusiveAdd subgroupInclusiveAdd subgroupAll subgroupAnd subgroupAny subgroupBallot
subgroupBroadcast subgroupBroadcastFirst subgroupElect subgroupMax subgroupMin subgroupMul subgroupExclusiveMul
subgroupInclusiveMul subgroupOr subgroupShuffle subgroupShuffleDown subgroupShuffleUp subgroupShuffleXor subgroupXor
quadBroadcast quadSwapDiagonal quadSwapX quadSwapY bufferView bufferArrayView bufferLength
"""


def typed(text: str) -> Type:
    """A scalar, a vector `n:scalar`, a matrix `cxr:scalar`, or a predeclared type."""
    shape, _, element = text.rpartition(":")
    if not shape:
        return BY_NAME.get(text) or predeclared.TYPES[text]
    if len(shape) == 1:
        return types.vector(int(shape), BY_NAME[element])
    return types.matrix(int(shape[0]), int(shape[2]), BY_NAME[element])


def listed(text: str) -> tuple[Type, ...]:
    return tuple(map(typed, text.split()))


def texture(name: str, *arguments: Scalar | str) -> Type:
    return generators.instantiate(name, arguments)


def storage(store: Type, access: str = "read_write") -> Type:
    return types.pointer("storage", store, access)


# The table.


def test_every_line_of_the_table_is_read() -> None:
    read = read_table()
    for name in read.functions:
        for signature in read.signatures(name):
            variables = set(signature.classes) | set(signature.names)
            assert all(len(variable) == 1 for variable in variables), (name, signature.text)
            assert set(signature.flags) - {"must_use", "const", "fragment", "compute"} == {
                flag for flag in signature.flags if flag.startswith(("enable:", "requires:"))
            }, (name, signature.text)


def test_every_function_of_the_specification_is_in_the_table() -> None:
    assert [name for name in SPECIFIED.split() if not is_builtin_function(name)] == []
    assert not is_builtin_function("clamps")
    assert not is_builtin_function("class")


# Operators, against a second statement of their rules.


def shapes() -> list[Type]:
    made: list[Type] = list(SCALARS)
    made += [types.vector(size, scalar) for size in (2, 3) for scalar in SCALARS]
    made += [types.matrix(columns, rows, F32) for columns in (2, 3) for rows in (2, 3)]
    return [*made, types.matrix(2, 2, ABSTRACT_FLOAT), types.SAMPLER, types.pointer("function", U32, "read_write")]


def joined(one: Scalar, other: Scalar) -> Scalar | None:
    """The scalar of which both are, by the order in which abstract numbers give way."""
    if one is other:
        return one
    if one is ABSTRACT_INT and other is not BOOL:
        return other
    if one is ABSTRACT_FLOAT and other in (F32, F16):
        return other
    return joined(other, one) if other.abstract and not (one.abstract and one is ABSTRACT_INT) else None


def dimensions(type: Type) -> tuple[int, ...]:
    if isinstance(type, types.Vector):
        return (type.size,)
    return (type.columns, type.rows) if isinstance(type, types.Matrix) else ()


def shaped(size: tuple[int, ...], scalar: Scalar) -> Type:
    if not size:
        return scalar
    return types.vector(size[0], scalar) if len(size) == 1 else types.matrix(size[0], size[1], scalar)


def expected_product(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...] | None:
    if len(one) == len(other) == 2:
        return (other[0], one[1]) if one[0] == other[1] else None
    if (len(one), len(other)) == (2, 1):
        return (one[1],) if one[0] == other[0] else None
    if (len(one), len(other)) == (1, 2):
        return (other[0],) if one[0] == other[1] else None
    return (one or other) if one == other or not one or not other else None


def expected(operator: str, left: Type, right: Type) -> Type | None:
    one, other = types.scalar_of(left), types.scalar_of(right)
    if one is None or other is None:
        return None
    scalar, here, there = joined(one, other), dimensions(left), dimensions(right)
    if operator in ("<<", ">>"):
        fits = one in (I32, U32, ABSTRACT_INT) and other in (U32, ABSTRACT_INT) and here == there and len(here) < 2
        return left if fits else None
    if operator in ("&&", "||"):
        return BOOL if left is BOOL and right is BOOL else None
    if scalar is None:
        return None
    if operator in ("&", "|", "^", "==", "!=", "<", "<=", ">", ">="):
        allowed = {"&": "bool int uint", "|": "bool int uint", "^": "int uint"}.get(operator, "int uint float")
        allowed += " bool" if operator in ("==", "!=") else ""
        if scalar.kind not in allowed.split() or here != there or len(here) > 1:
            return None
        return shaped(here, scalar if operator in "&|^" else BOOL)
    if scalar is BOOL:
        return None
    if operator == "*":
        size = expected_product(here, there)
    elif 2 in (len(here), len(there)):
        size = here if here == there and operator in "+-" else None
    else:
        size = (here or there) if here == there or not here or not there else None
    matrix = 2 in (len(here), len(there))
    return None if size is None or (matrix and scalar.kind != "float") else shaped(size, scalar)


@pytest.mark.parametrize("operator", [*"+-*/%&|^<>", "<<", ">>", "==", "!=", "<=", ">=", "&&", "||"])
def test_binary_operators_take_the_pairs_their_rules_name_and_no_others(operator: str) -> None:
    for left, right in itertools.product(shapes(), repeat=2):
        wanted = expected(operator, left, right)
        if wanted is not None:
            assert resolve_binary(operator, left, right).result is wanted, (operator, left, right)
        else:
            with pytest.raises(OverloadError) as raised:
                resolve_binary(operator, left, right)
            assert f"operator {operator} does not take {left} and {right}" in str(raised.value)


def test_unary_operators_take_what_their_rules_name() -> None:
    for operator, kinds in (("-", ("int", "float")), ("!", ("bool",)), ("~", ("int", "uint"))):
        for operand in shapes():
            scalar = types.scalar_of(operand)
            if scalar is not None and scalar.kind in kinds and not isinstance(operand, types.Matrix):
                assert resolve_unary(operator, operand).result is operand
            else:
                with pytest.raises(OverloadError, match=f"unary {operator} takes"):
                    resolve_unary(operator, operand)
    for operand in (U32, types.vector(2, U32)):
        with pytest.raises(OverloadError, match="write 0 - x to wrap"):
            resolve_unary("-", operand)
    with pytest.raises(OverloadError) as raised:
        resolve_unary("-", BOOL)
    assert "wrap" not in str(raised.value)


@pytest.mark.parametrize(
    ("operator", "left", "right", "hint"),
    [
        ("&&", "u32", "bool", "both must be bool"),
        ("<<", "f32", "u32", "only integers"),
        ("<<", "2:u32", "u32", "the amount must be vec2<u32>"),
        ("+", "u32", "i32", "convert one of them"),
        ("+", "2:f32", "3:f32", "differ in size"),
    ],
)
def test_a_refused_operator_says_why(operator: str, left: str, right: str, hint: str) -> None:
    with pytest.raises(OverloadError, match=hint):
        resolve_binary(operator, typed(left), typed(right))


def test_no_abstract_type_is_left_where_an_operand_is_not_const() -> None:
    assert resolve_binary("<<", ABSTRACT_INT, U32, const=False).result is I32
    assert resolve_binary("<<", ABSTRACT_INT, U32, const=True).result is ABSTRACT_INT
    assert resolve_binary("<<", I32, ABSTRACT_INT, const=False).parameters == (I32, U32)
    assert resolve_builtin("select", (), (ABSTRACT_INT, ABSTRACT_FLOAT, BOOL), const=False).result is F32
    assert resolve_builtin("select", (), (ABSTRACT_INT, ABSTRACT_INT, BOOL), const=False).result is I32
    assert resolve_constructor("vec3", listed("AbstractInt"), const=False).result is types.vector(3, I32)
    assert resolve_constructor("array", listed("AbstractFloat f16"), const=False).result is types.array(F16, 2)


@pytest.mark.parametrize("name", SPECIFIED.split())
def test_no_mix_of_arguments_is_more_than_a_refusal(name: str) -> None:
    pool = (U32, types.vector(2, F32), types.SAMPLER, texture("texture_2d", F32), storage(types.array(U32, None)))
    templates: tuple[tuple[Type | int | str, ...], ...] = ((), (U32,), (3,), ("row_major",))
    for template in templates:
        for count in range(3):
            for arguments in itertools.product(pool, repeat=count):
                try:
                    found = resolve_builtin(name, template, arguments)
                except OverloadError:
                    continue
                assert len(found.parameters) == count


def test_a_choice_is_remembered() -> None:
    assert resolve_binary("+", U32, ABSTRACT_INT) is resolve_binary("+", U32, ABSTRACT_INT)
    assert resolve_builtin("min", (), (U32, U32)) is resolve_builtin("min", (), (U32, U32))
    assert resolve_constructor(U32, (F32,)) is resolve_constructor(U32, (F32,))


# Built-in functions.

FITTING = [
    ("clamp", "", "AbstractInt AbstractInt u32", "u32 u32 u32", "u32"),
    ("clamp", "", "AbstractInt AbstractFloat f16", "f16 f16 f16", "f16"),
    ("max", "", "3:AbstractInt 3:f32", "3:f32 3:f32", "3:f32"),
    ("log2", "", "AbstractInt", "AbstractFloat", "AbstractFloat"),
    ("countOneBits", "", "AbstractInt", "i32", "i32"),
    ("dot", "", "2:u32 2:AbstractInt", "2:u32 2:u32", "u32"),
    ("cross", "", "3:AbstractInt 3:AbstractInt", "3:AbstractFloat 3:AbstractFloat", "3:AbstractFloat"),
    ("mix", "", "3:f32 3:f32 AbstractInt", "3:f32 3:f32 f32", "3:f32"),
    ("ldexp", "", "f32 AbstractInt", "f32 AbstractInt", "f32"),
    ("ldexp", "", "2:AbstractFloat 2:i32", "2:AbstractFloat 2:i32", "2:AbstractFloat"),
    ("length", "", "3:f16", "3:f16", "f16"),
    ("transpose", "", "2x3:f32", "2x3:f32", "3x2:f32"),
    ("determinant", "", "4x4:f32", "4x4:f32", "f32"),
    ("extractBits", "", "2:i32 AbstractInt u32", "2:i32 u32 u32", "2:i32"),
    ("select", "", "2:u32 2:AbstractInt 2:bool", "2:u32 2:u32 2:bool", "2:u32"),
    ("select", "", "2:u32 2:AbstractInt bool", "2:u32 2:u32 bool", "2:u32"),
    ("all", "", "bool", "bool", "bool"),
    ("any", "", "4:bool", "4:bool", "bool"),
    ("pack4x8snorm", "", "4:AbstractInt", "4:f32", "u32"),
    ("unpack4xI8", "", "AbstractInt", "u32", "4:i32"),
    ("quantizeToF16", "", "2:AbstractFloat", "2:f32", "2:f32"),
    ("bitcast", "u32", "AbstractInt", "AbstractInt", "u32"),
    ("bitcast", "f32", "AbstractInt", "i32", "f32"),
    ("bitcast", "i32", "AbstractFloat", "f32", "i32"),
    ("bitcast", "2:u32", "2:f32", "2:f32", "2:u32"),
    ("bitcast", "2:u32", "4:f16", "4:f16", "2:u32"),
    ("bitcast", "4:f16", "2:AbstractInt", "2:i32", "4:f16"),
    ("bitcast", "2:f16", "u32", "u32", "2:f16"),
    ("dpdx", "", "2:AbstractFloat", "2:f32", "2:f32"),
    ("subgroupAdd", "", "AbstractInt", "i32", "i32"),
]


@pytest.mark.parametrize(("name", "template", "arguments", "parameters", "result"), FITTING)
def test_arguments_convert_to_the_parameters_of_the_best_overload(
    name: str, template: str, arguments: str, parameters: str, result: str
) -> None:
    found = resolve_builtin(name, listed(template), listed(arguments))
    assert found.parameters == listed(parameters)
    assert found.result is typed(result)


@pytest.mark.parametrize(
    ("name", "arguments", "fragments"),
    [
        (
            "clamp",
            "u32 i32 i32",
            ["clamp takes (u32, i32, i32)", "(T, T, T) where T is i32 or u32 or f32 or f16 or a vector"],
        ),
        ("clamp", "u32", ["clamp takes 3 arguments, not 1"]),
        ("max", "2:f32 f32", ["max takes (vec2<f32>, f32)"]),
        ("log2", "u32", ["log2 takes (u32)", "T is f32 or f16"]),
        ("dot", "2:f32 3:f32", ["takes (vec2<f32>, vec3<f32>): it takes (vecN<T>, vecN<T>)"]),
        ("cross", "2:f32 2:f32", ["it takes (vec3<T>, vec3<T>) where T is f32 or f16"]),
        ("determinant", "2x3:f32", ["matNxN<T>"]),
        ("bitcast", "u32", ["takes 1 template argument, not 0"]),
        ("sign", "u32", ["i32 or f32 or f16"]),
        ("all", "u32", ["it takes (bool or vecN<bool>)"]),
        ("countOneBits", "f32", ["countOneBits takes (f32)"]),
        ("select", "u32 f32 bool", ["select takes (u32, f32, bool)", "bool) where"]),
        ("select", "u32 u32 2:bool", ["select takes (u32, u32, vec2<bool>)"]),
        ("workgroupBarrier", "u32", ["takes 0 arguments, not 1"]),
        ("atomicAdd", "u32 u32", ["ptr<S, atomic<T>, read_write>"]),
    ],
)
def test_a_refusal_names_what_came_and_what_would_fit(name: str, arguments: str, fragments: list[str]) -> None:
    with pytest.raises(OverloadError) as raised:
        resolve_builtin(name, (), listed(arguments))
    assert [fragment for fragment in fragments if fragment not in str(raised.value)] == []


def test_a_refusal_names_the_nearest_forms_first() -> None:
    arguments = (texture("texture_2d", U32), types.SAMPLER, types.vector(2, F32))
    with pytest.raises(OverloadError) as raised:
        resolve_builtin("textureSample", (), arguments)
    assert "it takes (texture_2d<f32>, sampler, vec2<f32>" in str(raised.value)
    assert str(raised.value).endswith("other forms")


def test_result_structures_are_one_type_each() -> None:
    frexp = resolve_builtin("frexp", (), listed("2:f32")).result
    assert isinstance(frexp, types.Struct)
    assert [(member.name, str(member.type)) for member in frexp.members] == [
        ("fract", "vec2<f32>"),
        ("exp", "vec2<i32>"),
    ]
    assert resolve_builtin("frexp", (), listed("2:f32"), const=False).result is frexp
    modf = resolve_builtin("modf", (), (ABSTRACT_INT,)).result
    assert str(modf) == "__modf_result_abstract"
    exchange = resolve_builtin("atomicCompareExchangeWeak", (), (storage(types.atomic(I32)), ABSTRACT_INT, I32))
    assert isinstance(exchange.result, types.Struct)
    assert [(member.name, member.type) for member in exchange.result.members] == [
        ("old_value", I32),
        ("exchanged", BOOL),
    ]


def test_textures_choose_by_kind_dimension_access_and_channel() -> None:
    coordinates, position = types.vector(2, ABSTRACT_INT), types.vector(2, F32)
    sampled = resolve_builtin("textureSample", (), (texture("texture_2d", F32), types.SAMPLER, position, coordinates))
    assert (str(sampled.result), sampled.stages, sampled.const_parameters) == ("vec4<f32>", ("fragment",), (3,))
    integers = resolve_builtin("textureLoad", (), (texture("texture_2d", U32), coordinates, ABSTRACT_INT))
    assert (str(integers.result), integers.stages) == ("vec4<u32>", ())
    read = resolve_builtin("textureLoad", (), (texture("texture_storage_2d", "r32sint", "read"), coordinates))
    both = resolve_builtin("textureLoad", (), (texture("texture_storage_2d", "r32sint", "read_write"), coordinates))
    assert (str(read.result), read.stages, both.stages) == ("vec4<i32>", (), ("fragment", "compute"))
    store = resolve_builtin(
        "textureStore", (), (texture("texture_storage_2d", "rgba8unorm", "write"), coordinates, types.vector(4, F32))
    )
    assert (store.result, store.must_use) == (None, False)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("textureSample", (texture("texture_2d", U32), types.SAMPLER, types.vector(2, F32))),
        ("textureSample", (texture("texture_2d", F32), types.SAMPLER_COMPARISON, types.vector(2, F32))),
        ("textureSample", (texture("texture_3d", F32), types.SAMPLER, types.vector(2, F32))),
        ("textureSample", (texture("texture_cube", F32), types.SAMPLER, types.vector(3, F32), types.vector(3, I32))),
        ("textureLoad", (texture("texture_cube", F32), types.vector(2, I32), I32)),
        ("textureLoad", (texture("texture_storage_2d", "r32uint", "write"), types.vector(2, I32))),
        (
            "textureStore",
            (texture("texture_storage_2d", "r32uint", "read"), types.vector(2, I32), types.vector(4, U32)),
        ),
        (
            "textureStore",
            (texture("texture_storage_2d", "r32uint", "write"), types.vector(2, I32), types.vector(4, F32)),
        ),
        ("textureNumSamples", (texture("texture_2d", F32),)),
        ("textureDimensions", (texture("texture_multisampled_2d", F32), I32)),
        ("textureSampleLevel", (predeclared.TYPES["texture_depth_2d"], types.SAMPLER, types.vector(2, F32), F32)),
    ],
)
def test_textures_of_another_kind_are_refused(name: str, arguments: tuple[Type, ...]) -> None:
    with pytest.raises(OverloadError, match=f"{name}"):
        resolve_builtin(name, (), arguments)


def test_pointers_choose_by_space_store_and_access() -> None:
    counter = types.atomic(U32)
    for name in ("atomicAdd", "atomicOr", "atomicExchange"):
        found = resolve_builtin(name, (), (types.pointer("workgroup", counter, "read_write"), ABSTRACT_INT))
        assert (found.parameters[1], found.result, found.must_use) == (U32, U32, False)
    elements = types.array(U32, None)
    assert resolve_builtin("arrayLength", (), (storage(elements, "read"),)).stages == ()
    assert resolve_builtin("arrayLength", (), (storage(elements),)).stages == ("fragment", "compute")
    shared = types.pointer("workgroup", types.array(U32, 4), "read_write")
    assert resolve_builtin("workgroupUniformLoad", (), (shared,)).result is types.array(U32, 4)
    lone = types.pointer("workgroup", counter, "read_write")
    assert resolve_builtin("workgroupUniformLoad", (), (lone,)).result is U32


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("atomicAdd", (types.pointer("function", types.atomic(U32), "read_write"), U32)),
        ("atomicLoad", (storage(types.atomic(U32), "read"),)),
        ("atomicAdd", (storage(U32), U32)),
        ("atomicAdd", (storage(types.atomic(U32)), I32)),
        ("arrayLength", (storage(types.array(U32, 4)),)),
        ("arrayLength", (types.array(U32, None),)),
        ("workgroupUniformLoad", (storage(U32),)),
        ("workgroupUniformLoad", (types.pointer("workgroup", types.array(types.atomic(U32), 4), "read_write"),)),
    ],
)
def test_pointers_elsewhere_are_refused(name: str, arguments: tuple[Type, ...]) -> None:
    with pytest.raises(OverloadError):
        resolve_builtin(name, (), arguments)


def test_functions_say_what_they_need() -> None:
    assert resolve_builtin("subgroupAdd", (), (U32,)).extension == "subgroups"
    assert resolve_builtin("dot4U8Packed", (), (U32, U32)).extension == "packed_4x8_integer_dot_product"
    assert resolve_builtin("workgroupBarrier", (), ()).stages == ("compute",)
    assert resolve_builtin("abs", (), (I32,)).evaluable
    assert not resolve_builtin("dpdx", (), (F32,)).evaluable
    assert resolve_builtin("quadBroadcast", (), (U32, ABSTRACT_INT)).const_parameters == (1,)


def test_views_of_buffers_point_to_the_type_in_the_template() -> None:
    view = types.array(U32, None)
    found = resolve_builtin("bufferView", (view,), (storage(predeclared.TYPES["buffer"], "read"), ABSTRACT_INT))
    assert found.result is storage(view, "read")
    sized = storage(generators.instantiate("buffer", (64,)))
    assert resolve_builtin("bufferView", (U32,), (sized, U32)).result is storage(U32)


def test_matrices_of_subgroups_match_by_component_and_sizes() -> None:
    left, right = (generators.instantiate(f"subgroup_matrix_{side}", (F32, 8, 8)) for side in ("left", "right"))
    product = resolve_builtin("subgroupMatrixMultiply", (F32,), (left, right)).result
    assert product is generators.instantiate("subgroup_matrix_result", (F32, 8, 8))
    narrow = generators.instantiate("subgroup_matrix_left", (types.I8, 4, 8))
    assert resolve_builtin("subgroupMatrixScalarAdd", (), (narrow, ABSTRACT_INT)).result is narrow
    with pytest.raises(OverloadError, match="subgroupMatrixMultiply"):
        resolve_builtin("subgroupMatrixMultiply", (F32,), (left, left))


def test_matrices_of_cooperating_invocations_are_loaded_as_their_template_says() -> None:
    matrix = generators.instantiate("coop_mat8x8", (F32, "A"))
    assert resolve_builtin("coopLoad", (matrix,), (storage(F32), ABSTRACT_INT)).result is matrix
    with pytest.raises(OverloadError, match="coopLoad"):
        resolve_builtin("coopLoad", (matrix,), (storage(F16), ABSTRACT_INT))
    assert resolve_constructor(matrix, ()).kind == "zero"
    assert resolve_constructor(matrix, (ABSTRACT_INT,)).parameters == (F32,)
    for arguments in ((I32,), (F32, F32)):
        with pytest.raises(OverloadError, match="has no constructor"):
            resolve_constructor(matrix, arguments)


# Constructors.


@pytest.mark.parametrize(
    ("target", "arguments", "kind", "parameters", "result"),
    [
        ("u32", "", "zero", "", "u32"),
        ("u32", "AbstractFloat", "convert", "AbstractFloat", "u32"),
        ("f32", "bool", "convert", "bool", "f32"),
        ("i32", "i32", "convert", "i32", "i32"),
        ("3:f32", "AbstractInt", "splat", "f32", "3:f32"),
        ("3:f32", "3:u32", "convert", "3:u32", "3:f32"),
        ("4:f32", "2:AbstractInt f32 AbstractFloat", "components", "2:f32 f32 f32", "4:f32"),
        ("*vec3", "AbstractInt AbstractFloat f16", "components", "f16 f16 f16", "3:f16"),
        ("*vec3", "2:bool bool", "components", "2:bool bool", "3:bool"),
        ("*vec2", "AbstractInt", "splat", "AbstractInt", "2:AbstractInt"),
        ("*vec2", "", "zero", "", "2:AbstractInt"),
        ("*vec2", "2:u32", "convert", "2:u32", "2:u32"),
        ("2x2:f32", "2:f32 2:AbstractInt", "columns", "2:f32 2:f32", "2x2:f32"),
        ("2x2:f16", "2x2:f32", "convert", "2x2:f32", "2x2:f16"),
        (
            "*mat2x2",
            "AbstractInt AbstractInt AbstractInt AbstractInt",
            "scalars",
            "AbstractFloat " * 4,
            "2x2:AbstractFloat",
        ),
        ("*mat2x2", "2:AbstractInt 2:f16", "columns", "2:f16 2:f16", "2x2:f16"),
    ],
)
def test_constructors_choose_by_their_arguments(
    target: str, arguments: str, kind: str, parameters: str, result: str
) -> None:
    made = resolve_constructor(target[1:] if target[0] == "*" else typed(target), listed(arguments))
    assert (made.kind, made.parameters, made.result) == (kind, listed(parameters), typed(result))


@pytest.mark.parametrize(
    ("target", "arguments", "fragment"),
    [
        ("u32", "2:u32", "takes one scalar"),
        ("u32", "u32 u32", "takes one scalar"),
        ("3:f32", "f32 f32", "3 components, not 2"),
        ("3:f32", "2:f32 2:f32", "3 components, not 4"),
        ("3:f32", "2:f32", "3 components, not 2"),
        ("3:f32", "u32", "must be f32"),
        ("3:f32", "f32 f32 i32", "must be f32"),
        ("*vec3", "u32 i32 u32", "no common component type"),
        ("*vec3", "sampler", "no common component type"),
        ("*mat2x2", "u32 u32 u32 u32", "must be floats"),
        ("*mat2x2", "", "cannot infer"),
        ("2x2:f32", "f32", "2 columns of vec2<f32> or 4 scalars"),
        ("2x2:f32", "2x3:f32", "2 columns"),
        ("2x2:f32", "2:i32 2:i32", "2 columns"),
        ("*array", "", "needs elements"),
        ("*array", "u32 i32", "no common type"),
        ("*texture_2d", "f32", "write them"),
        ("sampler", "", "has no constructor"),
    ],
)
def test_constructors_say_what_does_not_fit(target: str, arguments: str, fragment: str) -> None:
    with pytest.raises(OverloadError, match=fragment):
        resolve_constructor(target[1:] if target[0] == "*" else typed(target), listed(arguments))


def test_arrays_and_structures_take_each_of_their_parts() -> None:
    pair = types.array(F32, 2)
    assert resolve_constructor(pair, listed("AbstractInt f32")).parameters == (F32, F32)
    assert resolve_constructor("array", (pair, pair)).result is types.array(pair, 2)
    for count, arguments, fragment in (
        (3, "f32 f32", "takes 3 elements, not 2"),
        (2, "f32 i32", "element 1"),
        (None, "f32", "runtime-sized"),
        (object(), "f32", "override-expression"),
    ):
        with pytest.raises(OverloadError, match=fragment):
            resolve_constructor(types.array(F32, count), listed(arguments))
    record = types.Struct("R", (types.StructMember("a", U32), types.StructMember("b", pair)))
    assert resolve_constructor(record, (ABSTRACT_INT, pair)).parameters == (U32, pair)
    assert resolve_constructor(record, ()).kind == "zero"
    with pytest.raises(OverloadError, match="member a of R must be u32, not i32"):
        resolve_constructor(record, (I32, pair))
    with pytest.raises(OverloadError, match="takes 2 members, not 1"):
        resolve_constructor(record, (U32,))
