"""Runs programs in a headless Chromium: Tint translates, and the browser's WebGPU adapter computes.

The adapter is the browser's choice: a GPU where it finds one, else SwiftShader.
"""

from __future__ import annotations

import base64
import json
import os
import platform
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from . import layout
from .devtools import DevToolsError, Pipe
from .executor import SECONDS_TO_RUN, ExecutionError, ExecutorUnavailable, Identity, Program, Words

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_FLAGS = (
    "--headless=new",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--enable-unsafe-webgpu",
    # Without it the page learns neither the driver nor the backend of the adapter.
    "--enable-webgpu-developer-features",
    "--enable-features=Vulkan",
)
_SECONDS_TO_START = 60.0
# Of 32 bits, in one message.
_MOST_WORDS = 1 << 20
_PAGE = "<!doctype html><title>wai-lint</title>\n"


class BrowserExecutor:
    """An executor in a browser that it starts. Raises `ExecutorUnavailable` when there is none, or it has no WebGPU."""

    def __init__(self) -> None:
        program = next(filter(None, map(shutil.which, NAMES)), None)
        if program is None:
            raise ExecutorUnavailable(
                f"the executor browser needs one of {', '.join(NAMES)} on PATH (Debian: apt install chromium)"
            )
        self._folder = tempfile.TemporaryDirectory(prefix="wai-lint-browser-", ignore_cleanup_errors=True)
        self._log = os.path.join(self._folder.name, "log")
        # A user cannot nest the sandbox of root's; the page holds nothing but what is run.
        flags = (*_FLAGS, *(("--no-sandbox",) if os.geteuid() == 0 else ()))
        profile = os.path.join(self._folder.name, "profile")
        self._pipe = Pipe((program, *flags, f"--user-data-dir={profile}", "about:blank"), self._log)
        try:
            self._identity = self._open()
        except DevToolsError as error:
            said = self._last_words()
            self.close()
            raise ExecutorUnavailable(f"{program} cannot run kernels: {error}{said}") from error
        except BaseException:
            self.close()
            raise

    def _open(self) -> Identity:
        version = self._pipe.call("Browser.getVersion", {}, seconds=_SECONDS_TO_START)["product"]
        # WebGPU asks for a secure context, which a file is and an empty page is not.
        page = os.path.join(self._folder.name, "page.html")
        with open(page, "w", encoding="utf-8") as file:
            file.write(_PAGE)
        target = self._pipe.call("Target.createTarget", {"url": "about:blank"}, seconds=_SECONDS_TO_START)["targetId"]
        attached = {"targetId": target, "flatten": True}
        self._session = self._pipe.call("Target.attachToTarget", attached, seconds=_SECONDS_TO_START)["sessionId"]
        self._pipe.call("Page.navigate", {"url": f"file://{page}"}, seconds=_SECONDS_TO_START, session=self._session)
        script = Path(__file__).with_name("page.js").read_text("utf-8")
        self._evaluate(f"{script}\nnull", _SECONDS_TO_START)
        info = self._evaluate("waiLint.open()", _SECONDS_TO_START)
        if "absent" in info:
            raise DevToolsError(f"it has no WebGPU adapter: {info['absent']}")
        return Identity(
            executor="browser",
            backend=info["backend"] or "WebGPU",
            adapter=info["description"] or " ".join(filter(None, (info["vendor"], info["architecture"]))),
            vendor=0,
            device=_number(info["device"]),
            driver=info["driver"],
            translator="Tint",
            translator_release=version,
            system=f"{version} on {platform.platform()}",
        )

    def _evaluate(self, expression: str, seconds: float) -> Any:
        """The value of a JavaScript expression, awaited. Raises `DevToolsError`, also where it throws."""
        parameters = {"expression": expression, "awaitPromise": True, "returnByValue": True}
        answer = self._pipe.call("Runtime.evaluate", parameters, seconds=seconds, session=self._session)
        if "exceptionDetails" in answer:
            thrown = answer["exceptionDetails"]
            said = thrown.get("exception", {}).get("description", thrown["text"])
            raise DevToolsError(said.partition("\n    at ")[0].strip())
        return answer["result"].get("value")

    def _last_words(self) -> str:
        with open(self._log, encoding="utf-8", errors="replace") as file:
            lines = [line.strip() for line in file if line.strip()]
        return f" ({lines[-1]})" if lines else ""

    @property
    def identity(self) -> Identity:
        """The adapter as the browser describes it, and the browser's release, of which Tint is a part."""
        return self._identity

    def execute(self, program: Program) -> tuple[Words, ...]:
        """See `executor.Executor.execute`."""
        layout.check(program)
        described = {
            "sizes": [4 * words.size for words in program.buffers],
            "uniforms": sorted(program.uniforms),
            "reads": program.reads,
            "dispatches": [
                {
                    "module": dispatch.module,
                    "entryPoint": dispatch.entry_point,
                    "layout": layout.layout_of(dispatch, number),
                    "bindings": dispatch.bindings,
                    "workgroups": dispatch.workgroups,
                }
                for number, dispatch in enumerate(program.dispatches)
            ],
        }
        try:
            self._give(program.buffers)
            self._evaluate(f"waiLint.execute({json.dumps(described)})", SECONDS_TO_RUN)
            return self._take([program.buffers[index].size for index in program.reads])
        except DevToolsError as error:
            raise ExecutionError(f"the browser refused the program: {error}") from error

    def _give(self, buffers: Sequence[Words]) -> None:
        """Send what is not zero."""
        for parts in _bounded([words.size for words in buffers]):
            given: list[tuple[int, int, str]] = []
            for index, start, end in parts:
                part = np.ascontiguousarray(buffers[index][start:end], dtype="<u4")
                if part.any():
                    given.append((index, 4 * start, base64.b64encode(part.tobytes()).decode("ascii")))
            if given:
                self._evaluate(f"waiLint.give({json.dumps(given)})", SECONDS_TO_RUN)

    def _take(self, sizes: Sequence[int]) -> tuple[Words, ...]:
        """The words that the last program left in the buffers it reads, which have these sizes."""
        results = [np.empty(size, np.uint32) for size in sizes]
        for parts in _bounded(sizes):
            wanted = [(number, 4 * start, 4 * end) for number, start, end in parts]
            answers = self._evaluate(f"waiLint.take({json.dumps(wanted)})", SECONDS_TO_RUN)
            for (number, start, end), answer in zip(parts, answers, strict=True):
                results[number][start:end] = np.frombuffer(base64.b64decode(answer), dtype="<u4")
        return tuple(results)

    def close(self) -> None:
        """End the browser and remove its profile."""
        self._pipe.close()
        self._folder.cleanup()


def _bounded(sizes: Sequence[int]) -> Iterator[list[tuple[int, int, int]]]:
    """The parts (number, start, end) of buffers of these sizes, in lists of at most `_MOST_WORDS` in all."""
    parts: list[tuple[int, int, int]] = []
    room = _MOST_WORDS
    for number, size in enumerate(sizes):
        start = 0
        while start < size:
            end = min(size, start + room)
            parts.append((number, start, end))
            room -= end - start
            start = end
            if room == 0:
                yield parts
                parts, room = [], _MOST_WORDS
    if parts:
        yield parts


def _number(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        return 0
