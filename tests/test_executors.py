"""The executors that run on a device: what they compute, what they refuse, what they say they are, and how they end."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from wai_lint.checkers.decoder.executors import browser
from wai_lint.checkers.decoder.executors.devtools import DevToolsError, Pipe
from wai_lint.checkers.decoder.executors.executor import (
    Dispatch,
    ExecutionError,
    Executor,
    ExecutorUnavailable,
    Program,
)
from wai_lint.checkers.decoder.executors.process import ProcessExecutor
from wai_lint.checkers.decoder.executors.table import EXECUTORS, open_executor

KERNEL = """\
@group(0) @binding(0) var<storage, read> factors: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;
@group(0) @binding(2) var<uniform> block: vec4<u32>;
@group(0) @binding(3) var<storage, read_write> unused: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if id.x < arrayLength(&sums) {
    sums[id.x] += factors[id.x] * block.x;
  }
}
"""
LENGTH = 1000
FACTORS = np.arange(LENGTH, dtype=np.uint32) * np.uint32(0x01000193)
STEP = Dispatch(KERNEL, "main", (-(-LENGTH // 64), 1, 1), ((0, 0), (1, 1), (2, 2), (3, 3)))
PROGRAM = Program(
    (FACTORS, np.full(LENGTH, 5, np.uint32), np.array([0xFFFFFFF9, 0, 0, 0], np.uint32), np.zeros(1, np.uint32)),
    (STEP, STEP),
    (1, 0),
    frozenset({2}),
)


@pytest.fixture(scope="module", params=EXECUTORS)
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    with closing(open_executor(request.param)) as opened:
        yield opened


def refused(executor: Executor, **changes: object) -> str:
    """What an executor says of the program whose only dispatch has these changes."""
    with pytest.raises(ExecutionError) as error:
        executor.execute(replace(PROGRAM, dispatches=(replace(STEP, **changes),)))
    # It still runs what it should.
    executor.execute(PROGRAM)
    return str(error.value)


def test_dispatches_run_in_order_over_the_same_buffers(executor):
    sums, factors = executor.execute(PROGRAM)
    np.testing.assert_array_equal(sums, FACTORS * np.uint32(0xFFFFFFF9 * 2 & 0xFFFFFFFF) + np.uint32(5))
    np.testing.assert_array_equal(factors, FACTORS)
    assert sums.dtype == np.uint32


def test_a_program_leaves_the_words_it_was_given_alone(executor):
    before = [words.copy() for words in PROGRAM.buffers]
    executor.execute(PROGRAM)
    for words, kept in zip(PROGRAM.buffers, before, strict=True):
        np.testing.assert_array_equal(words, kept)


def test_what_ran_is_named(executor):
    identity = executor.identity
    assert identity.executor in EXECUTORS
    for name in (identity.adapter, identity.backend, identity.translator, identity.translator_release, identity.system):
        assert name


def test_an_invalid_module_is_refused_with_its_place(executor):
    assert "8:19" in refused(executor, module=KERNEL.replace("factors[id.x] *", "true *"))


def test_an_entry_point_that_is_not_there_is_refused(executor):
    assert "missing" in refused(executor, entry_point="missing")


def test_a_binding_that_the_entry_point_uses_and_nobody_bound_is_refused(executor):
    assert "2" in refused(executor, bindings=((0, 0), (1, 1)))


def test_a_binding_that_no_module_declares_is_refused(executor):
    assert "binding 9" in refused(executor, bindings=((0, 0), (1, 1), (2, 2), (9, 3)))


@pytest.mark.parametrize("changes", [{"bindings": ((0, 0), (1, 1), (2, 2), (9, 3))}, {"module": KERNEL + "fn"}])
def test_a_refusal_says_of_which_dispatch_it_is(executor, changes):
    with pytest.raises(ExecutionError) as error:
        executor.execute(replace(PROGRAM, dispatches=(STEP, replace(STEP, **changes))))
    assert error.value.dispatch == 1


SHARED = """\
@group(0) @binding(0) var<uniform> factor: vec4<u32>;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;
@group(0) @binding(0) var<storage, read_write> squares: array<u32>;
@group(0) @binding(1) var<storage, read> numbers: array<u32>;
fn square(at: u32) { squares[at] = numbers[at] * numbers[at]; }
@compute @workgroup_size(4)
fn scale(@builtin(global_invocation_id) id: vec3<u32>) { words[id.x] *= factor.x; }
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) { square(id.x); }
"""


def test_entry_points_may_share_the_numbers_of_bindings(executor):
    scale = Dispatch(SHARED, "scale", (1, 1, 1), ((0, 0), (1, 1)))
    square = Dispatch(SHARED, "main", (1, 1, 1), ((0, 2), (1, 1)))
    buffers = tuple(np.array(words, np.uint32) for words in ([3, 0, 0, 0], [1, 2, 3, 4], [0] * 4))
    scaled, squares = executor.execute(Program(buffers, (scale, square), (1, 2), frozenset({0})))
    assert (scaled.tolist(), squares.tolist()) == ([3, 6, 9, 12], [9, 36, 81, 144])


def test_more_workgroups_than_a_dispatch_has_are_refused(executor):
    assert "65535" in refused(executor, workgroups=(70_000, 1, 1))


def test_an_empty_buffer_is_refused(executor):
    with pytest.raises(ExecutionError, match="buffer 3 is empty"):
        executor.execute(replace(PROGRAM, buffers=(*PROGRAM.buffers[:3], np.zeros(0, np.uint32))))


def test_a_buffer_that_is_not_there_is_refused(executor):
    with pytest.raises(ExecutionError, match="buffer 7"):
        executor.execute(replace(PROGRAM, reads=(7,)))


@pytest.mark.parametrize("most", [7, 250, 1000, 1001])
def test_buffers_go_to_the_browser_and_back_in_parts(monkeypatch, most):
    monkeypatch.setattr(browser, "_MOST_WORDS", most)
    with closing(open_executor("browser")) as opened:
        sums, factors = opened.execute(PROGRAM)
        again, _ = opened.execute(PROGRAM)
    np.testing.assert_array_equal(sums, FACTORS * np.uint32(0xFFFFFFF9 * 2 & 0xFFFFFFFF) + np.uint32(5))
    np.testing.assert_array_equal(factors, FACTORS)
    np.testing.assert_array_equal(again, sums)


def test_the_adapter_of_wgpu_and_the_release_of_naga_are_named():
    with closing(open_executor("wgpu")) as opened:
        identity = opened.identity
    assert identity.translator == "naga"
    assert identity.translator_release[0].isdigit()
    assert identity.driver


def test_the_browser_names_its_release_for_tint():
    with closing(open_executor("browser")) as opened:
        identity = opened.identity
    assert identity.translator == "Tint"
    assert identity.translator_release.partition("/")[2][0].isdigit()


ABORTING = """\
import os, sys
from wai_lint.checkers.decoder.executors.executor import Identity
class Aborting:
    identity = Identity("aborting", "", "", 0, 0, "", "", "", "")
    def execute(self, program):
        sys.stderr.write("thread '<unnamed>' panicked at /registry/src/index/naga-1.0/back.rs:1:2:\\nno such type\\n")
        sys.stderr.flush()
        os.abort()
