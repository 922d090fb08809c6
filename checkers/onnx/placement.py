"""Where each top-level node may run, and why not on an NPU (§3): closed unless everything that opens it is there.

A node is placed on the NPU when the exact graph is approved, the compiler's manifest authorizes compilation, and
nothing of the node itself speaks against it; or when an exact partition approves it. Its operator alone never does.
A node that holds graphs (control flow) lies on the CPU with all that is in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

import onnx

from .element import element
from .imports import plain
from .place import path

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .partition import Partition
    from .policy import Policy

CPU, NPU = "cpu", "npu"
NOT_PREFLIGHTED = "PARTITION_NOT_PREFLIGHTED"
COMPILER_MISMATCH = "COMPILER_DEPENDENCY_MISMATCH"
OPERATOR_UNSUPPORTED = "ONNX_OPERATOR_UNSUPPORTED"
SHAPE_UNSUPPORTED = "ONNX_SHAPE_UNSUPPORTED"
TYPE_UNSUPPORTED = "ONNX_TYPE_UNSUPPORTED"
QUANTIZATION_UNSUPPORTED = "ONNX_QUANTIZATION_UNSUPPORTED"

# Operators of ONNX that a compiler for an NPU may be expected to take, in any version; none of them holds graphs.
_CANDIDATES = """
    Abs Add AveragePool BatchNormalization Ceil Clip Concat Conv ConvTranspose DepthToSpace Div Elu Erf Exp Flatten
    Floor Gelu Gemm GlobalAveragePool GlobalMaxPool HardSigmoid HardSwish LayerNormalization LeakyRelu Log MatMul Max
    MaxPool Min Mul Neg PRelu Pow Reciprocal Relu Sigmoid Softmax Softplus SpaceToDepth Split Sqrt Sub Sum Tanh
    Transpose
"""
CANDIDATES = frozenset(_CANDIDATES.split())
# Operators that quantize, dequantize or compute on quantized tensors.
_QUANTIZED = """
    ConvInteger DequantizeLinear DynamicQuantizeLinear MatMulInteger QLinearConv QLinearMatMul QuantizeLinear
"""
QUANTIZED = frozenset(_QUANTIZED.split())
ELEMENT_TYPES = frozenset(("float32", "float16", "int8", "uint8"))


@dataclass(frozen=True)
class Placement:
    """Where the `index`th node of the graph lies, and the reasons why not on the NPU.

    `binary`: the SHA-256 of the sealed binary of the exact partition that the node is, None where it is none.
    """

    index: int
    place: str
    name: str
    domain: str
    operator: str
    placement: str
    reasons: tuple[str, ...]
    binary: str | None = None

    def to_json(self) -> dict[str, Any]:
        """As the audit's envelope has it."""
        return {
            "index": self.index,
            "place": self.place,
            "name": self.name,
            "domain": self.domain,
            "operator": self.operator,
            "placement": self.placement,
            "reasons": list(self.reasons),
            "binary": self.binary,
        }


# The element type and the shape, None where a part of it is not known.
Tensor = tuple[str, tuple[int, ...] | None]


def place(
    model: onnx.ModelProto, signature: str | None, policy: Policy, partition: Partition | None = None
) -> tuple[Placement, ...]:
    """A placement for each top-level node of a model with inferred shapes, whose graph has that signature."""
    closed = []
    if not policy.approves(signature):
        closed.append(NOT_PREFLIGHTED)
    if not policy.compiles:
        closed.append(COMPILER_MISMATCH)
    tensors = _tensors(model.graph)
    quantized = {each.tensor_name for each in model.graph.quantization_annotation}
    versions = {plain(each.domain): each.version for each in model.opset_import}
    root = (None, "graph", -1, model.graph)
    placements = []
    for index, node in enumerate(model.graph.node):
        found = [tensors.get(name) for name in (*node.input, *node.output) if name]
        exact = partition is not None and _is_exactly(partition, node, found, versions)
        reasons = () if exact else (*closed, *_reasons(node, found, quantized))
        placements.append(
            Placement(
                index,
                path((root, "node", index, node)),
                node.name,
                node.domain,
                node.op_type,
                CPU if reasons else NPU,
                reasons,
                partition.binary.sha256 if partition is not None and exact else None,
            )
        )
    return tuple(placements)


def partitions(placements: Sequence[Placement]) -> list[dict[str, Any]]:
    """The runs of neighbouring nodes that lie in one place, as the audit's envelope has them."""
    runs = (list(run) for _, run in groupby(placements, lambda each: (each.placement, each.binary)))
    return [{"placement": run[0].placement, "first": run[0].index, "nodes": len(run)} for run in runs]


def _tensors(graph: onnx.GraphProto) -> dict[str, Tensor]:
    """The element type and shape of each tensor of a graph; the shape None where a part of it is not known."""
    found: dict[str, Tensor] = {}
    # What is said of an input elsewhere does not make it so.
    for value in (*graph.value_info, *graph.output, *graph.input):
        if not value.type.HasField("tensor_type"):
            continue
        kind = value.type.tensor_type
        known = kind.HasField("shape") and all(each.HasField("dim_value") for each in kind.shape.dim)
        shape = tuple(each.dim_value for each in kind.shape.dim) if known else None
        found[value.name] = (element(kind.elem_type).name, shape)
    found |= {each.name: (element(each.data_type).name, tuple(each.dims)) for each in graph.initializer}
    return found


def _reasons(node: onnx.NodeProto, tensors: Sequence[Tensor | None], quantized: set[str]) -> Iterator[str]:
    """What of the node itself speaks against an NPU."""
    if plain(node.domain) or node.op_type not in CANDIDATES | QUANTIZED:
        yield OPERATOR_UNSUPPORTED
    if any(each is None or each[1] is None or 0 in each[1] for each in tensors):
        yield SHAPE_UNSUPPORTED
    if any(each is None or each[0] not in ELEMENT_TYPES for each in tensors):
        yield TYPE_UNSUPPORTED
    if node.op_type in QUANTIZED or quantized.intersection((*node.input, *node.output)):
        yield QUANTIZATION_UNSUPPORTED


def _is_exactly(
    partition: Partition, node: onnx.NodeProto, tensors: Sequence[Tensor | None], versions: dict[str, int]
) -> bool:
    """Whether a node is the subgraph that is approved: an attribute would make it another one."""
    asked = (partition.element_type, partition.shape)
    domain = plain(node.domain)
    return (
        (domain, node.op_type) == (plain(partition.domain), partition.operator)
        and versions.get(domain) == partition.opset
        and not node.attribute
        and bool(tensors)
        and all(each == asked for each in tensors)
    )
