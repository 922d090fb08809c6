"""Certificates against brute force: every input of small graphs, every order of summation."""

from __future__ import annotations

from itertools import chain, combinations, product

import numpy as np
import pytest
from wai_lint.checkers.decoder import graph as graphs
from wai_lint.checkers.decoder import scalar
from wai_lint.checkers.decoder.certificate import Certificate, certify
from wai_lint.checkers.decoder.graph import Graph, Range
from wai_lint.checkers.decoder.refusal import MODEL_MISMATCH, Refused
from wai_lint.checkers.decoder.widths import ACC32, ACC64
from wai_lint.checkers.decoder.writer import Writer

I32_MOST = 2**31 - 1
I64_MOST = 2**63 - 1


def one(operator: str, shape, reach, constants=None, attributes=None, range=None) -> tuple[Graph, Certificate]:
    """A graph of one operator, on as many inputs of a shape as it takes."""
    writer = Writer()
    names = [writer.input(name, shape, *reach) for name in ("a", "b")[: 2 if operator in ("add", "mul") else 1]]
    writer.node("r", operator, names, constants, attributes, range)
    writer.output("r", -I64_MOST - 1, I64_MOST)
    graph = graphs.build(writer.document(), writer.sidecar())
    return graph, certify(graph)


def every_input(graph: Graph):
    """Every value of every element of every input."""
    shapes = [tuple(side or 1 for side in input.shape) for input in graph.inputs]
    spans = [
        range(input.range.low, input.range.high + 1)
        for input, shape in zip(graph.inputs, shapes, strict=True)
        for _ in range(int(np.prod(shape)))
    ]
    for values in product(*spans):
        parts = np.split(np.array(values, dtype=np.int64), len(shapes))
        yield {input.name: part.reshape(shape) for input, part, shape in zip(graph.inputs, parts, shapes, strict=True)}


def constant(*values):
    return np.array(values, dtype=np.int64)


PLAIN = {"stride": 1, "padding": 0}
WHOLE = {**PLAIN, "output_padding": 0}
CASES = [
    ("conv2d", [1, 2, 1, 2], (-1, 2), {"weight": [[[[3, -2]], [[1, 5]]]], "bias": [4]}, PLAIN),
    ("conv2d", [1, 1, 1, 3], (1, 3), {"weight": [[[[3, -2, 7]]], [[[-1, -1, 0]]]], "bias": [4, -9]}, PLAIN),
    ("conv2d", [1, 1, 2, 2], (-1, 3), {"weight": [[[[3, -2], [-1, 7]]]], "bias": [-4]}, {"stride": 1, "padding": 1}),
    ("conv_transpose2d", [1, 1, 1, 3], (-2, 2), {"weight": [[[[3, -2, 5]]]], "bias": [1]}, {**WHOLE, "stride": 2}),
    ("conv_transpose2d", [1, 2, 1, 3], (-1, 1), {"weight": [[[[3, -2, 5]], [[1, 1, 1]]]], "bias": [1]}, WHOLE),
    ("conv_transpose2d", [1, 1, 1, 2], (1, 2), {"weight": [[[[3, -2]]]], "bias": [1]}, WHOLE),
    ("add", [1, 1, 1, 1], (-3, 5), {}, {}),
    ("mul", [1, 1, 1, 1], (-3, 5), {}, {}),
    ("mul", [1, 1, 1, 1], (2, 5), {}, {}),
    ("requant", [1, 2, 1, 1], (-20, 11), {"multiplier": [7, -5], "shift": [3, 1]}, {}),
    ("relu", [1, 1, 1, 1], (-3, 5), {}, {}),
    ("clamp", [1, 1, 1, 1], (-3, 5), {}, {"low": -1, "high": 9}),
    ("lut", [1, 1, 1, 1], (-3, 5), {"table": [9, 1, 2, -7, 4, 4, 4, 3, 0, 8, 99]}, {"low": -4}),
    ("depth_to_space", [1, 4, 1, 1], (-1, 2), {}, {"block": 2}),
    ("slice", [1, 3, 1, 1], (-1, 2), {}, {"axis": 1, "start": 1, "stop": 3}),
    ("upsample2", [1, 2, 1, 1], (-1, 2), {}, {}),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[2]}")
def test_each_channels_range_is_what_all_inputs_reach(case) -> None:
    operator, shape, reach, constants, attributes = case
    graph, certificate = one(operator, shape, reach, {k: constant(*v) for k, v in constants.items()}, attributes)
    lows = highs = None
    for inputs in every_input(graph):
        result = scalar.run(graph, inputs)["r"]
        least, most = result.min(axis=(0, 2, 3)), result.max(axis=(0, 2, 3))
        lows = least if lows is None else np.minimum(lows, least)
        highs = most if highs is None else np.maximum(highs, most)
    assert lows is not None
    assert highs is not None
    found = [Range(int(low), int(high)) for low, high in zip(lows, highs, strict=True)]
    assert list(certificate.bounds["r"].results) == found


def test_a_normalisation_stays_within_its_range() -> None:
    constants = {"multiplier": constant(40, -9), "beta": constant(3, 1), "gamma": constant([2, 1], [0, 5])}
    graph, certificate = one("isqrt_norm", [1, 2, 1, 1], (-6, 5), constants)
    seen = [scalar.run(graph, inputs)["r"] for inputs in every_input(graph)]
    for channel, range in enumerate(certificate.bounds["r"].results):
        values = [int(result[0, channel, 0, 0]) for result in seen]
        assert range.low <= min(values)
        assert max(values) <= range.high
    assert certificate.bounds["r"].wide == Range(40 * -6, 40 * 5)


