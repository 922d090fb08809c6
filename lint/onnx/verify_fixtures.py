"""`wai-lint onnx verify-fixtures FOLDER`: recorded files, audits and runs are as they were, a line each."""

from __future__ import annotations

from ..options import Arguments, UsageError
from ..report import CLEAN, FINDINGS, TROUBLE
from ..streams import wants_color, write_text
from . import files

# The color and the word of each verdict.
_VERDICTS = {True: ("added", "same   "), False: ("error", "differs"), None: ("error", "not run")}


def run(operands: list[str], arguments: Arguments) -> int:
    """Compare, print, and return 1 when something differs, 2 when something could not be run.

    Raises `UsageError` for a folder without a manifest.
    """
    del arguments
    from ...checkers.onnx.fixtures import MANIFEST, verify
    from ...checkers.onnx.strict_json import DocumentRefused
    from ..reporters.table import aligned
    from ..reporters.terminal import Painter, printable

    paint = Painter(wants_color("auto"))
    try:
        with files.examining():
            compared = list(verify(operands[0]))
    except DocumentRefused as error:
        raise UsageError(f"{operands[0]}/{MANIFEST}: {error.code}: {error}") from error
    rows = aligned([(printable(each.subject), printable(each.said)) for each in compared])
    for each, row in zip(compared, rows, strict=True):
        write_text(f"{paint(*_VERDICTS[each.same])} {row}\n")
    differing, missing = (sum(each.same is verdict for each in compared) for verdict in (False, None))
    write_text(f"{len(compared) - missing} compared, {differing} differ{f', {missing} not run' * bool(missing)}\n")
    if missing:
        return TROUBLE
    return FINDINGS if differing else CLEAN
