"""The limits within which a model is admitted (onnx §1); a policy may lower or raise each."""

from __future__ import annotations

from dataclasses import dataclass

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Counts, bytes and, for the process that checks a model, bytes of memory and seconds of processor time.

    `depth` counts graphs below the root, whose depth is 0. Protobuf itself reads no message that is nested more than
    100 deep, which 33 graphs are.
    """

    model_bytes: int = 64 * MIB
    nodes: int = 4096
    inputs: int = 64
    outputs: int = 64
    constants: int = 4096
    constant_bytes: int = 64 * MIB
    all_constant_bytes: int = 256 * MIB
    rank: int = 8
    dimension: int = 1_048_576
    tensor_bytes: int = 256 * MIB
    depth: int = 64
    inference_bytes: int = 2048 * MIB
    inference_seconds: int = 10
