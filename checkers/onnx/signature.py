"""The signature of an executable graph: SHA-256 of a canonical document of all that runs and nothing else (onnx §2).

Left out: producer, model version, model domain, metadata, documentation, names of nodes and graphs, and how a constant
is encoded. Names of values are wiring and stay. So do notes on quantization and devices: a compiler may act on them.
"""

from __future__ import annotations

import hashlib
import struct
import sys
from array import array
from collections.abc import Callable, Sequence
from typing import Any

from onnx.onnx_ml_pb2 import (
    AttributeProto,
    GraphProto,
    ModelProto,
    NodeProto,
    SparseTensorProto,
    TensorAnnotation,
    TensorProto,
    TypeProto,
)

from ..records.canonical import canonical
from .element import element
from .imports import plain
from .payload import packed_float, packed_floats, payload

KIND = "wai-onnx-graph/1"
LONGEST_LIST = 1024
Value = dict[str, Any]


def document(inferred: ModelProto) -> Value:
    """The document of an admitted model, after strict shape inference; `schemas/onnx-signature.json` describes it."""
    sets = [{"domain": plain(each.domain), "version": each.version} for each in inferred.opset_import]
    return {
        "kind": KIND,
        "ir_version": inferred.ir_version,
        "opset_imports": sorted(sets, key=lambda each: each["domain"]),
        **_Graphs(inferred).root(),
    }


def signature(document: Value) -> str:
    """The signature of a document: 64 hexadecimal digits."""
    return _digest(document)


def _digest(value: object) -> str:
    return hashlib.sha256(canonical(value)).hexdigest()


class _Graphs:
    """The graphs of a model; those within are digested before the graphs that hold them, without recursion."""

    def __init__(self, model: ModelProto) -> None:
        self._configurations = model.configuration
        # Messages are kept, as a graph is known by its object.
        self._graphs: list[GraphProto] = [model.graph]
        self._held: dict[int, list[list[GraphProto]]] = {}
        for graph in self._graphs:
            for node in graph.node:
                for attribute in node.attribute:
                    if attribute.type == AttributeProto.GRAPH:
                        self._graphs.append(attribute.g)
                    elif attribute.type == AttributeProto.GRAPHS:
                        self._graphs.extend(attribute.graphs)
        self._digests: dict[int, str] = {}

    def root(self) -> Value:
        """The document of the root graph."""
        for graph in reversed(self._graphs[1:]):
            self._digests[id(graph)] = _digest(self._graph(graph))
        return self._graph(self._graphs[0])

    def _graph(self, graph: GraphProto) -> Value:
        constants = sorted((_tensor(each) | {"name": each.name} for each in graph.initializer), key=_name)
        sparse = sorted((_sparse(each) | {"name": each.values.name} for each in graph.sparse_initializer), key=_name)
        return {
            "inputs": [_value(each) for each in graph.input],
            "outputs": [_value(each) for each in graph.output],
            "tensors": sorted((_value(each) for each in graph.value_info), key=_name),
            "nodes": [self._node(each) for each in graph.node],
            "initializers": constants,
            "sparse_initializers": sparse,
            "quantization": sorted((_annotation(each) for each in graph.quantization_annotation), key=_name),
        }

    def _node(self, node: NodeProto) -> Value:
        return {
            "domain": plain(node.domain),
            "operator": node.op_type,
            "inputs": list(node.input),
            "outputs": list(node.output),
            "attributes": sorted((self._attribute(each) for each in node.attribute), key=_name),
            "devices": [self._device(each) for each in node.device_configurations],
        }

    def _device(self, configuration: Any) -> str:
        """The hash of what a node says of devices and of the configurations of the model that it refers to."""
        said = ModelProto(configuration=self._configurations)
        said.graph.node.add().device_configurations.append(configuration)
        return hashlib.sha256(said.SerializeToString(deterministic=True)).hexdigest()

    def _attribute(self, attribute: AttributeProto) -> Value:
        kind = attribute.type
        if kind == AttributeProto.GRAPH:
            value: object = self._digests[id(attribute.g)]
        elif kind == AttributeProto.GRAPHS:
            value = [self._digests[id(each)] for each in attribute.graphs]
        else:
            value = _VALUES[kind](attribute)
        return {"name": attribute.name, "type": AttributeProto.AttributeType.Name(kind), "value": value}


