"""The clock beside a process: deadlines are moved and lifted, and the last one that stands ends it."""

from __future__ import annotations

import threading
import time

import pytest
from wai_lint.checkers.onnx.watch import Watch

ENOUGH = 20.0


@pytest.fixture
def ended() -> threading.Event:
    return threading.Event()


def test_a_deadline_that_passes_ends_it_once(ended: threading.Event) -> None:
    watch = Watch(ended.set)
    assert not watch.late
    watch.allow(0)
    assert ended.wait(ENOUGH)
    assert watch.late
    ended.clear()
    watch.allow(0)
    assert not ended.wait(0.05)


def test_an_earlier_deadline_takes_the_place_of_a_later_one(ended: threading.Event) -> None:
    watch = Watch(ended.set)
    watch.allow(3600)
    time.sleep(0.05)
    watch.allow(0.01)
    assert ended.wait(ENOUGH)


def test_a_later_deadline_and_none_keep_an_earlier_one_from_ending_it(ended: threading.Event) -> None:
    watch = Watch(ended.set)
    for moved in (3600, None):
        watch.allow(0.1)
        watch.allow(moved)
        assert not ended.wait(0.3)
    assert not watch.late
    watch.allow(0.01)
    assert ended.wait(ENOUGH)


def test_a_watch_that_is_stopped_ends_nothing_and_leaves_no_thread(ended: threading.Event) -> None:
    before = threading.active_count()
    watch = Watch(ended.set)
    watch.allow(0.1)
    watch.stop()
    watch.allow(0.1)
    assert not ended.wait(0.3)
    assert threading.active_count() == before