"""


def test_a_translator_that_aborts_ends_its_process_and_no_other(monkeypatch, tmp_path):
    (tmp_path / "aborting.py").write_text(ABORTING)
    monkeypatch.syspath_prepend(str(tmp_path))
    with closing(ProcessExecutor("aborting", "Aborting")) as opened:
        for _ in range(2):
            with pytest.raises(ExecutionError, match=r"ended: no such type \(index/naga-1.0/back.rs:1:2\)"):
                opened.execute(PROGRAM)


def test_wgpu_not_installed_is_said_with_how_to_install_it(monkeypatch, tmp_path):
    (tmp_path / "wgpu.py").write_text("raise ImportError('no wgpu here')")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ExecutorUnavailable, match=r"no wgpu here.*wai-lint\[gpu\]"):
        open_executor("wgpu")


def test_an_adapter_that_wgpu_does_not_find_is_said_with_those_it_finds(monkeypatch):
    monkeypatch.setenv("WGPU_ADAPTER_NAME", "voodoo")
    with pytest.raises(ExecutorUnavailable, match="voodoo.*only"):
        open_executor("wgpu")


def test_no_driver_at_all_is_said_with_what_to_install(monkeypatch):
    monkeypatch.setenv("VK_ICD_FILENAMES", os.devnull)
    monkeypatch.setenv("VK_DRIVER_FILES", os.devnull)
    with pytest.raises(ExecutorUnavailable, match="mesa-vulkan-drivers"):
        open_executor("wgpu")


def test_no_browser_is_said_with_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ExecutorUnavailable, match="apt install chromium"):
        open_executor("browser")


def fake_browser(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Puts a program called chromium on PATH that runs this Python text."""
    script = folder / "chromium"
    script.write_text(f"#!{sys.executable}\n{text}")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def test_a_browser_that_fails_to_start_is_said_with_its_last_words(monkeypatch, tmp_path):
    fake_browser(tmp_path, monkeypatch, "import sys\nsys.exit('no display here')")
    with pytest.raises(ExecutorUnavailable, match="no display here"):
        open_executor("browser")


def test_a_browser_without_webgpu_is_unavailable(monkeypatch):
    without = "<script>Object.defineProperty(navigator, 'gpu', {value: undefined})</script>"
    monkeypatch.setattr(browser, "_PAGE", browser._PAGE + without)
    with pytest.raises(ExecutorUnavailable, match="navigator.gpu is undefined"):
        open_executor("browser")


def test_a_browser_that_does_not_answer_is_given_up(monkeypatch, tmp_path):
    fake_browser(tmp_path, monkeypatch, "import os\nwhile os.read(3, 1 << 16): pass")
    program = str(tmp_path / "chromium")
    with (
        closing(Pipe((program,), str(tmp_path / "log"))) as pipe,
        pytest.raises(DevToolsError, match="did not answer in time"),
    ):
        pipe.call("Browser.getVersion", {}, seconds=0.2)


def test_a_browser_that_was_closed_leaves_no_profile():
    opened = open_executor("browser")
    assert isinstance(opened, browser.BrowserExecutor)
    folder = opened._folder.name
    assert os.path.isdir(folder)
    opened.close()
    assert not os.path.exists(folder)
