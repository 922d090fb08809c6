"""The process that examines models: bounded, kept warm, started anew, and with no way to another file."""

from __future__ import annotations

import multiprocessing
import os
import resource
import select
import signal
import subprocess
import sys
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest
from onnx import helper
from wai_lint.checkers.onnx import child
from wai_lint.checkers.onnx.audit import audit
from wai_lint.checkers.onnx.child import Child, ChildError, dismiss, warm_child
from wai_lint.checkers.onnx.limits import Limits
from wai_lint.tests.onnx_models.case import INT64, branch, loop, relu, tensor
from wai_lint.tests.onnx_models.encoding import shapes
from wai_lint.tests.onnx_models.external import external

GOOD = relu([tensor()]).SerializeToString()
FEW_BYTES = replace(Limits(), inference_bytes=256 << 20)
OUTSIDE = """
import sys
from wai_lint.checkers.onnx.audit import audit
audit(b"")
opened = []
sys.addaudithook(lambda event, arguments: opened.append(arguments[0]) if event in ("open", "os.listdir") else None)
found = audit(open(sys.argv[1], "rb").read())
print([refusal.code for refusal in found.findings], opened)
"""


def pid(held: Child) -> int:
    """The process."""
    return held._process.pid


def test_one_process_serves_many_models() -> None:
    audit(GOOD)
    before = pid(warm_child())
    for _ in range(5):
        assert audit(GOOD).admitted
    assert pid(warm_child()) == before


def test_each_model_is_held_to_the_limits_that_it_is_given_with() -> None:
    for _ in range(2):
        assert audit(GOOD).admitted
        assert [found.code for found in audit(GOOD, replace(Limits(), nodes=0)).findings] == ["ONNX_LIMIT_NODES"]


def test_a_model_past_its_memory_costs_no_other_its_verdict() -> None:
    bomb = shapes(1_000_000, 60)
    audit(GOOD)
    before = pid(warm_child())
    for _ in range(2):
        assert [refusal.code for refusal in audit(bomb, FEW_BYTES).findings] == ["ONNX_INFERENCE_BUDGET"]
        assert audit(GOOD).admitted
    assert pid(warm_child()) != before


def test_a_limit_of_one_model_is_none_of_the_next() -> None:
    bomb = shapes(100_000, 10)
    low = replace(Limits(), inference_bytes=48 << 20)
    assert [refusal.code for refusal in audit(bomb, low).findings] == ["ONNX_INFERENCE_BUDGET"]
    assert [refusal.code for refusal in audit(bomb).findings] == ["ONNX_LIMIT_RANK"] * 10


def test_memory_that_earlier_models_were_given_serves_none_that_is_given_less() -> None:
    few = replace(Limits(), inference_bytes=1 << 20)
    model = relu([tensor()])
    model.doc_string = "a" * (32 << 20)
    large = model.SerializeToString()
    model.doc_string = "a" * (4 << 20)
    for _ in range(2):
        assert audit(large).admitted
        assert [refusal.code for refusal in audit(model.SerializeToString(), few).findings] == ["ONNX_INFERENCE_BUDGET"]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSEGV])
def test_a_process_that_was_killed_is_started_anew(how: signal.Signals) -> None:
    audit(GOOD)
    os.kill(pid(warm_child()), how)
    assert audit(GOOD).admitted


