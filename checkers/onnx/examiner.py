"""The process that examines models: reads them from its standard input, answers on its standard output.

It is started anew where it passes the memory or time of a model's limits, and opens no file after it has started.
"""

from __future__ import annotations

import gc
import os
import signal
import sys

from .examination import examine
from .limits import Limits
from .messages import read_message, write_message
from .parent import end_with_parent

try:
    import resource
except ImportError:  # Windows has no such limits: the parent's clock holds alone.
    resource = None


def main() -> None:
    """Answer requests until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    # onnx prints to the standard output; answers have a descriptor of their own.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    baseline = _address_space()
    if resource is not None:
        opened = max(answers.fileno(), sys.stdin.fileno()) + 1
        resource.setrlimit(resource.RLIMIT_NOFILE, (opened, opened))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    gc.freeze()
    gc.disable()
    write_message(answers, {"stage": "ready"}, b"")
    inferred = b""
    limits = Limits()
    while True:
        try:
            values, data = read_message(sys.stdin.buffer)
        except EOFError:
            return
        if values["ask"] == "inferred":
            write_message(answers, {}, inferred)
            continue
        if "limits" in values:
            limits = Limits(**values["limits"])
        _bound(limits, baseline)
        try:
            inferred = examine(data, limits, lambda part: write_message(answers, part, b""))
        except MemoryError:
            return
        del data


def _bound(limits: Limits, baseline: int) -> None:
    """Bound the memory and the processor time of what comes next."""
    if resource is None:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + 1 + limits.inference_seconds
    _soften(resource.RLIMIT_CPU, seconds)
    _soften(resource.RLIMIT_AS, baseline + limits.inference_bytes)


def _soften(kind: int, value: int) -> None:
    assert resource is not None
    _, hard = resource.getrlimit(kind)
    soft = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (soft, hard))


def _address_space() -> int:
    """The bytes of address space this process has before it reads a model; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


if __name__ == "__main__":
    main()
