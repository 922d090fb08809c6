"""Processes that end with the one that started them, whatever they are in the midst of.

A process that waits for its next message is told by the end of the stream; one that works does not look at it.
"""

from __future__ import annotations

import signal
import sys

# PR_SET_PDEATHSIG of Linux's prctl(2).
_SET_SIGNAL_OF_PARENT = 1


def end_with_parent() -> None:
    """Let this process be killed when the thread that started it ends; where the system has no such thing, nothing."""
    if sys.platform != "linux":
        return
    import ctypes

    try:
        ctypes.CDLL(None).prctl(_SET_SIGNAL_OF_PARENT, signal.SIGKILL, 0, 0, 0)
    except (OSError, AttributeError):
        return
