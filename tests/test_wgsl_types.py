"""Types: one object each, their layout and predicates, and what their generators take."""

from __future__ import annotations

import pytest
from wai_lint.checkers.wgsl import builtin_values, layout, predeclared, types
from wai_lint.checkers.wgsl.conversions import common_type, concretize, conversion_rank
from wai_lint.checkers.wgsl.generators import TypeProblem, instantiate
from wai_lint.checkers.wgsl.overloads import resolve_builtin
from wai_lint.checkers.wgsl.types import (
    ABSTRACT_FLOAT,
    ABSTRACT_INT,
    BOOL,
    F16,
    F32,
    I32,
    U32,
    Struct,
    StructMember,
    Type,
)


def named(text: str) -> Type:
    """The type that `text` writes, by nesting of the generators."""
    if "<" not in text:
        return {"AbstractInt": ABSTRACT_INT, "AbstractFloat": ABSTRACT_FLOAT}.get(text) or predeclared.TYPES[text]
    name, _, inner = text.partition("<")
    arguments: list[Type | int | str] = []
    depth = start = 0
    inner = inner[:-1] + ","
    for at, character in enumerate(inner):
        depth += (character == "<") - (character == ">")
        if character == "," and depth == 0:
            word = inner[start:at].strip()
            start = at + 1
            is_type = "<" in word or word in predeclared.TYPES or word.startswith("Abstract")
            arguments.append(int(word) if word.isdigit() else named(word) if is_type else word)
    if name in predeclared.VECTOR_GENERATORS:
        assert isinstance(arguments[0], types.Scalar)
        return types.vector(predeclared.VECTOR_GENERATORS[name], arguments[0])
    if name == "array" and isinstance(arguments[0], Type):
        return types.array(arguments[0], arguments[1] if len(arguments) > 1 else None)
    return instantiate(name, tuple(arguments))


def struct(*members: Type | StructMember) -> Struct:
    made = (
        member if isinstance(member, StructMember) else StructMember(f"m{at}", member)
        for at, member in enumerate(members)
    )
    return Struct("S", tuple(made))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("vec3f", "vec3<f32>"),
        ("mat4x3h", "mat4x3<f16>"),
        ("array<array<u32, 4>, 2>", "array<array<u32, 4>, 2>"),
        ("ptr<storage, u32>", "ptr<storage, u32, read>"),
        ("texture_2d<f32>", "texture_2d<f32>"),
        ("buffer<16>", "buffer<16>"),
    ],
)
def test_a_type_is_one_object_however_it_is_written(one: str, other: str) -> None:
    assert named(one) is named(other)


def test_types_that_differ_in_one_argument_are_not_the_same() -> None:
    texts = ["array<u32, 4>", "array<u32, 5>", "array<u32>", "array<i32, 4>", "atomic<u32>", "ptr<function, u32>"]
    assert len({named(text) for text in texts}) == len(texts)


@pytest.mark.parametrize(
    ("text", "align", "size"),
    [
        ("i32", 4, 4),
        ("f16", 2, 2),
        ("bool", 4, 4),
        ("atomic<u32>", 4, 4),
        ("vec2<f32>", 8, 8),
        ("vec3<f32>", 16, 12),
        ("vec4<f16>", 8, 8),
        ("vec3<f16>", 8, 6),
        ("mat2x2<f32>", 8, 16),
        ("mat3x2<f32>", 8, 24),
        ("mat2x3<f32>", 16, 32),
        ("mat4x3<f32>", 16, 64),
        ("mat4x4<f16>", 8, 32),
        ("array<vec3<f32>, 3>", 16, 48),
        ("array<f32, 3>", 4, 12),
        ("array<u32>", 4, None),
        ("u64", 8, 8),
        ("i16", 2, 2),
        ("u16", 2, 2),
        ("u8", 1, 1),
        ("f64", 8, 8),
    ],
)
def test_alignment_and_size_are_those_of_the_specification(text: str, align: int, size: int | None) -> None:
    assert layout.align_of(named(text)) == align
    assert layout.size_of(named(text)) == size


def test_members_are_laid_out_in_order_at_their_alignment() -> None:
    inner = struct(F32, F32, named("vec2<f32>"))
    outer = struct(
        named("vec3<f32>"), F32, named("array<vec3<f32>, 3>"), inner, F32, StructMember("s", F32, size=32), U32
    )
    assert layout.member_offsets(inner) == (0, 4, 8)
    assert layout.member_offsets(outer) == (0, 12, 16, 64, 80, 84, 116)
    assert (layout.align_of(outer), layout.size_of(outer)) == (16, 128)


