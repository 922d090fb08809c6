"""The canonical form of records is RFC 8785's."""

from __future__ import annotations

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st
from wai_lint.checkers.records.canonical import canonical
from wai_lint.checkers.records.reading import OtherNumber

# Above U+FFFF, UTF-16 code units sort differently from code points; below it, escapes differ between libraries.
CHARACTERS = st.one_of(
    st.characters(exclude_categories=("Cs",)),
    st.sampled_from('"\\/\b\f\n\r\t\x00\x1f\x7f\u2028\ue000\uffff\U00010000\U0010ffff'),
)
STRINGS = st.text(CHARACTERS)
VALUES = st.recursive(
    st.none() | st.integers(0, 2**53 - 1) | STRINGS,
    lambda inner: st.lists(inner) | st.dictionaries(STRINGS, inner),
)


@given(VALUES)
def test_it_is_what_the_reference_writes(value: object) -> None:
    assert canonical(value) == rfc8785.dumps(value)  # pyright: ignore[reportArgumentType]


def test_names_are_sorted_by_their_utf_16_code_units() -> None:
    """The example of RFC 8785 §3.2.3."""
    names = ["\u20ac", "\r", "\ufb33", "1", "\U0001f600", "\u0080", "\u00f6"]
    written = canonical(dict.fromkeys(names)).decode("utf-8")
    places = [
        written.index(name if name != "\r" else "\\r")
        for name in ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]
    ]
    assert places == sorted(places)


def test_a_number_that_no_record_holds_has_no_canonical_form() -> None:
    with pytest.raises(TypeError):
        canonical({"a": OtherNumber("1.0")})
