"""A client of the DevTools protocol over a pipe: a browser is started, commands go in, their answers come out.

Messages are JSON, each followed by a zero byte; the browser reads them from descriptor 3 and answers on 4. It ends when
the pipe closes, so that none is left behind by a process that is killed.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

# The descriptors that the browser wants may be taken here, or be each other's: they are moved away first.
_LAUNCH = """
import fcntl, os, sys
moved = [fcntl.fcntl(int(number), fcntl.F_DUPFD, 10) for number in sys.argv[1:3]]
os.dup2(moved[0], 3)
os.dup2(moved[1], 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
_CHUNK = 1 << 20
_PATIENCE_AT_END = 5.0


class DevToolsError(Exception):
    """The browser ended, did not answer in time, or refused a command."""


class Pipe:
    """A browser and the pipe to it. `command` is its command line; `log`: where its standard error goes."""

    def __init__(self, command: Sequence[str], log: str) -> None:
        read_end, self._to = os.pipe()
        self._from, write_end = os.pipe()
        os.set_blocking(self._to, False)
        with open(log, "wb") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _LAUNCH, str(read_end), str(write_end), *command],
                pass_fds=(read_end, write_end),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
            )
        os.close(read_end)
        os.close(write_end)
        self._received = bytearray()
        self._number = 0

    def call(self, method: str, parameters: dict[str, Any], *, seconds: float, session: str = "") -> dict[str, Any]:
        """The result of a command, waited for at most so many seconds. Raises `DevToolsError`."""
        deadline = time.monotonic() + seconds
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        self._send(json.dumps(message).encode() + b"\0", deadline)
        while True:
            answer = self._receive(deadline)
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise DevToolsError(f"{method}: {answer['error'].get('message', answer['error'])}")
                return answer["result"]

    def _send(self, data: bytes, deadline: float) -> None:
        left = memoryview(data)
        while left:
            self._wait([], [self._to], deadline)
            try:
                left = left[os.write(self._to, left[:_CHUNK]) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise DevToolsError("the browser ended") from error

    def _receive(self, deadline: float) -> dict[str, Any]:
        searched = 0
        while (end := self._received.find(b"\0", searched)) < 0:
            searched = len(self._received)
            self._wait([self._from], [], deadline)
            data = os.read(self._from, _CHUNK)
            if not data:
                raise DevToolsError("the browser ended")
            self._received += data
        message = json.loads(self._received[:end])
        del self._received[: end + 1]
        return message

    def _wait(self, readable: list[int], writable: list[int], deadline: float) -> None:
        ready = select.select(readable, writable, [], max(0.0, deadline - time.monotonic()))
        if not any(ready):
            raise DevToolsError("the browser did not answer in time")

    def close(self) -> None:
        """End the browser and every process of its own."""
        for descriptor in (self._to, self._from):
            os.close(descriptor)
        try:
            self._process.wait(_PATIENCE_AT_END)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, 9)
            self._process.wait()
