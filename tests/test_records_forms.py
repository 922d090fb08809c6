"""The forms of strings in records, at the edges of each."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wai_lint.checkers.records import forms

GOOD = {
    forms.is_name: ["a", "-", ".", "_", "0", "a" * 64, "vr-1.left_eye"],
    forms.is_term: ["a", "0", "a" * 128, "a.b-c_d", "a" + ".b" * 63 + "c"],
    forms.is_log_date_time: [
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z",
        "2000-02-29T00:00:00Z",
        "2024-02-29T00:00:00Z",
        "2026-04-30T00:00:00Z",
        "2026-01-31T00:00:00Z",
    ],
    forms.is_date_time: ["2026-01-31T00:00:00Z", "2026-01-31T00:00:00.1Z", "2026-01-31T00:00:00.123456789Z"],
    forms.is_origin: [
        "https://a",
        "https://a:1",
        "https://a:65535",
        "https://a:80",
        "https://0.1",
        "https://a-b.c--d.example",
        "https://" + "a" * 63,
        "https://" + ".".join(["a" * 63] * 3 + ["a" * 61]),
    ],
}
BAD = {
    forms.is_name: ["", "A", "a" * 65, "a b", "a\n", "\u00e9", "a/b"],
    forms.is_term: ["", ".", "a.", ".a", "a..b", "a-_b", "A", "a" * 129, "a" + ".b" * 64, "a\n", "\u0661", "a b"],
    forms.is_log_date_time: [
        "",
        "0000-01-01T00:00:00Z",
        "0000-02-29T00:00:00Z",
        "10000-01-01T00:00:00Z",
        "1900-02-29T00:00:00Z",
        "2023-02-29T00:00:00Z",
        "2024-02-30T00:00:00Z",
        "2026-04-31T00:00:00Z",
        "2026-01-32T00:00:00Z",
        "2026-00-01T00:00:00Z",
        "2026-13-01T00:00:00Z",
        "2026-01-00T00:00:00Z",
        "2026-01-01T24:00:00Z",
        "2026-01-01T00:60:00Z",
        "2026-01-01T00:00:60Z",
        "2026-01-01T00:00:00.5Z",
        "2026-01-01T00:00:00z",
        "2026-01-01t00:00:00Z",
        "2026-01-01 00:00:00Z",
        "2026-01-01T00:00:00+00:00",
        "2026-01-01T00:00:00",
        "2026-01-01T00:00:00Z\n",
        "2026-01-01T00:00:0\u0661Z",
    ],
    forms.is_date_time: [
        "2026-01-31T00:00:00.Z",
        "2026-01-31T00:00:00.1234567890Z",
        "2026-01-31T00:00:00,5Z",
        "2026-01-31T00:00:60.5Z",
    ],
    forms.is_origin: [
        "",
        "https://",
        "http://a",
        "HTTPS://a",
        "https://A",
        "https://a/",
        "https://a.",
        "https://.a",
        "https://a..b",
        "https://-a",
        "https://a-",
        "https://a_b",
        "https://u@a",
        "https://a?",
        "https://a#",
        "https://a\n",
        "https://\u00e9",
        "https://a:",
        "https://a:0",
        "https://a:443",
        "https://a:080",
        "https://a:65536",
        "https://a:99999",
        "https://a:123456",
        "https://[::1]",
        "https://" + "a" * 64,
        "https://" + ".".join(["a" * 63] * 3 + ["a" * 62]),
    ],
}


@pytest.mark.parametrize(("form", "text"), [(form, text) for form, texts in GOOD.items() for text in texts])
def test_what_has_the_form_is_taken(form: object, text: str) -> None:
    assert callable(form)
    assert form(text)


@pytest.mark.parametrize(("form", "text"), [(form, text) for form, texts in BAD.items() for text in texts])
def test_what_has_not_the_form_is_refused(form: object, text: str) -> None:
    assert callable(form)
    assert not form(text)


def test_hexadecimal_is_lowercase_and_of_one_length() -> None:
    assert forms.is_hex("00ff", 2)
    for text in ("00f", "00fff", "00FF", "00fg", "00f\n", ""):
        assert not forms.is_hex(text, 2)


def test_every_day_of_four_centuries_is_a_date_exactly_when_it_is_one() -> None:
    real = {(datetime(1899, 12, 31) + timedelta(days=count)).strftime("%Y-%m-%d") for count in range(146_097 + 2)}
    for year in range(1900, 2300):
        for month in range(14):
            for day in (0, 1, 28, 29, 30, 31, 32):
                text = f"{year}-{month:02}-{day:02}"
                assert forms.is_log_date_time(text + "T00:00:00Z") == (text in real), text


@given(st.datetimes(timezones=st.just(UTC)), st.datetimes(timezones=st.just(UTC)))
def test_instants_and_strings_of_log_date_times_sort_as_times(one: datetime, other: datetime) -> None:
    texts = [each.isoformat(timespec="seconds").replace("+00:00", "Z") for each in (one, other)]
    assert all(map(forms.is_log_date_time, texts))
    difference = (one.replace(microsecond=0) - other.replace(microsecond=0)) // timedelta(seconds=1)
    assert forms.instant(texts[0]) - forms.instant(texts[1]) == difference * 10**9
    assert (texts[0] < texts[1]) == (difference < 0)


def test_fractions_are_nanoseconds() -> None:
    whole = forms.instant("2026-01-31T00:00:00Z")
    assert forms.instant("0001-01-01T00:00:00Z") == 0
    assert forms.instant("2026-01-31T00:00:00.5Z") - whole == 500_000_000
    assert forms.instant("2026-01-31T00:00:00.50Z") - whole == 500_000_000
    assert forms.instant("2026-01-31T00:00:00.000000001Z") - whole == 1


@given(st.text("ab0.-_", max_size=140))
def test_a_term_is_words_joined_by_single_marks(text: str) -> None:
    words = re.split("[._-]", text)
    assert forms.is_term(text) == (all(words) and len(text) <= 128)
