"""Values of each form on both sides of its bounds (§1's table): those that read, and those that do not."""

from __future__ import annotations

from .signing import digest

HEX = digest("any")
NOT_STRINGS: list[object] = [None, 0, ["a"]]
NOT_INTEGERS: list[object] = [None, "0", True, False, 1.5, 1e3, -1, 2**53, [0], {}]


def few_bad_hex(good: str) -> list[object]:
    """Some of `bad_hex`."""
    return [good.upper(), good[:-1], 0, None]


def bad_hex(good: str) -> list[object]:
    """Values that are no byte string of the length that a good one has."""
    return [
        good.upper(),
        good[:-1],
        good + "0",
        good[:-2],
        "0x" + good[2:],
        good[:-1] + "g",
        good[:-1] + " ",
        "",
        0,
        None,
    ]


LOG_TIMES = ["2024-02-29T00:00:00Z", "2000-02-29T00:00:00Z", "0001-01-01T00:00:00Z", "2026-01-01T00:00:00Z"]
BAD_LOG_TIMES: list[object] = [
    "2023-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2025-04-31T00:00:00Z",
    "2025-13-01T00:00:00Z",
    "2025-00-01T00:00:00Z",
    "2025-01-00T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "2025-01-01T24:00:00Z",
    "2025-01-01T00:60:00Z",
    "2025-01-01T00:00:60Z",
    "2025-01-01t00:00:00Z",
    "2025-01-01T00:00:00z",
    "2025-01-01 00:00:00Z",
    "2025-01-01T00:00:00",
    "2025-01-01T00:00:00+00:00",
    "2025-01-01T00:00Z",
    "2025-1-01T00:00:00Z",
    "12025-01-01T00:00:00Z",
    "2025-01-01T00:00:00Z\n",
    " 2025-01-01T00:00:00Z",
    "２025-01-01T00:00:00Z",
    "٢٠٢٥-01-01T00:00:00Z",
    "",
    0,
    None,
]
WITH_FRACTION = ["2025-01-01T00:00:00.0Z", "2025-01-01T23:59:59.999999999Z"]
BAD_FRACTIONS: list[object] = [
    "2025-01-01T00:00:00.Z",
    "2025-01-01T00:00:00.1234567890Z",
    "2025-01-01T00:00:00,5Z",
    "2025-01-01T00:00:00.5",
    "2025-01-01T00:00:00.5+00:00",
    "2025-01-01T00:00:00.-5Z",
    "2025-01-01T00:00:00.٥Z",
]
TERMS = ["a", "0", "a.b-c_d", "a" * 128, "1.2"]
BAD_TERMS: list[object] = ["", "a" * 129, "A", ".a", "a.", "a..b", "a.-b", "a b", "_", "é", "a\n", "a/b", None, 1]
NAMES = ["a", "-", "_.", "a" * 64, "..", "0-9"]
BAD_NAMES: list[str] = ["", "a" * 65, "A", "a b", "é", "a/b", "a\n", "a:b"]
REASONS = ["a", "a0_", "a" * 64]
BAD_REASONS: list[object] = ["", "0a", "_a", "A", "a-b", "a.b", "a" * 65, "a\n", "é", None, 1]
LABEL = "a" * 63
ORIGINS = [
    "https://a",
    "https://a.b-c.d0:8443",
    "https://a:1",
    "https://a:65535",
    "https://0.0",
    f"https://{LABEL}.example",
    f"https://{LABEL}.{LABEL}.{LABEL}.{'a' * 61}",
    "https://xn--bcher-kva.example",
]
BAD_ORIGINS = [
    "",
    "a",
    "https://",
    "http://a",
    "HTTPS://a",
    "https://A",
    "https://a/",
    "https://a:443",
    "https://a:0",
    "https://a:65536",
    "https://a:080",
    "https://a:",
    "https://a:８",
    "https://-a",
    "https://a-",
    "https://a-.b",
    "https://a.-b",
    "https://a..b",
    "https://a.",
    "https://.a",
    "https://a_b",
    "https://é",
    "https://a\n",
    "https://u@a",
    "https://a?",
    "https://a#",
    "https://[::1]",
    f"https://{LABEL}a.example",
    f"https://{LABEL}.{LABEL}.{LABEL}.{'a' * 62}",
]


def shown(value: object) -> str:
    """A value as a vector's name has it."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:10]}…{text[-6:]} of {len(text)}"
