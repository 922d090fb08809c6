"""The graph signature: the same for what does not run, another for what does."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from hypothesis import given, settings
from jsonschema import Draft202012Validator
from onnx import helper, numpy_helper, shape_inference
from onnx.onnx_ml_pb2 import AttributeProto, GraphProto, ModelProto, TensorProto
from wai_lint import schemas
from wai_lint.checkers.onnx.audit import audit
from wai_lint.checkers.onnx.signature import document, signature
from wai_lint.tests.onnx_models.case import INT64, graph, model, value
from wai_lint.tests.onnx_models.random_models import models

SCHEMA = json.loads((Path(schemas.__path__[0]) / "onnx-signature.json").read_text())


def signed(held: ModelProto) -> str:
    """The signature of an admitted model."""
    found = audit(held.SerializeToString())
    assert found.findings == ()
    assert found.signature is not None
    return found.signature


def graphs(held: ModelProto) -> list[GraphProto]:
    """The root and the branches."""
    found = [held.graph]
    for node in held.graph.node:
        found += [attribute.g for attribute in node.attribute if attribute.HasField("g")]
    return found


def document_all(held: ModelProto) -> None:
    """Documentation and metadata, at every depth."""
    held.doc_string = "about"
    held.producer_name, held.producer_version, held.model_version, held.domain = "p", "2", 7, "d"
    held.metadata_props.add(key="k", value="v")
    for each in graphs(held):
        each.doc_string = "graph"
        each.metadata_props.add(key="k", value="v")
        for node in each.node:
            node.doc_string = "node"
            node.metadata_props.add(key="k", value="v")
            for attribute in node.attribute:
                attribute.doc_string = "attribute"
        for constant in each.initializer:
            constant.doc_string = "constant"
        for info in each.output:
            info.doc_string = "value"


def rename_nodes(held: ModelProto) -> None:
    """Other names of nodes and of graphs."""
    for each in graphs(held):
        each.name += "_other"
        for number, node in enumerate(each.node):
            node.name = f"other{number}" if number % 2 else ""


def shuffle(held: ModelProto) -> None:
    """Attributes, initializers and operator sets in another order."""
    shuffled = random.Random(7)
    held.opset_import.add(domain="ai.onnx.ml", version=3)
    for each in graphs(held):
        for node in each.node:
            _turn(node.attribute)
        order = list(each.initializer)
        shuffled.shuffle(order)
        order = order[::-1] if order == list(each.initializer) else order
        del each.initializer[:]
        each.initializer.extend(order)


def _turn(items: Any) -> None:
    turned = list(items)[::-1]
    del items[:]
    items.extend(turned)


def typed(held: ModelProto) -> None:
    """The constants in typed fields."""
    for each in graphs(held):
        for constant in each.initializer:
            values = numpy_helper.to_array(constant).tolist()
            constant.ClearField("raw_data")
            constant.float_data.extend(values)


SAME: list[Callable[[ModelProto], None]] = [document_all, rename_nodes, typed]


@settings(max_examples=25, deadline=None)
@given(models())
def test_what_does_not_run_leaves_the_signature_as_it_is(held: ModelProto) -> None:
    before = signed(held)
    for change in SAME:
        changed = ModelProto.FromString(held.SerializeToString())
        change(changed)
        assert changed.SerializeToString() != held.SerializeToString()
        assert signed(changed) == before, change.__name__
        held = changed
    turned = ModelProto.FromString(held.SerializeToString())
    turned.opset_import.insert(0, helper.make_opsetid("ai.onnx.ml", 3))
    shuffle(held)
    assert signed(turned) == signed(held)


def constant_changed(held: ModelProto) -> None:
    """One bit of a constant."""
    held.graph.initializer[0].raw_data = b"\x01" + held.graph.initializer[0].raw_data[1:-1] + b"\x01"


def wiring(held: ModelProto) -> None:
    """A node that reads another value."""
    held.graph.node[-2].input[0] = "x"


def operator(held: ModelProto) -> None:
    """Another operator of the same attributes."""
    held.graph.node[-2].op_type = "Elu"


def attribute(held: ModelProto) -> None:
    """Another value of an attribute."""
    held.graph.node[-2].attribute[0].f = 0.75


def dimension(held: ModelProto) -> None:
    """Another dimension of an input that only it has."""
    held.graph.input.append(value("extra", (3,)))


def opset(held: ModelProto) -> None:
    """Another version of the operators."""
    held.opset_import[0].version = 18


def ir_version(held: ModelProto) -> None:
    """Another IR version."""
    held.ir_version = 9


def output_order(held: ModelProto) -> None:
    """Outputs in another order."""
    _turn(held.graph.output)


def input_order(held: ModelProto) -> None:
    """Inputs in another order."""
    _turn(held.graph.input)


def body(held: ModelProto) -> None:
    """A constant of a branch."""
    held.graph.node[-3].attribute[0].g.initializer[0].raw_data = bytes(8)


def body_operator(held: ModelProto) -> None:
    """An operator in a branch."""
    held.graph.node[-3].attribute[0].g.node[-1].op_type = "Mul"


def swapped_branches(held: ModelProto) -> None:
    """Each branch for the other."""
    first, second = held.graph.node[-3].attribute
    first.name, second.name = second.name, first.name


def quantization(held: ModelProto) -> None:
    """A note that a compiler may act on."""
    note = held.graph.quantization_annotation.add(tensor_name="x")
    note.quant_parameter_tensor_names.add(key="SCALE_TENSOR", value="w0")


DIFFERENT = [
    constant_changed,
    wiring,
    operator,
    attribute,
    dimension,
    opset,
    ir_version,
    output_order,
    input_order,
    body,
    body_operator,
    swapped_branches,
    quantization,
]


@settings(max_examples=15, deadline=None)
@given(models())
def test_what_runs_gives_another_signature(held: ModelProto) -> None:
    seen = {"as it is": signed(held)}
    for change in DIFFERENT:
        changed = ModelProto.FromString(held.SerializeToString())
        change(changed)
        seen[change.__name__] = signed(changed)
    assert len(set(seen.values())) == len(seen)


@settings(max_examples=15, deadline=None)
@given(models())
def test_a_signature_is_the_hash_of_a_canonical_document_that_its_schema_describes(held: ModelProto) -> None:
    found = audit(held.SerializeToString())
    assert found.inferred is not None
    written = document(found.inferred)
    Draft202012Validator(SCHEMA).validate(written)
    assert signature(written) == hashlib.sha256(rfc8785.dumps(written)).hexdigest() == found.signature


def typed_model(kind: int, dims: tuple[int | str, ...], elements: int = 2) -> ModelProto:
    """A model whose one constant and values are of a type and shape."""
    constant = TensorProto(name="w", data_type=kind, dims=[elements], raw_data=bytes(elements * 8))
    node = helper.make_node("Identity", ["x"], ["y"])
    return model(graph([node], [value("x", dims, kind)], [value("y", dims, kind)], [constant]))


def test_types_and_dimensions_are_part_of_it() -> None:
    seen = {
        signed(typed_model(kind, dims)) for kind in (INT64, 11, 13) for dims in ((2,), (3,), (2, 1), ("n",), ("m",), ())
    }
    assert len(seen) == 18


def test_unknown_fields_are_no_part_of_it() -> None:
    held = model(graph([helper.make_node("Relu", ["x"], ["y"])], [value("x")], [value("y")]))
    more = ModelProto.FromString(held.SerializeToString() + b"\xf8\x3e\x01")
    first, second = (shape_inference.infer_shapes(each, True, True) for each in (held, more))
    assert second.SerializeToString() != first.SerializeToString()
    assert signature(document(second)) == signature(document(first))


def annotated(*parameters: tuple[str, str]) -> ModelProto:
    """A model one of whose tensors has these parameters of quantization."""
    held = model(graph([helper.make_node("Relu", ["x"], ["y"])], [value("x")], [value("y")]))
    annotation = held.graph.quantization_annotation.add(tensor_name="x")
    for key, name in parameters:
        annotation.quant_parameter_tensor_names.add(key=key, value=name)
    return held


def test_every_parameter_of_a_quantization_is_part_of_it_whatever_their_order() -> None:
    scale, point, other = ("SCALE_TENSOR", "s"), ("ZERO_POINT_TENSOR", "z"), ("SCALE_TENSOR", "t")
    assert signed(annotated(scale, point)) == signed(annotated(point, scale))
    kinds = [annotated(scale), annotated(other), annotated(scale, other), annotated(scale, scale), annotated(point)]
    assert len({signed(each) for each in kinds}) == len(kinds)


def distributed(devices: int, name: str = "all") -> ModelProto:
    """A model whose one node is on that many devices."""
    node = helper.make_node("Relu", ["x"], ["y"])
    node.device_configurations.add(configuration_id="all")
    held = model(graph([node], [value("x")], [value("y")]), ir_version=11)
    held.configuration.add(name=name, num_devices=devices)
    return held


def test_what_devices_a_node_is_on_is_part_of_it() -> None:
    plain = model(graph([helper.make_node("Relu", ["x"], ["y"])], [value("x")], [value("y")]), ir_version=11)
    assert len({signed(each) for each in (plain, distributed(1), distributed(2))}) == 3


def test_ai_onnx_is_the_default_domain() -> None:
    held = model(graph([helper.make_node("Relu", ["x"], ["y"])], [value("x")], [value("y")]))
    named = ModelProto.FromString(held.SerializeToString())
    named.opset_import[0].domain = "ai.onnx"
    assert signed(named) == signed(held)


def test_a_zero_that_is_left_out_is_a_zero() -> None:
    node = helper.make_node("LeakyRelu", ["x"], ["y"], alpha=0.0)
    held = model(graph([node], [value("x")], [value("y")]))
    short = ModelProto.FromString(held.SerializeToString())
    short.graph.node[0].attribute[0].ClearField("f")
    assert signed(short) == signed(held)


@pytest.mark.parametrize("count", [1024, 1025])
def test_a_long_list_of_numbers_is_in_it_as_a_hash(count: int) -> None:
    nodes = [helper.make_node("Constant", [], ["k"], value_ints=range(count)) for _ in range(2)]
    nodes[1].attribute[0].ints[-1] = 0
    written = []
    for node in nodes:
        held = model(graph([node, helper.make_node("Relu", ["x"], ["y"])], [value("x")], [value("y")]))
        inferred = shape_inference.infer_shapes(held, True, True)
        written.append(document(inferred))
        Draft202012Validator(SCHEMA).validate(written[-1])
        assert signed(held) == signature(written[-1])
    assert signature(written[0]) != signature(written[1])
    found = written[0]["nodes"][0]["attributes"][0]["value"]
    data = b"".join(each.to_bytes(8, "little") for each in range(1025))
    expected = {"count": 1025, "sha256": hashlib.sha256(data).hexdigest()}
    assert found == (expected if count == 1025 else [str(each) for each in range(1024)])


def test_every_type_of_attribute_is_in_it() -> None:
    held = AttributeProto.AttributeType.DESCRIPTOR.values_by_number
    described = {each["properties"]["type"]["const"] for each in SCHEMA["$defs"]["attribute"]["oneOf"]}
    assert described == {each.name for each in held.values()} - {"UNDEFINED"}
