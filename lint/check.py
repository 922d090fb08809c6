"""Checks one file: every family that reads it, then its suppression comments."""

from __future__ import annotations

from ..checkers.diagnostic import Diagnostic, Span
from ..checkers.source import BYTE_ORDER_MARK, Source
from .families import required_codes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..rules.family import Settings
    from .families import Family


class Undecodable(ValueError):
    """A file that is not UTF-8, read by a family that has no finding for that."""


def check(path: str, data: bytes, families: Sequence[Family], settings: Settings) -> list[Diagnostic]:
    """All findings in a file, sorted, the excused ones marked.

    Raises `Undecodable`; whatever else comes out of it is a defect of this tool.
    """
    try:
        source = Source(path, data)
    except UnicodeDecodeError as error:
        return _undecodable(path, data, error, families)
    required = required_codes(families)
    found: list[Diagnostic] = []
    comments: list[tuple[int, int]] = []
    for family in families:
        checked = family.check(source, settings)
        found += [d for d in checked.diagnostics if _wanted(d.code, settings, required)]
        comments += checked.comments
    if "wai-lint" in source.text:
        from .suppressions import apply

        found += apply(source, comments, found, settings)
    found.sort(key=Diagnostic.sort_key)
    return found


def _wanted(code: str, settings: Settings, required: frozenset[str]) -> bool:
    return settings.selected is None or code in settings.selected or code in required


def _undecodable(path: str, data: bytes, error: UnicodeDecodeError, families: Sequence[Family]) -> list[Diagnostic]:
    bom = len(BYTE_ORDER_MARK) if data.startswith(BYTE_ORDER_MARK) else 0
    wrong = bom + error.start
    known = [family.undecodable for family in families if family.undecodable is not None]
    if not known:
        raise Undecodable(f"byte {wrong} is not UTF-8: save the file as UTF-8, or leave it out with `exclude`")
    # Everything before the wrong byte decodes, which gives its line and column.
    before = Source(path, data[:wrong])
    span = Span.of(before, len(before.text), len(before.text))
    code, name = known[0]
    message = f"byte {wrong} (0x{data[wrong]:02x}) is not UTF-8, which the language requires: save the file as UTF-8"
    return [Diagnostic(code, name, path, span, message)]