def test_attributes_of_members_move_what_follows_and_a_runtime_array_ends_the_layout() -> None:
    type = struct(U32, StructMember("a", U32, align=64), named("array<u32>"))
    assert layout.member_offsets(type) == (0, 64, 68)
    assert layout.align_of(type) == 64
    assert layout.size_of(type) is None


@pytest.mark.parametrize(
    ("text", "predicates"),
    [
        ("u32", "plain constructible shareable fixed created"),
        ("AbstractInt", "plain constructible fixed created"),
        ("bool", "plain constructible fixed created"),
        ("atomic<u32>", "plain shareable fixed created atomic"),
        ("array<atomic<u32>, 4>", "plain shareable fixed created atomic"),
        ("array<u32>", "plain shareable"),
        ("vec2<bool>", "plain constructible fixed created"),
        ("sampler", "fixed created"),
        ("texture_2d<f32>", "fixed created"),
        ("ptr<function, u32>", "fixed created"),
    ],
)
def test_predicates_hold_as_the_specification_lists(text: str, predicates: str) -> None:
    type = named(text)
    checks = {
        "plain": layout.is_plain,
        "constructible": layout.is_constructible,
        "shareable": layout.is_host_shareable,
        "fixed": layout.has_fixed_footprint,
        "created": layout.has_creation_fixed_footprint,
        "atomic": layout.contains_atomic,
    }
    assert " ".join(name for name, check in checks.items() if check(type)) == predicates
    assert layout.is_constructible(struct(type)) == layout.is_constructible(type)


def test_an_array_that_an_override_counts_is_fixed_but_not_when_the_module_is_created() -> None:
    type = types.array(U32, object(), "n")
    assert str(type) == "array<u32, n>"
    assert layout.has_fixed_footprint(type)
    assert not layout.has_creation_fixed_footprint(type)
    assert not layout.is_constructible(type)
    assert layout.size_of(type) is None


def test_depth_counts_composites_and_needs_no_recursion() -> None:
    assert [layout.nesting_depth(named(text)) for text in ("u32", "vec2f", "mat2x2f", "array<mat2x2f, 2>")] == [
        0,
        1,
        2,
        3,
    ]
    type: Type = U32
    for _ in range(20_000):
        type = struct(type)
    assert layout.nesting_depth(type) == 20_000
    assert layout.size_of(type) == 4
    assert layout.is_constructible(type)


@pytest.mark.parametrize(
    ("name", "arguments", "fragment"),
    [
        ("vec3", (), "takes the template arguments"),
        ("vec3", (U32, U32), "not 2"),
        ("vec3", (types.vector(2, U32),), "must be a scalar type"),
        ("vec3", (3,), "the number 3"),
        ("mat2x2", (U32,), "must be f32 or f16"),
        ("array", (U32, 0), "at least 1"),
        ("array", (U32, -4), "at least 1"),
        ("array", (types.array(U32, None), 4), "runtime-sized"),
        ("array", (types.SAMPLER, 4), "plain type"),
        ("array", (U32, U32), "integer expression"),
        ("atomic", (BOOL,), "i32 or u32"),
        ("atomic", (F16,), "i32 or u32"),
        ("ptr", (U32, U32), "address space"),
        ("ptr", ("function", U32, "read"), "only pointers into storage"),
        ("ptr", ("storage", U32, "write"), "read or read_write"),
        ("ptr", ("storage", U32, "read_only"), "access mode"),
        ("ptr", ("function", types.reference("function", U32, "read")), "not storable"),
        ("ptr", ("storage", U32, "read", U32), "not 4"),
        ("texture_2d", (BOOL,), "f32, i32 or u32"),
        ("texture_2d", (F16,), "f32, i32 or u32"),
        ("texture_storage_2d", ("rgba8", "read"), "texel format"),
        ("texture_storage_2d", ("rgba8unorm", "readwrite"), "access mode"),
        ("texture_storage_2d", ("rgba8unorm",), "not 1"),
        ("texel_buffer", ("rgba8unorm", "write"), "read or read_write"),
        ("u32", (U32,), "takes no template arguments"),
        ("buffer", (3,), "multiple"),
        ("subgroup_matrix_left", (F32, 0, 8), "positive integers"),
    ],
)
def test_generators_say_what_they_expected(name: str, arguments: tuple[Type | int | str, ...], fragment: str) -> None:
    with pytest.raises(TypeProblem, match=fragment):
        instantiate(name, arguments)


def test_a_type_nested_past_the_bound_is_refused_before_its_name_grows() -> None:
    type: Type = U32
    for _ in range(255):
        type = instantiate("array", (type, 2))
    with pytest.raises(TypeProblem, match="nested deeper"):
        instantiate("array", (type, 2))


