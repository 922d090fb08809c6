"""An executor in a process of its own: a translator or a driver that aborts ends that process and not this one.

    python -P -m wai_lint.checkers.decoder.executors.process CONNECTION MODULE CLASS

is that process: it opens the executor, answers with its identity, then runs programs until the connection closes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib import import_module
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

from .executor import SECONDS_TO_RUN, ExecutionError, ExecutorUnavailable, Identity, Program, Words

_SECONDS_TO_START = 120.0
_SECONDS_TO_END = 5.0
_DONE, _REFUSED, _UNAVAILABLE = range(3)
_PANICKED = "panicked at "


class ProcessExecutor:
    """Runs the executor `kind` of the module of that whole name. Raises `ExecutorUnavailable` as that does.

    When its process ends, or does not answer for five minutes, the program is refused, and so is every later one: what
    passed the suite is gone.
    """

    def __init__(self, module: str, kind: str) -> None:
        self._connection, theirs = Pipe()
        # What drivers print belongs to nobody until one aborts.
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the process
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", __name__, str(theirs.fileno()), module, kind],
            pass_fds=(theirs.fileno(),),
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            env=os.environ | {"RUST_BACKTRACE": "0", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        theirs.close()
        self._ended = ""
        try:
            status, answer = self._receive(_SECONDS_TO_START)
            if status != _DONE:
                raise ExecutorUnavailable(answer)
        except ExecutionError as error:
            self.close()
            raise ExecutorUnavailable(f"the executor {kind} does not start: {error}") from error
        except BaseException:
            self.close()
            raise
        self._identity: Identity = answer

    @property
    def identity(self) -> Identity:
        """What the executor in the process runs on."""
        return self._identity

    def execute(self, program: Program) -> tuple[Words, ...]:
        """See `executor.Executor.execute`."""
        if self._ended:
            raise ExecutionError(self._ended)
        try:
            self._connection.send(program)
        except OSError as error:
            raise self._end("ended") from error
        status, answer = self._receive(SECONDS_TO_RUN)
        if status != _DONE:
            raise answer
        return answer

    def _receive(self, seconds: float) -> tuple[int, Any]:
        try:
            if self._connection.poll(seconds):
                return self._connection.recv()
        except (EOFError, OSError) as error:
            raise self._end("ended") from error
        raise self._end(f"did not answer within {seconds:.0f} s")

    def _end(self, what: str) -> ExecutionError:
        """End the process, and make what is said of it from now on."""
        if what == "ended":
            self._wait()
        self._process.kill()
        said = self._last_words()
        self._ended = f"the process of the executor {what}" + (f": {said}" if said else "")
        return ExecutionError(self._ended)

    def _last_words(self) -> str:
        """Why a Rust library aborted, or the last line that the process wrote."""
        self._log.seek(0)
        lines = [line.strip() for line in self._log.read().decode("utf-8", "replace").splitlines() if line.strip()]
        for number, line in enumerate(lines):
            where = line.partition(_PANICKED)[2]
            if where and number + 1 < len(lines):
                return f"{lines[number + 1]} ({where.rpartition('/registry/src/')[2].rstrip(':')})"
        return lines[-1] if lines else ""

    def _wait(self) -> None:
        try:
            self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def close(self) -> None:
        """End the process."""
        self._connection.close()
        self._wait()
        self._log.close()


def _serve(connection: Connection[Any, Any], module: str, kind: str) -> None:
    try:
        executor = getattr(import_module(module), kind)()
    except ExecutorUnavailable as error:
        connection.send((_UNAVAILABLE, str(error)))
        return
    connection.send((_DONE, executor.identity))
    while True:
        try:
            program: Program = connection.recv()
        except EOFError:
            executor.close()
            return
        try:
            connection.send((_DONE, executor.execute(program)))
        except ExecutionError as error:
            connection.send((_REFUSED, error))


if __name__ == "__main__":
    _serve(Connection(int(sys.argv[1])), sys.argv[2], sys.argv[3])
