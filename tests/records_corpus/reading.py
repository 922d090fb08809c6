"""Vectors of reading: JSON as §1 has it, the bundle's own members, and what of it is never read."""

from __future__ import annotations

import json
from collections.abc import Iterator

from .bases import attested, decoding, policies, presenting, whole
from .fleet import DRED, bundle, fleet_class, policy, rollup
from .vector import DROP, Vector, accepted, change, done, refused, written

MALFORMED, AT = "record_malformed", "bundle"
NULL = '"key_log":null'
NOT_VALUES = (
    "NaN Infinity -Infinity nan 01 -01 +1 .5 1. 1e 1e+ 0x10 - 1_000 ١ 1,000 --1 0.e1 True None undefined tru nulls"
)


def _nested(levels: int) -> object:
    value: object = {}
    for _ in range(levels - 1):
        value = {"in": value}
    return value


def _texts(text: str) -> Iterator[tuple[str, str | bytes]]:
    """Texts that are no JSON, or none that a reader takes, each a small change of a text that is accepted."""
    data = text.encode()
    head, tail = text.rsplit(NULL, 1)

    def unread(raw: str) -> str:
        return head + f'"key_log":{raw}' + tail

    yield "no byte at all", ""
    yield "only spaces", "  \n"
    yield "text cut short", text[:-1]
    yield "text after the value", text + "x"
    yield "a second value", text + text
    yield "a byte-order mark", b"\xef\xbb\xbf" + data
    yield "UTF-16", text.encode("utf-16-le")
    yield "a form feed between values", "\f" + text
    yield "a no-break space between values", "\u00a0" + text
    yield "a NUL byte after the value", text + "\0"
    yield "a trailing comma in an object", text[:-1] + ",}"
    yield "a trailing comma in an array", text.replace('"reports":[]', '"reports":[{},]')
    yield "a line comment", "// bundle\n" + text
    yield "a block comment", "/* bundle */" + text
    yield "single quotes", text.replace('"', "'")
    yield "a name without quotes", text.replace('"kind"', "kind")
    yield "an apostrophe escaped in a string", unread('{"a":"\\\'"}')
    for number in NOT_VALUES.split():
        yield f"{number} where a value is due", unread(f'{{"a":{number}}}')
    for name, escaped in (("short", r"\u12"), ("unknown", r"\x41"), ("spaced", r"\u 041"), ("signed", r"\u+041")):
        yield f"a {name} escape", unread(f'{{"a":"{escaped}"}}')
    for control in ("\n", "\t", "\0", "\x1f"):
        yield f"U+{ord(control):04X} raw in a string", unread(f'{{"a":"{control}"}}')
    for name, escaped in (
        ("a high surrogate alone", r"\ud83d"),
        ("a low surrogate alone", r"\ude00"),
        ("surrogates in the wrong order", r"\ude00\ud83d"),
        ("two high surrogates and one low one", r"\ud83d\ud83d\ude00"),
        ("a high surrogate before text", r"\ud83dude00"),
    ):
        yield f"{name} in a string", unread(f'{{"a":"{escaped}"}}')
        yield f"{name} in a member name", unread(f'{{"{escaped}":0}}')
    for name, raw in (
        ("a raw surrogate", b"\xed\xa0\xbd"),
        ("a raw pair of surrogates", b"\xed\xa0\xbd\xed\xb8\x80"),
        ("an overlong form", b"\xc0\xaf"),
        ("a character cut short", b"\xf0\x9f\x98"),
        ("a continuation byte alone", b"\x80"),
        ("a code point above U+10FFFF", b"\xf4\x90\x80\x80"),
        ("a byte that UTF-8 never has", b"\xff"),
    ):
        yield f"{name} in a string", unread('{"a":"|"}').encode().replace(b"|", raw)
    yield "a character cut short at the end", data + b"\xc3"
    yield "a member named twice, alike", unread('{"a":1,"a":1}')
    yield "a member named twice, once escaped", unread('{"a":1,"\\u0061":2}')
    yield "a member named twice, deep", unread('{"b":[{"c":{"a":1,"b":2,"a":3}}]}')
    yield "the empty name twice", unread('{"":1,"":2}')
    for separator in "=;,":
        yield f"{separator} for a colon of the bundle", text.replace('"kind":', f'"kind"{separator}', 1)
    for separator in ":; ":
        yield f"{separator!r} for a comma of the bundle", text.replace(',"attestations"', f'{separator}"attestations"')
        yield (
            f"{separator!r} for a comma of its policies",
            written(done(policies(2))).replace("},{", f"}}{separator}{{"),
        )
    for name in ("[]", "{}", "5", "null"):
        yield f"{name} for a name of the bundle", f"{text[:-1]},{name}:0}}"
    yield "a member of the bundle named twice", unread(f"null,{NULL}")
    yield "a character outside the BMP named twice, raw and as a pair", unread('{"😀":1,"\\ud83d\\ude00":2}')
    yield "33 levels of objects", unread(f"{written(_nested(32))}")
    yield "33 levels of arrays", unread(f'{{"a":{"[" * 31}{"]" * 31}}}')
    yield "2,000 levels that never end", "[" * 2000


