"""Where nodes are placed: closed unless approval, manifest and the node itself open it; and exact partitions."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import onnx
import pytest
from onnx import TensorProto, helper
from wai_lint.checkers.onnx.audit import audit
from wai_lint.checkers.onnx.bound_files import Binding
from wai_lint.checkers.onnx.partition import Partition
from wai_lint.checkers.onnx.placement import CANDIDATES, QUANTIZED, partitions, place
from wai_lint.checkers.onnx.policy import Policy
from wai_lint.rules.onnx._models import branching, integers

SIGNATURE = "a" * 64
CLOSED = ("PARTITION_NOT_PREFLIGHTED", "COMPILER_DEPENDENCY_MISMATCH")
OPEN = Policy(compiler_qualified=True, compiler_execution=True, approved_npu_signatures=frozenset((SIGNATURE,)))


def model(nodes: list[Any], kind: int, shape: list[Any], opset: int = 17, out: int | None = None) -> onnx.ModelProto:
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", kind, shape)],
        [helper.make_tensor_value_info("y", kind if out is None else out, shape)],
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
    inferred = audit(made.SerializeToString()).inferred
    assert inferred is not None
    return inferred


def relu(kind: int = TensorProto.FLOAT, shape: list[Any] | None = None) -> onnx.ModelProto:
    return model([helper.make_node("Relu", ["x"], ["y"], name="act")], kind, shape or [2, 3])


def test_without_a_policy_everything_stays_on_the_cpu_for_both_reasons() -> None:
    (node,) = place(relu(), SIGNATURE, Policy())
    assert (node.placement, node.reasons, node.place) == ("cpu", CLOSED, 'graph/Relu[0] "act"')


@pytest.mark.parametrize(
    ("approved", "qualified", "execution"), list(itertools.product([False, True], repeat=3)), ids=str
)
def test_only_approval_and_qualification_and_execution_together_open(
    approved: bool, qualified: bool, execution: bool
) -> None:
    names = frozenset((SIGNATURE,)) if approved else frozenset[str]()
    policy = Policy(compiler_qualified=qualified, compiler_execution=execution, approved_npu_signatures=names)
    (node,) = place(relu(), SIGNATURE, policy)
    reasons = CLOSED[:1] * (not approved) + CLOSED[1:] * (not (qualified and execution))
    assert node.reasons == reasons
    assert node.placement == ("cpu" if reasons else "npu")


@pytest.mark.parametrize("signature", [None, "", "b" * 64, SIGNATURE.upper()])
def test_another_signature_is_not_approved(signature: str | None) -> None:
    (node,) = place(relu(), signature, OPEN)
    assert node.reasons == CLOSED[:1]


@pytest.mark.parametrize(
    ("inferred", "reasons"),
    [
        (relu(shape=["batch", 3]), ("ONNX_SHAPE_UNSUPPORTED",)),
        (relu(shape=[0, 3]), ("ONNX_SHAPE_UNSUPPORTED",)),
        (relu(TensorProto.DOUBLE), ("ONNX_TYPE_UNSUPPORTED",)),
        (relu(TensorProto.DOUBLE, ["n"]), ("ONNX_SHAPE_UNSUPPORTED", "ONNX_TYPE_UNSUPPORTED")),
        (model([helper.make_node("Sinh", ["x"], ["y"])], TensorProto.FLOAT, [2]), ("ONNX_OPERATOR_UNSUPPORTED",)),
        (
            model([helper.make_node("DynamicQuantizeLinear", ["x"], ["y", "s", "z"])], 1, [2], out=TensorProto.UINT8),
            ("ONNX_QUANTIZATION_UNSUPPORTED",),
        ),
    ],
)
def test_a_node_of_an_approved_graph_stays_on_the_cpu_for_what_it_is(
    inferred: onnx.ModelProto, reasons: tuple[str, ...]
) -> None:
    (node,) = place(inferred, SIGNATURE, OPEN)
    assert (node.placement, node.reasons) == ("cpu", reasons)


def test_a_quantization_annotation_counts() -> None:
    inferred = relu()
    inferred.graph.quantization_annotation.add(tensor_name="y")
    assert place(inferred, SIGNATURE, OPEN)[0].reasons == ("ONNX_QUANTIZATION_UNSUPPORTED",)


def test_control_flow_lies_on_the_cpu_with_all_that_is_in_it() -> None:
    inferred = audit(branching().SerializeToString()).inferred
    assert inferred is not None
    first, choice = place(inferred, SIGNATURE, OPEN)
    assert (first.placement, choice.placement) == ("npu", "cpu")
    assert "ONNX_OPERATOR_UNSUPPORTED" in choice.reasons
    assert partitions((first, choice)) == [
        {"placement": "npu", "first": 0, "nodes": 1},
        {"placement": "cpu", "first": 1, "nodes": 1},
    ]


def test_neighbours_on_the_npu_of_which_one_is_a_sealed_binary_are_two_partitions() -> None:
    (node,) = place(relu(), SIGNATURE, OPEN)
    sealed = replace(node, index=1, binary="b" * 64)
    assert partitions((node, sealed)) == [
        {"placement": "npu", "first": 0, "nodes": 1},
        {"placement": "npu", "first": 1, "nodes": 1},
    ]


def test_an_operator_that_is_known_by_name_in_another_domain_is_none() -> None:
    inferred = relu()
    inferred.graph.node[0].domain = "ai.onnx.ml"
    assert place(inferred, SIGNATURE, OPEN)[0].reasons == ("ONNX_OPERATOR_UNSUPPORTED",)


def test_a_quantized_operator_says_so() -> None:
    inferred = audit(integers().SerializeToString()).inferred
    assert inferred is not None
    assert place(inferred, SIGNATURE, OPEN)[0].reasons == ("ONNX_TYPE_UNSUPPORTED", "ONNX_QUANTIZATION_UNSUPPORTED")


def test_candidates_and_quantized_operators_are_operators_of_onnx() -> None:
    known = {schema.name for schema in onnx.defs.get_all_schemas() if schema.domain == ""}
    assert known >= CANDIDATES | QUANTIZED
    assert not CANDIDATES & QUANTIZED


ERF = Partition("f" * 64, "", "Erf", 12, "uint8", (481,), Binding("erf.bin", "e" * 64))


def erf(kind: int = TensorProto.UINT8, shape: list[Any] | None = None, opset: int = 12, operator: str = "Erf") -> Any:
    nodes = [helper.make_node(operator, ["x"], ["s"]), helper.make_node("Identity", ["s"], ["y"])]
    return model(nodes, kind, shape or [481], opset)


def test_an_exact_partition_places_its_node_and_no_other() -> None:
    first, other = place(erf(), SIGNATURE, Policy(), ERF)
    assert (first.placement, first.reasons, first.binary) == ("npu", (), "e" * 64)
    assert (other.placement, other.reasons, other.binary) == ("cpu", (*CLOSED, "ONNX_OPERATOR_UNSUPPORTED"), None)


@pytest.mark.parametrize(
    "inferred",
    [
        erf(TensorProto.INT8),
        erf(shape=[480]),
        erf(shape=[1, 481]),
        erf(shape=["n"]),
        erf(opset=11),
        erf(TensorProto.FLOAT, opset=13),
        erf(opset=12, operator="Identity"),
    ],
)
def test_whatever_is_not_exactly_the_partition_stays_on_the_cpu(inferred: onnx.ModelProto) -> None:
    assert {node.placement for node in place(inferred, SIGNATURE, Policy(), ERF)} == {"cpu"}


def test_a_node_one_of_whose_tensors_is_another_is_not_the_partition() -> None:
    exact = Partition("f" * 64, "", "Max", 12, "uint8", (481,), Binding("max.bin", "e" * 64))
    inferred = model([helper.make_node("Max", ["x", "x"], ["y"])], TensorProto.UINT8, [481], 12)
    assert place(inferred, SIGNATURE, Policy(), exact)[0].placement == "npu"
    inferred.graph.initializer.append(helper.make_tensor("floor", TensorProto.UINT8, [1], [16]))
    inferred.graph.node[0].input[1] = "floor"
    assert place(inferred, SIGNATURE, Policy(), exact)[0].placement == "cpu"


def test_candidates_hold_no_graphs() -> None:
    for schema in onnx.defs.get_all_schemas_with_history():
        if schema.name in CANDIDATES | QUANTIZED:
            kinds = {attribute.type for attribute in schema.attributes.values()}
            assert not kinds & {onnx.defs.OpSchema.AttrType.GRAPH, onnx.defs.OpSchema.AttrType.GRAPHS}


def test_a_node_with_an_attribute_is_not_the_partition() -> None:
    inferred = erf()
    inferred.graph.node[0].attribute.add(name="a", type=2, i=1)
    assert place(inferred, SIGNATURE, Policy(), ERF)[0].placement == "cpu"
