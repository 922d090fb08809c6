"""Blocks, `if`, `switch`, loops and jumps (WGSL §9.4): which lanes run, and where those that left go on."""

from __future__ import annotations

import numpy as np

from .. import ir
from .compiler import STATEMENTS, Compiler, Evaluate, Execute
from .frames import Frame, work_of
from .lanes import Mask, rejoin, split, union
from .values import Refused, dtype_of, merge


def _block(compiler: Compiler, node: ir.Block) -> Execute:
    body = [compiler.statement(statement) for statement in node.body]

    def block(frame: Frame) -> None:
        for statement in body:
            statement(frame)
            if frame.mask is False:
                return

    return block


def _if(compiler: Compiler, node: ir.If) -> Execute:
    """A chain of `else if` of any length: no recursion along it."""
    branches: list[tuple[Evaluate, Execute]] = []
    rest: ir.Block | ir.If | None = node
    while isinstance(rest, ir.If):
        branches.append((compiler.expression(rest.condition), compiler.statement(rest.then)))
        rest = rest.otherwise
    last = None if rest is None else compiler.statement(rest)

    def execute(frame: Frame) -> None:
        entered = frame.mask
        after: Mask = False
        for condition, then in branches:
            taken, others = split(frame.mask, condition(frame))
            if taken is not False:
                frame.mask = taken
                then(frame)
                after = union(after, frame.mask)
            frame.mask = others
            if others is False:
                break
        else:
            if last is not None:
                last(frame)
        frame.mask = rejoin(entered, after, frame.mask)

    return execute


def _switch(compiler: Compiler, node: ir.Switch) -> Execute:
    subject = compiler.expression(node.subject)
    dtype = dtype_of(node.subject.type)
    clauses: list[tuple[np.ndarray, bool, Execute]] = []
    for clause in node.clauses:
        values = [selector.value for selector in clause.selectors if selector is not None]
        words = np.array([value & 0xFFFFFFFF for value in values if isinstance(value, int)], np.uint32).view(dtype)
        clauses.append((words, None in clause.selectors, compiler.statement(clause.body)))
    # The default takes what no clause does, wherever it stands.
    clauses.sort(key=lambda clause: clause[1])

    def execute(frame: Frame) -> None:
        entered, outer = frame.mask, frame.broken
        frame.broken = False
        after: Mask = False
        rest = frame.mask
        value = subject(frame)
        for words, default, body in clauses:
            taken, rest = (rest, False) if default else split(rest, (value == words[:, None]).any(axis=0))
            if taken is not False:
                frame.mask = taken
                body(frame)
                after = union(after, frame.mask)
            if rest is False:
                break
        frame.mask = rejoin(entered, after, frame.broken)
        frame.broken = outer

    return execute


def _loop(compiler: Compiler, node: ir.Loop) -> Execute:
    first = None if node.initializer is None else compiler.statement(node.initializer)
    condition = None if node.condition is None else compiler.expression(node.condition)
    body = compiler.statement(node.body)
    following = None if node.continuing is None else compiler.statement(node.continuing)
    leave = None if node.break_if is None else compiler.expression(node.break_if)
    work = work_of(node)

    def execute(frame: Frame) -> None:
        if first is not None:
            first(frame)
        entered, broken, continued = frame.mask, frame.broken, frame.continued
        frame.broken = False
        left: Mask = False
        while frame.mask is not False:
            frame.run.turn(frame, node, work)
            if condition is not None:
                frame.mask, gone = split(frame.mask, condition(frame))
                left = union(left, gone)
                if frame.mask is False:
                    break
            frame.continued = False
            running = frame.mask
            body(frame)
            frame.mask = rejoin(running, frame.mask, frame.continued)
            if frame.mask is not False and following is not None:
                following(frame)
            if frame.mask is not False and leave is not None:
                gone, frame.mask = split(frame.mask, leave(frame))
                left = union(left, gone)
        frame.mask = rejoin(entered, left, frame.broken)
        frame.broken, frame.continued = broken, continued

    return execute


def _jump(compiler: Compiler, node: ir.Jump) -> Execute:
    if node.keyword in _JUMPS:
        return _JUMPS[node.keyword]
    raise Refused("the interpreter runs compute shaders, and `discard` is of fragment shaders", node)


def _break(frame: Frame) -> None:
    frame.broken = union(frame.broken, frame.mask)
    frame.mask = False


def _continue(frame: Frame) -> None:
    frame.continued = union(frame.continued, frame.mask)
    frame.mask = False


_JUMPS: dict[str, Execute] = {"break": _break, "continue": _continue}


def _return(compiler: Compiler, node: ir.Return) -> Execute:
    value = None if node.value is None else compiler.expression(node.value)

    def execute(frame: Frame) -> None:
        if value is not None:
            result = value(frame)
            if frame.result is not None and frame.mask is not True:
                result = merge(np.asarray(frame.mask), result, frame.result)
            frame.result = result
        frame.mask = False

    return execute


STATEMENTS[ir.Block] = _block
STATEMENTS[ir.If] = _if
STATEMENTS[ir.Switch] = _switch
STATEMENTS[ir.Loop] = _loop
STATEMENTS[ir.Jump] = _jump
STATEMENTS[ir.Return] = _return
