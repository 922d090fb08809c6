"""The baseline: excuses what was there, wherever it moved, and nothing else."""

from __future__ import annotations

import io
import json
import os
import sys

import jsonschema
import pytest
from wai_lint.checkers.documents import SCHEMAS

FILES = {"a.fake": "good\nbad  one\nbad two\n", "sub/b.fake": "bad one\n"}
ARGUMENTS = ("--format=concise", "--baseline=wai-lint-baseline.json")


@pytest.fixture
def recorded(fake, run):
    """A folder whose findings are recorded; runs the command line with the baseline."""
    ran = run("--write-baseline", files=FILES)
    assert ran.status == 0
    assert "recorded 3 findings in wai-lint-baseline.json" in ran.err
    return lambda *arguments, files=None: run(*ARGUMENTS, *arguments, files=files)


def test_recorded_findings_are_excused_and_counted(recorded, tmp_path):
    ran = recorded("--output=json=o.json")
    assert (ran.status, ran.places) == (0, [])
    assert "3 in the baseline" in ran.out
    assert "baseline" in (tmp_path / "o.json").read_text()


def test_lines_may_move_and_be_indented_anew(recorded):
    assert recorded(files={"a.fake": "\n\n  bad\ttwo\ngood\ngood\n\tbad one"}).status == 0


def test_a_new_finding_is_not_excused(recorded):
    assert recorded(files={"a.fake": FILES["a.fake"] + "bad three\n"}).places == ["a.fake:4:1: FAKE101"]


def test_a_second_occurrence_of_a_recorded_line_is_not_excused(recorded):
    assert recorded(files={"a.fake": FILES["a.fake"] + "bad two\n"}).places == ["a.fake:4:1: FAKE101"]


def test_a_swap_does_not_hide_a_regression(recorded):
    ran = recorded(files={"a.fake": "good\nbad  one\nbad other\n"})
    assert ran.places == ["a.fake:3:1: FAKE101"]
    moved = recorded(files={"a.fake": "good\nbad one\n", "sub/b.fake": "bad one\nbad two\n"})
    assert moved.places == ["sub/b.fake:2:1: FAKE101"]


def test_another_rule_on_a_recorded_line_is_not_excused(recorded):
    assert recorded("--strict", files={"a.fake": "bad two\n"}).status == 1
    assert recorded("--profile=reference", files={"a.fake": "bad two\nugly two\n"}).places == ["a.fake:2:1: FAKE102"]


def test_entries_that_match_nothing_are_said(recorded):
    ran = recorded(files={"a.fake": "good\nbad one\n"})
    assert ran.status == 0
    assert "1 baseline entry matches nothing any more (a.fake)" in ran.err


def test_entries_of_files_and_rules_not_looked_at_are_not_stale(recorded, run):
    assert run("sub", *ARGUMENTS).err == ""
    assert recorded("--ignore=FAKE101").err == ""


def test_entries_of_deleted_files_are_stale(recorded, tmp_path):
    (tmp_path / "sub" / "b.fake").unlink()
    assert "1 baseline entry matches nothing any more (sub/b.fake)" in recorded().err


def test_recording_part_of_the_files_keeps_the_other_entries(recorded, run):
    assert "recorded 2 findings in wai-lint-baseline.json, kept 1 that" in run("a.fake", "--write-baseline").err
    assert "recorded 0 findings" in run("a.fake", "--write-baseline", files={"a.fake": "good"}).err
    assert recorded().status == 0


def test_strict_run_is_not_excused(recorded):
    assert len(recorded("--strict").places) == 3


def test_files_that_were_not_checked_are_not_recorded(fake, run):
    said = run("--write-baseline", files={"a.fake": "broken"}).err
    assert "note: recorded 0 findings in " in said
    assert "warning: 1 finding cannot be excused (a.fake): a file that does not parse, or is invalid, was not" in said
    assert run(*ARGUMENTS).places == ["a.fake:1:1: FAKE001"]


def test_suppressed_findings_are_not_recorded(fake, run):
    text = "bad # wai-lint: ignore[FAKE101] known\n"
    assert "recorded 0 findings" in run("--write-baseline", files={"a.fake": text}).err


def test_baseline_holds_from_any_folder(recorded, run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path / "sub")
    assert run("..", "--format=concise", "--baseline=../wai-lint-baseline.json").places == []


def test_configured_baseline_is_used_and_written(fake, run, tmp_path):
    files = {**FILES, "wai-lint.toml": 'baseline = "old/known.json"\n'}
    (tmp_path / "old").mkdir()
    assert run("--write-baseline", files=files).status == 0
    assert (tmp_path / "old" / "known.json").exists()
    assert run("--format=concise").places == []


def test_written_file_follows_its_schema_and_is_stable(recorded, run, tmp_path):
    path = tmp_path / "wai-lint-baseline.json"
    with open(os.path.join(SCHEMAS, "baseline.json"), encoding="utf-8") as file:
        jsonschema.validate(json.loads(path.read_text()), json.load(file))
    before = path.read_bytes()
    run("--write-baseline")
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "cannot read the baseline: No such file or directory; record one with --write-baseline"),
        ("[", "is not JSON, so no baseline: "),
        ("{}", "is not a baseline at /: 'version' is a required property"),
        ('{"version": 1, "entries": [{"rule": 3}]}', "is not a baseline at /entries/0"),
        ("[" * 100_000, "is not JSON, so no baseline: "),
    ],
)
def test_damaged_baseline_exits_2(fake, run, content, said):
    ran = run(*ARGUMENTS, files=FILES if content is None else {**FILES, "wai-lint-baseline.json": content})
    assert ran.status == 2
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_baseline_that_cannot_be_written_exits_2(fake, run):
    ran = run("--write-baseline", "--baseline=none/known.json", files=FILES)
    assert ran.status == 2
    assert "known.json: cannot write the baseline: No such file or directory" in ran.err


def test_standard_input_has_no_baseline(fake, run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"bad")))
    ran = run("-", "--stdin-filename=a.fake", "--write-baseline")
    assert ran.status == 2
    assert "records findings of files" in ran.err


def test_file_that_fails_is_told_when_recording(fake, run):
    ran = run("--write-baseline", files={**FILES, "c.fake": "crash"})
    assert ran.status == 2
    assert "recorded 3 findings" in ran.err
