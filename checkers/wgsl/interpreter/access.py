"""Variables, pointers, components, elements and members: in memory and of values (WGSL §6.5, §8.5)."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import ir
from ..types import Array, Reference, Struct, Vector
from .compiler import EXPRESSIONS, PLACES, Compiler, Evaluate, Locate
from .frames import Frame
from .lanes import Lanes, choose
from .memory import Place
from .sanitizer import OUT_OF_BOUNDS
from .values import Refused, Value, from_rows, leaf_count


def bounded(frame: Frame, index: Lanes, count: int, node: ir.Node) -> int | Lanes:
    """An index made sure to be in bounds: an int where all lanes have the same one.

    Where a lane that runs has one out of bounds that is a finding. It goes on at 0, as one that does not run does, and
    reaches no shared memory from then on.
    """
    # A negative index is a large one.
    unsigned = index.view(np.uint32)
    if len(unsigned) == 1:
        only = int(unsigned[0])
        if only < count:
            return only
        _out_of_bounds(frame, np.ones(frame.block.lanes, np.bool_), index, count, node)
        return 0
    if unsigned.max() < count:
        return unsigned
    outside = unsigned >= count
    _out_of_bounds(frame, outside, index, count, node)
    return np.where(outside, np.uint32(0), unsigned)


def _out_of_bounds(frame: Frame, outside: Any, index: Lanes, count: int, node: ir.Node) -> None:
    if frame.mask is not True:
        outside = outside & frame.mask
    if not outside.any():
        return
    strayed = frame.run.strayed
    if strayed is not None:
        outside = outside & ~strayed
        if not outside.any():
            return
    frame.run.strayed = outside if strayed is None else strayed | outside
    values = np.broadcast_to(index, outside.shape)[outside]
    message = f"an index is out of bounds: there are {count} elements, and the first such index is {int(values[0])}"
    frame.run.sanitizer.report(OUT_OF_BOUNDS, message, node, frame.block.numbers[outside], words=values)


def _advanced(offset: int | Lanes, index: int | Lanes, stride: int) -> int | Lanes:
    """`offset + index * stride`."""
    if isinstance(index, int):
        step = index * stride
        return offset + step if isinstance(offset, int) or step else offset
    if stride != 1:
        index = index * np.uint32(stride)
    return index if isinstance(offset, int) and not offset else index + np.asarray(offset, np.uint32)


# Places in memory.


def _variable(compiler: Compiler, node: ir.VariableRef) -> Locate:
    variable = node.variable
    if variable.space == "function":
        slot = compiler.slot(variable)
        return lambda frame: (frame.slots[slot], 0)
    if variable.space not in ("storage", "uniform", "workgroup", "private"):
        raise Refused(f"the interpreter has no variables of address space {variable.space}", node)
    compiler.count_array(variable.type)
    compiler.variables[variable] = None
    return lambda frame: (frame.run.memories[variable], 0)


def _pointer(compiler: Compiler, node: ir.ValueRef) -> Locate:
    assert not isinstance(node.declaration, ir.Override)
    slot = compiler.slot(node.declaration)
    return lambda frame: frame.slots[slot]


def _followed(compiler: Compiler, node: ir.AddressOf | ir.Indirection) -> Locate:
    return compiler.place(node.operand)


def _member_place(compiler: Compiler, node: ir.MemberAccess) -> Locate:
    base = compiler.place(node.base)
    view = node.base.type
    assert isinstance(view, Reference)
    assert isinstance(view.store, Struct)
    at = compiler.placement(view.space).member(view.store, node.position)
    return _moved(base, at)


def _moved(base: Locate, at: int) -> Locate:
    if not at:
        return base

    def place(frame: Frame) -> Place:
        memory, offset = base(frame)
        return memory, offset + at

    return place


def _component_place(compiler: Compiler, node: ir.Swizzle) -> Locate:
    if len(node.components) != 1:
        raise Refused("the interpreter does not assign several components at once", node)
    return _moved(compiler.place(node.base), node.components[0])


def _element_place(compiler: Compiler, node: ir.Index) -> Locate:
    base = compiler.place(node.base)
    view = node.base.type
    assert isinstance(view, Reference)
    store = view.store
    placement = compiler.placement(view.space)
    if isinstance(store, Vector):
        stride, count = 1, store.size
    elif isinstance(store, Array):
        stride, count = placement.stride(store), placement.count(store)
    else:
        raise Refused(f"the interpreter does not index a {store}", node)
    known = node.index.value
    if isinstance(known, int) and count is not None and 0 <= known < count:
        return _moved(base, known * stride)
    compiler.effects += 1
    index = compiler.expression(node.index)
    if count is None:
        return _runtime_element(base, index, stride, node)

    def place(frame: Frame) -> Place:
        memory, offset = base(frame)
        return memory, _advanced(offset, bounded(frame, index(frame), count, node), stride)

    return place


def _runtime_element(base: Locate, index: Evaluate, stride: int, node: ir.Index) -> Locate:
    """An element of a runtime-sized array, which starts at one offset for all lanes and ends where the buffer does."""

    def place(frame: Frame) -> Place:
        memory, offset = base(frame)
        assert isinstance(offset, int)
        count = (len(memory.words) - offset) // stride
        return memory, _advanced(offset, bounded(frame, index(frame), count, node), stride)

    return place


PLACES[ir.VariableRef] = _variable
PLACES[ir.ValueRef] = _pointer
PLACES[ir.AddressOf] = _followed
PLACES[ir.Indirection] = _followed
PLACES[ir.MemberAccess] = _member_place
PLACES[ir.Swizzle] = _component_place
PLACES[ir.Index] = _element_place


# Parts of values.


def _member(compiler: Compiler, node: ir.MemberAccess) -> Evaluate:
    base = compiler.expression(node.base)
    struct = node.base.type
    assert isinstance(struct, Struct)
    position = node.position
    start = compiler.packed.member(struct, position)
    type_ = struct.members[position].type
    end = start + leaf_count(type_)

    def member(frame: Frame) -> Value:
        value = base(frame)
        return value[position] if isinstance(value, tuple) else from_rows(type_, value[start:end])

    return member


def _swizzle(compiler: Compiler, node: ir.Swizzle) -> Evaluate:
    base = compiler.expression(node.base)
    components = node.components
    if len(components) == 1:
        only = components[0]
        return lambda frame: base(frame)[only]

    def swizzle(frame: Frame) -> Value:
        value = base(frame)
        return tuple(value[component] for component in components)

    return swizzle


def _element(compiler: Compiler, node: ir.Index) -> Evaluate:
    base = compiler.expression(node.base)
    index = compiler.expression(node.index)
    compiler.effects += node.index.value is None
    of = node.base.type
    if isinstance(of, Vector):
        count = of.size
        return lambda frame: _component(base(frame), bounded(frame, index(frame), count, node))
    if not isinstance(of, Array) or not isinstance(of.count, int):
        raise Refused(f"the interpreter does not index a {of}", node)
    count, stride, type_ = of.count, leaf_count(of.element), of.element

    def element(frame: Frame) -> Value:
        matrix = base(frame)
        at = bounded(frame, index(frame), count, node)
        if isinstance(at, int):
            return from_rows(type_, matrix[at * stride : (at + 1) * stride])
        return from_rows(type_, _gathered(matrix, at * np.uint32(stride), stride))

    return element


def _component(value: tuple[Lanes, ...], at: int | Lanes) -> Lanes:
    if isinstance(at, int):
        return value[at]
    result = value[0]
    for position in range(1, len(value)):
        result = choose(at == position, value[position], result)
    return result


def _gathered(matrix: Any, first: Lanes, rows: int) -> Any:
    """`rows` rows of a matrix from each lane's own first one."""
    places = first + np.arange(rows, dtype=np.uint32)[:, None]
    if matrix.shape[1] == 1:
        return matrix[:, 0].take(places)
    return matrix[places, np.arange(matrix.shape[1])]


EXPRESSIONS[ir.MemberAccess] = _member
EXPRESSIONS[ir.Swizzle] = _swizzle
EXPRESSIONS[ir.Index] = _element
EXPRESSIONS[ir.Indirection] = _followed
