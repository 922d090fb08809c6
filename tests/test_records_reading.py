"""JSON is read strictly, in linear time, whatever the bytes are; and places in it are found."""

from __future__ import annotations

import contextlib
import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wai_lint.checkers.records.grammar import Broken, check_text
from wai_lint.checkers.records.locating import locate
from wai_lint.checkers.records.outcome import Refusal
from wai_lint.checkers.records.reading import OtherNumber, read_document

READ = [
    (b"null", None),
    (b" \t\r\n[true, false]\n", [True, False]),
    (b'{"a":{},"b":[],"":0}', {"a": {}, "b": [], "": 0}),
    (b"9007199254740991", 2**53 - 1),
    (b'"\\u00e9\\ud83d\\ude00\\/\\b\\f\\n\\r\\t\\"\\\\"', '\u00e9\U0001f600/\b\f\n\r\t"\\'),
    ('"\u2028\U0001f600\x7f"'.encode(), "\u2028\U0001f600\x7f"),
    (b'"\\\\ud800"', "\\ud800"),
    (b'"[{]\\"}"', '[{]"}'),
    (b'["[","","]","{"]', ["[", "", "]", "{"]),
    # Names are compared by code points, not normalised.
    ('{"\u00e9":0,"e\u0301":0}'.encode(), {"\u00e9": 0, "e\u0301": 0}),
    # The UTF-8 of the first name has these bytes as the code points of the second.
    ('{"\u00e9":0,"\\u00c3\\u00a9":[{"\u00e9":0,"\\u00c3\\u00a9":0}]}'.encode(), None),
    ('["\\u00e9\u00e9","\u2028\\u2028"]'.encode(), ["\u00e9\u00e9", "\u2028\u2028"]),
    (b"[" * 32 + b"]" * 32, None),
    (b'{"a":' * 31 + b"[]" + b"}" * 31, None),
]
# What is wrong, and the code point where it is.
BROKEN = [
    (b"", 0),
    (b" ", 1),
    (b"\xef\xbb\xbf{}", 0),
    (b"nul", 0),
    (b"NaN", 0),
    (b"[Infinity]", 1),
    (b"[-Infinity]", 1),
    (b"{}{}", 2),
    (b"[1,]", 3),
    (b'{"a":1,}', 7),
    (b"[1 2]", 3),
    (b"[,1]", 1),
    (b"{,}", 1),
    (b"{a:1}", 1),
    (b"{'a':1}", 1),
    (b'{"a" 1}', 5),
    (b'{"a"}', 4),
    (b'{"a":}', 5),
    (b"[1}", 2),
    (b'{"a":1]', 6),
    (b"[", 1),
    (b"]", 0),
    (b"][", 0),
    (b"01", 0),
    (b"-", 0),
    (b"1.", 0),
    (b".5", 0),
    (b"+1", 0),
    (b"1e", 0),
    (b"0x1", 0),
    (b"1//", 0),
    (b"[1/**/]", 1),
    (b"truee", 0),
    (b'"a', 0),
    (b'"a\nb"', 2),
    (b'"\x00"', 1),
    (b'"\\x41"', 1),
    (b'"\\u12g4"', 1),
    ('"\\\u00e9"'.encode(), 1),
    ('["\u00e9\\ud800"]'.encode(), 3),
    (b'"\\u+123"', 1),
    (b'"\\', 1),
    (b"[\x0b1]", 1),
    ("[\u00a01]".encode(), 1),
    (b'["\xff"]', 2),
    (b'"\xc3', 1),
    (b'"\xed\xa0\x80"', 1),
    (b'"\xc0\x80"', 1),
    (b'"\xf4\x90\x80\x80"', 1),
    (b'"\\ud800"', 1),
    (b'"\\uDFFF"', 1),
    (b'"\\ud800\\ud800"', 1),
    (b'"\\udc00\\ud800"', 1),
    (b'"a\\ud83d\\u0041"', 2),
    (b'"\\\\\\ud800"', 3),
    (b'{"\\ud800":0}', 2),
    (b'{"a":0,"a":0}', 7),
    (b'{"a":0,"\\u0061":0}', 7),
    (b'[[{"a":{"b":1,"c":[],"b":1}}]]', 21),
    (b'{"policies":[],"policies":[]}', 15),
    (b"[" * 33 + b"]" * 33, 32),
    (b'{"a":' * 32 + b"[]" + b"}" * 32, 160),
    (b'["\\"",' + b"[" * 32 + b"]" * 32 + b"]", 37),
]


def _element(_: str, value: object) -> object:
    return value


@pytest.mark.parametrize(("data", "value"), READ)
def test_json_is_read(data: bytes, value: object) -> None:
    assert read_document(data) == read_document(data, _element)
    if value is not None:
        assert read_document(data) == value
    check_text(data.decode())


@pytest.mark.parametrize(("data", "offset"), BROKEN)
def test_what_is_no_json_is_refused_at_its_place(data: bytes, offset: int) -> None:
    for element in (None, _element):
        with pytest.raises(Refusal) as refusal:
            read_document(data, element)
        assert (refusal.value.reason, refusal.value.at) == ("record_malformed", ("bundle",))
        assert (refusal.value.pointer, refusal.value.offset) == ((), offset)


