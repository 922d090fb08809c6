"""The warm process that examines models, kept over many of them and started anew when it ends (onnx §1)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import asdict
from typing import IO, Any

from .limits import Limits
from .messages import read_message, write_message
from .watch import Watch

# A machine that is busy gives a process its seconds of processor time later than it asked for them.
_PATIENCE = 20
_START_SECONDS = 120
_EXAMINER = __name__.rpartition(".")[0] + ".examiner"
# Memory that is kept after a model serves the next one without page faults, and small pieces of it without a search:
# a model is thousands of them, which are given back and taken again.
_MALLOC = {"MALLOC_MMAP_THRESHOLD_": "1073741824", "MALLOC_TRIM_THRESHOLD_": "1073741824"}
_TUNABLES, _SMALL_PIECES = "GLIBC_TUNABLES", "glibc.malloc.tcache_count=4096"


_TOO_LONG = -getattr(signal, "SIGXCPU", 0) or None
# It ends by itself for want of memory, or the dynamic linker or the system ends it.
_TOO_MUCH = (0, 127, -getattr(signal, "SIGKILL", 0))


class ChildError(Exception):
    """The process cannot be started."""


class Ended(Exception):
    """The process ended before it had answered: past its memory or time, or by a defect; says how."""


class Child:
    """One process. `models` counts what it was given, `memory` is the most that any was; `ended`: it is no more."""

    def __init__(self) -> None:
        """Start it. Raises `ChildError`."""
        self.models = 0
        self.memory = 0
        self.ended = False
        self._limits: Limits | None = None
        # Bundled linear algebra would start threads, whose stacks count as address space.
        environment = {**os.environ, **_MALLOC, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        environment[_TUNABLES] = ":".join(filter(None, (os.environ.get(_TUNABLES), _SMALL_PIECES)))
        command = [sys.executable, "-P", "-m", _EXAMINER]
        pipe = subprocess.PIPE
        if not sys.executable:
            raise ChildError("the process that examines models cannot be started: there is no Python to run it with")
        try:
            self._process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=environment
            )
        except OSError as error:
            raise ChildError(f"the process that examines models cannot be started: {error.strerror}") from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests: IO[bytes] = self._process.stdin
        self._answers: IO[bytes] = self._process.stdout
        for pipe_end in (self._requests, self._answers):
            _widen(pipe_end)
        self._ready = False
        self._watch = Watch(self._process.kill)

    def ask(self, data: bytes, limits: Limits) -> None:
        """Give it a model to examine. Raises `ChildError` when it does not start."""
        if not self._ready:
            self._watch.allow(_START_SECONDS)
            try:
                read_message(self._answers)
            except EOFError:
                how = self._end()
                raise ChildError(f"the process that examines models ended as it started: {how}") from None
            self._ready = True
        self.models += 1
        self.memory = max(self.memory, limits.inference_bytes)
        self._watch.allow(limits.inference_seconds * _PATIENCE)
        request: dict[str, Any] = {"ask": "audit"}
        if limits != self._limits:
            request["limits"] = asdict(limits)
            self._limits = limits
        # If it is gone, reading from it will say so.
        with suppress(OSError):
            write_message(self._requests, request, data)

    def answer(self) -> dict[str, Any]:
        """The next part of its answer. Raises `Ended`."""
        try:
            values, _ = read_message(self._answers)
        except EOFError:
            raise Ended(self._end()) from None
        if values["stage"] == "end":
            self._watch.allow(None)
        return values

    def inferred(self) -> bytes:
        """The last model, if it had one, with inferred shapes; empty when the process is gone."""
        try:
            write_message(self._requests, {"ask": "inferred"}, b"")
            return read_message(self._answers)[1]
        except (OSError, ValueError, EOFError):
            return b""
        except BaseException:
            # An interruption: its answer would be taken for that to the next question.
            self.close()
            raise

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._end()

    def _end(self) -> str:
        """Wait until it has ended, and say how it did."""
        self._watch.stop()
        self.ended = True
        with suppress(OSError):
            self._requests.close()
        self._answers.close()
        status = self._process.wait()
        if self._watch.late or status == _TOO_LONG:
            return "time"
        if status in _TOO_MUCH:
            return "memory"
        return f"signal {-status}" if status < 0 else f"exit status {status}"


def _widen(pipe: IO[bytes]) -> None:
    """Let a pipe hold more, where it can: a model is larger than the 64 KiB it holds."""
    try:
        from fcntl import F_SETPIPE_SZ, fcntl
    except ImportError:
        return
    with suppress(OSError):
        fcntl(pipe.fileno(), F_SETPIPE_SZ, 1 << 20)


_children: dict[int, Child] = {}
_turns: dict[int, threading.RLock] = {}


def turn() -> threading.RLock:
    """What a thread holds from its question to the last of the answer: the process answers one at a time."""
    # One that another thread held at a fork is never given back there.
    return _turns.setdefault(os.getpid(), threading.RLock())


def warm_child() -> Child:
    """The process kept for this one, started when there is none. Raises `ChildError`."""
    own = os.getpid()
    child = _children.get(own)
    if child is None or child.ended:
        # A child of the process that this one was forked from is not ours.
        _children.clear()
        child = _children[own] = Child()
    return child


def dismiss(child: Child) -> None:
    """End a process and forget it."""
    child.close()
    if _children.get(os.getpid()) is child:
        del _children[os.getpid()]
