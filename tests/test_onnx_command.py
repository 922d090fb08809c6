"""`wai-lint onnx …`: what is printed and written, exit statuses, and that nothing is replaced or left half done."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from wai_lint.checkers.onnx import fixtures
from wai_lint.checkers.onnx.run import MODES as MODES_THERE_ARE
from wai_lint.lint.onnx import command, files
from wai_lint.lint.options import UsageError

MODELS = Path(__file__).parent.parent / "examples" / "models"
CONTROL = str(MODELS / "spectral_mask.onnx")
INPUTS = str(MODELS / "spectral_mask_input.npz")
POLICY = f"--policy={MODELS / 'hybrid-policy.json'}"
NO_PARTITION = f"--partition-policy={MODELS / 'hybrid-policy.json'}"
MODEL = {"m.onnx": Path(CONTROL).read_bytes()}
SIGNATURE = json.loads((MODELS / "spectral_mask_audit.json").read_text())["graph_signature"]


def arguments(mode: str, outputs: str = "out.npz", evidence: str = "run.json") -> list[str]:
    return [
        "onnx",
        "run",
        CONTROL,
        f"--mode={mode}",
        f"--inputs={INPUTS}",
        f"--outputs={outputs}",
        f"--evidence={evidence}",
    ]


def test_an_audit_prints_inventory_placements_and_reasons(run) -> None:
    ran = run("onnx", "audit", CONTROL, POLICY, "--output=audit.json")
    assert ran.status == 0
    words = " ".join(ran.out.split())
    for expected in (
        "admitted",
        SIGNATURE,
        "graphs 1",
        "total nodes 2",
        "encoded constant bytes 24",
        'graph/Conv[0] "smooth" cpu PARTITION_NOT_PREFLIGHTED, COMPILER_DEPENDENCY_MISMATCH',
        'graph/Sigmoid[1] "gate" cpu PARTITION_NOT_PREFLIGHTED, COMPILER_DEPENDENCY_MISMATCH',
        "1 partition: cpu (2 nodes)",
    ):
        assert expected in words
    assert Path("audit.json").read_bytes() == (MODELS / "spectral_mask_audit.json").read_bytes()
    as_json = run("onnx", "audit", CONTROL, POLICY, "--format=json")
    assert as_json.out.encode() == (MODELS / "spectral_mask_audit.json").read_bytes()


def test_a_model_that_is_refused_has_an_envelope_too_and_status_1(run) -> None:
    ran = run("onnx", "audit", "bad.onnx", "--output=audit.json", files={"bad.onnx": b"junk"})
    assert ran.status == 1
    assert "ONNX_PARSE" in ran.out
    envelope = json.loads(Path("audit.json").read_text())
    assert (envelope["admitted"], envelope["refusals"][0]["code"]) == (False, "ONNX_PARSE")
    assert (envelope["graph_signature"], envelope["placements"]) == (None, [])


def test_limits_of_the_policy_hold(run) -> None:
    document = json.loads((MODELS / "hybrid-policy.json").read_text()) | {"limits": {"nodes": 1}}
    manifest = (MODELS / "compiler.manifest.json").read_bytes()
    written = {"policy.json": json.dumps(document), "compiler.manifest.json": manifest}
    ran = run("onnx", "audit", CONTROL, "--policy=policy.json", files=written)
    assert ran.status == 1
    assert "ONNX_LIMIT_NODES" in ran.out


def test_a_model_past_the_limit_of_bytes_is_not_read_whole(run) -> None:
    document = json.loads((MODELS / "hybrid-policy.json").read_text()) | {"limits": {"model_bytes": 100}}
    manifest = (MODELS / "compiler.manifest.json").read_bytes()
    written = {"policy.json": json.dumps(document), "compiler.manifest.json": manifest}
    ran = run("onnx", "audit", "/dev/zero", "--policy=policy.json", "--format=json", files=written)
    assert ran.status == 1
    assert json.loads(ran.out)["model"] == {"bytes": None, "sha256": None}
    told = run("onnx", "audit", "/dev/zero", "--policy=policy.json")
    assert (told.status, told.err) == (1, "")
    assert told.out.splitlines()[:1] == ["/dev/zero: refused, 1 finding"]
    assert "sha256" not in told.out


def test_the_signature_alone(run) -> None:
    assert run("onnx", "signature", CONTROL).out == SIGNATURE + "\n"
    assert json.loads(run("onnx", "signature", CONTROL, "--format=json").out)["nodes"][0]["operator"] == "Conv"
    ran = run("onnx", "signature", "bad.onnx", files={"bad.onnx": b"junk"})
    assert (ran.status, ran.out) == (1, "")
    assert "ONNX_PARSE" in ran.err


def test_cpu_and_hybrid_write_equal_outputs_and_repeatable_evidence(run) -> None:
    for mode, classification in (("cpu", "cpu-explicit"), ("hybrid", "cpu-preflight-fallback")):
        for number in (1, 2):
            ran = run(*arguments(mode, f"{mode}{number}.npz", f"{mode}{number}.json"))
            assert ran.status == 0
            assert f"{classification} (0 NPU attempts, 1 session)" in ran.out
        assert Path(f"{mode}1.json").read_bytes() == Path(f"{mode}2.json").read_bytes()
    assert len({Path(name).read_bytes() for name in ("cpu1.npz", "cpu2.npz", "hybrid1.npz", "hybrid2.npz")}) == 1


def test_strict_is_refused_and_nothing_is_written(run) -> None:
    ran = run(*arguments("strict"))
    assert ran.status == 1
    assert "PARTITION_NOT_NPU_RESIDENT" in ran.err
    assert os.listdir() == []


@pytest.mark.parametrize("name", ["out.npz", "run.json"])
def test_an_output_that_exists_is_refused_and_kept(run, name: str) -> None:
    ran = run(*arguments("cpu"), files={name: "precious"})
    assert ran.status == 2
    assert f"{name}: this file exists" in ran.err
    assert Path(name).read_text() == "precious"
    assert os.listdir() == [name]


def test_a_link_that_leads_nowhere_is_an_output_that_exists(run, tmp_path: Path) -> None:
    (tmp_path / "out.npz").symlink_to("elsewhere")
    ran = run(*arguments("cpu"))
    assert (ran.status, "this file exists" in ran.err) == (2, True)
    assert not (tmp_path / "elsewhere").exists()


def test_an_audit_replaces_no_file(run) -> None:
    ran = run("onnx", "audit", CONTROL, "--output=audit.json", files={"audit.json": "precious"})
    assert (ran.status, ran.out) == (2, "")
    assert "this file exists" in ran.err
    assert Path("audit.json").read_text() == "precious"


def test_two_outputs_with_one_path_are_refused(run) -> None:
    assert run(*arguments("cpu", "same", "./same")).status == 2
    assert os.listdir() == []


def test_a_failure_half_way_leaves_nothing_behind(run) -> None:
    ran = run(*arguments("cpu", evidence="no/such/folder/run.json"))
    assert ran.status == 2
    assert os.listdir() == []


def test_an_interruption_half_way_leaves_nothing_behind(tmp_path: Path) -> None:
    class Interrupting(Mapping[str, bytes]):
        def __iter__(self) -> Iterator[str]:
            yield from (str(tmp_path / "first"), str(tmp_path / "second"))

        def __len__(self) -> int:
            return 2

        def __getitem__(self, path: str) -> bytes:
            if path.endswith("second"):
                raise KeyboardInterrupt
            return b"1"

    with pytest.raises(KeyboardInterrupt):
        files.write_all(Interrupting())
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_appeared_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "second").write_text("precious")
    with pytest.raises(UsageError, match="second: cannot write"):
        files.write_all({str(tmp_path / "first"): b"1", str(tmp_path / "second"): b"2"})
    assert [path.name for path in tmp_path.iterdir()] == ["second"]
    assert (tmp_path / "second").read_text() == "precious"


def test_inputs_that_break_the_contract_are_refused_with_their_code(run) -> None:
    ran = run("onnx", "run", "m.onnx", "--mode=cpu", f"--inputs={CONTROL}", "--outputs=out.npz", files=MODEL)
    assert ran.status == 1
    assert f"error: {CONTROL}: TENSOR_ARCHIVE_INVALID" in ran.err
    assert os.listdir() == ["m.onnx"]


MISUSED = {
    "no mode": (["run", CONTROL], "run needs --mode"),
    "an unknown mode": (["run", CONTROL, "--mode=gpu"], "--mode must be one of"),
    "no inputs": (["run", CONTROL, "--mode=cpu", "--outputs=o"], "needs --inputs=FILE and --outputs=FILE"),
    "inputs without a session": (["run", CONTROL, "--mode=audit", "--inputs=i"], "makes no session"),
    "no model": (["audit"], "audit needs a file"),
    "two models": (["audit", "a", "b"], "audit takes one file"),
    "a model that is not there": (["audit", "none.onnx"], "none.onnx: cannot read this file: No such file"),
    "a folder": (["audit", "."], "cannot read this file: Is a directory"),
    "a policy that is not there": (["audit", CONTROL, "--policy=none"], "none: POLICY_UNREADABLE"),
    "a policy that is a model": (["audit", CONTROL, f"--policy={CONTROL}"], "POLICY_INVALID"),
    "a partition policy that is none": (["audit", CONTROL, NO_PARTITION], "PARTITION_POLICY_KEY_UNKNOWN"),
    "no command": ([], "onnx needs a command"),
    "an unknown command": (["audits"], "did you mean wai-lint onnx audit?"),
    "an option of another command": (["audit", CONTROL, "--mode=cpu"], "--mode means nothing to wai-lint onnx audit"),
    "a folder without fixtures": (["verify-fixtures", "."], "FIXTURES_UNREADABLE"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISUSED)
def test_misuse_says_what_is_wrong_and_has_status_2(run, name: str) -> None:
    given, expected = MISUSED[name]
    ran = run("onnx", *given)
    assert (ran.status, ran.out) == (2, "")
    assert expected in ran.err
    assert "Traceback" not in ran.err


def test_the_examples_are_what_their_script_writes() -> None:
    script = [sys.executable, str(MODELS / "generate.py"), "--check"]
    ran = subprocess.run(script, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "")


def test_the_command_knows_the_modes_that_there_are() -> None:
    assert command.MODES == MODES_THERE_ARE


def test_help_names_every_command(run) -> None:
    ran = run("onnx", "--help")
    assert ran.status == 0
    for name in ("audit", "signature", "run", "verify-fixtures"):
        assert f"wai-lint onnx {name}" in ran.out
    assert "wai-lint onnx run MODEL --mode MODE [--inputs FILE]" in ran.out


def test_mode_audit_writes_evidence_alone(run) -> None:
    ran = run("onnx", "run", CONTROL, "--mode=audit", "--evidence=run.json")
    assert ran.status == 0
    assert os.listdir() == ["run.json"]
    assert json.loads(Path("run.json").read_text())["sessions"] == []


def test_the_recorded_fixtures_are_as_they_were(run) -> None:
    ran = run("onnx", "verify-fixtures", str(MODELS))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith("20 compared, 0 differ\n")


def test_a_fixture_that_was_changed_is_named_and_what_follows_from_it_is_not_made_again(run, tmp_path: Path) -> None:
    shutil.copytree(MODELS, tmp_path / "models")
    path = tmp_path / "models" / "spectral_mask_input.npz"
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    ran = run("onnx", "verify-fixtures", "models")
    assert ran.status == 1
    differing = [line.split()[1:] for line in ran.out.splitlines() if line.startswith("differs")]
    assert [words[0] for words in differing] == ["spectral_mask_input.npz", "run", "run"]


def record(folder: Path, name: str, data: bytes) -> None:
    """Put another content under a name and list it as if it had been recorded so."""
    (folder / name).write_bytes(data)
    manifest = json.loads((folder / "fixtures.json").read_text())
    for entry in manifest["files"]:
        if entry["path"] == name:
            entry["sha256"] = hashlib.sha256(data).hexdigest()
    (folder / "fixtures.json").write_text(json.dumps(manifest))


def test_an_audit_and_a_run_that_were_recorded_otherwise_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "models"
    shutil.copytree(MODELS, folder)
    audit = (MODELS / "spectral_mask_audit.json").read_bytes()
    record(folder, "spectral_mask_audit.json", audit.replace(b'"cpu"', b'"npu"', 1))
    evidence = (MODELS / "spectral_mask_cpu_run.json").read_bytes()
    record(folder, "spectral_mask_cpu_run.json", evidence.replace(b"cpu-explicit", b"npu-session"))
    differing = [each.subject for each in fixtures.verify(str(folder)) if not each.same]
    assert differing == ["audit of spectral_mask.onnx", "run cpu of spectral_mask.onnx"]


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"runtime": 1}', b"\xff", b"[" * 100_000], ids=len)
def test_evidence_that_is_none_is_named(tmp_path: Path, data: bytes) -> None:
    folder = tmp_path / "models"
    shutil.copytree(MODELS, folder)
    record(folder, "spectral_mask_cpu_run.json", data)
    (compared,) = [each for each in fixtures.verify(str(folder)) if not each.same]
    assert compared.subject == "run cpu of spectral_mask.onnx"
    assert compared.said.startswith("FIXTURES_INVALID: the evidence ")


@pytest.mark.parametrize(("away", "same"), [(2e-7, True), (1e-4, False)])
def test_outputs_of_another_processor_may_differ_in_their_last_bits_alone(
    tmp_path: Path, away: float, same: bool
) -> None:
    import numpy as np
    from wai_lint.checkers.onnx.tensors import write_archive

    folder = tmp_path / "models"
    shutil.copytree(MODELS, folder)
    with np.load(folder / "spectral_mask_cpu_output.npz") as archive:
        record(folder, "spectral_mask_cpu_output.npz", write_archive({"mask": archive["mask"] + np.float32(away)}))
    (compared,) = [each for each in fixtures.verify(str(folder)) if each.subject == "run cpu of spectral_mask.onnx"]
    assert compared.same is same
    assert "another runtime or processor" in compared.said


def test_neighbours_that_are_placed_alike_are_one_row_of_a_large_model(run) -> None:
    from onnx import TensorProto, helper

    nodes = [helper.make_node("Relu", [f"v{n}"], [f"v{n + 1}"]) for n in range(50)]
    nodes.insert(30, helper.make_node("Sinh", ["v0"], ["s"]))
    ends = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [2]) for name in ("v0", "v50")]
    model = helper.make_model(
        helper.make_graph(nodes, "g", ends[:1], ends[1:]), opset_imports=[helper.make_opsetid("", 17)], ir_version=8
    )
    ran = run("onnx", "audit", "m.onnx", files={"m.onnx": model.SerializeToString()})
    words = " ".join(ran.out.split())
    for row in ("graph/Relu[0] and 29 more cpu", "graph/Sinh[30] cpu", "graph/Relu[31] and 19 more cpu"):
        assert row in words
    assert "1 partition: cpu (51 nodes)" in words
