"""Writes the models of this folder, their policies, and what audits and runs of them recorded.

`python examples/models/generate.py` writes all of it (runs need ONNX Runtime); with `--check` it writes nothing and
exits 1 when a model, a policy or an audit differs. Outputs of runs, whose last bits are the machine's, are compared by
`wai-lint onnx verify-fixtures`.

- `spectral_mask.onnx`: a control of signal processing, Conv1D of 0.25, 0.50, 0.25 with a padding of 1, then Sigmoid.
- `erf_mask.onnx`: an exact partition, Erf of uint8 [481], between nodes that stay on the CPU. Its sealed binary is a
  stand-in, as the binaries of a device's compiler are not ours to publish.
- `integer_mask.onnx`: a model for a decode path, integer throughout.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper
from wai_lint.checkers.onnx import partition, policy
from wai_lint.checkers.onnx.envelope import encode, sha256
from wai_lint.checkers.onnx.fixtures import MANIFEST
from wai_lint.checkers.onnx.run import Run, examine
from wai_lint.checkers.onnx.tensors import write_archive

FOLDER = Path(__file__).parent
IR_VERSION, OPSET = 8, 17
# The last version in which Erf takes uint8.
OPSET_OF_ERF = 12
POLICY, MANIFEST_OF_COMPILER = "hybrid-policy.json", "compiler.manifest.json"
PARTITION, BINARY = "erf-partition-policy.json", "erf_481.bin"
BINS = 481


def model(name: str, nodes: list[Any], ends: tuple[Any, Any], constants: list[Any], opset: int = OPSET) -> bytes:
    """A model of one graph."""
    graph = helper.make_graph(nodes, name, [ends[0]], [ends[1]], constants)
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=IR_VERSION)
    onnx.checker.check_model(made, full_check=True)
    return made.SerializeToString(deterministic=True)


def spectral_mask() -> bytes:
    """Conv1D and Sigmoid on float32 [1, 1, 8]."""
    nodes = [
        helper.make_node("Conv", ["features", "weights"], ["smoothed"], name="smooth", pads=[1, 1]),
        helper.make_node("Sigmoid", ["smoothed"], ["mask"], name="gate"),
    ]
    ends = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, 1, 8]) for name in ("features", "mask")]
    weights = helper.make_tensor("weights", TensorProto.FLOAT, [1, 1, 3], [0.25, 0.5, 0.25])
    return model("spectral_mask", nodes, (ends[0], ends[1]), [weights])


def erf_mask() -> bytes:
    """Erf of uint8 [481] between a lower and an upper limit."""
    nodes = [
        helper.make_node("Max", ["features", "floor"], ["above"], name="lower"),
        helper.make_node("Erf", ["above"], ["soft"], name="soften"),
        helper.make_node("Min", ["soft", "ceiling"], ["mask"], name="upper"),
    ]
    limits = [helper.make_tensor(name, TensorProto.UINT8, [1], [at]) for name, at in (("floor", 16), ("ceiling", 240))]
    ends = [helper.make_tensor_value_info(name, TensorProto.UINT8, [BINS]) for name in ("features", "mask")]
    return model("erf_mask", nodes, (ends[0], ends[1]), limits, OPSET_OF_ERF)


def integer_mask() -> bytes:
    """A smoothing by 1, 2, 1 of uint8 [1, 1, 8] in int32, halved twice by a shift."""
    nodes = [
        helper.make_node("ConvInteger", ["features", "weights"], ["sum"], name="smooth", pads=[1, 1]),
        helper.make_node("Cast", ["sum"], ["wide"], name="widen", to=TensorProto.UINT32),
        helper.make_node("BitShift", ["wide", "two"], ["mask"], name="quarter", direction="RIGHT"),
    ]
    ends = (
        helper.make_tensor_value_info("features", TensorProto.UINT8, [1, 1, 8]),
        helper.make_tensor_value_info("mask", TensorProto.UINT32, [1, 1, 8]),
    )
    constants = [
        helper.make_tensor("weights", TensorProto.UINT8, [1, 1, 3], [1, 2, 1]),
        helper.make_tensor("two", TensorProto.UINT32, [], [2]),
    ]
    return model("integer_mask", nodes, ends, constants)


def written(document: object) -> bytes:
    """JSON as the files of this folder have it."""
    return json.dumps(document, indent=2).encode() + b"\n"


def sources() -> dict[str, bytes]:
    """The files that everything else follows from."""
    features = np.linspace(-1.0, 0.75, 8, dtype=np.float32).reshape(1, 1, 8)
    compiler = {"kind": "compiler-manifest", "compiler": "none that is qualified", "compiler_execution": False}
    manifest, binary = written(compiler), b"a stand-in for the sealed binary of Erf, uint8 [481]\n"
    bound: dict[str, Any] = {
        "kind": "wai-onnx-policy/1",
        "limits": {"nodes": 4096},
        "compiler_manifest": {"path": MANIFEST_OF_COMPILER, "sha256": sha256(manifest)},
        "compiler_qualified": False,
        "approved_npu_signatures": [],
    }
    exact = {
        "kind": "wai-onnx-partition-policy/1",
        "operator": "Erf",
        "opset": OPSET_OF_ERF,
        "element_type": "uint8",
        "shape": [BINS],
        "binary": {"path": BINARY, "sha256": sha256(binary)},
    }
    return {
        "spectral_mask.onnx": spectral_mask(),
        "spectral_mask_input.npz": write_archive({"features": features}),
        "erf_mask.onnx": erf_mask(),
        "integer_mask.onnx": integer_mask(),
        MANIFEST_OF_COMPILER: manifest,
        POLICY: written(bound),
        BINARY: binary,
        PARTITION: written(exact),
    }


def audits(files: dict[str, bytes]) -> list[dict[str, str]]:
    """The audits, each added to `files`; the policies must lie in the folder."""
    held, exact = policy.load(str(FOLDER / POLICY)), partition.load(str(FOLDER / PARTITION))
    entries = []
    for name in ("spectral_mask", "erf_mask", "integer_mask"):
        entry = {"model": f"{name}.onnx", "policy": POLICY, "audit": f"{name}_audit.json"}
        if name == "erf_mask":
            entry["partition_policy"] = PARTITION
        envelope = examine(files[entry["model"]], held, exact if "partition_policy" in entry else None).envelope
        files[entry["audit"]] = encode(envelope)
        entries.append(entry)
    return entries


def runs(files: dict[str, bytes]) -> list[dict[str, str]]:
    """The runs, each added to `files`."""
    held = policy.load(str(FOLDER / POLICY))
    entries = []
    for mode in ("cpu", "hybrid"):
        entry = {"model": "spectral_mask.onnx", "policy": POLICY, "inputs": "spectral_mask_input.npz", "mode": mode}
        entry |= {"outputs": f"spectral_mask_{mode}_output.npz", "evidence": f"spectral_mask_{mode}_run.json"}
        result = Run(files[entry["model"]], held)(mode, files[entry["inputs"]])
        assert result.outputs is not None
        files |= {entry["outputs"]: result.outputs, entry["evidence"]: encode(result.evidence)}
        entries.append(entry)
    return entries


def main(arguments: list[str]) -> int:
    """Write the files, or tell which differ."""
    files = sources()
    if arguments == ["--check"]:
        audits(files)
        stale = [name for name, data in files.items() if (FOLDER / name).read_bytes() != data]
        for name in stale:
            print(f"examples/models/{name}: out of date")
        return int(bool(stale))
    for name, data in files.items():
        (FOLDER / name).write_bytes(data)
    document: dict[str, Any] = {"kind": "wai-onnx-fixtures/1", "audits": audits(files), "runs": runs(files)}
    document["files"] = [{"path": name, "sha256": sha256(data)} for name, data in files.items()]
    for name, data in files.items():
        (FOLDER / name).write_bytes(data)
    (FOLDER / MANIFEST).write_bytes(written(document))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
