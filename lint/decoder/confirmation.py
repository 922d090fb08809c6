"""A confirmation, step by step: kernels, suite, probe, operators, payloads. A step that fails ends it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from ...checkers.decoder import probe, trials
from ...checkers.decoder.codec.model import Model
from ...checkers.decoder.codec.model import load as load_model
from ...checkers.decoder.confirm import Decoded, decode_payload
from ...checkers.decoder.executors.executor import ExecutionError, Executor, Identity
from ...checkers.decoder.executors.table import open_executor
from ...checkers.decoder.probe import ProbeReport
from ...checkers.decoder.refusal import Refused
from ...checkers.decoder.semantics import suite
from ...checkers.decoder.semantics.operations import NAMES
from ...checkers.decoder.semantics.suite import SuiteReport
from ...checkers.decoder.trials import TrialReport
from ..options import UsageError
from .kernels import Kernel, gather
from .manifest import Manifest, Payload, read_bytes

MOST_BYTES = 1 << 28

Advance = Callable[[int, int, str], None]


class Confirmation:
    """What came of each step; a step that was not come to has no result. `complaints` is empty when it is confirmed.

    `decoded` are the payloads in the manifest's order.
    """

    def __init__(self, manifest: Manifest) -> None:
        self.manifest = manifest
        self.model: Model | None = None
        self.kernels: list[Kernel] = []
        self.identity: Identity | None = None
        self.suite: SuiteReport | None = None
        self.probe: ProbeReport | None = None
        self.trials: TrialReport | None = None
        self.decoded: list[tuple[Payload, Decoded]] = []
        self.complaints: list[str] = []

    @property
    def modules(self) -> dict[str, str]:
        """The text of each kernel, by operator."""
        return {kernel.operator: kernel.data.decode() for kernel in self.kernels}

    @property
    def confirmed(self) -> bool:
        """Whether every step ran, and none complains."""
        return not self.complaints and len(self.decoded) == len(self.manifest.payloads)


def confirm(manifest: Manifest, executor: str, advance: Advance) -> Confirmation:
    """Confirm what a manifest names on the executor of that name.

    `advance` gets how many steps are done, of how many, and what comes now. Raises `UsageError` for a file that cannot
    be read, and `ExecutorUnavailable`.
    """
    made = Confirmation(manifest)
    payloads = [read_bytes(payload.path, MOST_BYTES) for payload in manifest.payloads]
    steps = _Steps(advance, 3 + len(NAMES) + len(payloads))
    steps.begin("kernels")
    if not _prepare(made):
        return made
    with closing(open_executor(executor)) as opened:
        made.identity = opened.identity
        try:
            _qualify(made, opened, steps)
            if not made.complaints:
                _try(made, opened, steps)
            if not made.complaints:
                _decode(made, payloads, opened, steps)
        except ExecutionError as error:
            made.complaints.append(f"{steps.current}: {error}")
    return made


class _Steps:
    """Which step is `current`, told to whoever shows progress."""

    def __init__(self, advance: Advance, total: int) -> None:
        self.current = ""
        self._advance = advance
        self._done = 0
        self._total = total

    def begin(self, step: str) -> None:
        self.current = step
        self._advance(self._done, self._total, step)
        self._done += 1


def _prepare(made: Confirmation) -> bool:
    """Load the model and lint the kernels; whether there is something to run."""
    folder = Path(made.manifest.model)
    try:
        made.model = load_model(folder)
    except Refused as refusal:
        made.complaints.append(f"{made.manifest.model}: {refusal}")
        return False
    except OSError as error:
        raise UsageError(f"{error.filename or folder}: cannot read this file: {error.strerror}") from error
    made.kernels = gather(made.manifest, made.model)
    for kernel in made.kernels:
        made.complaints += [
            f"{finding.path}:{finding.span.start if finding.span else finding.place}: {finding.code} {finding.message}"
            for finding in kernel.findings
        ]
    return not made.complaints


def _qualify(made: Confirmation, executor: Executor, steps: _Steps) -> None:
    """Run the suite and the probe (item 5)."""
    made.suite = suite.run(executor, advance=lambda name: steps.begin(f"suite: {name}"))
    if not made.suite.passed:
        made.complaints += [f"suite: {difference}" for difference in made.suite.differences]
        return
    steps.begin("probe")
    made.probe = probe.run(executor)
    made.complaints += [f"probe: {mismatch}" for mismatch in made.probe.mismatches]


def _try(made: Confirmation, executor: Executor, steps: _Steps) -> None:
    """Run each kernel on drawn tensors of its operator."""
    assert made.model is not None
    steps.begin("operators")
    paths = {kernel.operator: kernel.path for kernel in made.kernels}

    def begin(operator: str) -> None:
        steps.current = paths[operator]

    made.trials = trials.run(executor, made.modules, made.model.certificate.width, begin=begin)
    made.complaints += [f"{paths[mismatch.operator]}: {mismatch}" for mismatch in made.trials.mismatches]


def _decode(made: Confirmation, payloads: list[bytes], executor: Executor, steps: _Steps) -> None:
    assert made.model is not None
    for payload, data in zip(made.manifest.payloads, payloads, strict=True):
        steps.begin(payload.shown)
        decoded = decode_payload(made.model, data, payload.golden, made.modules, executor)
        made.decoded.append((payload, decoded))
        if decoded.complaint:
            made.complaints.append(f"{payload.shown}: {decoded.complaint}")
