"""`wai-lint confirm`: what it runs and writes, what refuses it, and that each refusal says where."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import tomllib
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from jsonschema import Draft202012Validator
from PIL import Image
from wai_lint.checkers.decoder import probe, trials
from wai_lint.checkers.decoder.executors.executor import Executor, Program
from wai_lint.checkers.decoder.executors.table import EXECUTORS, open_executor
from wai_lint.checkers.decoder.operators import OPERATORS
from wai_lint.checkers.decoder.semantics import suite
from wai_lint.lint import progress
from wai_lint.lint.decoder import confirmation, png

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "decoder"
SCHEMA = Draft202012Validator(json.loads((ROOT / "schemas" / "wai-run.json").read_text()))
PAYLOAD = "payloads/chelsea.wnis"
WHOLE_TRIALS = trials.run
GOLDEN = next(
    entry["golden"]
    for entry in tomllib.loads((EXAMPLE / "manifest.toml").read_text())["payloads"]
    if entry["path"] == PAYLOAD
)
MANIFEST = f"""\
format = "wai-manifest/1"
model = "model"
kernels = "kernels"
payloads = [{{ path = "{PAYLOAD}", golden = "{GOLDEN}" }}]
"""


@pytest.fixture
def confirm(run, tmp_path, monkeypatch):
    """Confirms the example's first payload in the test's own folder, after few cases of suite and probe, no trials.

    Gives how it ended, and the report, which has the form of its schema; None where there is none.
    """
    for name in ("model", "kernels", "payloads"):
        shutil.copytree(EXAMPLE / name, tmp_path / name)
    monkeypatch.setattr(suite, "run", partial(suite.run, drawn=1, names=("min", "%")))
    monkeypatch.setattr(probe, "run", partial(probe.run, count=1))
    monkeypatch.setattr(trials, "run", partial(trials.run, count=0))

    def confirm_in_folder(*arguments: str, manifest: str = MANIFEST, files: dict[str, str | bytes] | None = None):
        ran = run(
            "confirm",
            "manifest.toml",
            "--report",
            "report.json",
            *arguments,
            files={"manifest.toml": manifest, **(files or {})},
        )
        written = tmp_path / "report.json"
        if not written.exists():
            return ran, None
        report = json.loads(written.read_text())
        SCHEMA.validate(report)
        assert report["confirmed"] == (ran.status == 0)
        assert all(complaint in ran.err for complaint in report["complaints"])
        return ran, report

    return confirm_in_folder


def edited(operator: str, old: str, new: str) -> dict[str, str | bytes]:
    """The example's kernel of an operator with one text written otherwise."""
    text = (EXAMPLE / "kernels" / f"{operator}.wgsl").read_text()
    assert text.count(old) == 1
    return {f"kernels/{operator}.wgsl": text.replace(old, new)}


@pytest.mark.parametrize("executor", EXECUTORS)
def test_the_example_is_confirmed_on_every_executor(run, tmp_path, executor):
    ran = run("confirm", str(EXAMPLE / "manifest.toml"), "--executor", executor, "--report", "r.json", "--png", "p.png")
    assert (ran.status, ran.err) == (0, "")
    report = json.loads((tmp_path / "r.json").read_text())
    SCHEMA.validate(report)
    assert report["confirmed"]
    assert report["executor"]["executor"] == executor
    assert report["suite"]["cases"] >= 25_000
    assert report["suite"]["drawn"] >= 4096 * 30
    assert report["probe"]["cases"] >= 100_000
    assert report["operators"]["graphs"] == 100 * len(OPERATORS)
    assert [kernel["operator"] for kernel in report["kernels"]] == sorted(OPERATORS)
    assert "not of the graph: concat, lut, mul, slice, upsample2" in ran.out
    assert len(report["payloads"]) == 2
    for payload in report["payloads"]:
        assert sum(operator["elements"] for operator in payload["operators"]) > 100_000
        with Image.open(tmp_path / f"p-{Path(payload['path']).stem}.png") as picture:
            assert hashlib.sha256(picture.tobytes()).hexdigest() == payload["golden"]


@pytest.mark.parametrize("executor", EXECUTORS)
def test_the_example_of_64_bits_is_confirmed_on_every_executor(confirm, executor):
    folders = ("model", "payloads")
    manifest = (EXAMPLE / "manifest64.toml").read_text()
    for name in folders:
        manifest = manifest.replace(f'"{name}', f'"{EXAMPLE}/{name}')
    ran, report = confirm("--executor", executor, manifest=manifest)
    assert (ran.status, ran.err) == (0, "")
    assert report["model"]["width"] == "acc64"


