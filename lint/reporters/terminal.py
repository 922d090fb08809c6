"""Text as a terminal shows it: what must be escaped, how many columns it takes, its colours.

A source file or a file name may hold control characters, bidirectional overrides or escape sequences; printed as they
are, they could forge or hide output.
"""

from __future__ import annotations

TAB = "    "

# Printable by category, yet invisible or changing their neighbours' look.
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
_STYLES = {
    "error": "1;31",
    "warning": "1;33",
    "mark": "1;34",
    "help": "1;36",
    "bold": "1",
    "removed": "31",
    "added": "32",
    "link": "4",
    "dim": "2",
}


def terminal_width() -> int:
    """The columns to write for: those of the terminal, or 120 where there is none."""
    from shutil import get_terminal_size

    return max(40, get_terminal_size((120, 24)).columns)


class Painter:
    """Wraps text in ANSI colours when `on`; otherwise returns it as it is."""

    __slots__ = ("on",)

    def __init__(self, on: bool) -> None:
        self.on = on

    def __call__(self, style: str, text: str) -> str:
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self.on and text else text


def cell(char: str) -> tuple[str, int]:
    """How one code point is shown, and its width in columns (0 for a combining mark, 2 for a wide character)."""
    if " " <= char <= "~":
        return char, 1
    if char == "\t":
        return TAB, len(TAB)
    import unicodedata

    category = unicodedata.category(char)
    if category in ("Cc", "Cf", "Cs", "Zl", "Zp") or char in _INVISIBLE or _is_variation_selector(char):
        return _escape(char)
    if category in ("Mn", "Me"):
        return char, 0
    return char, 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _is_variation_selector(char: str) -> bool:
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef" or "\u180b" <= char <= "\u180f"


def _escape(char: str) -> tuple[str, int]:
    number = ord(char)
    if 0xDC80 <= number <= 0xDCFF:
        # A byte of a file name that is not UTF-8, as the operating system interface hands it over.
        shown = f"\\x{number - 0xDC00:02x}"
    else:
        shown = f"\\x{number:02x}" if number < 0x100 else f"\\u{{{number:x}}}"
    return shown, len(shown)


def printable(text: str) -> str:
    """`text` safe to print on one line."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(cell(char)[0] for char in text)


def columns(text: str) -> int:
    """The columns that `printable(text)` takes."""
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(cell(char)[1] for char in text)
