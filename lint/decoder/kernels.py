"""The kernels of a confirmation: where they come from, and whether every rule passes them."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass

from ...checkers.decoder import kernels
from ...checkers.decoder.codec.model import Model
from ...checkers.decoder.operators import OPERATORS
from ...checkers.diagnostic import Diagnostic
from ...rules.family import Settings
from ..check import check
from ..families import families_of
from ..options import UsageError
from .manifest import Manifest, read_bytes

PROFILE = "reference"
MOST_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Kernel:
    """The WGSL module of an operator, and what the rules find in it; excused or not, a finding refuses it."""

    operator: str
    path: str
    data: bytes
    findings: Sequence[Diagnostic]

    @property
    def sha256(self) -> str:
        """Of the module's bytes, in hex."""
        return hashlib.sha256(self.data).hexdigest()


def gather(manifest: Manifest, model: Model) -> list[Kernel]:
    """The kernel of each operator of the model's graph, and of each other that the manifest's folder has one for.

    They are checked under profile `reference`. Raises `UsageError`, also for a module in the folder that is no
    operator's: what is not run must not be taken for confirmed.
    """
    width = model.certificate.width
    gathered: list[Kernel] = []
    for operator in sorted({node.operator for node in model.graph.nodes} | _offered(manifest.kernels)):
        if manifest.kernels is None:
            path, data = f"{operator} ({width})", kernels.module(operator, width).encode()
        else:
            path = os.path.join(manifest.kernels, f"{operator}.wgsl")
            data = read_bytes(path, MOST_BYTES)
        findings = check(path, data, families_of(".wgsl"), Settings(PROFILE))
        gathered.append(Kernel(operator, path, data, findings))
    return gathered


def _offered(folder: str | None) -> set[str]:
    """The operators for which a folder has a module. Raises `UsageError`."""
    if folder is None:
        return set()
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise UsageError(f"{folder}: cannot read this folder: {error.strerror}") from error
    offered = {stem for stem, ending in map(os.path.splitext, names) if ending == ".wgsl"}
    if unknown := sorted(offered - OPERATORS.keys()):
        path = os.path.join(folder, f"{unknown[0]}.wgsl")
        raise UsageError(f"{path}: no operator is called {unknown[0]}: they are {', '.join(sorted(OPERATORS))}")
    return offered