def test_the_account_has_a_line_for_each_step(confirm):
    ran, _ = confirm()
    assert ran.err == ""
    assert [line.split()[0] for line in ran.out.splitlines()] == [
        "executor",
        "kernels",
        "suite",
        "probe",
        "operators",
        PAYLOAD,
        "verdict",
    ]
    assert ran.out.endswith("confirmed\n")


def test_the_report_can_be_printed_instead(confirm):
    ran, _ = confirm("--report", "-")
    SCHEMA.validate(json.loads(ran.out))


def test_without_a_folder_of_kernels_those_of_the_tool_run(confirm):
    ran, report = confirm(manifest=MANIFEST.replace('kernels = "kernels"\n', ""))
    assert ran.status == 0
    assert len(report["kernels"]) == len({operator["operator"] for operator in report["payloads"][0]["operators"]})


def test_a_kernel_that_a_rule_refuses_is_not_run(confirm, monkeypatch):
    monkeypatch.delattr(confirmation, "open_executor")
    # Excused or not: a suppression is no reason to run it.
    comment = "// wai-lint: ignore[WGSL401] -- it is small\n"
    text = (EXAMPLE / "kernels" / "relu.wgsl").read_text()
    files = {"kernels/relu.wgsl": f"{text}{comment}fn shifted(a: u32, b: u32) -> u32 {{ return a << b; }}\n"}
    ran, report = confirm(files=files)
    assert ran.status == 1
    assert "WGSL401" in ran.err
    assert report["executor"] is None
    assert "not confirmed" in ran.out


def test_an_edited_kernel_is_caught_with_its_operator_and_index(confirm):
    ran, report = confirm(files=edited("conv2d", "number(bias[channel])", "number(bias[channel] + 1)"))
    assert ran.status == 1
    (payload,) = report["payloads"]
    last = payload["operators"][-1]
    assert last["operator"] == "conv2d"
    assert last["first"]["given"] == last["first"]["expected"] + 1
    assert last["first"]["index"] == 0
    assert all(operator["differing"] == 0 for operator in payload["operators"][:-1])
    assert f"conv2d {last['name']} gives {last['first']['given']} at index 0" in ran.err
    assert payload["picture"] is None


def test_an_edited_kernel_that_leaves_its_buffers_is_caught_with_its_operator_and_place(confirm):
    ran, report = confirm(files=edited("relu", "values[index]", "values[index + 1u]"))
    assert ran.status == 1
    (complaint,) = report["complaints"]
    assert complaint.startswith(f"{PAYLOAD}: relu ")
    assert "invocation" in complaint


def test_a_kernel_that_is_no_text_is_refused(confirm):
    ran, _ = confirm(files={"kernels/relu.wgsl": b"\xff\xfe\x00"})
    assert ran.status == 1
    assert "relu.wgsl:1:1: WGSL001" in ran.err


def test_a_kernel_without_its_entry_point_is_refused_with_its_operator(confirm):
    ran, _ = confirm(files=edited("relu", "fn main(", "fn other("))
    assert ran.status == 1
    assert "relu " in ran.err
    assert "main" in ran.err


def test_a_picture_that_is_not_the_golden_is_refused(confirm):
    ran, report = confirm(manifest=MANIFEST.replace(GOLDEN, "0" * 64))
    assert ran.status == 1
    assert GOLDEN in ran.err
    assert not report["payloads"][0]["matches"]


def test_a_damaged_payload_is_refused_with_its_code(confirm):
    data = (EXAMPLE / PAYLOAD).read_bytes()
    ran, report = confirm(files={PAYLOAD: data + b"\0"})
    assert ran.status == 1
    assert report["payloads"][0]["refusal"]["code"] == "trailing_bytes"
    assert "trailing_bytes" in ran.err


def test_a_damaged_model_is_refused_with_its_code(confirm, tmp_path):
    data = bytearray((EXAMPLE / "model" / "weights.bin").read_bytes())
    data[0] ^= 1
    ran, report = confirm(files={"model/weights.bin": bytes(data)})
    assert ran.status == 1
    assert "model_mismatch" in ran.err
    assert report["model"] is None


