"""What a file says beyond what protobuf hands on: unknown fields, fields given twice, and where it stops being one.

Protobuf merges or drops what a message holds twice and skips what it does not know; readers differ in what they make
of it. This scan follows the descriptors over the bytes with a stack of its own (onnx §1).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from onnx.onnx_ml_pb2 import ModelProto

from .place import Place

# Deeper than protobuf reads, and than any limit needs to be told.
DEEPEST_MESSAGE = 1000
MOST_OFFENCES = 1000
_VARINT, _FIXED64, _BYTES, _GROUP, _END_GROUP, _FIXED32 = range(6)
_FIXED = {_FIXED64: 8, _FIXED32: 4}
_WIRE = {
    FieldDescriptor.TYPE_FLOAT: _FIXED32,
    FieldDescriptor.TYPE_DOUBLE: _FIXED64,
    FieldDescriptor.TYPE_STRING: _BYTES,
    FieldDescriptor.TYPE_BYTES: _BYTES,
    FieldDescriptor.TYPE_MESSAGE: _BYTES,
}


class Step(NamedTuple):
    """One field on the way from the model: the steps above, the field's name, its number in a repeated field or -1."""

    above: Step | None
    name: str
    number: int


class Offence(NamedTuple):
    """Something noncanonical, and the message that holds it."""

    what: str
    step: Step | None


@dataclass
class Scan:
    """What a scan found. `broken`: the byte offset where the file stops being a message, and why; None: nowhere.

    `messages_deep` and `graphs_deep` count levels below the model and below the root graph.
    """

    offences: list[Offence] = field(default_factory=list)
    broken: tuple[int, str] | None = None
    messages_deep: int = 0
    graphs_deep: int = 0


class _Broken(Exception):
    pass


class _Field(NamedTuple):
    name: str
    wire: int
    repeated: bool
    message: str | None
    known: frozenset[int] | None
    narrow: bool
    choice: str


def _tables() -> dict[str, dict[int, _Field]]:
    """The fields of a model and of every message that may lie in one, by the message's name and the field's number."""
    tables: dict[str, dict[int, _Field]] = {}
    pending = [ModelProto.DESCRIPTOR]
    while pending:
        descriptor = pending.pop()
        if descriptor.full_name in tables:
            continue
        table = tables[descriptor.full_name] = {}
        for each in descriptor.fields:
            enum, choice, message = each.enum_type, each.containing_oneof, each.message_type
            table[each.number] = _Field(
                each.name,
                _WIRE.get(each.type, _VARINT),
                each.is_repeated,
                None if message is None else message.full_name,
                None if enum is None else frozenset(enum.values_by_number),
                each.type == FieldDescriptor.TYPE_INT32,
                each.name if choice is None else choice.name,
            )
            if message is not None:
                pending.append(message)
    return tables


_TABLES = _tables()


@dataclass
class _Frame:
    """A message that is being read, as far as `end`; `seen` counts each field, and each choice between fields."""

    end: int
    table: dict[int, _Field]
    step: Step | None
    graphs: int
    seen: dict[str, int] = field(default_factory=dict)


def scan(data: bytes) -> Scan:
    """Scan a file as a model, as far as there are no more than `MOST_OFFENCES`."""
    found = Scan()
    stack = [_Frame(len(data), _TABLES["onnx.ModelProto"], None, -1)]
    position = 0
    try:
        while stack and len(found.offences) < MOST_OFFENCES:
            frame = stack[-1]
            if position == frame.end:
                stack.pop()
                continue
            position = _field(data, position, stack, found)
    except _Broken as error:
        found.broken = (position, str(error))
    return found


def _field(data: bytes, position: int, stack: list[_Frame], found: Scan) -> int:
    """Read one field, or enter the message it holds; gives where reading goes on."""
    frame = stack[-1]
    tag, position = _varint(data, position, frame.end)
    number, wire = tag >> 3, tag & 7
    row = frame.table.get(number)
    value = 0
    start = position
    if wire == _VARINT:
        value, position = _varint(data, position, frame.end)
    elif wire == _BYTES:
        length, start = _varint(data, position, frame.end)
        position = start + length
    elif wire in _FIXED:
        position += _FIXED[wire]
    else:
        raise _Broken(f"a field has wire type {wire}, which no field of a model has")
    if number == 0:
        raise _Broken("a field has number 0, which none may have")
    if position > frame.end:
        raise _Broken("a field is longer than the message that holds it")
    packed = row is not None and row.repeated and wire == _BYTES
    if row is None or (wire != row.wire and not packed):
        _offend(found, f"an unknown field, number {number}, is skipped by some readers and kept by others", frame)
    elif row.known is not None and value not in row.known:
        _offend(found, f"{row.name} has the unknown value {value}, which readers take for different known ones", frame)
    elif row.narrow and not _fit(data, start, position, value, packed):
        _offend(found, f"{row.name} has a value of more than 32 bits, which readers cut off or refuse", frame)
    else:
        count = frame.seen.get(row.choice, 0)
        frame.seen[row.choice] = count + 1
        if count and not row.repeated:
            _offend(
                found, f"{row.choice} is given twice, and readers differ in whether they merge, keep or replace", frame
            )
        if row.message is not None:
            step = Step(frame.step, row.name, count if row.repeated else -1)
            return _enter(start, _Frame(position, _TABLES[row.message], step, 0), stack, found)
    return position


def _fit(data: bytes, start: int, end: int, value: int, packed: bool) -> bool:
    """Whether a value, or each of those that are packed there, is one of 32 bits, with its sign carried to 64."""
    while packed and start < end:
        value, start = _varint(data, start, end)
        if not _is_narrow(value):
            return False
    return packed or _is_narrow(value)


def _is_narrow(value: int) -> bool:
    return value < 1 << 31 or (1 << 64) - (1 << 31) <= value < 1 << 64


def _enter(start: int, frame: _Frame, stack: list[_Frame], found: Scan) -> int:
    frame.graphs = stack[-1].graphs + (frame.table is _TABLES["onnx.GraphProto"])
    found.messages_deep = max(found.messages_deep, len(stack))
    found.graphs_deep = max(found.graphs_deep, frame.graphs)
    if len(stack) > DEEPEST_MESSAGE:
        return frame.end
    stack.append(frame)
    return start


def _varint(data: bytes, position: int, end: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if position >= end:
            raise _Broken("the file or a message in it ends in the midst of a number")
        byte = data[position]
        position += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, position
    raise _Broken("a number takes more than ten bytes")


def _offend(found: Scan, what: str, frame: _Frame) -> None:
    found.offences.append(Offence(what, frame.step))


def place_of(model: Message, step: Step | None) -> Place | None:
    """The place in the parsed model that steps on the wire lead to, as far as they do."""
    steps = []
    while step is not None:
        steps.append(step)
        step = step.above
    message = model
    place: Place | None = None
    for each in reversed(steps):
        value = getattr(message, each.name)
        if each.number >= 0:
            if each.number >= len(value):
                break
            value = value[each.number]
        message = value
        place = (place, each.name, each.number, message)
    return place
