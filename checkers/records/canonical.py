"""The canonical form of a value: RFC 8785 over strings, unsigned integers, null, arrays and objects (records §2)."""

from __future__ import annotations

import json
from json.encoder import JSONEncoder

# Python escapes what RFC 8785 §3.2.2.2 escapes, in the same way. A document holds no cycle.
_encode = JSONEncoder(ensure_ascii=False, check_circular=False, sort_keys=True, separators=(",", ":")).encode


def canonical(value: object) -> bytes:
    """The canonical bytes of a value of a record.

    Raises `TypeError` where the value holds something that no record may hold and `json` cannot write.
    """
    text = _encode(value)
    if text.isascii():
        return text.encode("ascii")
    # RFC 8785 §3.2.3 sorts by UTF-16 code units, which differs from code points above U+FFFF alone.
    return json.dumps(_sorted(value), ensure_ascii=False, check_circular=False, separators=(",", ":")).encode("utf-8")


def _sorted(value: object) -> object:
    if isinstance(value, dict):
        return {name: _sorted(value[name]) for name in sorted(value, key=_code_units)}
    if isinstance(value, list):
        return [_sorted(element) for element in value]
    return value


def _code_units(name: str) -> bytes:
    return name.encode("utf-16-be")
