"""The main command: lint, fix or compare, and print."""

from __future__ import annotations

import errno
import os
import sys

from .discovery import DEFAULT_NAME, STANDARD_INPUT
from .engine import baseline_of, prepare
from .families import read_stream
from .options import COMMANDS, Arguments, UsageError
from .report import CLEAN, FINDINGS, TROUBLE, Failure
from .reporters.summary import counted
from .selection import nearest
from .streams import say, wants_color, write_bytes, write_message, write_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .baseline import Baseline
    from .configuration import Configuration
    from .engine import Run
    from .replay import Replay
    from .report import Report


def lint_command(arguments: Arguments, configuration: Configuration) -> int:
    """Lint as the arguments say and return the exit status. Raises `UsageError` and `ConfigurationError`."""
    paths = arguments.paths or ["."]
    _refuse_other_command(paths[0])
    text = _standard_input(arguments, paths)
    fixes = _applicability(arguments)
    _refuse_contradictions(arguments, text is not None)
    bar = _progress_bar()
    try:
        run = prepare(
            configuration,
            [path for path in paths if path != STANDARD_INPUT],
            text=text,
            applicability=fixes,
            write=not arguments.get("--diff"),
            progress=bar,
            named=bool(arguments.paths),
        )
        replay = _replay(arguments, configuration, run)
        printed = None if replay is None else replay.recall()
        outcome = run.report() if printed is None else printed
    finally:
        if bar is not None:
            bar.close()
    if isinstance(outcome, tuple):
        status, again = outcome
        for warning in run.warnings:
            say("warning", warning)
        write_text(again)
    else:
        given = text[0] if text is not None and fixes else None
        status = _conclude(arguments, configuration, outcome, given, replay)
    return CLEAN if status == FINDINGS and arguments.get("--exit-zero") else status


def _replay(arguments: Arguments, configuration: Configuration, run: Run) -> Replay | None:
    """Where what this run prints is remembered; None when more than what it prints follows from it."""
    values = configuration.values
    if values["baseline"] or any(map(arguments.get, ("--write-baseline", "--diff", "--output"))):
        return None
    key = run.key()
    if key is None or run.cache is None:
        return None
    from .replay import Replay
    from .reporters.terminal import terminal_width

    flags = bool(arguments.get("--quiet")), bool(arguments.get("--statistics"))
    color = wants_color(arguments.get("--color", "auto"))
    return Replay(run.cache, key, values["format"], color, terminal_width(), *flags)


def _conclude(
    arguments: Arguments, configuration: Configuration, report: Report, given: bytes | None, replay: Replay | None
) -> int:
    """Print what came of the run, `given` being the text of standard input to be fixed; the exit status."""
    written = _apply_baseline(arguments, configuration, report)
    _say_all(report)
    if written is not None:
        return written
    if arguments.get("--diff"):
        return _show_diffs(report)
    # Whoever pipes a text through to have it fixed gets it back, also where it could not be checked.
    fixed = given if given is None or report.text_of_input is None else report.text_of_input
    return _print_report(arguments, configuration, report, fixed, replay)


def _refuse_other_command(word: str) -> None:
    """Refuse what is no path but nearly a command, or one of other linters."""
    if not word.isalpha() or os.path.lexists(word):
        return
    if word in ("check", "lint"):
        raise UsageError(f"{word}: there is no such file or folder; without a command wai-lint checks its PATHS")
    near = nearest(word, (*COMMANDS, "help"))
    if near is not None:
        command = "--help" if near == "help" else near
        raise UsageError(f"{word}: there is no such file or folder; did you mean wai-lint {command}?")


def _standard_input(arguments: Arguments, paths: Sequence[str]) -> tuple[bytes, str] | None:
    if STANDARD_INPUT not in paths:
        if arguments.get("--stdin-filename"):
            raise UsageError("--stdin-filename names what - reads, and there is no - among the paths")
        return None
    if sys.stdin is None:
        raise UsageError("- reads standard input, which is closed")
    name = arguments.get("--stdin-filename", DEFAULT_NAME)
    try:
        return read_stream(name, sys.stdin.buffer), name
    except OSError as error:
        raise UsageError(f"cannot read standard input: {error.strerror}") from error


def _applicability(arguments: Arguments) -> Sequence[str]:
    if arguments.get("--unsafe-fixes"):
        from .fixes import ALL

        return ALL
    if arguments.get("--fix") or arguments.get("--diff"):
        from .fixes import SAFE_ONLY

        return SAFE_ONLY
    return ()