def test_predeclared_names_are_told_apart() -> None:
    for name in ("u32", "vec3", "vec3f", "texture_depth_2d", "array", "sampler_comparison"):
        assert predeclared.is_type_name(name)
        assert not predeclared.is_enumerant(name)
    for name in ("read_write", "workgroup", "rgba8unorm", "row_major"):
        assert predeclared.is_enumerant(name)
        assert not predeclared.is_type_name(name)
    assert not predeclared.is_type_name("clamp")


def test_the_channel_of_each_texel_format_is_that_of_its_suffix() -> None:
    suffixes = {"uint": "u", "sint": "i", "float": "f", "norm": "f"}
    for name, channel in predeclared.TEXEL_FORMATS.items():
        suffix = next(kind for ending, kind in suffixes.items() if name.endswith(ending))
        assert channel.name[0] == suffix, name
    assert len(predeclared.TEXEL_FORMATS) == 42


RANKED = [
    # Each source with the targets it converts to, best first (§6.1.2).
    ("AbstractInt", ["AbstractInt", "i32", "u32", "AbstractFloat", "f32", "f16"]),
    ("AbstractFloat", ["AbstractFloat", "f32", "f16"]),
    ("i32", ["i32"]),
    ("f16", ["f16"]),
    ("bool", ["bool"]),
]


@pytest.mark.parametrize(("source", "targets"), RANKED)
def test_conversions_rank_as_the_specification_does(source: str, targets: list[str]) -> None:
    everything = ["AbstractInt", "AbstractFloat", "i32", "u32", "f32", "f16", "bool"]
    ranks = {target: conversion_rank(named(source), named(target)) for target in everything}
    finite = {target: rank for target, rank in ranks.items() if rank is not None}
    assert sorted(finite, key=lambda target: finite[target]) == targets
    for wrap in ("vec3<{}>", "array<{}, 4>", "array<vec2<{}>, 4>"):
        assert [conversion_rank(named(wrap.format(source)), named(wrap.format(other))) for other in everything] == list(
            ranks.values()
        )


def test_abstract_results_of_frexp_convert_to_those_of_concrete_floats() -> None:
    results = [resolve_builtin("frexp", (), (scalar,)).result for scalar in (ABSTRACT_FLOAT, F32, F16)]
    abstract, single, half = results
    assert [conversion_rank(abstract, result) for result in results if abstract and result] == [0, 1, 2]
    assert single is not None
    assert half is not None
    assert conversion_rank(single, half) is None
    assert concretize(results[0] or U32) is single


def test_shapes_that_differ_do_not_convert() -> None:
    assert conversion_rank(named("vec2<AbstractInt>"), named("vec3<i32>")) is None
    assert conversion_rank(named("array<AbstractInt, 4>"), named("array<i32, 5>")) is None
    assert conversion_rank(ABSTRACT_INT, named("vec2<i32>")) is None
    assert conversion_rank(struct(U32), struct(U32)) is None


@pytest.mark.parametrize(
    ("texts", "common"),
    [
        (["AbstractInt", "AbstractFloat"], "AbstractFloat"),
        (["AbstractInt", "u32", "AbstractInt"], "u32"),
        (["AbstractInt", "AbstractFloat", "f16"], "f16"),
        (["vec2<AbstractInt>", "vec2<f32>"], "vec2<f32>"),
        (["AbstractFloat", "i32"], None),
        (["i32", "u32"], None),
        (["bool", "AbstractInt"], None),
        ([], None),
    ],
)
def test_the_common_type_is_the_one_all_convert_to(texts: list[str], common: str | None) -> None:
    assert common_type(map(named, texts)) is (named(common) if common else None)


def test_concretization_reaches_every_depth() -> None:
    assert concretize(named("AbstractInt")) is I32
    assert concretize(named("array<array<vec2<AbstractFloat>, 2>, 3>")) is named("array<array<vec2<f32>, 2>, 3>")
    kept = named("array<vec2<f16>, 2>")
    assert concretize(kept) is kept


def test_built_in_values_know_their_types_and_uses() -> None:
    values = builtin_values.BUILTIN_VALUES
    assert values["position"].uses[:2] == (("vertex", "out"), ("fragment", "in"))
    assert values["position"].accepts(named("vec4f"))
    assert not values["position"].accepts(named("vec4<f16>"))
    assert values["clip_distances"].accepts(named("array<f32, 8>"))
    assert not values["clip_distances"].accepts(named("array<f32, 9>"))
    assert not values["clip_distances"].accepts(named("array<u32, 4>"))
    assert not values["clip_distances"].accepts(named("array<f32>"))
    assert values["local_invocation_id"].type is named("vec3u")
    assert values["subgroup_size"].extension == "subgroups"
    assert values["sample_mask"].uses == (("fragment", "in"), ("fragment", "out"))
    assert all(value.accepts(value.type) for value in values.values() if value.name not in ("vertices", "primitives"))
