"""Checks one file: every family that reads it, then its suppression comments."""

from __future__ import annotations

from importlib import import_module

from ..checkers.diagnostic import Diagnostic, Span
from ..checkers.source import BYTE_ORDER_MARK, Source
from .families import required_codes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..rules.family import Settings
    from .families import Family


def source_of(path: str, data: bytes, families: Sequence[Family]) -> Source:
    """A file's text for the families that read it; raises `UnicodeDecodeError` where their language asks for UTF-8."""
    for family in families:
        if family.reader:
            return import_module(family.reader).read(path, data)
    try:
        return Source(path, data)
    except UnicodeDecodeError:
        if any(family.undecodable is not None for family in families):
            raise
        return Source(path, data, "latin-1")


def check(path: str, data: bytes, families: Sequence[Family], settings: Settings) -> list[Diagnostic]:
    """All findings in a file, sorted, the excused ones marked; whatever it raises is a defect of this tool."""
    try:
        source = source_of(path, data, families)
    except UnicodeDecodeError as error:
        return [_undecodable(path, data, error, families)]
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


def _undecodable(path: str, data: bytes, error: UnicodeDecodeError, families: Sequence[Family]) -> Diagnostic:
    bom = len(BYTE_ORDER_MARK) if data.startswith(BYTE_ORDER_MARK) else 0
    wrong = bom + error.start
    code, name = next(family.undecodable for family in families if family.undecodable is not None)
    # Everything before the wrong byte decodes, which gives its line and column.
    before = Source(path, data[:wrong])
    span = Span.of(before, len(before.text), len(before.text))
    message = f"byte {wrong} (0x{data[wrong]:02x}) is not UTF-8, which the language requires: save the file as UTF-8"
    return Diagnostic(code, name, path, span, message)
