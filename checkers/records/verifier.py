"""Verifying a bundle, or a record alone: a state machine without I/O (model-governance §8.2, records §4).

Steps are numbered as in §8.2. The records of a bundle were read, and their signatures verified, when the reader of JSON
met them; what was refused then is raised here, when its step comes.
"""

from __future__ import annotations

from contextlib import contextmanager

from . import attestation, key_log, policy, report, rollup, statement
from .bundle import ElementReader, check_bundle
from .outcome import Outcome, Path, Refusal
from .profile import KEY_LOG_KIND
from .reading import read_document
from .runs import HeldPolicy, Periods, check_decodes, check_device, check_pictures, check_policy, check_presentation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, TypeVar

    Record = TypeVar("Record")
    Named = TypeVar("Named", attestation.Attestation, statement.Statement)

KINDS = (
    policy.TABLE.kind,
    attestation.TABLE.kind,
    report.TABLE.kind,
    rollup.TABLE.kind,
    statement.TABLE.kind,
    KEY_LOG_KIND,
)


def verify(data: bytes) -> Outcome:
    """The outcome of a document's bytes: never an exception, whatever they are."""
    return examine(data).outcome


def examine(data: bytes) -> Verification:
    """`verify`, with the records that were read."""
    return Verification(data)


class Verification:
    """The outcome of a document, and what was read on the way to it: all of it when accepted.

    `kind` is that of a record alone, and None for a bundle; a record alone stands in the list or member of its kind.
    `held` has the policies with the time each is in force, by link hash.
    """

    def __init__(self, data: bytes) -> None:
        self.kind: str | None = None
        self.policies: list[policy.Policy] = []
        self.held: dict[str, HeldPolicy] = {}
        self.key_log: key_log.KeyLog | None = None
        self._attestations: dict[str, attestation.Attestation] = {}
        self._statements: dict[str, statement.Statement] = {}
        self.reports: list[report.Report] = []
        self.rollup: rollup.Rollup | None = None
        try:
            self._verify(read_document(data, ElementReader()))
        except Refusal as refusal:
            self.outcome = Outcome(refusal)
        else:
            self.outcome = self._accepted()

    @property
    def attestations(self) -> list[attestation.Attestation]:
        """The attestations, in order."""
        return list(self._attestations.values())

    @property
    def statements(self) -> list[statement.Statement]:
        """The presentation statements, in order."""
        return list(self._statements.values())

    def _verify(self, value: object) -> None:
        kind = value.get("kind") if isinstance(value, dict) else None
        if isinstance(value, dict) and isinstance(kind, str) and kind in KINDS:
            self.kind = kind
            self._verify_alone(kind, value)
            return
        bundle = check_bundle(value)
        self._step_1_policies(bundle["policies"])
        self._step_2_key_log(bundle["key_log"])
        self._step_3_attestations(bundle["attestations"])
        self._step_4_statements(bundle["presentations"])
        self._step_5_reports(bundle["reports"])
        if bundle["rollup"] is not None:
            self._step_6_rollup(bundle["rollup"])

    def _accepted(self) -> Outcome:
        return Outcome(
            policies=len(self.policies),
            attestations=len(self._attestations),
            presentations=len(self._statements),
            reports=len(self.reports),
            decodes=sum(len(each.decodes) for each in self.reports),
            frames=sum(len(each.frames) for each in self._statements.values()),
            rollup=self.rollup is not None,
        )

    def _verify_alone(self, kind: str, value: dict[str, Any]) -> None:
        """A record alone (§9): it reads, its signature verifies, and what its kind asks of it alone."""
        if kind == policy.TABLE.kind:
            with _at(("policy",)):
                self.policies.append(policy.read_policy(value))
        elif kind == attestation.TABLE.kind:
            with _at(("attestation",)):
                _add(attestation.read_attestation(value), self._attestations)
        elif kind == statement.TABLE.kind:
            with _at(("presentation",)):
                _add(statement.read_statement(value), self._statements)
        elif kind == report.TABLE.kind:
            with _at(("report",)):
                self.reports.append(report.read_report(value))
        elif kind == rollup.TABLE.kind:
            with _at(("rollup",)):
                self.rollup = rollup.read_rollup(value)
        else:
            with _at(("key_log",)):
                self.key_log = key_log.read_key_log(value)
                key_log.check_history(self.key_log)

    def _step_1_policies(self, read: list[policy.Policy | Refusal]) -> None:
        for index, each in enumerate(read):
            with _at(("policy", index), ("policies", index)):
                # It reads, its signature verifies, it keeps §4.2's rules, and it is the successor of the one before.
                held = _read(each)
                if self.policies:
                    policy.check_successor(held, self.policies[-1])
                self.policies.append(held)

    def _step_2_key_log(self, value: object) -> None:
        for index, each in enumerate(self.policies):
            if each.key_log is None:
                continue
            if value is None:
                message = "the policy names a key log, and the bundle holds none"
                raise Refusal("key_log_absent", ("policy", index), message, ("policies", index, "key_log"))
            with _at(("key_log",), ("key_log",)):
                # Whatever asks no origin was checked for the first policy that names one.
                checked = self.key_log is not None
                self.key_log = self.key_log or key_log.read_key_log(value)
                key_log.check_origin(self.key_log, each.key_log)
                if not checked:
                    key_log.check_history(self.key_log)
        revoked = {} if self.key_log is None else self.key_log.revoked
        for each, successor in zip(self.policies, [*self.policies[1:], None], strict=True):
            until = policy.in_force_until(each, successor)
            self.held[each.link_hash] = HeldPolicy(each, until, {} if each.key_log is None else revoked)

    def _step_3_attestations(self, read: list[attestation.Attestation | Refusal]) -> None:
        for index, each in enumerate(read):
            with _at(("attestation", index), ("attestations", index)):
                _add(_read(each), self._attestations)

    def _step_4_statements(self, read: list[statement.Statement | Refusal]) -> None:
        for index, each in enumerate(read):
            with _at(("presentation", index), ("presentations", index)):
                _add(_read(each), self._statements)

    def _step_5_reports(self, read: list[report.Report | Refusal]) -> None:
        named: set[str] = set()
        periods = Periods()
        place = {link_hash: index for index, link_hash in enumerate(self._statements)}
        for index, each in enumerate(read):
            with _at(("report", index), ("reports", index)):
                # It reads and its signature verifies; its device and policy (§6.4); its decodes (§6.2).
                held = _read(each)
                under = check_policy(held, self.held)
                device_class = check_device(held, under.policy, self._attestations)
                check_decodes(held, device_class, under.revoked)
            # The statements it names, and their pictures, one statement after the other (§6.3).
            for position, name in enumerate(held.presentations):
                with _at(("report", index), ("reports", index)):
                    stated = check_presentation(held, position, self._statements, named)
                with _at(("report", index, "presentation", position), ("presentations", place[name])):
                    check_pictures(stated, device_class, under.revoked)
            with _at(("report", index), ("reports", index)):
                # It shares no instant with an earlier report of its device.
                periods.add(held)
            self.reports.append(held)

    def _step_6_rollup(self, value: dict[str, Any]) -> None:
        with _at(("rollup",), ("rollup",)):
            # 6.1: it reads and its signature verifies.
            read = rollup.read_rollup(value)
            rollup.check_rollup(read, self.policies, self.reports, self._statements)
            self.rollup = read


@contextmanager
def _at(at: Path, pointer: Path = ()) -> Iterator[None]:
    """Put what is refused within at its place."""
    try:
        yield
    except Refusal as refusal:
        raise refusal.within(at, pointer) from None


def _read(read: Record | Refusal) -> Record:
    if isinstance(read, Refusal):
        raise read
    return read


def _add(read: Named, held: dict[str, Named]) -> None:
    """Hold a record by its link hash; raises `Refusal` with record_duplicate where it is held already."""
    if read.link_hash in held:
        raise Refusal("record_duplicate", (), "this record stands here a second time")
    held[read.link_hash] = read
