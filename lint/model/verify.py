"""`wai-lint model verify BUNDLE…`: an outcome on standard output, a sentence for people on standard error.

One file gives its outcome; several, or a folder, give a line each, `{"path": …}` first. A file that cannot be read
makes the exit status 2, and then nothing is printed on standard output at all.
"""

from __future__ import annotations

import json
import sys

from ...rules.records import place_in_words as in_words
from ..engine import worker_count
from ..options import Arguments
from ..processing import Outcome as Processed
from ..processing import describe
from ..report import CLEAN, FINDINGS, TROUBLE
from ..streams import say, write_message, write_text
from . import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..discovery import Input

NOT_COUNTED = ("accepted", "rollup")


class Verdict:
    """What came of a file: its `outcome` as JSON has it and its `account` (empty unless asked for), or a `failure`."""

    __slots__ = ("account", "failure", "outcome", "path")

    def __init__(self, path: str, processed: Processed) -> None:
        self.path = path
        self.failure = None if processed.failure is None else f"{path}: {processed.failure[1]}"
        self.outcome: dict[str, Any] = {}
        self.account = ""
        if self.failure is None:
            self.outcome, self.account = json.loads(processed.body)

    @property
    def accepted(self) -> bool:
        """Whether the bundle or record was accepted."""
        return bool(self.outcome.get("accepted"))

    def sentence(self) -> str:
        """The outcome for people."""
        if self.accepted:
            return f"{self.path}: {accepted_in_words(self.outcome)}"
        at = in_words(self.outcome["at"])
        return f"{self.path}: refused ({self.outcome['reason']}) at {at}: {self.outcome['message']}"


class BundleProcessor:
    """Verifies a file, here or in a worker; the body of what it gives is the outcome and the account, as JSON."""

    def __init__(self, *, with_account: bool) -> None:
        self.with_account = with_account

    def process(self, item: Input) -> Processed:
        """What came of the file. Never raises: a defect of this tool becomes a failure that names it."""
        from ...checkers.records.verifier import verify

        try:
            data = files.read(item.location) if item.data is None else item.data
        except OSError as error:
            return Processed(failure=("unreadable", f"cannot read this file: {error.strerror}"))
        try:
            if not self.with_account:
                return Processed(json.dumps((verify(data).to_json(), "")).encode())
            from .account import account_of

            return Processed(json.dumps(account_of(data, item.shown)).encode())
        except Exception as error:  # noqa: BLE001 - whatever a file brings out, the others are still verified
            return Processed(failure=("internal", describe(error)))


def run(operands: list[str], arguments: Arguments) -> int:
    """Verify, print and return the exit status. Raises `UsageError`."""
    items, several = files.inputs(operands)
    in_text = arguments.get("--format", "json") == "text"
    verdicts = _verify_all(items, BundleProcessor(with_account=in_text), arguments.get("--jobs", 0))
    failed = [verdict.failure for verdict in verdicts if verdict.failure is not None]
    for failure in failed:
        say("error", failure)
    if not failed:
        write_text("\n".join(verdict.account for verdict in verdicts) if in_text else _as_lines(verdicts, several))
    if not arguments.get("--quiet") and not (in_text and not several):
        _say(verdicts, several)
    if failed:
        return TROUBLE
    return CLEAN if all(verdict.accepted for verdict in verdicts) else FINDINGS


def _verify_all(items: Sequence[Input], processor: BundleProcessor, jobs: int) -> list[Verdict]:
    done: dict[int, Processed] = {}
    bar = None
    if len(items) > 1 and sys.stderr.isatty():
        from ..progress import Bar

        bar = Bar("verifying")

    def deliver(number: int, processed: Processed) -> None:
        done[number] = processed
        if bar is not None:
            bar(len(done), len(items))

    count = worker_count(jobs, items)
    try:
        if count > 1:
            # Loaded once, before workers are forked.
            from ...checkers.records import verifier as _  # noqa: F401
            from ..jobs import process_all

            process_all(processor, list(enumerate(items)), count, deliver)
        else:
            for number, item in enumerate(items):
                deliver(number, processor.process(item))
    finally:
        if bar is not None:
            bar.close()
    return [Verdict(item.shown, done[number]) for number, item in enumerate(items)]


def _as_lines(verdicts: Sequence[Verdict], several: bool) -> str:
    documents = [{"path": verdict.path} | verdict.outcome if several else verdict.outcome for verdict in verdicts]
    return "".join(json.dumps(document) + "\n" for document in documents)


def _say(verdicts: Sequence[Verdict], several: bool) -> None:
    from ..reporters.terminal import printable

    read = [verdict for verdict in verdicts if verdict.failure is None]
    if several:
        write_message("".join(printable(line) + "\n" for line in summary(read)))
        return
    for verdict in read:
        say("note" if verdict.accepted else "error", verdict.sentence())


def summary(verdicts: Sequence[Verdict]) -> list[str]:
    """A table of the verdicts, a line each, and a line that counts them."""
    from ..reporters.table import aligned

    rows = [("file", "verdict", "at", "why")]
    for verdict in verdicts:
        outcome = verdict.outcome
        if verdict.accepted:
            rows.append((verdict.path, "accepted", "", counts_in_words(outcome)))
        else:
            rows.append((verdict.path, outcome["reason"], in_words(outcome["at"]), outcome["message"]))
    accepted = sum(verdict.accepted for verdict in verdicts)
    return [*aligned(rows), f"{accepted} accepted, {len(verdicts) - accepted} refused"]


def counts_in_words(outcome: dict[str, Any]) -> str:
    """What an accepted outcome counts, in words."""
    counted = [(name, number) for name, number in outcome.items() if name not in NOT_COUNTED and number]
    parts = [
        f"{number} {name if number > 1 else name.removesuffix('s').replace('policie', 'policy')}"
        for name, number in counted
    ]
    if outcome.get("rollup"):
        parts.append("the roll-up")
    return ", ".join(parts)


def accepted_in_words(outcome: dict[str, Any]) -> str:
    """That it is accepted, with what it counts where it counts anything."""
    counts = counts_in_words(outcome)
    return f"accepted: {counts}" if counts else "accepted"
