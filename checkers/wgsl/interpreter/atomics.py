"""Atomic operations (WGSL §17.8): those that reach one word take effect in the order of the lanes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import ir
from ..types import Atomic, Pointer
from .compiler import Compiler, Evaluate
from .frames import Frame
from .lanes import Lanes
from .memory import reaching
from .values import Refused, Value, dtype_of

# Operations of one family commute on one word; those of no family commute with nothing.
_FAMILIES = {
    "atomicAdd": 1,
    "atomicSub": 1,
    "atomicMax": 2,
    "atomicMin": 3,
    "atomicAnd": 4,
    "atomicOr": 5,
    "atomicXor": 6,
    "atomicLoad": 7,
    "atomicStore": 8,
    "atomicExchange": 9,
    "atomicCompareExchangeWeak": 10,
}
_EXCLUSIVE = ("atomicStore", "atomicExchange", "atomicCompareExchangeWeak")

_MODIFY: dict[str, np.ufunc] = {
    "atomicAdd": np.add,
    "atomicSub": np.subtract,
    "atomicMax": np.maximum,
    "atomicMin": np.minimum,
    "atomicAnd": np.bitwise_and,
    "atomicOr": np.bitwise_or,
    "atomicXor": np.bitwise_xor,
}


def compile_atomic(compiler: Compiler, node: ir.BuiltinCall, used: bool) -> Evaluate:
    """A call of an atomic built-in function; `used` says whether its value is."""
    compiler.effects += 1
    name = node.name
    family = _FAMILIES.get(name)
    view = node.arguments[0].type
    assert isinstance(view, Pointer)
    if family is None or not isinstance(view.store, Atomic):
        raise Refused(f"the interpreter does not run {name} on the type {view.store}", node)
    dtype = dtype_of(view.store)
    exclusive = name in _EXCLUSIVE
    locate = compiler.place(node.arguments[0])
    arguments = [compiler.expression(argument) for argument in node.arguments[1:]]
    modify = _MODIFY.get(name)

    def atomic(frame: Frame) -> Value:
        memory, offset = locate(frame)
        values = [argument(frame) for argument in arguments]
        places = memory.reach(frame, offset, family, exclusive, node)
        words = memory.words.view(dtype)
        operands = [np.broadcast_to(reaching(frame, value), places.shape) for value in values]
        if modify is not None and not used:
            modify.at(words, places, operands[0])
            return None
        old = _in_turn(frame, node, words, places, operands)
        return _result(frame, name, old, operands)

    return atomic


def _rounds(places: NDArray[Any]) -> Iterator[NDArray[np.intp]]:
    """Lanes in sets that reach each place once at most: first the first lane of every place, then the second …"""
    order = np.argsort(places, kind="stable")
    ordered = places[order]
    at = np.arange(len(places))
    new = np.concatenate(([True], ordered[1:] != ordered[:-1])) if len(places) else np.zeros(0, np.bool_)
    rank = at - np.maximum.accumulate(np.where(new, at, 0))
    by_rank = np.argsort(rank, kind="stable")
    yield from np.split(order[by_rank], np.flatnonzero(np.diff(rank[by_rank])) + 1)


def _in_turn(frame: Frame, node: ir.BuiltinCall, words: Lanes, places: NDArray[Any], operands: list[Lanes]) -> Lanes:
    """Do an operation lane by lane; gives what each lane found."""
    old = np.empty(len(places), words.dtype)
    after = _AFTER[node.name]
    for lanes in _rounds(places):
        frame.run.turn(frame, node)
        at = places[lanes]
        found = words[at]
        old[lanes] = found
        words[at] = after(found, *(operand[lanes] for operand in operands))
    return old


_AFTER: dict[str, Callable[..., Lanes]] = {
    **_MODIFY,
    "atomicLoad": lambda found: found,
    "atomicStore": lambda found, value: value,
    "atomicExchange": lambda found, value: value,
    "atomicCompareExchangeWeak": lambda found, expected, value: np.where(found == expected, value, found),
}


def _result(frame: Frame, name: str, old: Lanes, operands: list[Lanes]) -> Value:
    if name == "atomicCompareExchangeWeak":
        return _spread(frame, old), _spread(frame, old == operands[0])
    return None if name == "atomicStore" else _spread(frame, old)


def _spread(frame: Frame, lanes: Lanes) -> Lanes:
    """Values of the lanes that reach shared memory, in their lanes."""
    mask = frame.reaching
    if mask is True:
        return lanes
    spread = np.zeros(frame.block.lanes, lanes.dtype)
    spread[mask] = lanes
    return spread