@pytest.mark.parametrize(("weight", "bias"), [((3, -2, 7), 5), ((3, -2, 7), -5), ((1, 1, 1), 0), ((-4, -1, -2), -3)])
@pytest.mark.parametrize("reach", [(-1, 2), (1, 2), (-3, -1)])
def test_the_partial_range_is_that_of_the_sums_of_any_terms(weight, bias: int, reach) -> None:
    constants = {"weight": constant([[[*weight]]]), "bias": constant(bias)}
    _, certificate = one("conv2d", [1, 1, 1, 3], reach, constants, {"stride": 1, "padding": 0})
    partial = certificate.bounds["r"].partial
    sums = []
    for values in product(range(reach[0], reach[1] + 1), repeat=3):
        terms = [bias, *(w * v for w, v in zip(weight, values, strict=True))]
        some = chain.from_iterable(combinations(terms, count) for count in range(len(terms) + 1))
        sums += [sum(part) for part in some]
    assert partial == Range(min(sums), max(sums))


@pytest.mark.parametrize(
    ("reach", "width"),
    [((-(2**30), 2**30 - 1), ACC32), ((-(2**30), 2**30), ACC64), ((-(2**30) - 1, 0), ACC64), ((-(2**62), 0), ACC64)],
)
def test_sums_that_just_fit_words_are_acc32(reach, width: str) -> None:
    assert one("add", [1, 1, 1, 1], reach)[1].width == width


@pytest.mark.parametrize("reach", [(0, 2**62), (-(2**62) - 1, 0)])
def test_sums_past_64_bits_are_refused(reach) -> None:
    with pytest.raises(Refused, match="add r may reach .* more than 64 bits hold") as refusal:
        one("add", [1, 1, 1, 1], reach)
    assert refusal.value.code == MODEL_MISMATCH


def test_a_product_past_64_bits_is_refused_though_its_result_is_small() -> None:
    with pytest.raises(Refused, match="requant r may reach"):
        one("requant", [1, 1, 1, 1], (0, 2**33), {"multiplier": constant(2**30), "shift": constant(62)})
    constants = {"multiplier": constant(1), "beta": constant(1), "gamma": constant([2])}
    with pytest.raises(Refused, match="isqrt_norm r may reach"):
        one("isqrt_norm", [1, 1, 1, 1], (-(2**31), 0), constants)


def test_a_rounded_product_past_64_bits_is_refused_though_the_product_fits() -> None:
    with pytest.raises(Refused) as refusal:
        one("requant", [1, 1, 1, 1], (0, 2**32), {"multiplier": constant(I32_MOST), "shift": constant(62)})
    assert refusal.value.code == MODEL_MISMATCH
    _, certificate = one("requant", [1, 1, 1, 1], (0, 2**32), {"multiplier": constant(I32_MOST), "shift": constant(32)})
    assert certificate.bounds["r"].wide == Range(0, 2**32 * I32_MOST + 2**31)


@pytest.mark.parametrize("reach", [(0, 2**32), (-(2**32), 0)])
def test_a_square_past_64_bits_is_refused_though_no_energy_holds_it(reach) -> None:
    constants = {"multiplier": constant(1), "beta": constant(1), "gamma": constant([0])}
    with pytest.raises(Refused):
        one("isqrt_norm", [1, 1, 1, 1], reach, constants)


@pytest.mark.parametrize(("low", "width"), [(-(2**31), ACC32), (-(2**31) - 1, ACC64)])
def test_an_input_past_32_bits_needs_acc64_though_every_result_fits(low: int, width: str) -> None:
    assert one("relu", [1, 1, 1, 1], (low, 5))[1].width == width


def test_wide_products_alone_leave_a_graph_acc32() -> None:
    constants = {"multiplier": constant(I32_MOST), "shift": constant(31)}
    graph, certificate = one("requant", [1, 1, 1, 1], (-(2**31), I32_MOST), constants)
    assert certificate.width == ACC32
    inputs = {"a": np.array([[[[-(2**31)]]]], dtype=np.int64)}
    assert scalar.run(graph, inputs)["r"].item() == certificate.tensors["r"][0].low


def test_a_partial_sum_past_32_bits_needs_acc64_though_every_sum_fits() -> None:
    # 3 · 2^30 + bias: the sum is within i32, the product alone is not.
    constants = {"weight": constant([[[3]]]), "bias": constant(-(2**31))}
    _, certificate = one("conv2d", [1, 1, 1, 1], (0, 2**30), constants, {"stride": 1, "padding": 0})
    assert certificate.bounds["r"].results[0].high <= I32_MOST
    assert certificate.width == ACC64


def test_a_declared_range_bounds_what_follows() -> None:
    graph, certificate = one("relu", [1, 1, 1, 1], (-9, 9), range=(3, 20))
    assert certificate.bounds["r"].results == [Range(0, 9)]
    assert certificate.tensors["r"] == [Range(3, 9)]
    assert graph.ranges["r"] == Range(3, 20)


def test_a_range_or_bounds_of_one_value_are_enough() -> None:
    assert one("relu", [1, 1, 1, 1], (-9, 9), range=(9, 20))[1].tensors["r"] == [Range(9, 9)]
    assert one("clamp", [1, 1, 1, 1], (-9, 9), None, {"low": 4, "high": 4})[1].tensors["r"] == [Range(4, 4)]


def test_a_range_that_no_result_is_in_is_refused() -> None:
    with pytest.raises(Refused, match="relu r gives 0 to 9, never its declared -5 to -1"):
        one("relu", [1, 1, 1, 1], (-9, 9), range=(-5, -1))


@pytest.mark.parametrize("low", [-3, -9])
def test_a_table_without_entries_for_its_input_is_refused(low: int) -> None:
    with pytest.raises(Refused, match="lut r holds entries for"):
        one("lut", [1, 1, 1, 1], (-4, 4), {"table": constant(*range(12))}, {"low": low})
