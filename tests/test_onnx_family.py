"""Models as one family of the tool: configuration, paths, cache, bounds, and what a start does not load."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import onnx
import pytest
import wai_lint
from wai_lint.checkers.onnx import recognition
from wai_lint.lint.explain import explain
from wai_lint.lint.report import Report
from wai_lint.rules.onnx._models import branching, integers

FLOATS, INTEGERS = branching().SerializeToString(), integers().SerializeToString()
CODES = ["ONNX-FLOAT-INITIALIZER", "ONNX-FLOAT-OPERATOR", "ONNX-FLOAT-TENSOR"]


def codes(ran) -> list[str]:
    return sorted({line.split()[1] for line in ran.out.splitlines() if ": ONNX" in line})


def toml(text: str) -> dict[str, str | bytes]:
    return {"wai-lint.toml": text, "m.onnx": FLOATS, "decode/m.onnx": FLOATS, "decode/i.onnx": INTEGERS}


def test_an_admitted_model_is_clean_and_a_refused_one_has_its_findings(run) -> None:
    assert run("m.onnx", files={"m.onnx": FLOATS}).status == 0
    ran = run("--format=concise", "bad.onnx", files={"bad.onnx": b"junk"})
    assert (ran.status, codes(ran)) == (1, ["ONNX_PARSE"])


def test_models_are_found_in_folders_and_named_in_capitals(run) -> None:
    run(files={"a/m.ONNX": b"junk", "b/m.onnx": FLOATS})
    report = wai_lint.check(".")
    assert report.files == ["a/m.ONNX", "b/m.onnx"]
    assert [finding.code for finding in report.active] == ["ONNX_PARSE"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", {}),
        ("[onnx]\ninteger-only = false", {}),
        ("[onnx]\ninteger-only = true", {"m.onnx": CODES, "decode/m.onnx": CODES}),
        ('[onnx]\ninteger-only = ["decode/"]', {"decode/m.onnx": CODES}),
        ('[[overrides]]\npaths = ["decode/"]\nonnx = { integer-only = true }', {"decode/m.onnx": CODES}),
        (
            '[onnx]\ninteger-only = true\n[[overrides]]\npaths = ["decode/"]\nonnx = { integer-only = false }',
            {"m.onnx": CODES},
        ),
    ],
)
def test_integer_only_holds_where_the_configuration_says(run, text: str, found: dict[str, list[str]]) -> None:
    run(files=toml(text))
    report = wai_lint.check(".")
    by_path: dict[str, set[str]] = {}
    for finding in report.active:
        by_path.setdefault(finding.path, set()).add(finding.code)
    assert {path: sorted(names) for path, names in by_path.items()} == found


@pytest.mark.parametrize(
    ("patterns", "arguments", "warned"),
    [
        ('["nothere/"]', [], True),
        ('["nothere/"]', ["."], False),
        ('["nothere/", "decode/"]', [], False),
        ("[]", [], False),
        ("false", [], False),
    ],
)
def test_patterns_that_match_no_model_of_a_run_over_everything_are_said(
    run, patterns: str, arguments: list[str], warned: bool
) -> None:
    ran = run(*arguments, files=toml(f"[onnx]\ninteger-only = {patterns}"))
    assert ("integer-only (nothere/) matches none of the models here" in ran.err) == warned


def test_a_change_of_the_configuration_is_not_answered_by_the_cache(run) -> None:
    assert run(".", files=toml("")).status == 0
    assert run(".").status == 0
    assert run(".", files=toml("[onnx]\ninteger-only = true")).status == 1
    assert run(".", files=toml("[onnx]\nlimits = { nodes = 1 }")).status == 1
    assert run(".", files=toml("")).status == 0


def test_the_cache_answers_the_second_time(run) -> None:
    run("--version", files=toml("cache = true\n[onnx]\ninteger-only = true"))
    first, second = wai_lint.check("."), wai_lint.check(".")
    assert (first.cached, second.cached) == (0, 3)
    assert list(map(repr, first.diagnostics)) == list(map(repr, second.diagnostics))
    assert [finding.place for finding in first.diagnostics] == [finding.place for finding in second.diagnostics]


def test_findings_of_integer_only_are_selected_and_those_of_admission_are_not_deselected(run) -> None:
    written = toml("[onnx]\ninteger-only = true")
    assert codes(run("--format=concise", "--select=ONNX-FLOAT-TENSOR", "m.onnx", files=written)) == [CODES[2]]
    assert codes(run("--format=concise", "--ignore=ONNX-FLOAT", "m.onnx")) == []
    assert run("--ignore=ONNX_PARSE", "m.onnx").status == 2
    (Path.cwd() / "m.onnx").write_bytes(b"junk")
    assert codes(run("--format=concise", "--select=ONNX-FLOAT", "m.onnx")) == ["ONNX_PARSE"]


def test_a_baseline_excuses_floats_by_their_places(run) -> None:
    written = toml("[onnx]\ninteger-only = true")
    assert run("--write-baseline", "m.onnx", files=written).status == 0
    assert run("--baseline=wai-lint-baseline.json", "m.onnx").status == 0
    model = branching()
    model.graph.initializer.add(name="more", data_type=1, dims=[1], float_data=[1.0])
    ran = run(
        "--format=concise", "--baseline=wai-lint-baseline.json", "m.onnx", files={"m.onnx": model.SerializeToString()}
    )
    assert codes(ran) == ["ONNX-FLOAT-INITIALIZER"]
    assert '(graph.initializer[1] "more")' in ran.out


def test_limits_come_from_the_policy_and_from_the_configuration_over_it(run) -> None:
    models = Path(__file__).parent.parent / "examples" / "models"
    policy = json.loads((models / "hybrid-policy.json").read_text()) | {"limits": {"nodes": 1}}
    written: dict[str, str | bytes] = {
        "p/policy.json": json.dumps(policy),
        "p/compiler.manifest.json": (models / "compiler.manifest.json").read_bytes(),
        "m.onnx": FLOATS,
        "wai-lint.toml": '[onnx]\npolicy = "p/policy.json"',
    }
    assert codes(run("--format=concise", "m.onnx", files=written)) == ["ONNX_LIMIT_NODES"]
    ran = run("m.onnx", files={"wai-lint.toml": '[onnx]\npolicy = "p/policy.json"\nlimits = { nodes = 4 }'})
    assert ran.status == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[onnx]\npolicy = "none.json"', "POLICY_UNREADABLE"),
        ("[onnx]\npolicies = 1", "did you mean 'policy'?"),
        ("[onnx]\nlimits = { node = 1 }", "did you mean 'nodes'?"),
        ("[onnx]\nlimits = { nodes = -1 }", "out of range"),
        ("[onnx]\nlimits = { model-bytes = 2147483648 }", "out of range"),
        ("[onnx]\nlimits = { inference-seconds = 86401 }", "out of range"),
    ],
)
def test_a_configuration_that_cannot_be_followed_is_said(run, text: str, said: str) -> None:
    ran = run("m.onnx", files=toml(text))
    assert ran.status == 2
    assert said in ran.err
    assert "wai-lint.toml:" in ran.err


@pytest.mark.parametrize("format_name", ["text", "concise", "json", "sarif", "github", "gitlab", "junit"])
def test_every_format_shows_code_and_place(run, format_name: str) -> None:
    ran = run(f"--format={format_name}", "m.onnx", files=toml("[onnx]\ninteger-only = true"))
    assert ran.status == 1
    assert "ONNX-FLOAT-OPERATOR" in ran.out
    assert "graph/Add[0]" in ran.out
    assert "Traceback" not in ran.err


def test_standard_input_is_read_within_the_limit(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FLOATS)))
    assert run("-", "--stdin-filename=m.onnx").status == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"junk")))
    assert codes(run("-", "--stdin-filename=m.onnx", "--format=concise")) == ["ONNX_PARSE"]
    monkeypatch.setenv("WAI_LINT_ONNX_MODEL_BYTES", "10")
    assert len(recognition.read_bounded(io.BytesIO(bytes(100)))) == 11
    for ignored in ("", "many", "-1", "²"):
        monkeypatch.setenv("WAI_LINT_ONNX_MODEL_BYTES", ignored)
        assert len(recognition.read_bounded(io.BytesIO(bytes(100)))) == 100


def test_a_file_is_read_no_further_than_the_limit(run) -> None:
    ran = run("--format=concise", "m.onnx", files=toml("[onnx]\nlimits = { model-bytes = 100 }"))
    assert codes(ran) == ["ONNX_LIMIT_MODEL_BYTES"]
    ran = run("--format=concise", "m.onnx", files=toml(f"[onnx]\nlimits = {{ model-bytes = {len(FLOATS)} }}"))
    assert ran.status == 0


def test_a_report_keeps_nothing_of_a_model(tmp_path: Path) -> None:
    # Reading all of it would take as much memory.
    with (tmp_path / "m.onnx").open("wb") as file:
        file.truncate(1 << 34)
    report = Report()
    report.locate("m.onnx", str(tmp_path / "m.onnx"))
    assert report.source("m.onnx") is None


def test_workers_find_what_one_process_finds(run) -> None:
    written = toml("[onnx]\ninteger-only = true")
    alone = run("--jobs=1", "--no-cache", "--format=json", ".", files=written)
    assert run("--jobs=2", "--no-cache", "--format=json", ".").out == alone.out


def test_explain_takes_a_code_as_it_is_and_in_lower_case() -> None:
    for code in ("ONNX_EXTERNAL_DATA", "onnx_external_data", "ONNX-FLOAT-SCALE", "external-data"):
        assert explain(code).splitlines()[0].startswith("ONNX")


def test_a_start_without_models_loads_nothing_of_theirs(tmp_path: Path) -> None:
    (tmp_path / "a.wgsl").write_text("fn f() {}")
    program = "import sys; from wai_lint.lint.cli import main; main(['a.wgsl']); print(*sys.modules, sep='\\n')"
    ran = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    loaded = set(ran.stdout.split())
    assert not {name for name in loaded if name.split(".")[0] in ("onnx", "numpy", "google", "onnxruntime")}
    assert not {name for name in loaded if ".onnx" in name}


def test_the_version_of_onnx_decides_with_us() -> None:
    from importlib.metadata import version

    assert version("onnx") == onnx.__version__
