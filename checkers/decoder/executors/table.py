"""The executors by name; each loads what it needs when it is opened."""

from __future__ import annotations

from importlib import import_module

from .executor import Executor

# The module and the class of each.
_EXECUTORS = {
    "interpreter": ("interpreter", "InterpreterExecutor"),
    "wgpu": ("wgpu", "WgpuExecutor"),
    "browser": ("browser", "BrowserExecutor"),
}
EXECUTORS = tuple(_EXECUTORS)
DEFAULT = EXECUTORS[0]


def open_executor(name: str) -> Executor:
    """A new executor of that name, one of `EXECUTORS`. Raises `ExecutorUnavailable` when this machine gives none."""
    module, kind = _EXECUTORS[name]
    return getattr(import_module(f".{module}", __package__), kind)()
