"""What methods and attributes of Python's own types give."""

from __future__ import annotations

from .joining import join, join_all
from .operators import item_of
from .results import Call, fixed
from .types import (
    BOOL,
    BYTEARRAY,
    BYTES,
    COMPLEX_NUMBER,
    FLOAT,
    FRACTION,
    INT,
    NATURAL,
    NEVER,
    NONE,
    PATHS,
    STR,
    UNKNOWN,
    Bool,
    Collection,
    Instance,
    Int,
    Str,
    Tuple,
    Type,
    integer,
    interval,
)

_SPLIT = frozenset(("split", "rsplit", "splitlines"))
_PARTED = frozenset(("partition", "rpartition"))
# Of a path: what gives another of its kind, several of them, or a part of its name.
_PATH = frozenset(
    ("absolute", "expanduser", "joinpath", "readlink", "relative_to", "rename", "replace", "resolve")
    + ("with_name", "with_segments", "with_stem", "with_suffix")
)
_ITERATED = frozenset(("glob", "iterdir", "rglob"))
_PARTS = frozenset(("anchor", "name", "stem", "suffix"))
_SETS = frozenset(("union", "intersection", "difference", "symmetric_difference", "copy"))


def attribute(value: Type, name: str) -> Type:
    """What an attribute that is no method gives; `UNKNOWN` of one that is not known here."""
    if isinstance(value, Int | Bool):
        if name in ("real", "numerator"):
            return integer(*(interval(value) or (None, None)))
        return {"imag": integer(0, 0), "denominator": integer(1, 1)}.get(name, UNKNOWN)
    if value in (FLOAT, COMPLEX_NUMBER) and name in ("real", "imag"):
        return FLOAT
    if value == FRACTION:
        return {"numerator": INT, "denominator": NATURAL}.get(name, UNKNOWN)
    if isinstance(value, Instance) and value.name in PATHS:
        above = {"parent": value, "parents": Collection("collections.abc.Sequence", value)}
        return STR if name in _PARTS else above.get(name, UNKNOWN)
    return UNKNOWN


def result(receiver: Type, name: str, call: Call) -> Type:
    """What calling a method of a value of one of Python's own types gives."""
    if receiver is NEVER or receiver == NONE:
        return NEVER
    if isinstance(receiver, Collection):
        return _of_collection(receiver, name, call)
    if isinstance(receiver, Str):
        return _of_text(STR, "str", name)
    if receiver in (BYTES, BYTEARRAY):
        found = _of_text(BYTES, "bytes", name)
        return found if receiver == BYTES else _mutable(found)
    if isinstance(receiver, Tuple):
        return fixed(f"tuple.{name}") or UNKNOWN
    if isinstance(receiver, Int | Bool) or receiver == FLOAT:
        if name == "as_integer_ratio":
            return Tuple((INT, integer(1)))
        kind = "float" if receiver == FLOAT else "int"
        return fixed(f"{kind}.{name}") or UNKNOWN
    if isinstance(receiver, Instance) and receiver.name == "struct.Struct":
        return {"unpack": Collection("builtins.tuple", UNKNOWN), "pack": BYTES}.get(name, UNKNOWN)
    if isinstance(receiver, Instance) and receiver.name in PATHS:
        if name in _ITERATED:
            return Collection("collections.abc.Iterator", receiver)
        return receiver if name in _PATH else fixed(f"path.{name}") or UNKNOWN
    return UNKNOWN


def _of_text(text: Type, kind: str, name: str) -> Type:
    if name in _SPLIT:
        return Collection("builtins.list", text)
    return Tuple((text, text, text)) if name in _PARTED else fixed(f"{kind}.{name}") or UNKNOWN


def _mutable(found: Type) -> Type:
    """The same method's result of a `bytearray`."""
    if found == BYTES:
        return BYTEARRAY
    if isinstance(found, Collection):
        return Collection(found.name, BYTEARRAY)
    return Tuple((BYTEARRAY,) * 3) if isinstance(found, Tuple) else found


def _of_collection(receiver: Collection, name: str, call: Call) -> Type:
    kind = receiver.name.removeprefix("builtins.")
    if kind == "dict":
        return _of_dict(receiver, name, call)
    if name in ("pop", "popleft", "__next__", "__getitem__") and len(call.arguments) < 2:
        return receiver.item
    if name in _SETS and (kind.endswith("set") or name == "copy"):
        return Collection(receiver.name, join_all((receiver.item, *map(item_of, call.arguments))))
    if kind.endswith("set") and name in ("issubset", "issuperset", "isdisjoint"):
        return BOOL
    return fixed(f"{kind}.{name}") or UNKNOWN


def _of_dict(receiver: Collection, name: str, call: Call) -> Type:
    key, value = receiver.item, receiver.value
    if name == "get" or (name == "pop" and len(call.arguments) > 1):
        return join(value, call.argument(1) or NONE)
    views = {"keys": key, "values": value, "items": Tuple((key, value))}
    if name in views:
        return Collection(f"builtins.dict_{name}", views[name])
    return {"pop": value, "copy": receiver, "popitem": Tuple((key, value))}.get(name, UNKNOWN)
