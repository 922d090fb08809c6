"""The Python interface: `wai_lint.check` and what it raises."""

from __future__ import annotations

import subprocess
import sys

import pytest
import wai_lint


@pytest.fixture
def folder(fake, tmp_path, monkeypatch):
    """The working folder, with one file that has a finding and one that has none."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.fake").write_text("bad odd")
    (tmp_path / "sub" / "b.fake").write_text("good")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_check_returns_a_report(folder):
    report = wai_lint.check(["."])
    assert isinstance(report, wai_lint.Report)
    assert report.files == ["a.fake", "sub/b.fake"]
    assert [(finding.path, finding.code) for finding in report.active] == [("a.fake", "FAKE101"), ("a.fake", "FAKE201")]
    assert report.exit_code == 1


def test_paths_are_strings_or_path_objects_alone_or_several(folder):
    for paths in ("a.fake", folder / "a.fake", ["a.fake"], [folder / "a.fake", "a.fake"], iter(["*.fake"])):
        assert wai_lint.check(paths).files == ["a.fake"]


def test_nothing_is_printed_or_written(folder, capfd):
    wai_lint.check(["."])
    assert capfd.readouterr() == ("", "")
    assert not (folder / ".wai-lint-cache").exists()


def test_config_is_a_mapping_that_holds_alone(folder):
    (folder / "wai-lint.toml").write_text('ignore = ["FAKE101"]')
    assert [finding.code for finding in wai_lint.check(["."]).active] == ["FAKE201"]
    assert [finding.code for finding in wai_lint.check(["."], config={"select": ["FAKE1"]}).active] == ["FAKE101"]
    assert wai_lint.check(["."], config={"strict": True}).strict


def test_config_is_the_path_of_a_file(folder):
    (folder / "other.toml").write_text('ignore = ["FAKE201"]\ncache = true\n')
    assert [finding.code for finding in wai_lint.check(["."], config="other.toml").active] == ["FAKE101"]
    assert wai_lint.check(["."], config=folder / "other.toml").cached == 2


@pytest.mark.parametrize(
    "config",
    [{"selct": []}, {"select": ["FAKE9"]}, {"jobs": "2"}, {"extend": "x.toml"}, {"baseline": "none.json"}, "none.toml"],
)
def test_configuration_that_cannot_be_followed_raises(folder, config):
    with pytest.raises(wai_lint.ConfigurationError):
        wai_lint.check(["."], config=config)
    assert issubclass(wai_lint.ConfigurationError, ValueError)


def test_reports_and_failures_show_what_they_hold(folder):
    report = wai_lint.check(["none.wgsl", "."])
    assert repr(report) == "<Report: 2 files, 2 findings, 1 failures, exit code 2>"
    assert repr(report.failures) == "[<unreadable: none.wgsl: there is no such file or folder>]"


def test_files_that_cannot_be_checked_are_failures(folder):
    (folder / "c.fake").write_text("crash")
    report = wai_lint.check([".", "none.fake"])
    assert [(failure.path, failure.kind) for failure in report.failures] == [
        ("none.fake", "unreadable"),
        ("c.fake", "internal"),
    ]
    assert report.exit_code == 2


def test_baseline_of_the_configuration_excuses(folder, run):
    run("--write-baseline")
    assert wai_lint.check(["."], config={"baseline": "wai-lint-baseline.json"}).active == []


def test_public_names_load_only_when_asked_for():
    program = "import sys, wai_lint; print([m for m in sys.modules if m.startswith('wai_lint.')]); wai_lint.check"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


def test_other_names_are_not_there():
    with pytest.raises(AttributeError, match="nothing_like_it"):
        _ = wai_lint.nothing_like_it
