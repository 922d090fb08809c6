"""The executors by name; each loads what it needs when it is opened."""

from __future__ import annotations

from importlib import import_module

from .executor import Executor

# The module and the class of each, and whether what it loads may abort the process that loads it.
_EXECUTORS = {
    "interpreter": (f"{__package__}.interpreter", "InterpreterExecutor", False),
    "wgpu": (f"{__package__}.wgpu", "WgpuExecutor", True),
    "browser": (f"{__package__}.browser", "BrowserExecutor", False),
}
EXECUTORS = tuple(_EXECUTORS)
DEFAULT = EXECUTORS[0]


def open_executor(name: str) -> Executor:
    """A new executor of that name, one of `EXECUTORS`. Raises `ExecutorUnavailable` when this machine gives none."""
    module, kind, may_abort = _EXECUTORS[name]
    if may_abort:
        from .process import ProcessExecutor

        return ProcessExecutor(module, kind)
    return getattr(import_module(module), kind)()
