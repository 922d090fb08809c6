"""One type for values of several: joins of the lattice, and the widening that brings loops to an end."""

from __future__ import annotations

from collections.abc import Sequence

from .types import (
    NEVER,
    STR,
    UNKNOWN,
    Array,
    Collection,
    Int,
    Scalar,
    Str,
    Tuple,
    Type,
    Union,
    integer,
    members,
    one_of,
    texts,
)

# A union of more members is unknown.
_MOST_MEMBERS = 6
# The items of a longer tuple are not told apart.
_MOST_ITEMS = 64
# A type with more types inside, at any depth, is unknown there.
_LARGEST = 256


def join(left: Type, right: Type) -> Type:
    """The least type known here that holds the values of both."""
    if left == right or right is NEVER:
        return left
    if left is NEVER:
        return right
    if left is UNKNOWN or right is UNKNOWN:
        return UNKNOWN
    merged: list[Type] = list(members(left))
    for new in members(right):
        _add(merged, new)
    if len(merged) == 1:
        return merged[0]
    return UNKNOWN if len(merged) > _MOST_MEMBERS else Union(frozenset(merged))


def join_all(types: Sequence[Type]) -> Type:
    """The least type known here that holds the values of all; `NEVER` of none."""
    found: Type = NEVER
    for type_ in types:
        found = join(found, type_)
    return found


def _add(merged: list[Type], new: Type) -> None:
    """Join `new` into the members of a union: with the one of its kind, or as another."""
    for index, old in enumerate(merged):
        both = _merged(old, new)
        if both is not None:
            merged[index] = both
            return
    merged.append(new)


def _merged(old: Type, new: Type) -> Type | None:
    """One type for two of a kind; None where they stay apart."""
    if old == new:
        return old
    if isinstance(old, Int) and isinstance(new, Int):
        low = None if old.low is None or new.low is None else min(old.low, new.low)
        high = None if old.high is None or new.high is None else max(old.high, new.high)
        return Int(low, high)
    if isinstance(old, Str) and isinstance(new, Str):
        both = texts(old), texts(new)
        return one_of((*both[0], *both[1])) if all(both) else STR
    if isinstance(old, Array | Scalar) and isinstance(new, Array | Scalar) and old.dtype == new.dtype:
        return Array(old.dtype)
    if isinstance(old, Collection) and isinstance(new, Collection) and old.name == new.name:
        return Collection(old.name, join(old.item, new.item), join(old.value, new.value))
    if isinstance(old, Tuple) and isinstance(new, Tuple):
        if len(old.items) == len(new.items):
            return Tuple(tuple(map(join, old.items, new.items)))
        return Collection("builtins.tuple", join_all((*old.items, *new.items)))
    return None


def widen(old: Type, new: Type) -> Type:
    """`join`, with each bound of an integer that moved let go to 0 or to none, so that loops come to an end."""
    both = join(old, new)
    if isinstance(both, Str) and both != old and old is not NEVER:
        return STR
    before = next((m for m in members(old) if isinstance(m, Int)), None)
    after = next((m for m in members(both) if isinstance(m, Int)), None)
    both = bounded(both)
    if before is None or after is None or before == after:
        return both
    low, high = after.low, after.high
    if low != before.low:
        low = 0 if low is not None and low >= 0 else None
    if high != before.high:
        high = 0 if high is not None and high <= 0 else None
    wide = integer(low, high)
    if both is after:
        return wide
    return Union(frozenset(wide if member is after else member for member in members(both)))


def bounded(type_: Type) -> Type:
    """A type that is not too large to be kept: each that is kept may be a part of another twice."""
    return UNKNOWN if isinstance(type_, Tuple | Collection | Union) and size(type_) > _LARGEST else type_


def tuple_of(items: Sequence[Type]) -> Type:
    """The type of a tuple of these items; of one with many, their order is not known."""
    return Tuple(tuple(items)) if len(items) <= _MOST_ITEMS else Collection("builtins.tuple", join_all(items))


def size(type_: Type) -> int:
    """How many types there are in a type, itself included."""
    if isinstance(type_, Union):
        return sum(map(size, type_.members))
    if isinstance(type_, Tuple):
        return 1 + sum(map(size, type_.items))
    if isinstance(type_, Collection):
        return 1 + size(type_.item) + size(type_.value)
    return 1
