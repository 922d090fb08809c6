"""The interpreter as an executor: no GPU and no driver, and what no result may depend on is refused."""

from __future__ import annotations

import platform
from time import monotonic

import numpy as np

from .... import __version__
from ...source import Source
from ...wgsl.interpreter.compiler import Operations
from ...wgsl.interpreter.dispatch import LANES, ROUNDS, Finding, Pipeline, Refused
from ...wgsl.ir import Module
from ...wgsl.module import load
from . import layout
from .executor import SECONDS_TO_RUN, Dispatch, ExecutionError, Identity, Program, Words


class InterpreterExecutor:
    """Runs programs on NumPy.

    `operations` stand for the interpreter's own, `lanes` and `rounds` are as of `Pipeline`. A program that takes more
    than `seconds` is refused. `findings` are what the sanitizer found in the last program.
    """

    def __init__(
        self,
        operations: Operations | None = None,
        lanes: int = LANES,
        rounds: int = ROUNDS,
        seconds: float = SECONDS_TO_RUN,
    ) -> None:
        self._seconds = seconds
        self._operations = operations
        self._lanes = lanes
        self._rounds = rounds
        self._modules: dict[str, Module] = {}
        self._pipelines: dict[tuple[str, str], Pipeline] = {}
        self.findings: list[Finding] = []

    @property
    def identity(self) -> Identity:
        """NumPy as the backend, this package as the translator."""
        return Identity(
            executor="interpreter",
            backend="NumPy",
            adapter=f"NumPy on {platform.machine()}",
            vendor=0,
            device=0,
            driver=f"NumPy {np.__version__}",
            translator="wai-lint",
            translator_release=__version__,
            system=platform.platform(),
        )

    def execute(self, program: Program) -> tuple[Words, ...]:
        """The contents of the buffers that `program.reads` names. Raises `ExecutionError`, for a finding too."""
        self.findings = []
        layout.check(program)
        until = monotonic() + self._seconds
        buffers = [words.copy() for words in program.buffers]
        for number, dispatch in enumerate(program.dispatches):
            module = self._module(dispatch.module)
            try:
                pipeline = self._pipeline(dispatch, module)
                layout.check_declared(dispatch, number, layout.kinds_of(module, dispatch.entry_point))
                bindings = {(0, binding): buffers[index] for binding, index in dispatch.bindings}
                self.findings = pipeline.dispatch(dispatch.workgroups, bindings, until)
            except Refused as refusal:
                where = f"{module.source.position(refusal.start)}: " if refusal.end else ""
                raise ExecutionError(f"{dispatch.entry_point}: {where}{refusal}", number) from None
            if self.findings:
                raise ExecutionError(f"{dispatch.entry_point}: {_described(module, self.findings)}", number)
        return tuple(buffers[index] for index in program.reads)

    def close(self) -> None:
        """Let go of the modules."""
        self._modules.clear()
        self._pipelines.clear()

    def _module(self, text: str) -> Module:
        found = self._modules.get(text)
        if found is None:
            found = self._modules[text] = load(Source.from_text(text))
        return found

    def _pipeline(self, dispatch: Dispatch, module: Module) -> Pipeline:
        key = (dispatch.module, dispatch.entry_point)
        found = self._pipelines.get(key)
        if found is None:
            found = self._pipelines[key] = Pipeline(
                module, dispatch.entry_point, lanes=self._lanes, rounds=self._rounds, operations=self._operations
            )
        return found


def _described(module: Module, findings: list[Finding]) -> str:
    """The first finding, with its place and the first invocation that did it."""
    found = findings[0]
    where = module.source.position(found.start)
    of = f" of {found.variable}" if found.variable else ""
    word = f", word {found.words[0]}{of}" if found.words and of else ""
    by = f" by invocation {found.invocations[0]}" if found.invocations else ""
    against = f" against {found.others[0]}" if found.others and found.others[0] is not None else ""
    more = f", and {len(findings) - 1} more findings" if len(findings) > 1 else ""
    return f"{where}: {found.message}{by}{against}{word}{more}"
