"""One CPU session of ONNX Runtime (§4), in a process of its own with bounds on memory and time.

A model that was admitted may still ask for more work than anyone waits for, or bring the runtime down. The process
ends with the session; started as a program, this module is that process.
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any, Protocol

from .messages import read_message, write_message
from .parent import end_with_parent
from .refusal import Failure
from .tensors import write_archive

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np

    from .placement import Placement

    Array = np.ndarray[Any, np.dtype[Any]]

PROVIDERS = ("CPUExecutionProvider",)
OPTIONS: dict[str, Any] = {
    "execution_mode": "ORT_SEQUENTIAL",
    "graph_optimization_level": "ORT_ENABLE_EXTENDED",
    "intra_op_num_threads": 1,
    "inter_op_num_threads": 1,
}
SECONDS = 300.0
MEMORY = 8 << 30
# The most that all outputs of a run may take.
OUTPUT_BYTES = 2 << 30
_ERRORS_ONLY = 3


class SessionFailed(Failure):
    """A session that could not be constructed or run."""


class Session(Protocol):
    """What runs a model: the providers it was constructed with, and a run of it."""

    @property
    def providers(self) -> Sequence[str]:
        """The execution providers, the preferred one first."""
        ...

    @property
    def options(self) -> Mapping[str, Any]:
        """What it was constructed with, as it says itself."""
        ...

    @property
    def version(self) -> str | None:
        """The version of ONNX Runtime; None where it is none."""
        ...

    def run(self, inputs: Mapping[str, Array]) -> Mapping[str, Array]:
        """The outputs by name. Raises `SessionFailed`."""
        ...

    def close(self) -> None:
        """Give back what the session holds."""
        ...


class NpuBackend(Protocol):
    """What can construct sessions on an NPU."""

    def construct(self, model: bytes, placements: Sequence[Placement]) -> Session:
        """A session that runs the whole model on the NPU; any exception says that there is none."""
        ...

    def discard(self) -> None:
        """Give back whatever a construction that failed has left."""
        ...


class CpuSession:
    """A session of `CPUExecutionProvider` alone. Raises `SessionFailed` when it cannot be constructed."""

    def __init__(
        self, model: bytes, *, seconds: float = SECONDS, memory: int = MEMORY, output_bytes: int = OUTPUT_BYTES
    ) -> None:
        self._seconds = seconds
        # Of what is in the working folder nothing must be imported.
        bounds = map(str, (memory, math.ceil(seconds), output_bytes))
        command = [sys.executable, "-P", "-m", __name__, *bounds]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        try:
            said, _ = self._ask(model, "CPU_SESSION_CONSTRUCTION")
        except BaseException:
            self.close()
            raise
        self.providers: tuple[str, ...] = tuple(said["providers"])
        self.options: dict[str, Any] = said["options"]
        self.version: str | None = said["version"]

    def run(self, inputs: Mapping[str, Array]) -> Mapping[str, Array]:
        """The outputs by name. Raises `SessionFailed`."""
        from io import BytesIO

        import numpy as np

        _, answer = self._ask(write_archive(inputs), "CPU_SESSION_RUN")
        with np.load(BytesIO(answer), allow_pickle=False) as archive:
            return {name: archive[name] for name in archive.files}

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def _ask(self, request: bytes, code: str) -> tuple[dict[str, Any], bytes]:
        """What the process answers. Raises `SessionFailed` with `code`, or what the process itself says."""
        source, target = self._process.stdout, self._process.stdin
        assert source is not None
        assert target is not None
        timer = threading.Timer(self._seconds, self._process.kill)
        timer.start()
        try:
            write_message(target, {}, request)
            said, answer = read_message(source)
        except (OSError, EOFError) as error:
            ended = f"the process of the session ended before it answered (within {self._seconds:g} s and its memory)"
            raise SessionFailed(code, ended) from error
        finally:
            timer.cancel()
        if "message" in said:
            raise SessionFailed(said["code"] or code, said["message"])
        return said, answer


def _serve(memory: int, seconds: int, output_bytes: int) -> None:
    """Construct a session of the first message and run it with each further one, until there is none."""
    end_with_parent()
    _bound(memory, seconds)
    source, target = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    # What the runtime prints must not come between the answers.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    session = None
    while True:
        try:
            _, request = read_message(source)
        except EOFError:
            return
        said: dict[str, Any] = {}
        answer = b""
        try:
            if session is None:
                session, said = _construct(request)
            else:
                answer = _run(session, request, output_bytes)
        except Exception as error:  # noqa: BLE001 - whatever the runtime raises is the answer
            code = "RUNTIME_MISSING" if isinstance(error, ImportError) else ""
            message = "ONNX Runtime is not installed: pip install 'wai-lint[onnx-run]'" if code else _first_line(error)
            said = {"code": code, "message": message}
        write_message(target, said, answer)


def _first_line(error: Exception) -> str:
    text = str(error).strip() or type(error).__name__
    return text.splitlines()[0][:500]


def _bound(memory: int, seconds: int) -> None:
    try:
        import resource
    except ImportError:
        # Windows has no such bounds; the one on time holds.
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    # For the case that whoever keeps the time is gone; construction and run have so long each.
    resource.setrlimit(resource.RLIMIT_CPU, (2 * seconds + 2, 2 * seconds + 2))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _construct(model: bytes) -> tuple[Any, dict[str, Any]]:
    import onnxruntime

    onnxruntime.set_default_logger_severity(_ERRORS_ONLY)
    options = onnxruntime.SessionOptions()
    options.execution_mode = getattr(onnxruntime.ExecutionMode, OPTIONS["execution_mode"])
    options.graph_optimization_level = getattr(onnxruntime.GraphOptimizationLevel, OPTIONS["graph_optimization_level"])
    options.intra_op_num_threads = OPTIONS["intra_op_num_threads"]
    options.inter_op_num_threads = OPTIONS["inter_op_num_threads"]
    session = onnxruntime.InferenceSession(model, options, providers=list(PROVIDERS))
    held = session.get_session_options()
    said = {name: getattr(held, name) for name in OPTIONS}
    said = {name: value if isinstance(value, int) else value.name for name, value in said.items()}
    return session, {"providers": session.get_providers(), "options": said, "version": onnxruntime.__version__}


def _run(session: Any, archive: bytes, output_bytes: int) -> bytes:
    from io import BytesIO

    import numpy as np

    with np.load(BytesIO(archive), allow_pickle=False) as tensors:
        given = {name: tensors[name] for name in tensors.files}
    names = [each.name for each in session.get_outputs()]
    made = session.run(names, given)
    size = sum(each.nbytes for each in made)
    if size > output_bytes:
        raise ValueError(f"the outputs take {size} bytes, and at most {output_bytes} are taken from a run")
    return write_archive(dict(zip(names, made, strict=True)))


if __name__ == "__main__":
    _serve(*map(int, sys.argv[1:]))
