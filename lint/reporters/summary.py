"""The last lines of the formats for people: counts by rule, and the summary."""

from __future__ import annotations

from .terminal import Painter, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..report import Report


def closing_lines(report: Report, paint: Painter, *, quiet: bool, statistics: bool) -> str:
    """The table of statistics when asked for, and unless `quiet` the summary."""
    lines = _table(report, paint) if statistics else []
    if not quiet:
        lines += _summary(report, paint)
    return "".join(line + "\n" for line in lines)


def _table(report: Report, paint: Painter) -> list[str]:
    rows = report.per_rule()
    if not rows:
        return []
    width = max(len(str(count)) for _, _, count in rows)
    return [f"{count:>{width}}  {paint('bold', code)}  {printable(name)}" for code, name, count in rows] + [""]


def _summary(report: Report, paint: Painter) -> list[str]:
    active = report.active
    files = counted(len(report.files), "file")
    excused = report.excused
    if active:
        head = f"{counted(len(active), 'finding')} in {len({d.path for d in active})} of {files}"
        head = paint("error" if report.count("error") else "warning", head)
        counts = [(report.count(severity), severity) for severity in ("error", "warning")]
        head += f" ({', '.join(counted(count, severity) for count, severity in counts if count)})"
    else:
        head = ("no findings" if report.failures else paint("added", "no findings")) + f" in {files}"
    parts = [head]
    if report.off_path:
        parts.append(f"{report.off_path} on no decode path")
    kinds = [d.suppressed[0] for d in excused if d.suppressed]
    for kind, text in (("comment", "suppressed by comments"), ("baseline", "in the baseline")):
        if kind in kinds:
            parts.append(f"{kinds.count(kind)} {text}")
    if report.fixed:
        parts.append(f"{counted(sum(report.fixed.values()), 'fix', 'es')} applied")
    if report.failures:
        parts.append(paint("error", f"{counted(len(report.failures), 'failure')}: not everything was checked"))
    lines = ["; ".join(parts)]
    fixable = [(report.fixable("safe"), "--fix"), (report.fixable("unsafe"), "--unsafe-fixes")]
    if any(count for count, _ in fixable):
        lines.append(", ".join(f"{count} fixable with {flag}" for count, flag in fixable if count))
    return lines


def counted(count: int, noun: str, plural: str = "s") -> str:
    """A number with what it counts: `1 file`, `2 fixes`."""
    return f"{count} {noun}{'' if count == 1 else plural}"
