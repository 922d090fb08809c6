"""Calls of functions and of built-in functions (WGSL §11, §17)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import ir
from ..types import Array, Pointer, Vector, scalar_of
from .atomics import compile_atomic
from .compiler import EXPRESSIONS, Compiler, Evaluate
from .expressions import lift, reading
from .frames import Frame, work_of
from .sanitizer import DIVERGENT_BARRIER
from .values import Refused, Value, dtype_of

_BARRIERS = ("workgroupBarrier", "storageBarrier", "textureBarrier")


def _call(compiler: Compiler, node: ir.Call) -> Evaluate:
    compiler.effects += 1
    arguments = [compiler.expression(argument) for argument in node.arguments]
    function = compiler.function(node.function)
    work = work_of(node.function)

    def call(frame: Frame) -> Value:
        frame.run.turn(frame, node, work)
        inner = Frame(frame.run, frame.block, frame.mask, function.slots)
        for slot, argument in zip(function.parameters, arguments, strict=True):
            inner.slots[slot] = argument(frame)
        function.body(inner)
        return inner.result

    return call


def _builtin(compiler: Compiler, node: ir.BuiltinCall) -> Evaluate:
    return compile_builtin(compiler, node, True)


def compile_builtin(compiler: Compiler, node: ir.BuiltinCall, used: bool) -> Evaluate:
    """A call of a built-in function; `used` says whether its value is."""
    name = node.name
    if name.startswith("atomic"):
        return compile_atomic(compiler, node, used)
    special = _SPECIAL.get(name)
    if special is not None:
        return special(compiler, node)
    for type_ in (node.type, *(argument.type for argument in node.arguments)):
        scalar = scalar_of(type_)
        if scalar is None:
            raise Refused(f"the interpreter does not run {name} on the type {type_}", node)
        dtype_of(scalar)
    arguments = [compiler.expression(argument) for argument in node.arguments]
    whole = compiler.operations.whole.get(name)
    if whole is not None:
        return lambda frame: whole(*[argument(frame) for argument in arguments])
    operation = compiler.operations.component_wise.get(name)
    if operation is None:
        raise Refused(f"the interpreter does not run {name}", node)
    return _lifted(operation, arguments)


def _lifted(operation: Callable[..., Any], arguments: list[Evaluate]) -> Evaluate:
    return lambda frame: lift(operation, *[argument(frame) for argument in arguments])


def _bitcast(compiler: Compiler, node: ir.BuiltinCall) -> Evaluate:
    operand = compiler.expression(node.arguments[0])
    source, target = scalar_of(node.arguments[0].type), scalar_of(node.type)
    assert source is not None
    assert target is not None
    dtype_of(source)
    dtype = dtype_of(target)
    convert = compiler.operations.convert
    if isinstance(node.type, Vector):
        return lambda frame: tuple(convert(part, dtype) for part in operand(frame))
    return lambda frame: convert(operand(frame), dtype)


def _array_length(compiler: Compiler, node: ir.BuiltinCall) -> Evaluate:
    locate = compiler.place(node.arguments[0])
    view = node.arguments[0].type
    assert isinstance(view, Pointer)
    assert isinstance(view.store, Array)
    stride = compiler.placement(view.space).stride(view.store)

    def length(frame: Frame) -> Value:
        memory, offset = locate(frame)
        return np.array([(len(memory.words) - offset) // stride], np.uint32)

    return length


def _barrier(compiler: Compiler, node: ir.BuiltinCall) -> Evaluate:
    compiler.effects += 1
    workgroup = node.name == "workgroupBarrier"

    def barrier(frame: Frame) -> Value:
        _meet(frame, node, workgroup)

    return barrier


def _meet(frame: Frame, node: ir.Node, workgroup: bool) -> None:
    """All invocations of a workgroup meet: what they wrote to its memory before, each may read after."""
    mask = frame.mask
    if mask is not True:
        groups = np.asarray(mask, np.bool_).reshape(frame.block.count, -1)
        parted = groups.any(axis=1) & ~groups.all(axis=1)
        if parted.any():
            message = "some invocations of a workgroup reach this barrier and others do not"
            numbers = frame.block.numbers.reshape(groups.shape)[groups & parted.reshape(-1, 1)]
            frame.run.sanitizer.report(DIVERGENT_BARRIER, message, node, numbers)
    if workgroup:
        for memory in frame.run.workgroup:
            memory.forget()


def _uniform_load(compiler: Compiler, node: ir.BuiltinCall) -> Evaluate:
    """A load between two barriers."""
    compiler.effects += 1
    view = node.arguments[0].type
    assert isinstance(view, Pointer)
    read = reading(compiler, node, compiler.place(node.arguments[0]), view.space)

    def uniform(frame: Frame) -> Value:
        _meet(frame, node, True)
        value = read(frame)
        _meet(frame, node, True)
        return value

    return uniform


_SPECIAL: dict[str, Callable[[Compiler, ir.BuiltinCall], Evaluate]] = {
    "arrayLength": _array_length,
    "bitcast": _bitcast,
    "workgroupUniformLoad": _uniform_load,
    **dict.fromkeys(_BARRIERS, _barrier),
}

EXPRESSIONS[ir.Call] = _call
EXPRESSIONS[ir.BuiltinCall] = _builtin
