"""Worker processes: the same report as one process gives, and a worker that dies costs one file."""

from __future__ import annotations

import os
import sys

from wai_lint.lint import engine, jobs
from wai_lint.lint.discovery import Input

FILES = {f"{number:03}.fake": "bad " * (number % 7) + "odd" for number in range(150)}


def test_several_workers_report_what_one_process_does(fake, run):
    one = run("--jobs=1", "--no-cache", "--format=concise", files=FILES)
    two = run("--jobs=2", "--no-cache", "--format=concise")
    assert two.out == one.out
    assert two.status == one.status == 1
    assert len(fake) == len(FILES), "workers check in their own processes"


def test_workers_fill_the_cache(fake, run):
    run("--jobs=3", files=FILES)
    run("--jobs=1")
    assert fake == []


def test_killed_worker_costs_the_file_it_was_at_and_no_other(fake, run):
    files = FILES | {"050.fake": "kill", "100.fake": "kill"}
    ran = run("--jobs=2", "--no-cache", "--format=concise", files=files)
    assert ran.status == 2
    for name in ("050.fake", "100.fake"):
        assert (
            f"error: {name}: the worker process that checked this file ended (signal 9), so it was not checked"
            in ran.err
        )
    assert ran.err.count("error: ") == 2
    assert len({place.split(":")[0] for place in ran.places}) == len(FILES) - 2


def test_every_worker_killed_every_time_still_ends(fake, run):
    ran = run("--jobs=2", "--no-cache", files={f"{number}.fake": "kill" for number in range(10)})
    assert ran.status == 2
    assert ran.err.count("ended (signal 9)") == 10


def test_defect_in_a_worker_names_its_file(fake, run):
    ran = run(
        "--jobs=2", "--no-cache", "--format=concise", files={"a.fake": "crash", "b.fake": "bad", "c.fake": "good"}
    )
    assert ran.status == 2
    assert "a.fake: internal error" in ran.err
    assert ran.places == ["b.fake:1:1: FAKE101"]


def test_workers_fix_files(fake, run, tmp_path):
    assert run("--jobs=2", "--fix", files=dict.fromkeys(FILES, "bad")).status == 0
    assert {path.read_text() for path in tmp_path.glob("*.fake")} == {"good"}


def test_file_and_links_to_it_are_fixed_once(fake, run, tmp_path):
    run(files={"a.fake": "bad " * 5000})
    for number in range(8):
        (tmp_path / f"b{number}.fake").symlink_to("a.fake")
    ran = run("--fix", "--jobs=2", "--no-cache")
    assert (ran.status, ran.err) == (0, "")
    assert (tmp_path / "a.fake").read_text() == "good " * 5000


def test_interrupt_ends_the_workers(fake, run, monkeypatch):
    started = []
    employ = jobs._employ

    def watch(processor, workers, chunks) -> None:
        employ(processor, workers, chunks)
        started.extend(worker.process for worker in workers.values())

    def interrupt(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(jobs, "_employ", watch)
    monkeypatch.setattr(jobs, "_receive", interrupt)
    assert run("--jobs=2", "--no-cache", files=FILES).status == 130
    assert started
    assert not any(process.is_alive() for process in started)


def test_family_that_does_not_load_fails_each_file(fake, run, monkeypatch):
    monkeypatch.delitem(sys.modules, "fake_family")
    ran = run("--jobs=2", "--no-cache", files={"a.fake": "good", "b.fake": "good"})
    assert ran.status == 2
    assert ran.err.count("internal error, so this file was not checked; please report it (ModuleNotFoundError") == 2


def test_little_work_is_done_without_workers(fake, run, monkeypatch):
    def refuse(*_: object) -> None:
        raise AssertionError("workers were started")

    monkeypatch.setattr(jobs, "process_all", refuse)
    assert run("--format=concise", files=FILES).status == 1


def test_much_work_is_shared_among_the_processors(fake, run, monkeypatch):
    counts = []
    process_all = jobs.process_all

    def watch(processor, items, count, deliver) -> None:
        counts.append(count)
        process_all(processor, items, count, deliver)

    monkeypatch.setattr(jobs, "process_all", watch)
    monkeypatch.setattr(engine, "_WORTH_WORKERS", 100)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2})
    run("--no-cache", files=FILES)
    assert counts == [3]


def test_chunks_hold_everything_once_with_large_files_first():
    items = [(number, Input("", "", ())) for number in range(100)]
    for number, item in items:
        item.size = number * 100
    chunks = jobs._chunks(items, 2)
    assert sorted(number for chunk in chunks for number, _ in chunk) == list(range(100))
    assert chunks[0][0][0] == 99
    assert len(chunks) >= 12
    assert sum(map(len, jobs._chunks(items[:1], 2))) == 1
    empty = [(number, Input("", "", ())) for number in range(200)]
    assert max(map(len, jobs._chunks(empty, 2))) <= 64


def test_few_large_files_are_shared_out_among_the_workers_that_are_asked_for(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(bytes(1000))
    items = [Input(str(tmp_path / name), name, ()) for name in ("a", "b")]
    assert engine.worker_count(2, items) == 2
    assert [len(chunk) for chunk in jobs._chunks(list(enumerate(items)), 2)] == [1, 1]
