"""The models that the cases of rules change: one in floating point with a branch, one of integers."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import onnx

IR_VERSION = 8
OPSET = 17


def branching() -> onnx.ModelProto:
    """`y` is the sum of `x` and a constant `w`, float32 [2, 3], or what is positive of it, as the input `c` says."""
    from onnx import TensorProto, helper

    then = helper.make_graph(
        [helper.make_node("Relu", ["s"], ["t"], name="positive")],
        "then",
        [],
        [helper.make_tensor_value_info("t", TensorProto.FLOAT, [2, 3])],
    )
    other = helper.make_graph(
        [helper.make_node("Identity", ["s"], ["e"], name="same")],
        "else",
        [],
        [helper.make_tensor_value_info("e", TensorProto.FLOAT, [2, 3])],
    )
    nodes = [
        helper.make_node("Add", ["x", "w"], ["s"], name="sum"),
        helper.make_node("If", ["c"], ["y"], name="choice", then_branch=then, else_branch=other),
    ]
    inputs = [
        helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 3]),
        helper.make_tensor_value_info("c", TensorProto.BOOL, []),
    ]
    outputs = [helper.make_tensor_value_info("y", TensorProto.FLOAT, [2, 3])]
    weights = [helper.make_tensor("w", TensorProto.FLOAT, [3], [0.25, 0.5, 0.25])]
    return _model(helper.make_graph(nodes, "branching", inputs, outputs, weights))


def integers() -> onnx.ModelProto:
    """`y` is the product of `x`, uint8 [2, 3], and a constant `w`, int8 [3, 2] of small numbers, in int32."""
    from onnx import TensorProto, helper

    nodes = [helper.make_node("MatMulInteger", ["x", "w"], ["y"], name="product")]
    inputs = [helper.make_tensor_value_info("x", TensorProto.UINT8, [2, 3])]
    outputs = [helper.make_tensor_value_info("y", TensorProto.INT32, [2, 2])]
    weights = [helper.make_tensor("w", TensorProto.INT8, [3, 2], [1, -64, 3, 64, 5, 6])]
    return _model(helper.make_graph(nodes, "integers", inputs, outputs, weights))


def then_branch(model: onnx.ModelProto) -> onnx.GraphProto:
    """The graph of the choice that takes what is positive."""
    return next(each.g for each in model.graph.node[1].attribute if each.name == "then_branch")


def _model(graph: onnx.GraphProto) -> onnx.ModelProto:
    from onnx import helper

    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