def _refuse_contradictions(arguments: Arguments, from_input: bool) -> None:
    if arguments.get("--diff") and arguments.get("--output"):
        raise UsageError("--diff changes nothing and reports nothing: leave --output for a run without it")
    files = [os.path.realpath(path) for _, path in arguments.get("--output", []) if path != "-"]
    if len(files) != len(set(files)):
        raise UsageError("two --output name one file: each report needs its own")
    if arguments.get("--write-baseline"):
        for name in ("--fix", "--unsafe-fixes", "--diff"):
            if arguments.get(name):
                raise UsageError(f"--write-baseline and {name} are two runs: fix first, then record what is left")
        if from_input:
            raise UsageError("--write-baseline records findings of files, not of standard input")


def _progress_bar():
    if not sys.stderr.isatty():
        return None
    from .progress import Bar

    return Bar()


def _apply_baseline(arguments: Arguments, configuration: Configuration, report: Report) -> int | None:
    """Mark what the baseline excuses, or write it; then the exit status."""
    path = configuration.values["baseline"]
    if not path and not arguments.get("--write-baseline"):
        return None
    from .baseline import DEFAULT_FILE, BaselineError

    try:
        if arguments.get("--write-baseline"):
            path = path or os.path.join(configuration.folder, DEFAULT_FILE)
            _record(baseline_of(configuration, path), report, os.path.relpath(path, configuration.folder))
            return TROUBLE if report.failures else CLEAN
        baseline_of(configuration, path).mark(report)
    except BaselineError as error:
        raise UsageError(str(error)) from error
    except OSError as error:
        raise UsageError(f"{path}: cannot write the baseline: {error.strerror}") from error
    return None


def _record(baseline: Baseline, report: Report, shown: str) -> None:
    recorded, kept, left = baseline.write(report)
    also = f", kept {kept} that this run did not look for" if kept else ""
    say("note", f"recorded {counted(recorded, 'finding')} in {shown}{also}; --baseline {shown} excuses them")
    if left:
        files = ", ".join(sorted({finding.path for finding in left})[:3])
        what = f"{counted(len(left), 'finding')} cannot be excused ({files})"
        say("warning", f"{what}: a file that does not parse, or is invalid, was not checked")


def _say_all(report: Report) -> None:
    for warning in report.warnings:
        say("warning", warning)
    for failure in report.failures:
        say("error", str(failure))
    if report.stale:
        files = ", ".join(sorted({path for _, path in report.stale})[:3])
        count = len(report.stale)
        entries = "entry matches" if count == 1 else "entries match"
        say("warning", f"{count} baseline {entries} nothing any more ({files}); --write-baseline drops what is stale")


def _show_diffs(report: Report) -> int:
    from .reporters.terminal import printable

    for path in sorted(report.diffs):
        diff = report.diffs[path]
        # `patch` takes it as it is; on a terminal the text of a file must not act.
        write_text("\n".join(map(printable, diff.split("\n"))) if sys.stdout.isatty() else diff)
    count, left = sum(report.fixed.values()), len(report.active)
    changes = f"{counted(count, 'fix', 'es')} in {counted(len(report.fixed), 'file')}" if count else "nothing to fix"
    say("note", f"{changes}; {counted(left, 'finding')} would be left")
    return report.exit_code or int(bool(report.diffs))


def _print_report(
    arguments: Arguments, configuration: Configuration, report: Report, fixed: bytes | None, replay: Replay | None
) -> int:
    from .reporters import render

    quiet, statistics = bool(arguments.get("--quiet")), bool(arguments.get("--statistics"))
    for format_name, path in arguments.get("--output", []):
        text = render(format_name, report, quiet=quiet, statistics=statistics)
        if path == "-":
            write_text(text)
            continue
        try:
            from .files import write_whole

            if report.is_linted(path):
                raise OSError(errno.EEXIST, "it is one of the files that were linted")
            write_whole(path, text.encode("utf-8", "backslashreplace"))
        except OSError as error:
            report.failures.append(Failure(path, f"cannot write the report: {error.strerror}"))
            say("error", str(report.failures[-1]))
    format_name = configuration.values["format"]
    color = wants_color(arguments.get("--color", "auto"))
    text = render(format_name, report, color=color, quiet=quiet, statistics=statistics)
    if replay is not None and not report.failures:
        replay.remember(report.exit_code, text)
    if fixed is None:
        write_text(text)
    else:
        # The fixed text is the output, so the findings go where messages go.
        write_bytes(fixed)
        write_message(text)
    return report.exit_code
