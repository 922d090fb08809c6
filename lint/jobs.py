"""Processes files in several worker processes; a worker that dies costs the file it was at and no other."""

from __future__ import annotations

import os
import sys
from collections import deque
from contextlib import suppress
from multiprocessing import connection as connections
from multiprocessing import get_context

from .processing import Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from multiprocessing.connection import Connection, PipeConnection
    from multiprocessing.process import BaseProcess
    from typing import Any, Protocol

    from .discovery import Input

    class FileProcessor(Protocol):
        """Processes a file, and never raises."""

        def process(self, item: Input) -> Outcome:
            """What came of the file."""
            ...

    Numbered = tuple[int, Input]
    End = Connection[Any, Any] | PipeConnection[Any, Any]

_CHUNKS_PER_WORKER = 8
_MAX_CHUNK = 64
_CRASHED = 70


class _Worker:
    """A process, the connection to it, and the files it was given and has not answered for, in order."""

    __slots__ = ("connection", "pending", "process")

    def __init__(self, process: BaseProcess, connection: End) -> None:
        self.process = process
        self.connection = connection
        self.pending: deque[Numbered] = deque()


def process_all(
    processor: FileProcessor, items: Sequence[Numbered], count: int, deliver: Callable[[int, Outcome], None]
) -> None:
    """Process `items` in `count` workers; `deliver` gets the number and outcome of each, in any order."""
    chunks = _chunks(items, count)
    workers: dict[object, _Worker] = {}
    try:
        while chunks and len(workers) < count:
            _employ(processor, workers, chunks)
        while workers:
            for connection in connections.wait([worker.connection for worker in workers.values()]):
                worker = workers[connection]
                if not _receive(worker, chunks, deliver):
                    del workers[connection]
                    _bury(worker, chunks, deliver)
                    if chunks and len(workers) < count:
                        _employ(processor, workers, chunks)
    finally:
        for worker in workers.values():
            worker.process.terminate()
            worker.process.join()


def _employ(processor: FileProcessor, workers: dict[object, _Worker], chunks: deque[list[Numbered]]) -> None:
    """Start a worker and give it a chunk."""
    forks = sys.platform == "linux"
    context = get_context("fork") if forks else get_context("spawn")
    ours, theirs = context.Pipe()
    inherited = [*(worker.connection for worker in workers.values()), ours] if forks else []
    process = context.Process(target=_work, args=(theirs, processor, inherited), daemon=True)
    process.start()
    theirs.close()
    worker = workers[ours] = _Worker(process, ours)
    _assign(worker, chunks)


def _chunks(items: Sequence[Numbered], count: int) -> deque[list[Numbered]]:
    """Shares of about equal size, those of the largest files first so that none is left over at the end."""
    by_size = sorted(items, key=lambda numbered: -numbered[1].size)
    target = sum(item.size for _, item in items) // (count * _CHUNKS_PER_WORKER) + 1
    chunks: deque[list[Numbered]] = deque()
    size = target
    for numbered in by_size:
        if size >= target or len(chunks[-1]) >= _MAX_CHUNK:
            chunks.append([])
            size = 0
        chunks[-1].append(numbered)
        size += numbered[1].size
    return chunks


def _assign(worker: _Worker, chunks: deque[list[Numbered]]) -> None:
    chunk = chunks.popleft()
    worker.pending.extend(chunk)
    # If it died before it could be told, reading from it will say so.
    with suppress(OSError):
        worker.connection.send(chunk)


def _receive(worker: _Worker, chunks: deque[list[Numbered]], deliver: Callable[[int, Outcome], None]) -> bool:
    """Take one message of a worker; False when there will be no more."""
    try:
        message = worker.connection.recv()
    except (EOFError, OSError):
        return False
    if message is not None:
        number, outcome = message
        worker.pending.popleft()
        deliver(number, outcome)
    elif chunks:
        _assign(worker, chunks)
    else:
        worker.connection.close()
        worker.process.join()
        return False
    return True


def _bury(worker: _Worker, chunks: deque[list[Numbered]], deliver: Callable[[int, Outcome], None]) -> None:
    """Account for what a worker left when it ended: the file it was at failed, the others are still to do."""
    worker.connection.close()
    worker.process.join()
    if not worker.pending:
        return
    number, _ = worker.pending.popleft()
    code = worker.process.exitcode or 0
    how = f"signal {-code}" if code < 0 else f"exit status {code}"
    message = f"the worker process that checked this file ended ({how}), so it was not checked; is there enough memory?"
    deliver(number, Outcome(failure=("killed", message)))
    if worker.pending:
        chunks.appendleft(list(worker.pending))


def _work(connection: End, processor: FileProcessor, inherited: Sequence[End]) -> None:
    """Answer chunks of numbered files with numbered outcomes, and the end of each chunk with None."""
    import gc
    import signal

    # An interrupt reaches the whole group; the main process ends the workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Ends of other workers' pipes, inherited by forking, would keep those workers alive after the main process.
    for other in inherited:
        other.close()
    gc.freeze()
    try:
        while True:
            for number, item in connection.recv():
                connection.send((number, processor.process(item)))
            connection.send(None)
    except (EOFError, OSError):
        os._exit(0)
    except Exception:  # noqa: BLE001 - the main process sees the end and says which file it was
        os._exit(_CRASHED)
