"""Runs the check over all files: what the cache knows, then the rest, here or in workers; gathered into a `Report`."""

from __future__ import annotations

import os
import time
from importlib import import_module

from ..checkers.diagnostic import Diagnostic
from .cache import Cache, key_of
from .codec import unpack
from .discovery import Discovery
from .families import families_of
from .processing import Outcome, Processor
from .project import Examined
from .report import Failure, Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .baseline import Baseline
    from .configuration import Configuration
    from .discovery import Input

# Less work than this (bytes of sources) is done before workers have started.
_WORTH_WORKERS = 300_000


def prepare(
    configuration: Configuration,
    paths: Sequence[str],
    *,
    text: tuple[bytes, str] | None = None,
    applicability: Sequence[str] = (),
    write: bool = False,
    progress: Callable[[int, int], None] | None = None,
    named: bool = True,
) -> Run:
    """Find what `paths` name, and `text` (bytes and the name to read them by), to apply fixes of that applicability.

    `progress` hears how many of how many files are done. `named`: somebody named `paths`, rather than nothing at all.
    Raises `ConfigurationError` when a translator that is asked for is missing, or what a family is configured with does
    not exist.
    """
    values = configuration.values
    discovery = Discovery(
        configuration.folder,
        exclude=values["exclude"],
        exclude_root=configuration.roots["exclude"],
        respect_gitignore=values["respect-gitignore"],
        force_exclude=values["force-exclude"],
    )
    for path in paths:
        discovery.add(path)
    if text is not None:
        discovery.add_text(*text)
    return Run(configuration, discovery, applicability, write, progress, named)


def _say_nothing_matched(configuration: Configuration, report: Report, discovery: Discovery) -> None:
    message = "nothing was checked"
    if not any(discovery.kinds() in warning for warning in discovery.warnings):
        message += f": {discovery.kinds()}, and nothing here is of that kind, or all of it is excluded"
    # A gate that looked at nothing must not open; pre-commit's own choice of files may well leave none.
    if report.strict and not configuration.values["force-exclude"]:
        report.failures.append(Failure("", message))
    else:
        report.warnings.append(message)


def baseline_of(configuration: Configuration, path: str) -> Baseline:
    """The baseline file at `path`, for a run with this configuration."""
    from .baseline import Baseline
    from .selection import find_rule

    def ran(shown: str, code: str) -> bool:
        rule = find_rule(code)
        location = os.path.join(configuration.folder, shown)
        settings = configuration.settings_for(location, families_of(os.path.basename(shown)))
        # A rule that is no more has no findings to excuse.
        return rule is None or settings.runs(rule)

    return Baseline(path, configuration.folder, ran)


def examine(inputs: Sequence[Input], configuration: Configuration, named: bool) -> Examined:
    """What the families say of the inputs as a whole. Raises `ConfigurationError`."""
    examined = Examined()
    for family in dict.fromkeys(family for item in inputs for family in item.families if family.project):
        own = [item for item in inputs if family in item.families]
        more: Examined = import_module(family.project).examine(own, configuration, named)
        examined.contexts.update(more.contexts)
        examined.off_path |= more.off_path
        examined.warnings += more.warnings
    return examined


