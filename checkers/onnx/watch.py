"""A clock beside a process: one thread for many deadlines, as starting one for each takes as long as a small model."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


class Watch:
    """Calls `end` once where a deadline passes that was not moved or lifted; `late` says whether it did."""

    def __init__(self, end: Callable[[], None]) -> None:
        self.late = False
        self._end = end
        self._deadline: float | None = None
        self._stopped = False
        # When the thread looks next by itself: infinite where it waits to be told.
        self._next = 0.0
        self._changed = threading.Condition()
        threading.Thread(target=self._run, name="wai-lint watch", daemon=True).start()

    def allow(self, seconds: float | None) -> None:
        """Set the deadline so far from now, or lift it."""
        with self._changed:
            self._deadline = None if seconds is None else time.monotonic() + seconds
            if self._deadline is not None and self._deadline < self._next:
                self._changed.notify()

    def stop(self) -> None:
        """Lift the deadline for good."""
        with self._changed:
            self._deadline = None
            self._stopped = True
            self._changed.notify()

    def _run(self) -> None:
        with self._changed:
            while not self._stopped and not self.late:
                now = time.monotonic()
                if self._deadline is not None and self._deadline <= now:
                    self.late = True
                    self._end()
                    return
                wait = None if self._deadline is None else self._deadline - now
                self._next = float("inf") if wait is None else now + wait
                self._changed.wait(wait)