def _annotation(annotation: TensorAnnotation) -> Value:
    """Which tensors hold the scale and zero point of one."""
    parameters = sorted([each.key, each.value] for each in annotation.quant_parameter_tensor_names)
    return {"name": annotation.tensor_name, "parameters": parameters}


def _name(value: Value) -> str:
    return value["name"]


def _value(info: Any) -> Value:
    return {"name": info.name, "type": _type(info.type)}


def _type(proto: TypeProto) -> Value:
    """A type: its kind, and what it is made of; the shape is null where nothing is known of it."""
    outermost: Value = {}
    inner = outermost
    while (kind := proto.WhichOneof("value")) is not None:
        inner["kind"] = kind.removesuffix("_type")
        held = getattr(proto, kind)
        if kind in ("tensor_type", "sparse_tensor_type"):
            inner["element"] = element(held.elem_type).name
            inner["shape"] = [_dimension(each) for each in held.shape.dim] if held.HasField("shape") else None
            break
        if kind == "opaque_type":
            inner |= {"domain": held.domain, "name": held.name}
            break
        if kind == "map_type":
            inner["key"] = element(held.key_type).name
        proto = held.value_type if kind == "map_type" else held.elem_type
        inner["of"] = {}
        inner = inner["of"]
    return outermost


def _dimension(dimension: Any) -> int | str | None:
    # Declared ones are not negative; inferred ones may be, in a branch that is never taken.
    if dimension.HasField("dim_value") and dimension.dim_value >= 0:
        return dimension.dim_value
    return dimension.dim_param or None


def _tensor(tensor: TensorProto) -> Value:
    data = payload(tensor)
    return {
        "element": element(tensor.data_type).name,
        "dimensions": list(tensor.dims),
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
    }


def _sparse(sparse: SparseTensorProto) -> Value:
    return {
        "dimensions": list(sparse.dims),
        "values": _tensor(sparse.values),
        "indices": _tensor(sparse.indices) if sparse.HasField("indices") else None,
    }


def _bits(packed: bytes) -> list[str]:
    """32-bit floats, little-endian, each by its bits, as JSON has no NaN and readers round differently."""
    return [f"{bits:08x}" for (bits,) in struct.iter_unpack("<I", packed)]


def _floats(values: Any) -> object:
    """A list of floats; of one that no one would read, how long it is and the hash of its floats, little-endian."""
    packed = packed_floats(values)
    return _bits(packed) if len(values) <= LONGEST_LIST else _digested(len(values), packed)


def _integers(values: Sequence[int]) -> object:
    """A list of integers, likewise."""
    if len(values) <= LONGEST_LIST:
        return [str(each) for each in values]
    packed = array("q", values)
    if sys.byteorder == "big":
        packed.byteswap()
    return _digested(len(values), packed.tobytes())


def _digested(count: int, packed: bytes) -> Value:
    return {"count": count, "sha256": hashlib.sha256(packed).hexdigest()}


def _text(value: bytes) -> str:
    """A string attribute, which need not be text: each byte as one character."""
    return value.decode("latin-1")


# What an attribute of each type is in the document; integers are strings, as JSON's readers have 53 bits.
_VALUES: dict[int, Callable[[AttributeProto], object]] = {
    AttributeProto.FLOAT: lambda attribute: _bits(packed_float(attribute))[0],
    AttributeProto.INT: lambda attribute: str(attribute.i),
    AttributeProto.STRING: lambda attribute: _text(attribute.s),
    AttributeProto.TENSOR: lambda attribute: _tensor(attribute.t),
    AttributeProto.SPARSE_TENSOR: lambda attribute: _sparse(attribute.sparse_tensor),
    AttributeProto.TYPE_PROTO: lambda attribute: _type(attribute.tp),
    AttributeProto.FLOATS: lambda attribute: _floats(attribute.floats),
    AttributeProto.INTS: lambda attribute: _integers(attribute.ints),
    AttributeProto.STRINGS: lambda attribute: [_text(each) for each in attribute.strings],
    AttributeProto.TENSORS: lambda attribute: [_tensor(each) for each in attribute.tensors],
    AttributeProto.SPARSE_TENSORS: lambda attribute: [_sparse(each) for each in attribute.sparse_tensors],
    AttributeProto.TYPE_PROTOS: lambda attribute: [_type(each) for each in attribute.type_protos],
}