class Edited:
    """An executor whose translator writes one text of a module otherwise; it counts the programs it ran."""

    def __init__(self, inner: Executor, old: str, new: str) -> None:
        self.inner = inner
        self.old = old
        self.new = new
        self.identity = inner.identity
        self.modules: list[str] = []

    def execute(self, program: Program):
        self.modules += [dispatch.module for dispatch in program.dispatches]
        dispatches = tuple(
            replace(dispatch, module=dispatch.module.replace(self.old, self.new)) for dispatch in program.dispatches
        )
        return self.inner.execute(replace(program, dispatches=dispatches))

    def close(self) -> None:
        self.inner.close()


@pytest.mark.parametrize("name", EXECUTORS)
@pytest.mark.parametrize(
    ("old", "new", "step"),
    [
        # Where WGSL gives 0, this gives the dividend.
        ("x0 % x1", "(x0 - (x0 / x1) * x1)", "suite: %"),
        ("u32(low < a.x)", "u32(low <= a.x)", "probe: wide_add"),
    ],
    ids=["suite", "probe"],
)
def test_an_executor_that_differs_runs_no_graph(confirm, monkeypatch, name, old, new, step):
    opened = Edited(open_executor(name), old, new)
    monkeypatch.setattr(confirmation, "open_executor", lambda asked: opened)
    ran, report = confirm("--executor", name)
    assert ran.status == 1
    assert step in ran.err
    assert report["payloads"] == []
    assert not any("struct Parameters" in module for module in opened.modules)


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        ("format = ", "no TOML"),
        ("\xff", "no TOML"),
        (MANIFEST.replace("wai-manifest/1", "wai-manifest/2"), "at format"),
        (MANIFEST.replace("model =", "modell ="), "modell"),
        (MANIFEST.replace(GOLDEN, GOLDEN[1:]), "golden"),
        (MANIFEST.replace(PAYLOAD, "payloads/nothing.wnis"), "payloads/nothing.wnis: cannot read"),
        (MANIFEST.replace('"model"', '"nothing"'), "nothing"),
        (MANIFEST.replace('"kernels"', '"nothing"'), "nothing: cannot read this folder"),
        (MANIFEST.replace(PAYLOAD, "payloads"), "payloads: cannot read"),
        (MANIFEST.replace('"model"', '"mo\\u0000del"'), "at model"),
        (MANIFEST.replace('"model"', '"mo\\ndel"'), "at model"),
        (MANIFEST + "number = " + "9" * 5000, "no TOML"),
        (MANIFEST + ".".join(["a"] * 100_000) + " = 1", "more than 100 dots"),
        (MANIFEST.replace("}]", f'}}, {{ path = "{PAYLOAD}", golden = "{GOLDEN}" }}]'), "more than once"),
        (MANIFEST.replace("payloads = [{", "payloads = []\nother = [{"), "at its top"),
        (MANIFEST.replace("payloads = ", "x = "), "at its top"),
    ],
)
def test_a_manifest_that_cannot_be_followed_is_misuse(confirm, manifest, said):
    ran, report = confirm(manifest=manifest.encode("latin-1"))
    assert ran.status == 2
    assert said in ran.err
    assert report is None


@pytest.mark.parametrize("arguments", [(), ("a.toml", "b.toml"), ("a.toml", "--executor", "gpu"), ("a.toml", "--fix")])
def test_arguments_that_mean_nothing_are_misuse(run, arguments):
    assert run("confirm", *arguments).status == 2


@pytest.mark.parametrize("path", [PAYLOAD, "manifest.toml", "model/graph.json", "kernels/new.png"])
@pytest.mark.parametrize("option", ["--png", "--report"])
def test_what_is_confirmed_is_not_written_over(confirm, tmp_path, option, path):
    ran, _ = confirm(option, path)
    assert (ran.status, ran.out) == (2, "")
    assert (tmp_path / PAYLOAD).read_bytes() == (EXAMPLE / PAYLOAD).read_bytes()


def test_pictures_of_two_payloads_do_not_share_a_file(confirm):
    second = f'}}, {{ path = "model/../{PAYLOAD}", golden = "{GOLDEN}" }}]'
    ran, _ = confirm("--png", "p.png", manifest=MANIFEST.replace("}]", second))
    assert (ran.status, ran.out) == (2, "")
    assert "p-chelsea.png" in ran.err


