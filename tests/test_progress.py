"""The progress bar: on a terminal, on long runs, and gone afterwards."""

from __future__ import annotations

import errno
import os
import sys

from wai_lint.lint import progress


def _drawn(monkeypatch, steps) -> bytes:
    """What `steps` makes of a bar on a terminal."""
    ours, theirs = os.openpty()
    with open(theirs, "w", encoding="utf-8") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setenv("TERM", "xterm")
        steps()
    drawn = b""
    # A terminal hands over what it has so far; that nothing more comes it says only once its other end is closed.
    try:
        while part := os.read(ours, 100_000):
            drawn += part
    except OSError as error:
        if error.errno != errno.EIO:
            raise
    finally:
        os.close(ours)
    return drawn


def test_short_run_draws_nothing(monkeypatch):
    def steps() -> None:
        bar = progress.Bar()
        bar(1, 2)
        bar.close()

    assert _drawn(monkeypatch, steps) == b""


def test_long_run_draws_a_bar_and_takes_it_away(monkeypatch):
    monkeypatch.setattr(progress, "_PATIENCE", 0)
    monkeypatch.setattr(progress, "_INTERVAL", 0)

    def steps() -> None:
        bar = progress.Bar()
        bar(1, 2)
        bar(2, 2)
        bar.close()

    drawn = _drawn(monkeypatch, steps)
    assert b"linting" in drawn
    assert b"50%" in drawn
    assert b"100%" in drawn
    assert drawn.rstrip().endswith(b"\x1b[2K"), "the line is cleared at the end"


def test_a_bar_says_what_is_being_done_where_that_changes(monkeypatch):
    monkeypatch.setattr(progress, "_PATIENCE", 0)
    monkeypatch.setattr(progress, "_INTERVAL", 0)

    def steps() -> None:
        bar = progress.Bar("confirming")
        bar(1, 2, "[/red]probe")
        bar(2, 2)
        bar.close()

    drawn = _drawn(monkeypatch, steps)
    assert b"[/red]probe" in drawn
    assert b"confirming" in drawn


def test_command_shows_a_bar_on_a_terminal(fake, run, monkeypatch):
    monkeypatch.setattr(progress, "_PATIENCE", 0)

    def steps() -> None:
        assert run("--jobs=1", files={"a.fake": "bad", "b.fake": "good"}).status == 1

    assert b"linting" in _drawn(monkeypatch, steps)
