"""What code outside of the project does with what it is given: it may call it, keep it and give it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .library import FRESH, HOLDING, HOLDING_MODULES, MAKING, MAKING_MODULES, PROTOCOLS, REDUCING, TEXTS, WRITING
from .values import (
    CALLABLE,
    COMPUTED,
    GETATTR,
    OPAQUE,
    OPAQUE_ONLY,
    UNKNOWN,
    Arguments,
    Bound,
    Class,
    External,
    Function,
    Instance,
    Partial,
    Value,
    Values,
)

if TYPE_CHECKING:
    from .calls import Calls

_MAKING_METHODS = ("builtins.property", "builtins.staticmethod", "builtins.classmethod")


def call(calls: Calls, value: External, arguments: Arguments) -> Values:
    """What comes of calling something that is not the project's."""
    name, positional = value.name, arguments.positional
    if name in FRESH:
        return OPAQUE_ONLY
    if name.startswith("builtins.type."):
        # What makes classes calls nothing of theirs.
        return calls.flow.read("made") | OPAQUE_ONLY
    if name in COMPUTED or name == GETATTR:
        return UNKNOWN
    if name in WRITING:
        write_texts(calls, arguments.all())
        return OPAQUE_ONLY
    if name == "functools.partial" and positional:
        return _partial(calls, positional, arguments)
    if name == "builtins.type" and len(positional) == 1:
        return frozenset(value.of for value in positional[0] if isinstance(value, Instance)) or OPAQUE_ONLY
    everything = arguments.all()
    escape(calls, everything, UNKNOWN if name in _MAKING_METHODS else everything)
    holds = name in HOLDING or name.partition(".")[0] in HOLDING_MODULES or name in _MAKING_METHODS
    makes = name in MAKING or name.partition(".")[0] in MAKING_MODULES
    return (everything if holds else UNKNOWN) | (results(calls, everything) if makes else UNKNOWN) | OPAQUE_ONLY


def results(calls: Calls, values: Values) -> Values:
    """What comes of calling values, so far."""
    found: set[Value] = set()
    for value in values:
        called = value.function if isinstance(value, Partial) else value
        called = called.function if isinstance(called, Bound) else called
        if isinstance(called, Function):
            found |= calls.flow.read("result", called)
        elif isinstance(called, Class):
            found.add(Instance(called))
    return frozenset(found)


def escape(calls: Calls, values: Values, given: Values) -> None:
    """Code outside of the project gets values: it may call them, with one another."""
    given |= OPAQUE_ONLY
    calls.flow.steps += len(values) + len(given)
    for value in values:
        if isinstance(value, CALLABLE | Partial):
            # What it was given once, it need not be given again.
            known = calls.flow.escaped.setdefault(value, set())
            new = given - known - {value}
            if new:
                known |= new
                calls.call(value, Arguments([], {}, new))
        if isinstance(value, Class | Instance):
            _hand_over(calls, value if isinstance(value, Class) else value.of)


def _hand_over(calls: Calls, cls: Class) -> None:
    """Code outside gets an instance of a class, of which it calls what it knows."""
    classes = calls.flow.classes
    if classes.is_foreign(cls):
        give_away(calls, cls)
    for each in classes.order(cls):
        methods = classes.methods(each)
        for name in methods.keys() & PROTOCOLS:
            for function in methods[name]:
                calls.call(Bound(function, Instance(cls)), Arguments([], {}, OPAQUE_ONLY))
        for name in methods.keys() & REDUCING:
            for function in methods[name]:
                made = calls.call(Bound(function, Instance(cls)), Arguments([], {}, OPAQUE_ONLY))
                escape(calls, frozenset(value for value in made if isinstance(value, Function)), UNKNOWN)


def give_away(calls: Calls, cls: Class) -> None:
    """A method that a foreign base defines may call every other of the instance."""
    if cls in calls.flow.given_away:
        return
    calls.flow.given_away.add(cls)
    for each in calls.flow.classes.order(cls):
        for functions in calls.flow.classes.methods(each).values():
            for function in functions:
                calls.call(Bound(function, Instance(cls)), Arguments([], {}, UNKNOWN))


def _partial(calls: Calls, positional: list[Values], arguments: Arguments) -> Values:
    found: set[Value] = {OPAQUE}
    for value in positional[0]:
        if isinstance(value, Function | Class | Bound):
            found.add(Partial(value, len(positional) - 1))
        elif isinstance(value, Partial):
            found.add(Partial(value.function, value.given + len(positional) - 1))
        if isinstance(value, Function | Class | Bound | Partial):
            # What is given now is given again with every call.
            calls.call(value, Arguments(positional[1:], arguments.named, arguments.rest))
    return frozenset(found)


def write_texts(calls: Calls, values: Values) -> None:
    """Make texts of values."""
    for value in values:
        if isinstance(value, Instance):
            for name in TEXTS:
                found = calls.flow.classes.find(calls.flow.classes.order(value.of), name)
                for function in found[1] if found is not None else ():
                    calls.call(Bound(function, value), Arguments([], {}, UNKNOWN))
