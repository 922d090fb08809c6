"""What is known of the variables of a block at one point, and of all that they were ever given."""

from __future__ import annotations

from .joining import join, join_all, widen
from .types import NEVER, UNKNOWN, Collection, Tuple, Type, Union

# A point's variables by name; one that is missing has no value there.
Environment = dict[str, Type]
_MUTABLE = frozenset(("builtins.list", "builtins.dict", "builtins.set", "collections.deque"))


def merged(left: Environment | None, right: Environment | None) -> Environment | None:
    """What is known where two ways meet; None: neither gets there."""
    if left is None or right is None:
        return right if left is None else left
    found = dict(left)
    for name, type_ in right.items():
        known = found.get(name)
        if known is not type_:
            found[name] = type_ if known is None else join(known, type_)
    return found


def widened(before: Environment, after: Environment | None) -> Environment:
    """What is known at a loop's head, after another turn: of a variable that grew, no more than will hold for all."""
    found = dict(before)
    for name, type_ in (after or {}).items():
        known = found.get(name)
        if known is not type_:
            found[name] = type_ if known is None else widen(known, type_)
    return found


def settled(type_: Type, escaping: bool) -> Type:
    """The type of a variable given a value: nothing is known of the items of a container that others may change."""
    if escaping:
        return _opened(type_)
    if isinstance(type_, Collection):
        return Collection(type_.name, _opened(type_.item), _opened(type_.value))
    if isinstance(type_, Union):
        return join_all([settled(member, escaping) for member in type_.members])
    return _opened(type_)


def _opened(type_: Type) -> Type:
    if isinstance(type_, Collection):
        if type_.name in _MUTABLE:
            return Collection(type_.name, UNKNOWN)
        item, value = _opened(type_.item), _opened(type_.value)
        return type_ if item is type_.item and value is type_.value else Collection(type_.name, item, value)
    if isinstance(type_, Tuple):
        return Tuple(tuple(map(_opened, type_.items)))
    if isinstance(type_, Union):
        return join_all([_opened(member) for member in type_.members])
    return type_


class Watch:
    """What variables are given while something runs that may stop anywhere."""

    __slots__ = ("given",)

    def __init__(self) -> None:
        self.given: Environment = {}

    def note(self, name: str, type_: Type) -> None:
        """`name` was given a value."""
        self.given[name] = join(self.given.get(name, NEVER), type_)
