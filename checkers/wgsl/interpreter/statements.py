"""Declarations, assignments and calls (WGSL §9)."""

from __future__ import annotations

from .. import ir
from ..layout import contains_array
from ..types import Reference
from . import memory
from .calls import compile_builtin
from .compiler import STATEMENTS, Compiler, Execute
from .frames import Frame
from .values import flatten, leaf_count, zero


def _declaration(compiler: Compiler, node: ir.Declaration) -> Execute:
    declared = node.declared
    if isinstance(declared, ir.Constant):
        return _nothing
    slot = compiler.slot(declared)
    holds_array = contains_array(declared.type)
    compiler.private_words += leaf_count(declared.type) if holds_array else 0
    if isinstance(declared, ir.Let):
        value = compiler.expression(declared.initializer)

        def let(frame: Frame) -> None:
            frame.slots[slot] = value(frame)

        return let
    first = None if declared.initializer is None else compiler.expression(declared.initializer)
    nothing = zero(declared.type)

    def variable(frame: Frame) -> None:
        value = nothing if first is None else first(frame)
        frame.slots[slot] = memory.initial(holds_array, value, frame)

    return variable


def _nothing(frame: Frame) -> None:
    """A statement without effect at run time."""


def _assign(compiler: Compiler, node: ir.Assign) -> Execute:
    target, offsets = _written(compiler, node.target)
    locate = compiler.place(target)
    slot = compiler.hold(target)
    value = compiler.expression(node.value)
    compiler.release(target)
    if offsets == (0,):

        def scalar(frame: Frame) -> None:
            frame.slots[slot] = at, offset = locate(frame)
            at.write(frame, offset, value(frame), node)

        return scalar
    scalars = flatten if not contains_array(node.value.type) else list

    def whole(frame: Frame) -> None:
        frame.slots[slot] = at, offset = locate(frame)
        for part, leaf in zip(offsets, scalars(value(frame)), strict=True):
            at.write(frame, offset + part, leaf, node)

    return whole


def _written(compiler: Compiler, target: ir.Expression) -> tuple[ir.Expression, tuple[int, ...]]:
    """The reference that a target is found by, and the offsets from there of the scalars that it is."""
    if isinstance(target, ir.Swizzle) and len(target.components) > 1:
        return target.base, target.components
    view = target.type
    assert isinstance(view, Reference)
    return target, tuple(at for at, _ in compiler.placement(view.space).leaves(view.store))


def _phony(compiler: Compiler, node: ir.Phony) -> Execute:
    value = node.value
    if value.stage != ir.RUNTIME or (isinstance(value, ir.Load) and isinstance(value.reference, ir.VariableRef)):
        return _nothing
    evaluate = compiler.expression(value)

    def phony(frame: Frame) -> None:
        evaluate(frame)

    return phony


def _call(compiler: Compiler, node: ir.CallStatement) -> Execute:
    call = node.call
    run = compile_builtin(compiler, call, False) if isinstance(call, ir.BuiltinCall) else compiler.expression(call)

    def execute(frame: Frame) -> None:
        run(frame)

    return execute


def _assertion(compiler: Compiler, node: ir.ConstAssert) -> Execute:
    return _nothing


STATEMENTS[ir.Declaration] = _declaration
STATEMENTS[ir.Assign] = _assign
STATEMENTS[ir.Phony] = _phony
STATEMENTS[ir.CallStatement] = _call
STATEMENTS[ir.ConstAssert] = _assertion
