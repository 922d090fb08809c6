"""The run modes: which sessions are made in which mode, what fails closed, and that nothing is left of a failure."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from onnx import TensorProto, helper
from wai_lint.checkers.onnx.bound_files import Binding
from wai_lint.checkers.onnx.partition import Partition
from wai_lint.checkers.onnx.policy import Policy
from wai_lint.checkers.onnx.run import Run, RunRefused, examine
from wai_lint.checkers.onnx.session import CpuSession, SessionFailed
from wai_lint.checkers.onnx.tensors import write_archive
from wai_lint.rules.onnx._models import branching

MODELS = Path(__file__).parent.parent / "examples" / "models"
CONTROL = (MODELS / "spectral_mask.onnx").read_bytes()
INPUTS = (MODELS / "spectral_mask_input.npz").read_bytes()
SIGNATURE = examine(CONTROL, Policy()).audit.signature or "none"
APPROVED = Policy(compiler_qualified=True, compiler_execution=True, approved_npu_signatures=frozenset((SIGNATURE,)))
MASK: Any = np.full((1, 1, 8), 0.5, np.float32)


class Fake:
    """A session that gives what it was told; it remembers what was done with it."""

    def __init__(self, outputs: Any = None, providers: tuple[str, ...] = ("CPUExecutionProvider",)) -> None:
        self.outputs = {"mask": MASK} if outputs is None else outputs
        self.providers = providers
        self.options: dict[str, Any] = {}
        self.version = None
        self.runs = 0
        self.closed = 0

    def run(self, inputs: Any) -> Any:
        self.runs += 1
        if isinstance(self.outputs, Exception):
            raise self.outputs
        return self.outputs

    def close(self) -> None:
        self.closed += 1


class Npu:
    """A backend for tests: it constructs `session`, or fails with `error`."""

    def __init__(self, session: Fake | None = None, error: Exception | None = None, model: bytes = CONTROL) -> None:
        self.model = model
        self.session = session or Fake(providers=("FakeNpu",))
        self.error = error
        self.constructed = 0
        self.discarded = 0

    def construct(self, model: bytes, placements: Any) -> Fake:
        self.constructed += 1
        assert model == self.model
        assert {each.placement for each in placements} == {"npu"}
        if self.error is not None:
            raise self.error
        return self.session

    def discard(self) -> None:
        self.discarded += 1


class Cpu:
    """Counts the CPU sessions that are made."""

    def __init__(self, session: Fake | None = None) -> None:
        self.session = session or Fake()
        self.made = 0

    def __call__(self, model: bytes) -> Fake:
        self.made += 1
        return self.session


def refused(run: Run, mode: str, archive: bytes | None = INPUTS) -> RunRefused:
    with pytest.raises(RunRefused) as caught:
        run(mode, archive)
    return caught.value


def test_cpu_and_hybrid_are_one_cpu_session_each_with_equal_outputs_and_repeatable_evidence() -> None:
    results = {mode: Run(CONTROL)(mode, INPUTS) for mode in ("cpu", "hybrid")}
    assert {mode: each.evidence["classification"] for mode, each in results.items()} == {
        "cpu": "cpu-explicit",
        "hybrid": "cpu-preflight-fallback",
    }
    assert results["cpu"].outputs == results["hybrid"].outputs
    for mode, each in results.items():
        assert each.evidence["npu_attempts"] == 0
        assert each.evidence["sessions"] == [
            {
                "unit": "cpu",
                "providers": ["CPUExecutionProvider"],
                "options": {
                    "execution_mode": "ORT_SEQUENTIAL",
                    "graph_optimization_level": "ORT_ENABLE_EXTENDED",
                    "intra_op_num_threads": 1,
                    "inter_op_num_threads": 1,
                },
            }
        ]
        again = Run(CONTROL)(mode, INPUTS)
        assert (again.evidence, again.outputs) == (each.evidence, each.outputs)


def test_the_control_computes_what_it_says() -> None:
    outputs = Run(CONTROL)("cpu", INPUTS).outputs
    assert outputs is not None
    with np.load(MODELS / "spectral_mask_input.npz") as archive:
        features = archive["features"][0, 0].astype("f8")
    padded = np.pad(features, 1)
    smoothed = 0.25 * padded[:-2] + 0.5 * padded[1:-1] + 0.25 * padded[2:]
    from io import BytesIO

    assert np.allclose(np.load(BytesIO(outputs))["mask"][0, 0], 1 / (1 + np.exp(-smoothed)), atol=1e-6)


def test_audit_makes_no_session() -> None:
    cpu, npu = Cpu(), Npu()
    result = Run(CONTROL, APPROVED, npu=npu, cpu=cpu)("audit")
    assert (result.evidence["classification"], result.outputs) == ("audit-only", None)
    assert (cpu.made, npu.constructed, result.evidence["sessions"]) == (0, 0, [])


def test_strict_is_refused_before_any_session_while_nothing_is_approved() -> None:
    cpu, npu = Cpu(), Npu()
    for policy in (Policy(), Policy(approved_npu_signatures=frozenset((SIGNATURE,))), Policy(compiler_execution=True)):
        error = refused(Run(CONTROL, policy, npu=npu, cpu=cpu), "strict")
        assert error.code == "PARTITION_NOT_NPU_RESIDENT"
    assert refused(Run(CONTROL, APPROVED, cpu=cpu), "strict").code == "PARTITION_NOT_NPU_RESIDENT"
    assert (cpu.made, npu.constructed) == (0, 0)


def test_strict_says_that_it_is_not_resident_before_it_looks_at_inputs() -> None:
    assert refused(Run(CONTROL), "strict", b"junk").code == "PARTITION_NOT_NPU_RESIDENT"


@pytest.mark.parametrize("mode", ["hybrid", "strict"])
def test_an_approved_graph_runs_in_the_one_session_that_the_npu_constructs(mode: str) -> None:
    cpu, npu = Cpu(), Npu()
    result = Run(CONTROL, APPROVED, npu=npu, cpu=cpu)(mode, INPUTS)
    evidence = result.evidence
    assert (evidence["classification"], evidence["npu_attempts"]) == ("npu-session", 1)
    assert (evidence["npu_failures"], evidence["sessions"]) == (
        [],
        [{"unit": "npu", "providers": ["FakeNpu"], "options": {}}],
    )
    assert result.outputs == write_archive({"mask": MASK})
    assert (npu.constructed, npu.discarded, npu.session.runs, npu.session.closed, cpu.made) == (1, 0, 1, 1, 0)


def test_a_graph_that_is_one_exact_partition_as_a_whole_is_resident() -> None:
    node = helper.make_node("Erf", ["x"], ["y"])
    ends = [helper.make_tensor_value_info(name, TensorProto.UINT8, [481]) for name in ("x", "y")]
    graph = helper.make_graph([node], "erf", ends[:1], ends[1:])
    data = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 12)], ir_version=8).SerializeToString()
    exact = Partition("f" * 64, "", "Erf", 12, "uint8", (481,), Binding("erf.bin", "e" * 64))
    npu = Npu(Fake({"y": np.zeros(481, np.uint8)}, ("FakeNpu",)), model=data)
    inputs = write_archive({"x": np.zeros(481, np.uint8)})
    assert Run(data, partition=exact, npu=npu)("strict", inputs).evidence["classification"] == "npu-session"
    assert refused(Run(data, npu=npu), "strict", inputs).code == "PARTITION_NOT_NPU_RESIDENT"


def test_cpu_mode_never_tries_the_npu() -> None:
    npu = Npu()
    result = Run(CONTROL, APPROVED, npu=npu, cpu=Cpu())("cpu", INPUTS)
    assert (result.evidence["classification"], npu.constructed) == ("cpu-explicit", 0)


def test_hybrid_without_approval_makes_no_attempt() -> None:
    npu = Npu()
    result = Run(CONTROL, Policy(), npu=npu, cpu=Cpu())("hybrid", INPUTS)
    assert (result.evidence["classification"], npu.constructed) == ("cpu-preflight-fallback", 0)


@pytest.mark.parametrize("error", [RuntimeError("no device"), MemoryError(), SessionFailed("X", "no")])
def test_hybrid_falls_back_after_one_failed_construction_and_discards_what_it_left(error: Exception) -> None:
    cpu, npu = Cpu(), Npu(error=error)
    result = Run(CONTROL, APPROVED, npu=npu, cpu=cpu)("hybrid", INPUTS)
    evidence = result.evidence
    assert evidence["classification"] == "cpu-session-construction-fallback"
    assert (evidence["npu_attempts"], len(evidence["npu_failures"]), len(evidence["sessions"])) == (1, 1, 1)
    assert (npu.constructed, npu.discarded, npu.session.runs, cpu.made) == (1, 1, 0, 1)


def test_strict_returns_the_construction_error_and_makes_no_cpu_session() -> None:
    cpu, npu = Cpu(), Npu(error=RuntimeError("no device"))
    error = refused(Run(CONTROL, APPROVED, npu=npu, cpu=cpu), "strict")
    assert error.code == "NPU_SESSION_CONSTRUCTION"
    assert "no device" in error.message
    assert (npu.constructed, npu.discarded, cpu.made) == (1, 1, 0)


@pytest.mark.parametrize("mode", ["hybrid", "strict"])
def test_a_run_that_fails_on_the_npu_is_not_repeated_on_the_cpu(mode: str) -> None:
    cpu, npu = Cpu(), Npu(Fake(SessionFailed("NPU_RUN", "lost"), ("FakeNpu",)))
    assert refused(Run(CONTROL, APPROVED, npu=npu, cpu=cpu), mode).code == "NPU_RUN"
    assert (npu.session.closed, cpu.made) == (1, 0)


@pytest.mark.parametrize("mode", ["hybrid", "strict"])
def test_outputs_of_the_npu_are_held_to_the_contract(mode: str) -> None:
    npu = Npu(Fake({"mask": MASK.astype("f8")}, ("FakeNpu",)))
    assert refused(Run(CONTROL, APPROVED, npu=npu, cpu=Cpu()), mode).code == "TENSOR_DTYPE"


@pytest.mark.parametrize(
    "providers",
    [(), ("CUDAExecutionProvider",), ("CUDAExecutionProvider", "CPUExecutionProvider"), ("CPUExecutionProvider",) * 2],
)
def test_another_provider_is_a_failure_and_not_a_fallback(providers: tuple[str, ...]) -> None:
    cpu = Cpu(Fake(providers=providers))
    assert refused(Run(CONTROL, cpu=cpu), "cpu").code == "CPU_PROVIDER_UNEXPECTED"
    assert (cpu.session.runs, cpu.session.closed) == (0, 1)


def test_a_graph_with_control_flow_is_never_resident() -> None:
    data = branching().SerializeToString()
    signature = examine(data, Policy()).audit.signature
    assert signature is not None
    policy = Policy(compiler_qualified=True, compiler_execution=True, approved_npu_signatures=frozenset((signature,)))
    npu = Npu()
    assert refused(Run(data, policy, npu=npu), "strict").code == "PARTITION_NOT_NPU_RESIDENT"
    assert npu.constructed == 0


def test_a_model_that_is_not_admitted_makes_no_session() -> None:
    cpu = Cpu()
    assert refused(Run(b"junk", cpu=cpu), "cpu").code == "ONNX_PARSE"
    assert cpu.made == 0


def test_inputs_are_held_to_the_contract_before_any_session() -> None:
    cpu = Cpu()
    assert refused(Run(CONTROL, cpu=cpu), "cpu", write_archive({"features": MASK.astype("f8")})).code == "TENSOR_DTYPE"
    assert cpu.made == 0


def test_a_model_that_the_runtime_cannot_construct_is_a_failure() -> None:
    data = (MODELS / "erf_mask.onnx").read_bytes()
    inputs = write_archive({"features": np.zeros(481, np.uint8)})
    assert refused(Run(data), "cpu", inputs).code == "CPU_SESSION_CONSTRUCTION"


def endless() -> bytes:
    """A loop whose count nobody waits for."""
    body = helper.make_graph(
        [helper.make_node("Identity", ["go"], ["on"]), helper.make_node("Add", ["v", "one"], ["w"])],
        "body",
        [
            helper.make_tensor_value_info("i", TensorProto.INT64, []),
            helper.make_tensor_value_info("go", TensorProto.BOOL, []),
            helper.make_tensor_value_info("v", TensorProto.INT64, [1]),
        ],
        [
            helper.make_tensor_value_info("on", TensorProto.BOOL, []),
            helper.make_tensor_value_info("w", TensorProto.INT64, [1]),
        ],
    )
    graph = helper.make_graph(
        [helper.make_node("Loop", ["count", "", "x"], ["y"], body=body)],
        "endless",
        [helper.make_tensor_value_info("x", TensorProto.INT64, [1])],
        [helper.make_tensor_value_info("y", TensorProto.INT64, [1])],
        [
            helper.make_tensor("count", TensorProto.INT64, [], [2**62]),
            helper.make_tensor("one", TensorProto.INT64, [1], [1]),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    return model.SerializeToString()


def test_a_run_without_end_is_ended() -> None:
    inputs = write_archive({"x": np.zeros(1, np.int64)})
    run = Run(endless(), cpu=lambda model: CpuSession(model, seconds=2))
    assert refused(run, "cpu", inputs).code == "CPU_SESSION_RUN"


def test_no_more_is_taken_from_a_session_than_outputs_may_take() -> None:
    run = Run(CONTROL, cpu=lambda model: CpuSession(model, output_bytes=MASK.nbytes - 1))
    assert "the outputs take 32 bytes, and at most 31" in refused(run, "cpu").message
    run = Run(CONTROL, cpu=lambda model: CpuSession(model, output_bytes=MASK.nbytes))
    assert run("cpu", INPUTS).outputs is not None


def test_a_session_ends_its_process_when_it_is_closed() -> None:
    session = CpuSession(CONTROL)
    process = session._process
    session.close()
    assert process.poll() is not None


def test_nothing_of_the_working_folder_is_imported_by_the_process_of_a_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "numpy.py").write_text("raise SystemExit(3)")
    (tmp_path / "onnxruntime.py").write_text("raise SystemExit(3)")
    monkeypatch.chdir(tmp_path)
    session = CpuSession(CONTROL)
    session.close()
    assert session.providers == ("CPUExecutionProvider",)


def test_without_onnx_runtime_the_extra_is_named(tmp_path: Path) -> None:
    (tmp_path / "onnxruntime.py").write_text("raise ImportError('none')")
    arguments = ["run", str(MODELS / "spectral_mask.onnx"), "--mode=cpu", f"--outputs={tmp_path / 'o.npz'}"]
    arguments += [f"--inputs={MODELS / 'spectral_mask_input.npz'}"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-m", "wai_lint", "onnx", *arguments]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert "RUNTIME_MISSING" in ran.stderr
    assert "wai-lint[onnx-run]" in ran.stderr
    assert not (tmp_path / "o.npz").exists()
    command[4:] = ["verify-fixtures", str(MODELS)]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert [line.split()[2] for line in ran.stdout.splitlines() if line.startswith("not run ")] == ["run", "run"]
    assert ran.stdout.endswith("18 compared, 0 differ, 2 not run\n")


def test_evidence_is_json_in_ascii() -> None:
    evidence = Run(CONTROL, APPROVED, npu=Npu(error=RuntimeError("gerät\ud800")), cpu=Cpu())("hybrid", INPUTS).evidence
    assert json.loads(json.dumps(evidence))["npu_attempts"] == 1
