"""Models for a decode path: whatever in them is floating point is named, at any depth, and kernels that may differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from wai_lint.checkers.onnx.audit import audit
from wai_lint.checkers.onnx.integer_only import SCALES, THROUGH_FLOATS, problems
from wai_lint.rules.onnx._models import branching, integers

INT, FLOAT, U8, S8 = TensorProto.INT32, TensorProto.FLOAT, TensorProto.UINT8, TensorProto.INT8
FLOATS = [FLOAT, TensorProto.DOUBLE, TensorProto.FLOAT16, TensorProto.BFLOAT16, TensorProto.COMPLEX64]


def info(name: str, kind: int, shape: Any = (2, 2)) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, shape)


def made(
    nodes: list[Any], inputs: list[Any], outputs: list[Any], constants: list[Any] | None = None, opset: int = 17
) -> bytes:
    graph = helper.make_graph(nodes, "g", inputs, outputs, constants or [])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
    return model.SerializeToString()


def found(data: bytes) -> list[tuple[str, str]]:
    result = audit(data)
    assert result.findings == ()
    assert result.inferred is not None
    return [(each.code.removeprefix("ONNX-"), each.place) for each in problems(result.inferred)]


def test_a_model_of_integers_has_no_problem() -> None:
    assert found(integers().SerializeToString()) == []


def test_everything_that_is_floating_point_is_named_at_any_depth_in_order() -> None:
    assert found(branching().SerializeToString()) == [
        ("FLOAT-TENSOR", 'graph.input[0] "x"'),
        ("FLOAT-INITIALIZER", 'graph.initializer[0] "w"'),
        ("FLOAT-OPERATOR", 'graph/Add[0] "sum"'),
        ("FLOAT-OPERATOR", 'graph/If[1] "choice"'),
        ("FLOAT-OPERATOR", 'graph/If[1] "choice".else_branch/Identity[0] "same"'),
        ("FLOAT-OPERATOR", 'graph/If[1] "choice".then_branch/Relu[0] "positive"'),
    ]


@pytest.mark.parametrize("kind", FLOATS)
def test_every_width_of_floating_point_counts(kind: int) -> None:
    data = made([helper.make_node("Identity", ["x"], ["y"])], [info("x", kind)], [info("y", kind)])
    assert [code for code, _ in found(data)] == ["FLOAT-TENSOR", "FLOAT-OPERATOR"]


@pytest.mark.parametrize("kind", [TensorProto.BOOL, U8, TensorProto.INT64, TensorProto.UINT16, TensorProto.STRING])
def test_what_is_not_floating_point_does_not(kind: int) -> None:
    assert found(made([helper.make_node("Identity", ["x"], ["y"])], [info("x", kind)], [info("y", kind)])) == []


def test_floats_within_a_sequence_and_an_optional_are_found() -> None:
    sequence = helper.make_tensor_sequence_value_info("x", FLOAT, None)
    data = made([helper.make_node("SequenceLength", ["x"], ["y"])], [sequence], [info("y", TensorProto.INT64, [])])
    assert found(data) == [("FLOAT-TENSOR", 'graph.input[0] "x"')]


def test_a_float_that_integers_pass_through_is_named_where_it_is_made() -> None:
    nodes = [
        helper.make_node("Cast", ["x"], ["f"], to=FLOAT),
        helper.make_node("Cast", ["f"], ["y"], to=INT),
    ]
    assert found(made(nodes, [info("x", INT)], [info("y", INT)])) == [("FLOAT-OPERATOR", "graph/Cast[0]")]


def test_float_constants_of_attributes_are_found() -> None:
    tensor = helper.make_tensor("t", FLOAT, [1], [0.5])
    nodes = [
        helper.make_node("Constant", [], ["f"], value=tensor),
        helper.make_node("Constant", [], ["g"], value_float=0.5),
        helper.make_node("Identity", ["x"], ["y"]),
    ]
    assert found(made(nodes, [info("x", INT)], [info("y", INT)])) == [
        ("FLOAT-OPERATOR", "graph/Constant[0]"),
        ("FLOAT-INITIALIZER", "graph/Constant[0].value"),
        ("FLOAT-OPERATOR", "graph/Constant[1]"),
    ]


def test_sparse_float_constants_are_found() -> None:
    model = onnx.ModelProto.FromString(integers().SerializeToString())
    values = helper.make_tensor("s", FLOAT, [1], [0.5])
    indices = helper.make_tensor("i", TensorProto.INT64, [1], [0])
    model.graph.sparse_initializer.append(helper.make_sparse_tensor(values, indices, [4]))
    assert ("FLOAT-INITIALIZER", "graph.sparse_initializer[0]") in found(model.SerializeToString())


THROUGH: dict[str, tuple[Callable[[], Any], list[Any], list[Any], int]] = {
    "Pow": (lambda: helper.make_node("Pow", ["x", "x"], ["y"]), [info("x", INT)], [info("y", INT)], 17),
    "ReduceMean": (
        lambda: helper.make_node("ReduceMean", ["x"], ["y"]),
        [info("x", INT)],
        [info("y", INT, [1, 1])],
        17,
    ),
    "Erf": (lambda: helper.make_node("Erf", ["x"], ["y"]), [info("x", U8)], [info("y", U8)], 12),
    "Shrink": (lambda: helper.make_node("Shrink", ["x"], ["y"]), [info("x", INT)], [info("y", INT)], 17),
    "ReduceL2": (lambda: helper.make_node("ReduceL2", ["x"], ["y"]), [info("x", INT)], [info("y", INT, [1, 1])], 17),
}


@pytest.mark.parametrize("name", THROUGH)
def test_an_operator_that_goes_by_way_of_floats_is_named_though_its_tensors_are_integers(name: str) -> None:
    node, inputs, outputs, opset = THROUGH[name]
    assert name in THROUGH_FLOATS
    assert found(made([node()], inputs, outputs, opset=opset)) == [("FLOAT-OPERATOR", f"graph/{name}[0]")]


def test_an_attribute_in_floating_point_makes_an_operator_compute_with_it() -> None:
    node = helper.make_node("Gemm", ["x", "x"], ["y"], alpha=0.5)
    assert found(made([node], [info("x", INT)], [info("y", INT)])) == [("FLOAT-OPERATOR", "graph/Gemm[0]")]
    plain = helper.make_node("Gemm", ["x", "x"], ["y"])
    assert found(made([plain], [info("x", INT)], [info("y", INT)])) == []


def test_the_tables_name_operators_of_onnx() -> None:
    known = {schema.name for schema in onnx.defs.get_all_schemas_with_history()}
    assert known >= {*THROUGH_FLOATS, *SCALES}


def quantized() -> bytes:
    scale, zero = helper.make_tensor("scale", FLOAT, [], [0.5]), helper.make_tensor("zero", U8, [], [0])
    nodes = [
        helper.make_node(
            "QLinearMatMul", ["x", "scale", "zero", "x", "scale", "zero", "scale", "zero"], ["y"], name="q"
        ),
    ]
    return made(nodes, [info("x", U8)], [info("y", U8)], [scale, zero])


def test_a_quantized_operator_with_a_float_scale_is_named_as_such() -> None:
    assert found(quantized()) == [
        ("FLOAT-INITIALIZER", 'graph.initializer[0] "scale"'),
        ("FLOAT-SCALE", 'graph/QLinearMatMul[0] "q"'),
    ]


def test_a_scale_that_is_computed_counts_too() -> None:
    nodes = [helper.make_node("DynamicQuantizeLinear", ["x"], ["y", "s", "z"])]
    assert ("FLOAT-SCALE", "graph/DynamicQuantizeLinear[0]") in found(made(nodes, [info("x", FLOAT)], [info("y", U8)]))


def products(left: int, right: int, weights: Any = None, operator: str = "MatMulInteger") -> bytes:
    inputs = [info("x", left)]
    constants = []
    if weights is None:
        inputs.append(info("w", right))
    else:
        constants.append(numpy_helper.from_array(np.array(weights, np.int8).reshape(2, 2), "w"))
    return made([helper.make_node(operator, ["x", "w"], ["y"])], inputs, [info("y", INT)], constants)


@pytest.mark.parametrize(
    ("left", "right", "named"), [(U8, S8, True), (U8, U8, False), (S8, S8, False), (S8, U8, False)]
)
def test_products_of_uint8_and_int8_are_a_hazard(left: int, right: int, named: bool) -> None:
    assert found(products(left, right)) == [("KERNEL-SATURATION", "graph/MatMulInteger[0]")] * named


@pytest.mark.parametrize(
    ("weights", "named"),
    [
        ([64, -64, 0, 1], False),
        ([65, 0, 0, 0], True),
        ([0, 0, 0, -65], True),
        ([127] * 4, True),
        ([-128, 0, 0, 0], True),
    ],
)
def test_constant_weights_of_seven_bits_are_none(weights: list[int], named: bool) -> None:
    assert bool(found(products(U8, S8, weights))) is named


def test_a_sum_of_two_products_of_such_weights_stays_within_16_bits() -> None:
    assert 2 * 255 * 64 <= 2**15 - 1
    assert 2 * 255 * -64 >= -(2**15)
    assert 2 * 255 * 65 > 2**15 - 1


def test_a_weight_of_an_outer_graph_is_known_in_a_branch() -> None:
    then = helper.make_graph([helper.make_node("MatMulInteger", ["x", "w"], ["t"])], "then", [], [info("t", INT)])
    other = helper.make_graph([helper.make_node("MatMulInteger", ["x", "v"], ["e"])], "else", [], [info("e", INT)])
    choice = helper.make_node("If", ["c"], ["y"], then_branch=then, else_branch=other)
    small = helper.make_tensor("w", S8, [2, 2], [1, 2, 3, 4])
    large = helper.make_tensor("v", S8, [2, 2], [1, 2, 3, 127])
    data = made([choice], [info("x", U8), info("c", TensorProto.BOOL, [])], [info("y", INT)], [small, large])
    assert found(data) == [("KERNEL-SATURATION", "graph/If[0].else_branch/MatMulInteger[0]")]


def test_a_name_that_an_inner_graph_gives_to_something_else_is_not_the_outer_weight() -> None:
    body = helper.make_graph(
        [
            helper.make_node("Identity", ["go"], ["on"]),
            helper.make_node("Identity", ["w"], ["next"]),
            helper.make_node("MatMulInteger", ["x", "w"], ["product"]),
        ],
        "body",
        [info("i", TensorProto.INT64, []), info("go", TensorProto.BOOL, []), info("w", S8)],
        [info("on", TensorProto.BOOL, []), info("next", S8), info("product", INT)],
    )
    loop = helper.make_node("Loop", ["count", "", "start"], ["end", "y"], body=body)
    constants = [
        helper.make_tensor("count", TensorProto.INT64, [], [2]),
        helper.make_tensor("w", S8, [2, 2], [1, 2, 3, 4]),
    ]
    data = made([loop], [info("x", U8), info("start", S8)], [info("end", S8)], constants)
    assert found(data) == [("KERNEL-SATURATION", "graph/Loop[0].body/MatMulInteger[2]")]
