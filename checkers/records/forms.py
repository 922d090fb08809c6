"""The forms of strings in records (records §1), as patterns over the whole of a string, and instants."""

from __future__ import annotations

import re
from datetime import date

from . import profile

NAME = r"[a-z0-9_.-]{1,64}"
TERM = rf"(?![a-z0-9._-]{{{profile.LONGEST_TERM + 1}}}){profile.TERM}"
_LONG_MONTH = r"(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])"
_SHORT_MONTH = r"(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
_FEBRUARY = r"02-(?:0[1-9]|1[0-9]|2[0-8])"
_LEAP_YEAR = r"(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)"
_DATE = rf"(?!0000)(?:[0-9]{{4}}-(?:{_LONG_MONTH}|{_SHORT_MONTH}|{_FEBRUARY})|{_LEAP_YEAR}-02-29)"
_TIME = r"(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
LOG_DATE_TIME = rf"{_DATE}T{_TIME}Z"
DATE_TIME = rf"{_DATE}T{_TIME}(?:\.[0-9]{{1,{profile.LONGEST_FRACTION}}})?Z"

# Ascending: none < entropy-consistency < decode-equivalence.
TIERS = ("none", "entropy-consistency", "decode-equivalence")
ROLES = ("decode", "upscale", "enhance", "generate")

_NAME = re.compile(NAME)
_TERM = re.compile(TERM)
_LOG_DATE_TIME = re.compile(LOG_DATE_TIME)
_DATE_TIME = re.compile(DATE_TIME)
_HEX = re.compile(r"[0-9a-f]*")
_LABEL = rf"[a-z0-9](?:[a-z0-9-]{{0,{profile.LONGEST_LABEL - 2}}}[a-z0-9])?"
_ORIGIN = re.compile(rf"https://({_LABEL}(?:\.{_LABEL})*)(?::([1-9][0-9]{{0,4}}))?")


def hexadecimal(length: int) -> str:
    """The pattern of `length` bytes in lowercase hexadecimal."""
    return rf"[0-9a-f]{{{2 * length}}}"


def is_hex(text: str, length: int) -> bool:
    """Whether a text is `length` bytes in lowercase hexadecimal."""
    return len(text) == 2 * length and _HEX.fullmatch(text) is not None


def is_name(text: str) -> bool:
    """Whether a text is a name: 1 to 64 of `a-z 0-9 - _ .`."""
    return _NAME.fullmatch(text) is not None


def is_term(text: str) -> bool:
    """Whether a text is a term."""
    return _TERM.fullmatch(text) is not None


def is_date_time(text: str) -> bool:
    """Whether a text is a date-time, with a fraction or without."""
    return _DATE_TIME.fullmatch(text) is not None


def is_log_date_time(text: str) -> bool:
    """Whether a text is a date-time without a fraction. These are of one length: as strings they sort as instants."""
    return _LOG_DATE_TIME.fullmatch(text) is not None


def is_origin(text: str) -> bool:
    """Whether a text is an origin."""
    match = _ORIGIN.fullmatch(text)
    if match is None or len(match[1]) > profile.LONGEST_HOST:
        return False
    return match[2] is None or int(match[2]) <= profile.LARGEST_PORT and int(match[2]) != profile.DEFAULT_PORT


def instant(text: str) -> int:
    """Nanoseconds from the start of the year 1 to a date-time."""
    day = date(int(text[:4]), int(text[5:7]), int(text[8:10])).toordinal() - 1
    seconds = day * 86_400 + int(text[11:13]) * 3600 + int(text[14:16]) * 60 + int(text[17:19])
    return seconds * 1_000_000_000 + int(text[20:-1].ljust(9, "0"))
