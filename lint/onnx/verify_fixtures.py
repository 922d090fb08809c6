"""`wai-lint onnx verify-fixtures FOLDER`: recorded files, audits and runs are as they were, a line each."""

from __future__ import annotations

from ..options import Arguments, UsageError
from ..report import CLEAN, FINDINGS
from ..streams import wants_color, write_text
from . import files


def run(operands: list[str], arguments: Arguments) -> int:
    """Compare, print, and return 1 when something differs. Raises `UsageError` for a folder without a manifest."""
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
        write_text(f"{paint('added', 'same   ') if each.same else paint('error', 'differs')} {row}\n")
    differing = sum(not each.same for each in compared)
    write_text(f"{len(compared)} compared, {differing} differ\n")
    return FINDINGS if differing else CLEAN
