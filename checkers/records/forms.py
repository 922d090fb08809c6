"""The forms of strings in records (records §1), and what can be asked of them."""

from __future__ import annotations


def is_hex(text: str, length: int) -> bool:
    """Whether a text is `length` bytes in lowercase hexadecimal."""
    raise NotImplementedError


def is_name(text: str) -> bool:
    """Whether a text is a name: 1 to 64 of `a-z 0-9 - _ .`."""
    raise NotImplementedError


def is_term(text: str) -> bool:
    """Whether a text is a term."""
    raise NotImplementedError


def is_date_time(text: str) -> bool:
    """Whether a text is a date-time with a fraction or without."""
    raise NotImplementedError


def is_log_date_time(text: str) -> bool:
    """Whether a text is a date-time without a fraction."""
    raise NotImplementedError


def is_origin(text: str) -> bool:
    """Whether a text is an origin."""
    raise NotImplementedError


TIERS = ("none", "entropy-consistency", "decode-equivalence")


def instant(text: str) -> int:
    """Nanoseconds from 0001-01-01T00:00:00Z to a date-time."""
    raise NotImplementedError
