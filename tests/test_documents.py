"""Strict reading of JSON: what two readers would take differently is refused."""

from __future__ import annotations

import pytest
from wai_lint.checkers.documents import DuplicateMember, parse, validator


def test_a_text_is_its_value() -> None:
    assert parse('{"a": [1, 2.5, null, "é"]}'.encode()) == {"a": [1, 2.5, None, "é"]}
    assert parse(b'{"a": [1, -2]}', integers=True) == {"a": [1, -2]}


def test_a_member_that_stands_twice_is_refused_at_any_depth() -> None:
    with pytest.raises(DuplicateMember, match=r'^"a" stands twice in one object$'):
        parse(b'[{"b": {"a": 1, "c": 2, "a": 1}}]')


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"[NaN]", "NaN is no JSON number"),
        (b"[-Infinity]", "-Infinity is no JSON number"),
        (b"\xef\xbb\xbf[]", "BOM"),
        ("[]".encode("utf-16"), "utf-8"),
        (b"[\xff]", "utf-8"),
        (b"[" * 100_000, "it nests too deeply"),
        (b"[" + b"9" * 5000 + b"]", "digits"),
        (b"[] []", "Extra data"),
        (b"", "Expecting value"),
    ],
)
def test_what_is_no_json_text_is_refused_with_a_reason(data: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse(data)


@pytest.mark.parametrize("number", ["1.0", "1e3", "NaN"])
def test_only_integers_are_numbers_where_integers_are_asked_for(number: str) -> None:
    with pytest.raises(ValueError, match=f"^{number} is no integer$"):
        parse(f"[{number}]".encode(), integers=True)


def test_a_schema_is_read_once_and_checks() -> None:
    assert validator("config") is validator("config")
    assert list(validator("config").iter_errors([]))