class Run:
    """One run over the files that were discovered."""

    def __init__(
        self,
        configuration: Configuration,
        discovery: Discovery,
        applicability: Sequence[str],
        write: bool,
        progress: Callable[[int, int], None] | None,
        named: bool,
    ) -> None:
        self.began = time.perf_counter()
        self.configuration = configuration
        self.discovery = discovery
        self.inputs = discovery.sorted_inputs()
        self.translators = configuration.find_translators()
        self.examined = examine(self.inputs, configuration, named)
        self.processor = Processor(configuration, applicability, write=write, contexts=self.examined.contexts)
        self.cache = Cache(configuration.values["cache-dir"]) if self.processor.caches else None
        self.outcomes: dict[int, Outcome] = {}
        self.diagnostics: dict[int, list[Diagnostic]] = {}
        self.cached = 0
        self.progress = progress
        self._keys: dict[int, bytes | None] = {}

    @property
    def warnings(self) -> list[str]:
        """What there is to say about the run itself."""
        configuration = self.configuration
        said = configuration.warnings + configuration.idle_selectors() + self.discovery.warnings
        return said + self.examined.warnings

    def key(self) -> bytes | None:
        """What identifies all that the report will follow from; None where nothing may be remembered of this run."""
        if self.cache is None or self.processor.applicability or self.discovery.failures or not self.inputs:
            return None
        parts = []
        for number, item in enumerate(self.inputs):
            key = None if item.data is not None else self._key(number)
            if key is None:
                return None
            parts += [os.fsencode(item.shown), key]
        return key_of((b"run", *parts, *(warning.encode("utf-8", "surrogatepass") for warning in self.warnings)))

    def report(self) -> Report:
        """Lint all of it; what could not be checked is in the report's failures."""
        pending = [number for number in range(len(self.inputs)) if not self._recall(number)]
        self._process(pending)
        report = Report(strict=self.processor.strict, profile=self.configuration.values["profile"])
        report.translators = self.translators
        report.cached = self.cached
        for number, item in enumerate(self.inputs):
            self._gather(report, item, self.outcomes[number], self.diagnostics[number])
        if self.cache is not None:
            self.cache.close()
        report.failures[:0] = self.discovery.failures
        report.warnings = self.warnings
        if not self.inputs and not self.discovery.failures:
            _say_nothing_matched(self.configuration, report, self.discovery)
        report.seconds = time.perf_counter() - self.began
        return report

    def _key(self, number: int) -> bytes | None:
        """Where the cache keeps what is found in a file; None when it can't be read."""
        if number not in self._keys:
            item = self.inputs[number]
            try:
                data = item.read()
            except OSError:
                self._keys[number] = None
            else:
                item.size = len(data)
                self._keys[number] = self.processor.key(item, data)
        return self._keys[number]

    def _recall(self, number: int) -> bool:
        """Take the outcome of a file from the cache, if it is there and leaves nothing to fix."""
        item = self.inputs[number]
        if self.cache is None:
            item.size = 0 if item.data is None else len(item.data)
            return False
        key = self._key(number)
        body = None if key is None else self.cache.get(key)
        if body is None:
            return False
        try:
            diagnostics = unpack(body, item.shown)
        except (ValueError, TypeError, LookupError):
            return False
        if self.processor.wants_to_fix(diagnostics) or (item.data is not None and self.processor.applicability):
            return False
        outcome = Outcome(body)
        outcome.size = item.size
        self._deliver(number, outcome, diagnostics)
        self.cached += 1
        return True

    def _process(self, pending: list[int]) -> None:
        numbered = [(number, self.inputs[number]) for number in pending]
        count = worker_count(self.configuration.values["jobs"], [item for _, item in numbered])
        if count > 1:
            _load_families(self.inputs)
            from .jobs import process_all

            shared, numbered = self._apart(numbered)
            process_all(self.processor, shared, count, self._deliver)
        for number, item in numbered:
            self._deliver(number, self.processor.process(item))

    def _apart(self, numbered: list[tuple[int, Input]]) -> tuple[list[tuple[int, Input]], list[tuple[int, Input]]]:
        """The files for workers, and those for later: links to one of the former, lest two workers write one file."""
        if not (self.processor.write and self.processor.applicability):
            return numbered, []
        known: set[str] = set()
        shared, later = [], []
        for number, item in numbered:
            real = os.path.realpath(item.location)
            (later if real in known else shared).append((number, item))
            known.add(real)
        return shared, later

    def _deliver(self, number: int, outcome: Outcome, diagnostics: list[Diagnostic] | None = None) -> None:
        self.outcomes[number] = outcome
        self.diagnostics[number] = (
            unpack(outcome.body, self.inputs[number].shown) if diagnostics is None else diagnostics
        )
        if self.cache is not None and outcome.key is not None:
            self.cache.put(outcome.key, outcome.body)
        outcome.body = b""
        if self.progress is not None:
            self.progress(len(self.outcomes), len(self.inputs))

    def _gather(self, report: Report, item: Input, outcome: Outcome, diagnostics: list[Diagnostic]) -> None:
        report.bytes += outcome.size
        if outcome.failure is not None:
            kind, message = outcome.failure
            report.failures.append(Failure(item.shown, message, kind))
            if kind != "fix":
                return
        report.files.append(item.shown)
        report.off_path += item.location in self.examined.off_path
        report.locate(item.shown, item.location)
        report.diagnostics += diagnostics
        if outcome.fixed:
            report.fixed[item.shown] = outcome.fixed
        if outcome.diff:
            report.diffs[item.shown] = outcome.diff
        if item.data is not None:
            report.text_of_input = item.data if outcome.text is None else outcome.text
            _remember(report, item, report.text_of_input)


def worker_count(jobs: int, items: Sequence[Input]) -> int:
    """How many processes to use for `items`: `jobs`, or, when it is 0, by the processors and the work.

    Fills in the sizes of the items, by which their work is shared out.
    """
    if jobs == 1 or len(items) < 2:
        return 1
    for item in items:
        if not item.size and item.data is None:
            try:
                item.size = os.stat(item.location).st_size
            except OSError:
                item.size = 0
    if jobs:
        return min(jobs, len(items))
    if sum(item.size for item in items) < _WORTH_WORKERS:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _remember(report: Report, item: Input, data: bytes) -> None:
    from .check import source_of

    try:
        report.add_source(source_of(item.shown, data, item.families))
    except UnicodeDecodeError:
        # There is a finding about that; it just has no frame.
        return


def _load_families(inputs: Sequence[Input]) -> None:
    """Import what the workers will need, once, before they are forked."""
    for package in sorted({family.package for item in inputs for family in item.families}):
        try:
            import_module(package)
        except Exception:  # noqa: BLE001 - each worker meets the same error at a file, and names it
            return