WORKING = """
import os
from dataclasses import replace
from wai_lint.checkers.onnx.child import warm_child
from wai_lint.checkers.onnx.limits import Limits
from wai_lint.tests.onnx_models.case import relu
from wai_lint.tests.onnx_models.encoding import shapes
held = warm_child()
held.ask(relu().SerializeToString(), Limits())
while held.answer()["stage"] != "end":
    pass
held.ask(shapes(200_000, 400), replace(Limits(), inference_seconds=300, inference_bytes=16 << 30))
print(held._process.pid, flush=True)
held.answer()
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_process_that_works_ends_with_the_one_that_asked_it(how: signal.Signals) -> None:
    parent = subprocess.Popen([sys.executable, "-c", WORKING], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert parent.stdout is not None
    number = int(parent.stdout.readline())
    with parent:
        parent.send_signal(how)
    try:
        handle = os.pidfd_open(number)
    except ProcessLookupError:
        return
    ended = select.select([handle], [], [], 20)[0]
    os.close(handle)
    assert ended


def test_an_interruption_ends_the_process_in_the_midst_of_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    audit(GOOD)
    held = warm_child()

    def interrupted(_: Child) -> object:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Child, "answer", interrupted)
        with pytest.raises(KeyboardInterrupt):
            audit(GOOD)
    assert held.ended
    assert audit(GOOD).admitted


def test_what_was_inferred_is_there_after_other_models() -> None:
    first, second = audit(GOOD), audit(relu().SerializeToString())
    assert first.inferred is not None
    assert second.inferred is not None
    assert len(first.inferred.graph.initializer) == 1
    assert len(second.inferred.graph.initializer) == 0
    third = audit(GOOD)
    dismiss(warm_child())
    assert third.inferred == first.inferred


def test_a_forked_process_has_one_of_its_own() -> None:
    audit(GOOD)
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=_in_fork, args=(theirs,))
    process.start()
    admitted, other = ours.recv()
    process.join()
    assert admitted
    assert other != pid(warm_child())
    assert audit(GOOD).admitted


def _in_fork(connection: Connection[Any, Any]) -> None:
    connection.send((audit(GOOD).admitted, pid(warm_child())))


def test_the_process_can_open_no_file() -> None:
    audit(GOOD)
    soft, hard = resource.prlimit(pid(warm_child()), resource.RLIMIT_NOFILE)
    held = os.listdir(f"/proc/{pid(warm_child())}/fd")
    assert soft == hard == len(held)
    links = [os.readlink(f"/proc/{pid(warm_child())}/fd/{each}") for each in held]
    assert all(link.startswith("pipe:") or link == os.devnull for link in links)


def test_an_audit_opens_the_model_alone(tmp_path: Path) -> None:
    (tmp_path / "weights.bin").write_bytes(bytes(8))
    path = tmp_path / "model.onnx"
    for model, codes in ((relu([external()]), ["ONNX_EXTERNAL_DATA"]), (relu([tensor()]), [])):
        path.write_bytes(model.SerializeToString())
        command = [sys.executable, "-c", OUTSIDE, str(path)]
        found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        assert found.stdout.strip() == f"{codes} [{str(path)!r}]"


def test_an_audit_loads_no_onnx_where_it_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(GOOD)
    text = "import sys; from wai_lint.lint.cli import main; main([sys.argv[1], '--no-cache', '--quiet']);"
    text += "print([name for name in ('onnx', 'numpy', 'google.protobuf') if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", text, str(path)], capture_output=True, text=True, check=True)
    assert found.stdout.splitlines()[-1] == "[]", found


def test_modules_of_the_working_folder_are_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    audit(GOOD)
    dismiss(warm_child())
    for name in ("onnx.py", "numpy.py", "json.py"):
        (tmp_path / name).write_text("raise SystemExit(3)")
    monkeypatch.chdir(tmp_path)
    assert audit(GOOD).admitted


def test_what_the_checker_prints_is_no_answer() -> None:
    model = relu()
    model.graph.node[0].op_type = "Affine"
    assert [refusal.code for refusal in audit(model.SerializeToString()).findings] in ([], ["ONNX_INFERENCE"])
    assert audit(GOOD).admitted


def test_a_process_that_cannot_be_started_is_said_to_be_none(monkeypatch: pytest.MonkeyPatch) -> None:
    audit(GOOD)
    dismiss(warm_child())
    monkeypatch.setattr(sys, "executable", "/nonexistent/python")
    with pytest.raises(ChildError, match="cannot be started"):
        audit(GOOD)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(ChildError, match="exit status 1"):
        audit(GOOD)
    monkeypatch.undo()
    assert audit(GOOD).admitted


def test_a_process_that_does_not_answer_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    audit(GOOD)
    held = warm_child()
    # Stopped, it uses no processor time: the clock of this process ends it, and another one answers.
    monkeypatch.setattr(child, "_PATIENCE", 0)
    os.kill(pid(held), signal.SIGSTOP)
    refusals = audit(GOOD, replace(Limits(), inference_seconds=1)).findings
    assert pid(held) not in [pid(each) for each in child._children.values()]
    assert refusals == () or refusals[0].code == "ONNX_INFERENCE_BUDGET"


def test_values_of_nested_graphs_have_types_where_they_are_asked_for() -> None:
    inner = [helper.make_node("Cast", ["lx"], ["whole"], to=INT64), helper.make_node("Add", ["whole", "k"], ["sum"])]
    hidden = branch([helper.make_node("Neg", ["sum"], ["minus"])])
    inner.append(helper.make_node("If", ["lc"], ["chosen"], then_branch=hidden, else_branch=branch(tag="_else")))
    model = loop(inner, [tensor("k", INT64, (1,))])
    found = audit(model.SerializeToString())
    assert found.findings == ()
    assert found.inferred is not None
    body = found.inferred.graph.node[0].attribute[0].g
    held = next(attribute.g for node in body.node if node.op_type == "If" for attribute in node.attribute[1:])
    types = {each.name: each.type.tensor_type.elem_type for each in (*body.value_info, *held.value_info)}
    assert types == {"whole": INT64, "sum": INT64, "chosen": 1, "minus": INT64}
