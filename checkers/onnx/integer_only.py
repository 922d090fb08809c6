"""Whether a model computes on integers throughout (§5): what in it is floating point, and which kernels may differ.

A tensor in floating point is named where it comes from: an input of a graph, a constant, the operator that makes it.
What has no inferred type is not shown to be an integer, and is named too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from .element import element
from .place import Place, path, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    import onnx

TENSOR = "ONNX-FLOAT-TENSOR"
INITIALIZER = "ONNX-FLOAT-INITIALIZER"
OPERATOR = "ONNX-FLOAT-OPERATOR"
SCALE = "ONNX-FLOAT-SCALE"
UNKNOWN = "ONNX-FLOAT-UNKNOWN"
SATURATION = "ONNX-KERNEL-SATURATION"
CODES = (TENSOR, INITIALIZER, OPERATOR, SCALE, UNKNOWN, SATURATION)

# Operators on quantized tensors, and which of their inputs are scales, by index.
SCALES = {
    "QuantizeLinear": (1,),
    "DequantizeLinear": (1,),
    "QLinearMatMul": (1, 4, 6),
    "QLinearConv": (1, 4, 6),
}
# Operators that take integers and give integers by way of floating point, and why.
THROUGH_FLOATS = {
    "ImageDecoder": "decoders of images transform in floating point and differ",
    "Shrink": "its bias and threshold are in floating point",
    "Erf": "the error function is evaluated in floating point",
    "Pow": "kernels raise integers to a power in floating point",
    "ReduceL2": "a square root is taken of the sum",
    "ReduceLogSum": "a logarithm is taken of the sum",
    "ReduceLogSumExp": "exponentials and a logarithm are taken",
    "ReduceMean": "a quotient is taken of the sum, and kernels differ in how they round it",
    "Resize": "coordinates and weights are in floating point",
    "Upsample": "coordinates and weights are in floating point",
    "BlackmanWindow": "the window is evaluated in floating point",
    "HannWindow": "the window is evaluated in floating point",
    "HammingWindow": "the window is evaluated in floating point",
    "MelWeightMatrix": "the weights are evaluated in floating point",
}
# Operators that sum products of 8-bit integers: the indices of the two factors.
DOT_PRODUCTS = {"MatMulInteger": (0, 1), "ConvInteger": (0, 1), "QLinearMatMul": (0, 3), "QLinearConv": (0, 3)}
# A pair of products of any uint8 with such weights stays within int16.
_HARMLESS_WEIGHT = 64


class Problem(NamedTuple):
    """Something of a model that keeps its results from being the same everywhere: a code, a sentence, a path."""

    code: str
    message: str
    place: str


@dataclass
class _Scope:
    """What the names of a graph mean: their element types, with those of the graphs around it."""

    types: dict[str, str]
    constants: dict[str, onnx.TensorProto]
    around: _Scope | None = None

    def type_of(self, name: str) -> str:
        """The element type of a tensor by name, empty where it is not known."""
        scope: _Scope | None = self
        while scope is not None:
            if name in scope.types:
                return scope.types[name]
            scope = scope.around
        return ""

    def constant(self, name: str) -> onnx.TensorProto | None:
        """The constant of that name; None where it is none."""
        scope: _Scope | None = self
        while scope is not None:
            if name in scope.types:
                return scope.constants.get(name)
            scope = scope.around
        return None


@dataclass
class _Findings:
    problems: list[Problem] = field(default_factory=list)

    def add(self, code: str, message: str, place: Place | None) -> None:
        self.problems.append(Problem(code, message, path(place)))


def problems(model: onnx.ModelProto) -> list[Problem]:
    """What keeps a model with inferred types from being integer throughout, in the order of its graphs and nodes."""
    found = _Findings()
    stack: list[tuple[onnx.GraphProto, Place, _Scope | None]] = [(model.graph, (None, "graph", -1, model.graph), None)]
    while stack:
        graph, place, around = stack.pop()
        scope = _scope(graph, around)
        _check_ends(found, graph, place)
        inner: list[tuple[onnx.GraphProto, Place, _Scope | None]] = []
        for index, node in enumerate(graph.node):
            at: Place = (place, "node", index, node)
            _check_node(found, node, at, scope)
            for number, attribute in enumerate(node.attribute):
                inside: Place = (at, "attribute", number, attribute)
                _check_constants(found, attribute, inside)
                inner += [(each, (inside, name, i, each), scope) for name, i, each in _graphs(attribute)]
        stack += reversed(inner)
    return found.problems


def _graphs(attribute: onnx.AttributeProto) -> Iterator[tuple[str, int, onnx.GraphProto]]:
    if attribute.HasField("g"):
        yield "g", -1, attribute.g
    for index, graph in enumerate(attribute.graphs):
        yield "graphs", index, graph


def _scope(graph: onnx.GraphProto, around: _Scope | None) -> _Scope:
    types = {value.name: _element_of(value.type) for value in (*graph.value_info, *graph.output, *graph.input)}
    constants = {each.name: each for each in graph.initializer}
    types |= {name: element(each.data_type).name for name, each in constants.items()}
    types |= {each.values.name: element(each.values.data_type).name for each in graph.sparse_initializer}
    return _Scope(types, constants, around)


def _element_of(kind: onnx.TypeProto) -> str:
    """The element type of a tensor, or of the tensors that a sequence, a map or an optional holds; empty: unknown."""
    while True:
        held = kind.WhichOneof("value")
        if held in ("tensor_type", "sparse_tensor_type"):
            number = getattr(kind, held).elem_type
            return element(number).name if number else ""
        if held == "map_type":
            kind = kind.map_type.value_type
        elif held in ("sequence_type", "optional_type"):
            kind = getattr(kind, held).elem_type
        else:
            return ""


def is_float(name: str) -> bool:
    """Whether an element type, by its name, is floating point; complex numbers are two of it."""
    return name.startswith(("float", "bfloat", "complex"))


def _check_ends(found: _Findings, graph: onnx.GraphProto, place: Place) -> None:
    """Inputs of a graph, which no node makes, and its initializers."""
    for index, value in enumerate(graph.input):
        kind = _element_of(value.type)
        at: Place = (place, "input", index, value)
        if is_float(kind):
            found.add(TENSOR, f"this input is {kind}, and a decode path takes integers only", at)
        elif not kind:
            found.add(UNKNOWN, "this input has no known element type, so nothing shows that it is an integer", at)
    for index, each in enumerate(graph.initializer):
        _check_constant(found, each, (place, "initializer", index, each))
    for index, sparse in enumerate(graph.sparse_initializer):
        _check_constant(found, sparse.values, (place, "sparse_initializer", index, sparse))


def _check_constant(found: _Findings, tensor: onnx.TensorProto, place: Place) -> None:
    kind = element(tensor.data_type).name
    if is_float(kind):
        message = f"this constant is {kind}: store integers, with a shift where there was a scale"
        found.add(INITIALIZER, message, place)


def _check_constants(found: _Findings, attribute: onnx.AttributeProto, place: Place) -> None:
    if attribute.HasField("t"):
        _check_constant(found, attribute.t, (place, "t", -1, attribute.t))
    for index, tensor in enumerate(attribute.tensors):
        _check_constant(found, tensor, (place, "tensors", index, tensor))
    if attribute.HasField("sparse_tensor"):
        _check_constant(found, attribute.sparse_tensor.values, (place, "sparse_tensor", -1, attribute.sparse_tensor))
    for index, sparse in enumerate(attribute.sparse_tensors):
        _check_constant(found, sparse.values, (place, "sparse_tensors", index, sparse))


def _check_node(found: _Findings, node: onnx.NodeProto, place: Place, scope: _Scope) -> None:
    outputs = [(name, scope.type_of(name)) for name in node.output if name]
    floats = [(name, kind) for name, kind in outputs if is_float(kind)]
    unknown = [name for name, kind in outputs if not kind]
    if floats:
        made = ", ".join(f"{quoted(name)} ({kind})" for name, kind in floats[:4])
        found.add(
            OPERATOR, f"this operator makes floating point, {made}, whose last bits differ between machines", place
        )
    elif node.op_type in THROUGH_FLOATS:
        why = THROUGH_FLOATS[node.op_type]
        found.add(OPERATOR, f"this operator computes in floating point though its tensors hold integers: {why}", place)
    elif any(each.HasField("f") or each.floats for each in node.attribute):
        message = "this operator has an attribute in floating point, so it computes with it on integers"
        found.add(OPERATOR, message, place)
    if unknown:
        named = ", ".join(map(quoted, unknown[:4]))
        found.add(UNKNOWN, f"the type of {named} could not be inferred, so nothing shows that it is an integer", place)
    _check_scales(found, node, place, scope)
    _check_kernels(found, node, place, scope)


def _check_scales(found: _Findings, node: onnx.NodeProto, place: Place, scope: _Scope) -> None:
    names = [node.input[index] for index in SCALES.get(node.op_type, ()) if index < len(node.input)]
    scales = [name for name in names if is_float(scope.type_of(name))]
    # This one computes its scale itself.
    dynamic = node.op_type == "DynamicQuantizeLinear"
    if scales or dynamic:
        named = ", ".join(map(quoted, scales)) if scales else "one it computes"
        message = f"this quantized operator has a scale in floating point, {named}: rescale by an integer and a shift"
        found.add(SCALE, message, place)


def _check_kernels(found: _Findings, node: onnx.NodeProto, place: Place, scope: _Scope) -> None:
    factors = [node.input[index] for index in DOT_PRODUCTS.get(node.op_type, ()) if index < len(node.input)]
    if [scope.type_of(name) for name in factors] != ["uint8", "int8"]:
        return
    if _are_harmless(scope.constant(factors[1])):
        return
    message = (
        "kernels for processors without dot-product instructions add pairs of uint8 times int8 in 16 bits that"
        " saturate, so sums differ between machines: keep weights within -64 and 64, or make both factors uint8"
    )
    found.add(SATURATION, message, place)


def _are_harmless(weights: onnx.TensorProto | None) -> bool:
    """Whether constant weights are so small that no pair of products saturates."""
    if weights is None:
        return False
    import numpy as np
    from onnx import numpy_helper

    values = numpy_helper.to_array(weights)
    # Widened by NumPy, as 8 bits have no 128.
    return not values.size or int(np.abs(values, dtype=np.int16).max()) <= _HARMLESS_WEIGHT