def _values() -> Iterator[tuple[str, object]]:
    for value in ([], [1], "wai-model-bundle", 5, None, True, {}):
        yield f"{written(value)} as the whole text", value


def _members() -> Iterator[tuple[str, dict[str, object]]]:
    for member in ("kind", "policies", "key_log", "attestations", "presentations", "reports", "rollup"):
        yield f"no {member}", {member: DROP}
    for kind in ("wai-model-bundles", "WAI-MODEL-BUNDLE", "", None, 7, ["wai-model-bundle"], {}):
        yield f"{written(kind)} as the kind", {"kind": kind}
    yield "a member too many", {"extra": None}
    yield "no policy", {"policies": []}
    yield "65 policies", {"policies": [{}] * 65}
    for member in ("policies", "attestations", "presentations", "reports"):
        for value in ({}, None, "", 0):
            yield f"{written(value)} as {member}", {member: value}
        for value in (None, [], "x", 1, True):
            yield f"{written(value)} in {member}", {member: [value]}
    for member in ("key_log", "rollup"):
        for value in ([], "", 0, False):
            yield f"{written(value)} as {member}", {member: value}


def vectors() -> Iterator[Vector]:
    """Bundles that do not read, and those that just do."""
    plain = done(bundle(policies=[policy(classes=[fleet_class(sets=[])])]))
    text = written(plain)
    head, tail = text.rsplit(NULL, 1)

    def with_log(raw: str) -> str:
        return head + f'"key_log":{raw}' + tail

    for name, body in _texts(text):
        yield refused(f"text: {name}", MALFORMED, AT, body)
    for name, value in _values():
        yield refused(f"text: {name}", MALFORMED, AT, written(value))
    for name, changes in _members():
        yield refused(f"bundle: {name}", MALFORMED, AT, change(plain, changes))
    yield refused(
        "bundle: its faults come before its policies'", MALFORMED, AT, change(plain, {"policies/0": {}, "rollup": 0})
    )

    for name, draft, value in (
        ("policy", plain, "operator.example"),
        ("roll-up", bundle(policies=[policy(classes=[fleet_class(sets=[])])], rollup=rollup()), 'example","sig"'),
        ("report", decoding(), DRED),
        ("attestation", attested(), "wai-model-device"),
        ("presentation", presenting(), "derived"),
    ):
        for which, escaped in (("high", r"\ud800"), ("low", r"\udfff")):
            body = written(done(draft)).replace(value, value.replace("e", escaped))
            yield refused(f"text: a {which} surrogate alone in a {name}", MALFORMED, AT, body)
    yield accepted("bundle: a policy and nothing else", plain)
    yield accepted("bundle: some of everything", whole())
    yield accepted(
        "text: spaces, tabs and line ends around it",
        plain,
        " \t\r\n" + json.dumps(plain, indent="\t").replace(": ", " :\n") + "\r\n",
    )
    yield accepted("text: members in another order", done(dict(reversed(list(plain.items())))))
    yield accepted("text: a member name with escapes", plain, text.replace('"kind"', '"\\u006bi\\u006Ed"'))
    yield accepted("text: a string with escapes", plain, text.replace('"wai-model-policy"', '"wai\\u002dmodel-policy"'))
    yield accepted("text: 32 levels of objects", plain, with_log(f"{written(_nested(31))}"))
    yield accepted("text: 32 levels of arrays", plain, with_log(f'{{"a":{"[" * 30}{"]" * 30}}}'))
    for name, unread in (
        ("numbers that no record has", "[-0,1.5,1e3,-7,1E400,9007199254740993]"),
        ("booleans", "[true,false,null]"),
        ("names that only normalising makes equal", '{"\u00e9":1,"e\u0301":2}'),
        ("a name in capitals and in small letters", '{"a":1,"A":2}'),
        ("a number of 400 digits", "7" * 400),
        ("a pair of surrogates", r'"\ud83d\ude00"'),
        ("U+FFFF, U+0000 and U+2028", '"\uffff\\u0000\u2028"'),
        ("every short escape", r'"\"\\\/\b\f\n\r\t"'),
    ):
        yield accepted(f"key log that no policy names: {name}", plain, with_log(f'{{"a":{unread}}}'))
    many = [policy(seq, classes=[fleet_class("a", sets=[])]) for seq in range(64)]
    yield accepted("bundle: 64 policies", bundle(policies=many))
