"""A progress bar on standard error, for runs that take long enough to wonder."""

from __future__ import annotations

import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_PATIENCE = 1.0
_INTERVAL = 0.1


class Bar:
    """Called with (done, total) and, where it changes, what is being done.

    It shows itself only after a second, so that most runs never load what draws it.
    """

    def __init__(self, doing: str = "linting") -> None:
        self._doing = doing
        self._due = time.monotonic() + _PATIENCE
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __call__(self, done: int, total: int, doing: str = "") -> None:
        now = time.monotonic()
        if now < self._due:
            return
        self._due = now + _INTERVAL
        if self._bar is None or self._task is None:
            from rich.console import Console
            from rich.progress import Progress

            # Drawn from here rather than from a thread: workers may be forked later.
            self._bar = Progress(console=Console(file=sys.stderr), transient=True, auto_refresh=False)
            self._task = self._bar.add_task(self._doing, total=total)
            self._bar.start()
        from rich.markup import escape

        from .reporters.terminal import printable

        # A file may be called like a style, or hold what acts on a terminal.
        description = escape(printable(doing or self._doing))
        self._bar.update(self._task, completed=done, description=description, refresh=True)

    def close(self) -> None:
        """Take the bar off the terminal."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
