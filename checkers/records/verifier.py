"""Verifying a bundle, or a record alone (model-governance §8.2, records §4)."""

from __future__ import annotations

from .outcome import Outcome


class Verification:
    """What was read on the way to an outcome: all of it when accepted, else what came before the refusal."""

    outcome: Outcome
    kind: str | None  # of a record alone; None for a bundle
    policies: list  # of policy.Policy
    attestations: list  # of attestation.Attestation
    statements: list  # of statement.Statement
    reports: list  # of report.Report
    rollup: object  # rollup.Rollup | None
    key_log: object  # key_log.KeyLog | None


def verify(data: bytes) -> Outcome:
    """The outcome of a document's bytes: never an exception, whatever they are."""
    return examine(data).outcome


def examine(data: bytes) -> Verification:
    """`verify`, with the records that were read."""
    raise NotImplementedError
