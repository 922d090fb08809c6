"""The messages between an audit and the process that examines models: plain values as JSON, then bytes."""

from __future__ import annotations

import json
import struct
from typing import IO, Any

_LENGTHS = struct.Struct("<QQ")


def write_message(stream: IO[bytes], values: dict[str, Any], payload: bytes) -> None:
    """Write a message. Raises `OSError`."""
    text = json.dumps(values).encode()
    stream.write(_LENGTHS.pack(len(text), len(payload)) + text)
    stream.write(payload)
    stream.flush()


def read_message(stream: IO[bytes]) -> tuple[dict[str, Any], bytes]:
    """Read a message. Raises `EOFError` when the other side is gone."""
    text, payload = _LENGTHS.unpack(_exactly(stream, _LENGTHS.size))
    values = json.loads(_exactly(stream, text))
    return values, _exactly(stream, payload)


def _exactly(stream: IO[bytes], count: int) -> bytes:
    data = stream.read(count)
    if data is None or len(data) != count:
        raise EOFError
    return data
