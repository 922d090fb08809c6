"""Whole runs that are remembered: when a run prints what an earlier one printed, and when it must not."""

from __future__ import annotations

import os

import pytest
from wai_lint.lint import codec, replay
from wai_lint.lint.cache import Cache
from wai_lint.lint.replay import KEPT, Replay

FILES = {"a.fake": "bad", "b.fake": "good odd"}


@pytest.fixture
def unread(monkeypatch):
    """Makes reading findings back a failure, so that only a remembered run can print them."""

    def forbid():
        monkeypatch.setattr(codec.Diagnostic, "__init__", lambda *_, **__: pytest.fail("a finding was read back"))

    return forbid


@pytest.mark.parametrize("format_name", ["text", "concise", "json", "sarif", "github", "gitlab", "junit"])
def test_unchanged_run_prints_the_same_without_reading_findings_back(fake, run, unread, format_name):
    first = run(f"--format={format_name}", files=FILES)
    unread()
    second = run(f"--format={format_name}")
    assert (second.status, second.out, second.err) == (1, first.out, first.err)
    assert fake == ["a.fake", "b.fake"]


def test_warnings_about_the_run_are_said_again(fake, run):
    first = run("a.fake", "notes.txt", files={**FILES, "notes.txt": ""})
    assert "notes.txt was not checked" in first.err
    assert run("a.fake", "notes.txt").err == first.err


def test_exit_zero_holds_for_a_remembered_run(fake, run):
    assert [run("--exit-zero", files=FILES).status, run("--exit-zero").status, run().status] == [0, 0, 1]


@pytest.mark.parametrize(
    "arguments",
    [["--format=json"], ["--color=always"], ["--quiet"], ["--statistics"], ["a.fake"], ["--ignore=FAKE201"]],
)
def test_run_that_asks_for_something_else_prints_something_else(fake, run, arguments):
    first = run(files=FILES)
    second = run(*arguments)
    assert second.out != first.out
    assert run(*arguments).out == second.out


def test_changed_or_renamed_file_is_seen(fake, run, tmp_path):
    run("--format=concise", files=FILES)
    assert run("--format=concise", files={"b.fake": "bad"}).places == ["a.fake:1:1: FAKE101", "b.fake:1:1: FAKE101"]
    (tmp_path / "a.fake").rename(tmp_path / "c.fake")
    assert run("--format=concise").places == ["b.fake:1:1: FAKE101", "c.fake:1:1: FAKE101"]


def test_run_with_a_failure_is_not_remembered(fake, run):
    for _ in range(2):
        ran = run(files={**FILES, "c.fake": "crash"})
        assert ran.status == 2
        assert "c.fake: internal error" in ran.err


def test_run_that_does_more_than_print_does_it_each_time(fake, run, tmp_path):
    run("--format=json", "--output=concise=out.txt", files=FILES)
    (tmp_path / "out.txt").unlink()
    run("--format=json", "--output=concise=out.txt")
    assert "FAKE101" in (tmp_path / "out.txt").read_text()
    assert run("--write-baseline").status == 0
    assert run("--baseline=wai-lint-baseline.json").status == 0
    assert run().status == 1


def test_strict_run_prints_nothing_from_memory(fake, run):
    run(files=FILES)
    assert run("--strict").status == 1
    assert len(fake) == 4


def test_only_the_latest_runs_are_kept(tmp_path):
    cache = Cache(str(tmp_path))
    for number in range(KEPT + 3):
        Replay(cache, b"key", number).remember(0, str(number))
        os.utime(Replay(cache, b"key", number)._path, ns=(number, number))
    known = [Replay(cache, b"key", number).recall() for number in range(KEPT + 3)]
    assert known == [None] * 3 + [(0, str(number)) for number in range(3, KEPT + 3)]


def test_text_too_long_to_be_worth_it_is_not_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(replay, "LONGEST", 20)
    kept, dropped = (Replay(Cache(str(tmp_path)), b"key", length) for length in (10, 11))
    kept.remember(0, "x" * 10)
    dropped.remember(0, "x" * 11)
    assert (kept.recall(), dropped.recall()) == ((0, "x" * 10), None)


def test_folder_that_cannot_be_written_is_no_trouble(tmp_path):
    (tmp_path / "cache").write_text("a file")
    run = Replay(Cache(str(tmp_path / "cache")), b"key")
    run.remember(0, "text")
    assert run.recall() is None
