"""Values: names, loads, operators, conversions and constructors (WGSL §8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import ir
from ..layout import contains_array
from ..types import Reference, Scalar, Type, Vector
from .compiler import EXPRESSIONS, Compiler, Evaluate, Locate
from .frames import Frame
from .lanes import Lanes, split
from .placement import Leaves
from .values import Value, build, dtype_of, rows_of, stack

Step = Callable[[Frame, Value], Value]

_LOGICAL = ("&&", "||")
_COMMUTED = {"&&": np.logical_and, "||": np.logical_or}


def lift(operation: Callable[..., Any], *values: Value) -> Value:
    """An operation of each component; a scalar goes with every component."""
    size = next((len(value) for value in values if isinstance(value, tuple)), 0)
    if not size:
        return operation(*values)
    parts = [value if isinstance(value, tuple) else (value,) * size for value in values]
    return tuple(map(operation, *parts))


def _value(compiler: Compiler, node: ir.ValueRef) -> Evaluate:
    declared = node.declaration
    if isinstance(declared, ir.Override):
        value = compiler.override(declared)
        return lambda frame: value
    if isinstance(declared, ir.Constant):
        return compiler.expression(declared.initializer)
    slot = compiler.slot(declared)
    return lambda frame: frame.slots[slot]


def _load(compiler: Compiler, node: ir.Load) -> Evaluate:
    reference = node.reference
    view = reference.type
    assert isinstance(view, Reference)
    if isinstance(reference, ir.Swizzle) and isinstance(view.store, Vector):
        # The left side of a compound assignment to several components.
        dtype = dtype_of(view.store.element)
        leaves = tuple((at, dtype) for at in reference.components)
        compiler.effects += 1
        return _reading_parts(compiler.place(reference.base), leaves, node)
    return reading(compiler, node, compiler.place(reference), view.space)


def reading(compiler: Compiler, node: ir.Expression, locate: Locate, space: str) -> Evaluate:
    """What reads a value of the type of `node` from a place in an address space."""
    if space in ("storage", "workgroup"):
        compiler.effects += 1
    if isinstance(node.type, Scalar):
        dtype = dtype_of(node.type)

        def scalar(frame: Frame) -> Value:
            memory, offset = locate(frame)
            return memory.read(frame, offset, dtype, node)

        return scalar
    return _reading_parts(locate, compiler.placement(space).leaves(node.type), node)


def _reading_parts(locate: Locate, leaves: Leaves, node: ir.Expression) -> Evaluate:
    """What reads a value of several scalars, each at its offset from a place."""
    finish = _assembled(node.type)

    def whole(frame: Frame) -> Value:
        memory, offset = locate(frame)
        return finish([memory.read(frame, offset + at, dtype, node) for at, dtype in leaves])

    return whole


def _assembled(type: Type) -> Callable[[list[Lanes]], Value]:
    """What makes a value of a type from its scalars."""
    if isinstance(type, Vector):
        return tuple
    if contains_array(type):
        return lambda leaves: stack([row for leaf in leaves for row in rows_of(leaf)])
    return lambda leaves: build(type, iter(leaves))


def _unary(compiler: Compiler, node: ir.Unary) -> Evaluate:
    operand = compiler.expression(node.operand)
    operation = compiler.operations.unary[node.operator]
    dtype_of(node.type.element if isinstance(node.type, Vector) else node.type)
    if isinstance(node.type, Scalar):
        return lambda frame: operation(operand(frame))
    return lambda frame: lift(operation, operand(frame))


def _binary(compiler: Compiler, node: ir.Binary) -> Evaluate:
    """A chain of binary operators, which is left-deep and of any length: no recursion down its left side."""
    spine = [node]
    left = node.left
    while type(left) is ir.Binary and left.value is None:
        spine.append(left)
        left = left.left
    first = compiler.expression(left)
    steps = [_step(compiler, part) for part in reversed(spine)]
    if len(steps) == 1:
        step = steps[0]
        return lambda frame: step(frame, first(frame))

    def chain(frame: Frame) -> Value:
        value = first(frame)
        for step in steps:
            value = step(frame, value)
        return value

    return chain


def _step(compiler: Compiler, node: ir.Binary) -> Step:
    """What makes the value of an operator from that of its left operand."""
    if node.operator in _LOGICAL:
        return _logical(compiler, node)
    right = compiler.expression(node.right)
    operation = compiler.operations.binary[node.operator]
    for operand in (node.left, node.right):
        dtype_of(operand.type.element if isinstance(operand.type, Vector) else operand.type)
    if isinstance(node.left.type, Scalar) and isinstance(node.right.type, Scalar):
        return lambda frame, left: operation(left, right(frame))
    return lambda frame, left: lift(operation, left, right(frame))


def _logical(compiler: Compiler, node: ir.Binary) -> Step:
    """`&&` and `||`, whose right side runs only in the lanes that the left side leaves open (§8.8)."""
    before = compiler.effects
    right = compiler.expression(node.right)
    plain = compiler.effects == before
    both = _COMMUTED[node.operator]
    decided = node.operator == "||"

    def step(frame: Frame, left: Lanes) -> Lanes:
        if len(left) == 1:
            return left if left[0] == decided else right(frame)
        if plain:
            return both(left, right(frame))
        mask = frame.mask
        open_lanes = split(mask, left)[decided]
        if open_lanes is False:
            return left
        frame.mask = open_lanes
        result = both(left, right(frame))
        frame.mask = mask
        return result

    return step


def _convert(compiler: Compiler, node: ir.Convert) -> Evaluate:
    operand = compiler.expression(node.operand)
    operation = compiler.operations.convert
    source = node.operand.type
    dtype_of(source.element if isinstance(source, Vector) else source)
    if isinstance(node.type, Vector):
        element = dtype_of(node.type.element)
        return lambda frame: tuple(operation(part, element) for part in operand(frame))
    dtype = dtype_of(node.type)
    return lambda frame: operation(operand(frame), dtype)


def _construct(compiler: Compiler, node: ir.Construct) -> Evaluate:
    arguments = [compiler.expression(argument) for argument in node.arguments]
    if contains_array(node.type):
        return lambda frame: stack([row for argument in arguments for row in rows_of(argument(frame))])
    if not isinstance(node.type, Vector):
        return lambda frame: tuple(argument(frame) for argument in arguments)
    size = node.type.size
    if len(arguments) == 1:
        only = arguments[0]
        return lambda frame: (only(frame),) * size
    return lambda frame: _components(arguments, frame)


def _components(arguments: list[Evaluate], frame: Frame) -> Value:
    parts: list[Lanes] = []
    for argument in arguments:
        value = argument(frame)
        if isinstance(value, tuple):
            parts.extend(value)
        else:
            parts.append(value)
    return tuple(parts)


def _address(compiler: Compiler, node: ir.AddressOf) -> Evaluate:
    return compiler.place(node.operand)


EXPRESSIONS[ir.ValueRef] = _value
EXPRESSIONS[ir.Load] = _load
EXPRESSIONS[ir.Unary] = _unary
EXPRESSIONS[ir.Binary] = _binary
EXPRESSIONS[ir.Convert] = _convert
EXPRESSIONS[ir.Construct] = _construct
EXPRESSIONS[ir.AddressOf] = _address
