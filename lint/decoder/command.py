"""`wai-lint confirm MANIFEST`: the reading of its arguments, and what it writes."""

from __future__ import annotations

import gc
import os
import sys

from ...checkers.decoder.executors.executor import ExecutorUnavailable
from ...checkers.decoder.executors.table import DEFAULT, EXECUTORS
from ..options import FLAG, VALUE, Arguments, Option, UsageError, option_lines, read_apart
from ..report import CLEAN, FINDINGS, TROUBLE
from ..streams import say, write_text
from .manifest import Manifest, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .confirmation import Confirmation

OPTIONS = (
    Option("--executor", VALUE, f"what runs the kernels: {', '.join(EXECUTORS)}", "NAME", EXECUTORS),
    Option("--report", VALUE, "write the run report (wai-run/1) to FILE; - prints it instead of the account", "FILE"),
    Option("--png", VALUE, "write what was decoded to FILE; of several payloads each to FILE with its name", "FILE"),
    Option("--quiet", FLAG, "print complaints and nothing else", short="-q"),
    Option("--help", FLAG, "print this", short="-h"),
)
_ABOUT = (
    "Decodes what a manifest names on an executor, after that has passed the integer semantics suite and the probe, "
    "and compares every operator with the reference and every picture with its golden."
)
_EPILOG = (
    "exit status: 0 all that was asked for ran and matched, 1 not confirmed, 2 usage, or what is needed is missing"
)
_TO_OUTPUT = "-"


def confirm_command(argv: Sequence[str]) -> int:
    """Run the command and return the exit status. Raises `UsageError`."""
    arguments = read_apart(argv, OPTIONS)
    if arguments.get("--help"):
        write_text(help_text())
        return CLEAN
    if len(arguments.paths) != 1:
        raise UsageError("confirm takes one manifest: wai-lint confirm examples/decoder/manifest.toml")
    manifest = read(arguments.paths[0])
    _refuse_overwriting(arguments, manifest)
    try:
        made = _confirm(manifest, arguments.get("--executor", DEFAULT))
    except ExecutorUnavailable as error:
        say("error", str(error))
        return TROUBLE
    for complaint in made.complaints:
        say("error", complaint)
    _write(made, arguments)
    return CLEAN if made.confirmed else FINDINGS


def _confirm(manifest: Manifest, executor: str) -> Confirmation:
    from .confirmation import confirm

    # Tensors are large, and tracebacks of refusals hold them in cycles.
    gc.enable()
    if not sys.stderr.isatty():
        return confirm(manifest, executor, lambda done, total, doing: None)
    from ..progress import Bar

    bar = Bar("confirming")
    try:
        return confirm(manifest, executor, bar)
    finally:
        bar.close()


def _refuse_overwriting(arguments: Arguments, manifest: Manifest) -> None:
    """Refuse to write over what is read, or one output over the other."""
    kept = [manifest.path, manifest.model, manifest.kernels, *(payload.path for payload in manifest.payloads)]
    taken = {os.path.realpath(path) for path in kept if path is not None}
    report, png = arguments.get("--report"), arguments.get("--png")
    outputs = [("--report", report)] if report is not None and report != _TO_OUTPUT else []
    outputs += [("--png", path) for path in _pictures(manifest, png)] if png is not None else []
    for option, path in outputs:
        written = os.path.realpath(path)
        if written in taken or os.path.dirname(written) in taken:
            raise UsageError(f"{option}: {path} is read, or written already: write to another file")
        taken.add(written)


def _write(made: Confirmation, arguments: Arguments) -> None:
    report, png = arguments.get("--report"), arguments.get("--png")
    if report is not None:
        from .report import as_json

        text = as_json(made)
        if report == _TO_OUTPUT:
            write_text(text)
        else:
            _write_file(report, text.encode())
    if png is not None:
        _write_pictures(made, png)
    if report != _TO_OUTPUT and not arguments.get("--quiet"):
        from .account import account

        write_text(account(made))


def _pictures(manifest: Manifest, path: str) -> list[str]:
    """Where the picture of each payload goes."""
    if len(manifest.payloads) == 1:
        return [path]
    stem, ending = os.path.splitext(path)
    names = (os.path.splitext(os.path.basename(payload.path))[0] for payload in manifest.payloads)
    return [f"{stem}-{name}{ending}" for name in names]


def _write_pictures(made: Confirmation, path: str) -> None:
    import numpy as np

    from .png import encode

    for (_, decoded), name in zip(made.decoded, _pictures(made.manifest, path), strict=False):
        if decoded.picture is None:
            continue
        width, height = decoded.picture.width, decoded.picture.height
        pixels = np.frombuffer(decoded.picture.pixels, np.uint8).reshape(height, width, 3)
        _write_file(name, encode(pixels))


def _write_file(path: str, data: bytes) -> None:
    from ..files import write_whole

    try:
        write_whole(path, data)
    except OSError as error:
        raise UsageError(f"{path}: cannot write this file: {error.strerror}") from error


def help_text() -> str:
    """What `wai-lint confirm --help` prints."""
    from textwrap import wrap

    from ..reporters.terminal import terminal_width

    width = min(120, terminal_width())
    usage = "usage: wai-lint confirm MANIFEST [OPTIONS]"
    options = option_lines(OPTIONS, width)
    return "\n".join([usage, "", *wrap(_ABOUT, width), "", "options:", *options, "", *wrap(_EPILOG, width), ""])
