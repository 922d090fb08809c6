"""An executor that is not what it should be: modules are edited before they run, or results after."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from wai_lint.checkers.decoder.executors.executor import Identity, Program, Words
from wai_lint.checkers.decoder.executors.interpreter import InterpreterExecutor


def unchanged(words: tuple[Words, ...]) -> tuple[Words, ...]:
    return words


class EditedExecutor:
    """The interpreter, with `old` replaced by `new` in every module, and `spoil` done to what it gives."""

    def __init__(
        self, old: str = "", new: str = "", spoil: Callable[[tuple[Words, ...]], tuple[Words, ...]] = unchanged
    ) -> None:
        self._inner = InterpreterExecutor()
        self._old = old
        self._new = new
        self._spoil = spoil
        self.edited = 0

    @property
    def identity(self) -> Identity:
        return self._inner.identity

    def execute(self, program: Program) -> tuple[Words, ...]:
        dispatches = program.dispatches
        if self._old:
            self.edited += sum(dispatch.module.count(self._old) for dispatch in dispatches)
            dispatches = tuple(
                replace(dispatch, module=dispatch.module.replace(self._old, self._new)) for dispatch in dispatches
            )
        return self._spoil(self._inner.execute(replace(program, dispatches=dispatches)))

    def close(self) -> None:
        self._inner.close()
