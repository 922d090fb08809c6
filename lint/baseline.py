"""The baseline: findings that were there when the tool was taken up, recorded so that only new ones count.

An entry is keyed by rule, path, the source line with its blanks evened out, and the occurrence among the findings with
the same three. So lines may move, and a finding mended here does not excuse one made there.
"""

from __future__ import annotations

import json
import os

from .families import every_family, required_codes
from .files import open_regular, write_whole
from .fingerprints import LineDigests
from .paths import slashed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..checkers.diagnostic import Diagnostic
    from .report import Report

    Key = tuple[str, str, str, int]

DEFAULT_FILE = "wai-lint-baseline.json"
_VERSION = 1


class BaselineError(ValueError):
    """A baseline file that cannot be read; the message says what is wrong with it."""


def read(path: str) -> set[Key]:
    """The entries of a baseline file. Raises `BaselineError`."""
    try:
        with open_regular(path) as file:
            document = json.load(file)
    except OSError as error:
        hint = "; record one with --write-baseline" if isinstance(error, FileNotFoundError) else ""
        raise BaselineError(f"{path}: cannot read the baseline: {error.strerror}{hint}") from error
    except (ValueError, RecursionError) as error:
        raise BaselineError(
            f"{path}: is not JSON, so no baseline: {error}; record a new one with --write-baseline"
        ) from error
    from .validation import errors

    for error in errors(document, "baseline"):
        place = "".join(f"/{part}" for part in error.absolute_path) or "/"
        raise BaselineError(
            f"{path}: is not a baseline at {place}: {error.message}; record a new one with --write-baseline"
        )
    return {(entry["rule"], entry["path"], entry["line"], entry["occurrence"]) for entry in document["entries"]}


class Baseline:
    """The baseline file at `path`, for a run in the working folder `folder`.

    `ran` says of a shown path and a code whether that rule ran on that file.
    """

    def __init__(self, path: str, folder: str, ran: Callable[[str, str], bool]) -> None:
        self.path = path
        self._folder = folder
        self._ran = ran

    def mark(self, report: Report) -> None:
        """Mark the findings that the file excuses, list entries without a finding as stale. Raises `BaselineError`."""
        entries = read(self.path)
        matched = set()
        for key, diagnostic in self._keyed(report):
            if key in entries:
                matched.add(key)
                diagnostic.suppressed = ("baseline", "")
        beyond = self._beyond(report)
        report.stale += [(key[0], key[1]) for key in sorted(entries - matched) if not beyond(key)]

    def write(self, report: Report) -> tuple[int, int, list[Diagnostic]]:
        """Record all findings that no comment excuses; entries that this run did not look at stay.

        How many were recorded, how many stayed, and the findings that nothing can excuse. Raises `OSError`, and
        `BaselineError` when the old file is none.
        """
        found = {key for key, _ in self._keyed(report)}
        kept = set(filter(self._beyond(report), read(self.path))) if os.path.exists(self.path) else set()
        entries = found | kept
        names = ("rule", "path", "line", "occurrence")
        rows = [dict(zip(names, key, strict=True)) for key in sorted(entries, key=lambda key: (key[1], *key))]
        text = json.dumps({"version": _VERSION, "entries": rows}, indent=1) + "\n"
        write_whole(self.path, text.encode("ascii"))
        required = required_codes(every_family())
        left = [diagnostic for diagnostic in report.diagnostics if diagnostic.code in required]
        return len(found), len(entries) - len(found), left

    def _beyond(self, report: Report) -> Callable[[Key], bool]:
        """Whether this run did not look at an entry: its file exists and was not linted, or its rule did not run."""
        shown = {self._relative(path): path for path in report.files}
        beside = os.path.dirname(self.path)

        def is_beyond(key: Key) -> bool:
            code, path, _, _ = key
            if path in shown:
                return not self._ran(shown[path], code)
            return os.path.exists(os.path.join(beside, path))

        return is_beyond

    def _keyed(self, report: Report) -> list[tuple[Key, Diagnostic]]:
        """The findings a baseline may excuse, with their keys."""
        required = required_codes(every_family())
        digests = LineDigests(report)
        counts: dict[tuple[str, str, str], int] = {}
        keyed = []
        for diagnostic in report.diagnostics:
            if diagnostic.suppressed is not None or diagnostic.code in required:
                continue
            place = (diagnostic.code, self._relative(diagnostic.path), digests.of(diagnostic))
            occurrence = counts.get(place, 0)
            counts[place] = occurrence + 1
            keyed.append(((*place, occurrence), diagnostic))
        return keyed

    def _relative(self, shown: str) -> str:
        """A shown path relative to the baseline's folder, so that it holds from any working folder."""
        path = os.path.relpath(os.path.join(self._folder, shown), os.path.dirname(self.path))
        return slashed(path)
