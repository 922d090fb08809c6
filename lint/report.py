"""What a run found: a `Report`, the one thing reporters, the command line and the Python interface share."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..checkers.diagnostic import Diagnostic
    from ..checkers.source import Source

# Exit statuses.
CLEAN, FINDINGS, TROUBLE = 0, 1, 2


class Failure:
    """Something that kept `path` (empty: the run) from being checked; a report with failures never reads as clean.

    `kind` is `"unreadable"`, `"internal"` (a defect of this tool), `"killed"` (a worker ended) or `"fix"` (a fix was
    not written).
    """

    __slots__ = ("kind", "message", "path")

    def __init__(self, path: str, message: str, kind: str = "unreadable") -> None:
        self.path = path
        self.message = message
        self.kind = kind

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message

    def __repr__(self) -> str:
        return f"<{self.kind}: {self}>"


class Report:
    """The outcome of a run.

    `files`: the paths linted, in order. `diagnostics`: all findings, sorted, those excused by a comment or the baseline
    included and marked (`Diagnostic.suppressed`). `failures`: what could not be checked. `warnings`: things said about
    the run itself. `stale`: baseline entries that matched nothing, as `(code, path)`. `fixed`: number of fixes applied
    per path. `diffs`: per path, the unified diff of its fixes. `strict`: suppressions and the baseline excuse nothing.
    `translators`: name and version of each translator used. `seconds` and `bytes` measure the run; `cached` counts
    files answered by the cache, and `off_path` those in which nothing is on a decode path. `text_of_input`: the bytes
    that came from no file (standard input), with their fixes.
    """

    def __init__(self, *, strict: bool = False, profile: str = "tier") -> None:
        self.strict = strict
        self.profile = profile
        self.files: list[str] = []
        self.diagnostics: list[Diagnostic] = []
        self.failures: list[Failure] = []
        self.warnings: list[str] = []
        self.stale: list[tuple[str, str]] = []
        self.fixed: dict[str, int] = {}
        self.diffs: dict[str, str] = {}
        self.translators: dict[str, str] = {}
        self.seconds = 0.0
        self.bytes = 0
        self.cached = 0
        self.off_path = 0
        self.text_of_input: bytes | None = None
        self._sources: dict[str, Source | None] = {}
        self._locations: dict[str, str] = {}

    def __repr__(self) -> str:
        counts = f"{len(self.files)} files, {len(self.active)} findings, {len(self.failures)} failures"
        return f"<Report: {counts}, exit code {self.exit_code}>"

    def is_excused(self, diagnostic: Diagnostic) -> bool:
        """Whether a comment or the baseline excuses `diagnostic` in this run."""
        return diagnostic.suppressed is not None and not self.strict

    @property
    def active(self) -> list[Diagnostic]:
        """The findings that nothing excuses."""
        return [diagnostic for diagnostic in self.diagnostics if not self.is_excused(diagnostic)]

    @property
    def excused(self) -> list[Diagnostic]:
        """The findings that a comment or the baseline excuses."""
        return [diagnostic for diagnostic in self.diagnostics if self.is_excused(diagnostic)]

    def count(self, severity: str) -> int:
        """The number of active findings of a severity (`"error"` or `"warning"`)."""
        return sum(diagnostic.severity == severity for diagnostic in self.active)

    def fixable(self, applicability: str) -> int:
        """The number of active findings with a fix of that applicability (`"safe"` or `"unsafe"`)."""
        return sum(d.fix is not None and d.fix.applicability == applicability for d in self.active)

    def per_rule(self) -> list[tuple[str, str, int]]:
        """Code, name and number of active findings of each rule that has any, the most frequent first."""
        counts: dict[tuple[str, str], int] = {}
        for diagnostic in self.active:
            key = (diagnostic.code, diagnostic.name)
            counts[key] = counts.get(key, 0) + 1
        return sorted(((code, name, n) for (code, name), n in counts.items()), key=lambda row: (-row[2], row[0]))

    def source(self, path: str) -> Source | None:
        """The source of a linted path, to show frames of it; None when it can no longer be read."""
        if path not in self._sources:
            from .check import source_of
            from .families import families_of, read_file

            families = families_of(path)
            try:
                data = read_file(families, self._locations.get(path, path))
                source = source_of(path, data, families)
                # Of what has no text nothing is shown, and many models do not fit into memory.
                self._sources[path] = source if source.text or not data else None
            except (OSError, ValueError):
                self._sources[path] = None
        return self._sources[path]

    def add_source(self, source: Source) -> None:
        """Remember a source that lies in no file (standard input)."""
        self._sources[source.path] = source

    def locate(self, path: str, location: str) -> None:
        """Remember where the file shown as `path` lies, when that differs."""
        self._locations[path] = location

    def is_linted(self, path: str) -> bool:
        """Whether the file at `path` is one of those linted."""
        if not os.path.exists(path):
            return False
        target = os.path.realpath(path)
        return any(os.path.realpath(self._locations.get(name, name)) == target for name in self.files)

    @property
    def exit_code(self) -> int:
        """0 clean, 1 findings, 2 something could not be checked.

        Warnings alone are clean, unless the run is strict.
        """
        if self.failures:
            return TROUBLE
        return FINDINGS if any(d.severity == "error" or self.strict for d in self.active) else CLEAN