@pytest.mark.parametrize("name", ["foo.wgsl", "Relu.wgsl"])
def test_a_module_of_no_operator_is_not_passed_over(confirm, name):
    ran, report = confirm(files={f"kernels/{name}": "fn f() {}"})
    assert (ran.status, report) == (2, None)
    assert f"kernels/{name}: no operator is called" in ran.err


def test_a_kernel_that_the_graph_does_not_use_is_confirmed_too(confirm, monkeypatch):
    monkeypatch.setattr(trials, "run", partial(WHOLE_TRIALS, count=20))
    ran, report = confirm(files=edited("lut", "- bitcast<u32>(parameters.low)", "- bitcast<u32>(parameters.low) - 1u"))
    assert ran.status == 1
    assert report["payloads"] == []
    assert "kernels/lut.wgsl: lut on " in ran.err


def test_a_kernel_that_is_right_for_the_payloads_alone_is_refused(confirm, monkeypatch):
    # The graph has one picture, and rows of workgroups come with pictures larger than these.
    files = edited("conv2d", "id.y * parameters.row", "id.y * parameters.count")
    assert confirm(files=files)[0].status == 0
    monkeypatch.setattr(trials, "run", partial(WHOLE_TRIALS, count=20))
    ran, report = confirm(files=files)
    assert ran.status == 1
    assert "kernels/conv2d.wgsl: conv2d on " in ran.err
    assert report["operators"] is None or report["operators"]["different"] > 0


@pytest.mark.parametrize(
    "part", ["model/graph.json", "model/weights.bin", "kernels/relu.wgsl", PAYLOAD, "manifest.toml"]
)
def test_a_pipe_is_not_read(run, tmp_path, part):
    shutil.copytree(EXAMPLE, tmp_path / "example")
    (tmp_path / "example" / part).unlink()
    os.mkfifo(tmp_path / "example" / part)
    ran = run("confirm", "example/manifest.toml")
    assert (ran.status, ran.out) == (2, "")
    assert f"{Path(part).name}: cannot read this file: it is not a regular file" in ran.err


def test_two_outputs_do_not_share_a_file(confirm):
    ran, _ = confirm("--png", "report.json")
    assert (ran.status, ran.out) == (2, "")


def test_an_executor_that_is_absent_is_an_error(confirm, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    ran, report = confirm("--executor", "browser")
    assert ran.status == 2
    assert "chromium" in ran.err
    assert report is None


def test_the_picture_that_is_written_is_what_was_decoded(confirm, tmp_path):
    confirm("--png", "picture.png")
    with (
        Image.open(tmp_path / "picture.png") as picture,
        Image.open(EXAMPLE / "photographs" / "chelsea.png") as photograph,
    ):
        assert (picture.mode, picture.size) == ("RGB", photograph.size)
        assert hashlib.sha256(picture.tobytes()).hexdigest() == GOLDEN


def test_png_keeps_every_pixel():
    pixels = np.arange(5 * 7 * 3, dtype=np.uint8).reshape(5, 7, 3)
    with Image.open(io.BytesIO(png.encode(pixels))) as picture:
        np.testing.assert_array_equal(np.asarray(picture), pixels)


def test_a_confirmation_shows_its_progress_on_a_terminal(confirm, monkeypatch):
    steps: list[tuple[int, int, str]] = []
    monkeypatch.setattr(progress.Bar, "__call__", lambda bar, *step: steps.append(step))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    ran, _ = confirm()
    assert ran.status == 0
    assert [done for done, _, _ in steps] == list(range(len(steps)))
    assert [doing for _, _, doing in steps] == ["kernels", "suite: min", "suite: %", "probe", "operators", PAYLOAD]


def test_help_names_every_executor_and_fits_the_terminal(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "70")
    ran = run("confirm", "--help")
    assert ran.status == 0
    assert all(name in ran.out for name in EXECUTORS)
    assert max(map(len, ran.out.splitlines())) <= 70


def test_an_executor_is_closed_when_a_confirmation_ends(confirm, monkeypatch):
    closed = []
    with closing(open_executor("interpreter")) as inner:
        opened = Edited(inner, "x0 % x1", "x1 % x0")
        monkeypatch.setattr(opened, "close", lambda: closed.append(True))
        monkeypatch.setattr(confirmation, "open_executor", lambda asked: opened)
        confirm()
    assert closed == [True]
