"""Text for people: each finding with its code frame, notes, the why, the fix and a link; a summary at the end."""

from __future__ import annotations

from ..pages import page_url, reason
from .fix_preview import preview
from .frame import Frame, Label
from .summary import closing_lines
from .terminal import Painter, printable, terminal_width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...checkers.diagnostic import Diagnostic
    from ...checkers.source import Source
    from ..report import Report


def render(
    report: Report, *, color: bool = False, quiet: bool = False, statistics: bool = False, width: int | None = None
) -> str:
    """The active findings as text; source lines take at most `width` columns (None: the terminal's, or 120)."""
    paint = Painter(color)
    explained: set[str] = set()
    blocks: list[str] = []
    for diagnostic in report.active:
        # The why is the same for every finding of a rule: once is enough.
        why = "" if diagnostic.code in explained else reason(diagnostic.code)
        explained.add(diagnostic.code)
        lines = _finding(diagnostic, report.source(diagnostic.path), why, paint, width or terminal_width())
        blocks.append("\n".join(lines) + "\n\n")
    return "".join(blocks) + closing_lines(report, paint, quiet=quiet, statistics=statistics)


def _finding(diagnostic: Diagnostic, source: Source | None, why: str, paint: Painter, width: int) -> list[str]:
    gutter = len(str(_last_line(diagnostic)))
    frame = Frame(source, gutter, width - gutter - 3, paint) if source else None
    head = paint(diagnostic.severity, f"{diagnostic.severity}[{diagnostic.code}]")
    lines = [head + paint("bold", ": " + printable(diagnostic.message)), _place(diagnostic, gutter, paint)]
    bar = paint("mark", " " * gutter + " |")
    loose = [note.message for note in diagnostic.notes if note.span is None]
    if frame and diagnostic.span:
        labels = [Label(diagnostic.span, "", "^", diagnostic.severity)]
        labels += [Label(note.span, note.message, "-", "mark") for note in diagnostic.notes if note.span]
        lines += [bar, *frame.rows(labels), bar]
    else:
        loose = [note.message for note in diagnostic.notes]
    lines += [_remark(gutter, "note", text, paint) for text in loose]
    if why:
        lines += _wrapped(gutter, "why", why, paint, width)
    if diagnostic.fix:
        flag = "--fix" if diagnostic.fix.applicability == "safe" else "--unsafe-fixes"
        lines.append(_remark(gutter, "help", f"{diagnostic.fix.message} ({flag})", paint))
        if frame:
            lines += preview(frame, diagnostic.fix)
    lines.append(_remark(gutter, "see", page_url(diagnostic.code), paint))
    return lines


def _place(diagnostic: Diagnostic, gutter: int, paint: Painter) -> str:
    where = diagnostic.path
    if diagnostic.span:
        where += f":{diagnostic.span.start.line}:{diagnostic.span.start.column}"
    if diagnostic.place:
        where += f" ({diagnostic.place})"
    return paint("mark", " " * gutter + "--> ") + printable(where)


def _remark(gutter: int, title: str, text: str, paint: Painter) -> str:
    return f"{paint('mark', ' ' * gutter + ' =')} {paint('bold', title + ':')} {printable(text)}"


def _wrapped(gutter: int, title: str, text: str, paint: Painter, width: int) -> list[str]:
    from textwrap import wrap

    indent = gutter + len(f" = {title}: ")
    first, *more = wrap(printable(text), max(20, width - indent), break_long_words=False, break_on_hyphens=False)
    return [_remark(gutter, title, first, paint), *(" " * indent + line for line in more)]


def _last_line(diagnostic: Diagnostic) -> int:
    spans = [diagnostic.span, *(note.span for note in diagnostic.notes)]
    if diagnostic.fix:
        spans += [edit.span for edit in diagnostic.fix.edits]
    return max((span.end.line for span in spans if span), default=1)
