"""The files by which other tools run wai-lint."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from wai_lint.lint.families import all_suffixes

ROOT = Path(__file__).parent.parent
ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
CHECK = ACTION["runs"]["steps"][-1]


def test_the_pre_commit_hook_takes_the_files_that_some_family_reads() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    suffixes = ["." + name for name in re.findall(r"\w+", hook["files"])]
    assert sorted(suffixes) == sorted(all_suffixes())
    assert re.search(hook["files"], "shaders/a.wgsl")
    assert not re.search(hook["files"], "shaders/a.wgsl.txt")


def test_no_input_of_the_action_is_pasted_into_its_scripts() -> None:
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step["run"]


def test_every_input_of_the_action_is_described_and_used() -> None:
    used = {value for step in ACTION["runs"]["steps"] for value in step["env"].values()}
    for name, declared in ACTION["inputs"].items():
        assert declared["description"]
        assert f"${{{{ inputs.{name} }}}}" in used


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        ({"PATHS": "."}, ["--format=github", "--", "."]),
        (
            {
                "PATHS": "a b\n  $(touch x)\n",
                "ARGUMENTS": "--profile=reference\n\n--strict",
                "SARIF": "out dir/r.sarif",
            },
            [
                "--format=github",
                "--profile=reference",
                "--strict",
                "--output=sarif=out dir/r.sarif",
                "--",
                "a b",
                "$(touch x)",
            ],
        ),
    ],
)
def test_the_action_runs_the_tool_with_its_inputs(inputs: dict[str, str], expected: list[str], tmp_path: Path) -> None:
    tool = tmp_path / "wai-lint" / "bin" / "wai-lint"
    tool.parent.mkdir(parents=True)
    tool.write_text("#!/usr/bin/env bash\nprintf '%s\\n' \"$@\"\nexit 1\n")
    tool.chmod(0o755)
    given = (
        {"PATHS": "", "ARGUMENTS": "", "SARIF": ""}
        | inputs
        | {"RUNNER_TEMP": str(tmp_path), "PATH": os.environ["PATH"]}
    )
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", CHECK["run"]]
    ran = subprocess.run(shell, env=given, capture_output=True, text=True, check=False)
    assert ran.stdout.splitlines() == expected
    assert ran.returncode == 1


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A git repository with the hook, which runs the installed package instead of a downloaded copy."""
    monkeypatch.setenv("PRE_COMMIT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"):
        monkeypatch.delenv(name, raising=False)
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    entry = hook["entry"].replace("wai-lint", str(Path(sys.executable).parent / "wai-lint"), 1)
    local = {"repos": [{"repo": "local", "hooks": [hook | {"language": "system", "entry": entry}]}]}
    folder = tmp_path / "repository"
    (folder / "vendored").mkdir(parents=True)
    (folder / ".pre-commit-config.yaml").write_text(yaml.safe_dump(local))
    (folder / "wai-lint.toml").write_text('exclude = ["vendored/"]\n')
    (folder / "clean.wgsl").write_text("fn f(x: u32) -> u32 { return x << 3u; }\n")
    (folder / "vendored" / "shift.wgsl").write_text("fn f(x: u32, n: u32) -> u32 { return x << n; }\n")
    subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)
    return folder


def pre_commit(folder: Path) -> subprocess.CompletedProcess[str]:
    subprocess.run(["git", "add", "--all"], cwd=folder, check=True)
    command = [sys.executable, "-m", "pre_commit", "run", "--all-files"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_pre_commit_passes_when_the_files_are_clean(repository: Path) -> None:
    ran = pre_commit(repository)
    assert (ran.returncode, "Passed" in ran.stdout) == (0, True), ran.stdout + ran.stderr


def test_pre_commit_refuses_a_finding_and_leaves_excluded_files_out(repository: Path) -> None:
    (repository / "shift.wgsl").write_text("fn f(x: u32, n: u32) -> u32 { return x >> n; }\n")
    ran = pre_commit(repository)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "--> shift.wgsl:1:43" in ran.stdout
    assert "vendored" not in ran.stdout
