"""Declarations, assignments and calls (WGSL §9)."""

from __future__ import annotations

from .. import ir
from ..layout import contains_array
from ..types import Reference, Scalar
from . import memory
from .calls import compile_builtin
from .compiler import STATEMENTS, Compiler, Evaluate, Execute, Locate
from .frames import Frame
from .placement import Leaves
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
    target = node.target
    value = compiler.expression(node.value)
    if isinstance(target, ir.Swizzle) and len(target.components) > 1:
        return _assign_components(compiler, node, target)
    locate = compiler.place(target)
    view = target.type
    assert isinstance(view, Reference)
    store = view.store
    if isinstance(store, Scalar):

        def scalar(frame: Frame) -> None:
            at, offset = locate(frame)
            at.write(frame, offset, value(frame), node)

        return scalar
    leaves = compiler.placement(view.space).leaves(store)
    if contains_array(store):
        return _assign_rows(locate, value, node, leaves)

    def whole(frame: Frame) -> None:
        at, offset = locate(frame)
        for (part, _), leaf in zip(leaves, flatten(value(frame)), strict=True):
            at.write(frame, offset + part, leaf, node)

    return whole


def _assign_rows(locate: Locate, value: Evaluate, node: ir.Assign, leaves: Leaves) -> Execute:
    def rows(frame: Frame) -> None:
        at, offset = locate(frame)
        for (part, _), row in zip(leaves, value(frame), strict=True):
            at.write(frame, offset + part, row, node)

    return rows


def _assign_components(compiler: Compiler, node: ir.Assign, target: ir.Swizzle) -> Execute:
    """Several components of a vector (the extension `swizzle_assignment`)."""
    locate = compiler.place(target.base)
    value = compiler.expression(node.value)
    components = target.components

    def some(frame: Frame) -> None:
        at, offset = locate(frame)
        for component, part in zip(components, value(frame), strict=True):
            at.write(frame, offset + component, part, node)

    return some


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
