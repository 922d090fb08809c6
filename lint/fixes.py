"""Applies fixes: to a text, until nothing is left to fix, and to files."""

from __future__ import annotations

import os
from bisect import bisect_left, insort

from ..checkers.diagnostic import SAFE, UNSAFE
from ..checkers.source import BYTE_ORDER_MARK, Source
from .families import required_codes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..checkers.diagnostic import Diagnostic, Fix
    from .families import Family

# Fixes inside one another are applied from round to round; a text that still changes after so many never settles.
MAX_ROUNDS = 100
SAFE_ONLY = (SAFE,)
ALL = (SAFE, UNSAFE)


class FixError(Exception):
    """Fixes that were not written: they broke the file, or never came to an end."""


def applicable(diagnostics: Sequence[Diagnostic], applicability: Sequence[str], strict: bool) -> list[Fix]:
    """The fixes to apply, in order; those of findings that a comment excuses are left alone unless `strict`."""
    return [
        diagnostic.fix
        for diagnostic in diagnostics
        if diagnostic.fix is not None
        and diagnostic.fix.applicability in applicability
        and (strict or diagnostic.suppressed is None)
    ]


def apply_once(text: str, fixes: Sequence[Fix]) -> tuple[str, int]:
    """`text` with every fix applied whole that touches no place an earlier one touches, and their number."""
    taken: list[tuple[int, int, str]] = []
    count = 0
    for fix in fixes:
        # Two findings may ask for the very same replacement, and once is enough; of insertions, each counts.
        edits = [(edit.span.start.offset, edit.span.end.offset, edit.text) for edit in fix.edits]
        new = [edit for edit in edits if not _holds(taken, edit)]
        if edits and all(_is_free(taken, edit) for edit in new):
            for edit in new:
                insort(taken, edit)
            count += 1
    pieces = []
    position = 0
    for start, end, replacement in taken:
        pieces += [text[position:start], _with_line_ends_of(text, replacement)]
        position = end
    return "".join(pieces) + text[position:], count


def _holds(taken: list[tuple[int, int, str]], edit: tuple[int, int, str]) -> bool:
    index = bisect_left(taken, edit)
    return edit[0] < edit[1] and index < len(taken) and taken[index] == edit


def _is_free(taken: list[tuple[int, int, str]], edit: tuple[int, int, str]) -> bool:
    """Whether `edit` is apart from the taken ones, which are sorted; two insertions at one place are not apart."""
    start, end, _ = edit
    index = bisect_left(taken, (start,))
    before = taken[index - 1] if index else None
    after = taken[index] if index < len(taken) else None
    return (before is None or before[1] <= start) and (after is None or (after[0] != start and end <= after[0]))


def _with_line_ends_of(text: str, replacement: str) -> str:
    if "\n" not in replacement or "\r\n" not in text:
        return replacement
    return replacement.replace("\r\n", "\n").replace("\n", "\r\n")


def fix_all(
    source: Source,
    diagnostics: list[Diagnostic],
    recheck: Callable[[bytes], list[Diagnostic]],
    families: Sequence[Family],
    applicability: Sequence[str],
    strict: bool,
) -> tuple[bytes, list[Diagnostic], int]:
    """The fixed bytes of a file, what is found in them, and the number of fixes applied.

    Raises `FixError` when the fixed text no longer parses though `source` did, or fixes go on without end.
    """
    required = required_codes(families)
    broken = {diagnostic.code for diagnostic in diagnostics} & required
    prefix = BYTE_ORDER_MARK if source.data.startswith(BYTE_ORDER_MARK) else b""
    text, data, total = source.text, source.data, 0
    for _ in range(MAX_ROUNDS):
        fixes = applicable(diagnostics, applicability, strict)
        if not fixes:
            return data, diagnostics, total
        text, count = apply_once(text, fixes)
        data = prefix + text.encode(source.encoding)
        diagnostics = recheck(data)
        total += count
        new = [d for d in diagnostics if d.code in required and d.code not in broken]
        if new:
            raise FixError(
                f"its fixes would leave {new[0].code} at {new[0].span!r}, so none was written: {new[0].message}"
            )
    raise FixError(f"its fixes were still changing it after {MAX_ROUNDS} rounds, so none was written")


def unified_diff(path: str, before: bytes, after: bytes, encoding: str = "utf-8") -> str:
    """The change as a unified diff that `patch` and `git apply` take."""
    from difflib import unified_diff as lines_of

    # Only "\n" ends a line of a patch, so the texts are not split at WGSL's other line breaks.
    old, new = (data.decode(encoding).split("\n") for data in (before, after))
    old, new = ([line + "\n" for line in lines[:-1]] + [lines[-1]] * bool(lines[-1]) for lines in (old, new))
    out = []
    name = _quoted(path)
    for line in lines_of(old, new, name, name):
        out.append(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n")
    return "".join(out)


def _quoted(path: str) -> str:
    """A file name as git quotes it in patches: one with a line break would otherwise forge lines of the patch."""
    if path.isprintable() and not any(char in path for char in '"\\'):
        return path
    return '"' + "".join(chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\{b:03o}" for b in os.fsencode(path)) + '"'