@pytest.mark.parametrize(
    "text", ["-0", "-1", "1.0", "1e3", "0.0", "1E400", "-0.0", "9007199254740992", "9" * 5000, "-" + "1" * 5000]
)
def test_a_number_that_no_record_holds_is_read_and_told_apart(text: str) -> None:
    value = read_document(text.encode())
    assert isinstance(value, OtherNumber)
    assert value.text == text


def test_elements_of_the_arrays_of_the_outermost_object_are_replaced() -> None:
    data = b'{ "a" : [ 1 , {"b":[2]} ] , "c":{"d":[3]}, "e":[] }'
    seen: list[tuple[str, object]] = []

    def element(name: str, value: object) -> object:
        seen.append((name, value))
        return len(seen)

    assert read_document(data, element) == {"a": [1, 2], "c": {"d": [3]}, "e": []}
    assert seen == [("a", 1), ("a", {"b": [2]})]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 2**60) | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(JSON, st.booleans(), st.integers(0, 10**6), st.binary(max_size=2))
def test_both_readers_agree_on_texts_and_on_texts_gone_wrong(
    value: object, ascii_only: bool, place: int, spliced: bytes
) -> None:
    data = json.dumps(value, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")
    place %= len(data) + 1
    for each in (data, data[:place] + spliced + data[place + 1 :], data[:place]):
        _agree(each)


@given(st.text('[]{}",:\\u0d8 1', max_size=40))
def test_both_readers_agree_on_marks(text: str) -> None:
    _agree(text.encode())


def _agree(data: bytes) -> None:
    try:
        check_text(data.decode("utf-8"))
        good = True
    except (Broken, UnicodeDecodeError):
        good = False
    for element in (None, _element):
        if good:
            read_document(data, element)
            continue
        with pytest.raises(Refusal) as refusal:
            read_document(data, element)
        assert refusal.value.message != "this is not JSON"


HOSTILE = {
    "brackets": lambda count: b"[" * count,
    "nested objects": lambda count: b'{"a":' * (count // 5),
    "closing brackets": lambda count: b"]" * count,
    "spaces": lambda count: b" " * count,
    "spaces in an array": lambda count: b"[" + b" " * count,
    "digits": lambda count: b"[" + b"1" * count + b"]",
    "a negative number": lambda count: b"[-" + b"1" * count + b"]",
    "an exponent": lambda count: b"[1e" + b"9" * count + b"]",
    "a string": lambda count: b'"' + b"a" * count,
    "escapes": lambda count: b'"' + b"\\\\" * (count // 2),
    "surrogates": lambda count: b'"' + b"\\ud800" * (count // 6) + b'"',
    "pairs": lambda count: b'"' + b"\\ud83d\\ude00" * (count // 12) + b'"',
    "quotes": lambda count: b'"' * count,
    "strings of brackets": lambda count: b"[" + b'"[",' * (count // 4) + b'"["]',
    "members": lambda count: b"{" + b",".join(b'"%d":0' % each for each in range(count // 10)) + b',"0":0}',
    "elements": lambda count: b"[" + b"[]," * (count // 3) + b"1,]",
    "broken utf-8 at the end": lambda count: b'"' + "\u00e9".encode() * (count // 2) + b"\xc3",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_bytes_take_time_in_proportion(kind: str) -> None:
    def duration(count: int) -> float:
        data = HOSTILE[kind](count)
        start = time.process_time()
        with contextlib.suppress(Refusal):
            read_document(data)
        return time.process_time() - start

    assert duration(1_600_000) < 40 * max(min(duration(100_000) for _ in range(3)), 0.002)


TEXT = ' {"a" : [ 1, {"b\\u0063": "x"}, [ ] ] ,"d":null, "e": {}} '


@pytest.mark.parametrize(
    ("pointer", "found"),
    [
        ((), TEXT.strip()),
        (("a",), '[ 1, {"b\\u0063": "x"}, [ ] ]'),
        (("a", 0), "1"),
        (("a", 1), '{"b\\u0063": "x"}'),
        (("a", 1, "bc"), '"x"'),
        (("a", 2), "[ ]"),
        (("d",), "null"),
        (("e",), "{}"),
        # What is missing is shown at what lacks it.
        (("e", "f"), "{}"),
        (("a", 3), '[ 1, {"b\\u0063": "x"}, [ ] ]'),
        (("a", "b"), '[ 1, {"b\\u0063": "x"}, [ ] ]'),
        (("d", 0, "x"), "null"),
        (("e", 0), "{}"),
    ],
)
def test_what_a_pointer_leads_to_is_located(pointer: tuple[str | int, ...], found: str) -> None:
    start, end = locate(TEXT, pointer)
    assert TEXT[start:end] == found


def test_numbers_of_any_length_are_passed_over() -> None:
    text = "[" + "1" * 5000 + ',-1.5e7,"x"]'
    start, end = locate(text, (2,))
    assert text[start:end] == '"x"'
