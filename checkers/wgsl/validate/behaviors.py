"""Behaviour analysis (WGSL §9.7): how control leaves each statement, and where jumps may stand."""

from __future__ import annotations

from .. import ir
from .findings import Findings

NEXT, BREAK, CONTINUE, RETURN = 1, 2, 4, 8

# What surrounds a statement: a loop or switch that `break` leaves, a loop that `continue` continues, a continuing block
# that `break`, `continue` or `return` would leave.
BREAKS, CONTINUES, NO_BREAK, NO_CONTINUE, NO_RETURN = 1, 2, 4, 8, 16

_JUMPS = {"break": BREAK, "continue": CONTINUE, "discard": NEXT}
_COMPOUND = frozenset((ir.Block, ir.If, ir.Switch, ir.Loop))


def check(findings: Findings) -> None:
    """Refuse misplaced jumps, loops that never end, and functions that may end without the value they return."""
    for function in findings.module.functions:
        behavior = _analyze(findings, function.body)
        if function.type is not None and behavior & NEXT:
            end = function.body.end
            findings.invalid_at(
                max(end - 1, 0),
                end,
                "control can reach the end of this function, which has to return a value; return one on every path",
                (function, "declared here"),
            )


def _analyze(findings: Findings, body: ir.Block) -> int:
    # Parents come before children in `order`, so its reverse is bottom-up without recursion.
    order: list[ir.Statement] = []
    stack: list[tuple[ir.Statement, int]] = [(body, 0)]
    while stack:
        statement, context = stack.pop()
        order.append(statement)
        if type(statement) is ir.Block:
            for child in statement.body:
                kind = type(child)
                if kind in _COMPOUND:
                    stack.append((child, context))
                elif kind is ir.Jump or kind is ir.Return:
                    _place(findings, child, context)
        else:
            _enter(statement, context, stack)
    found: dict[ir.Statement, int] = {}
    for statement in reversed(order):
        if type(statement) is ir.Block:
            found[statement] = _sequence(statement, found)
        elif type(statement) is ir.If:
            otherwise = NEXT if statement.otherwise is None else found[statement.otherwise]
            found[statement] = found[statement.then] | otherwise
        elif type(statement) is ir.Switch:
            found[statement] = _switch(statement, found)
        elif type(statement) is ir.Loop:
            found[statement] = _loop(findings, statement, found)
    return found[body]


def _enter(statement: ir.Statement, context: int, stack: list[tuple[ir.Statement, int]]) -> None:
    if type(statement) is ir.If:
        stack.append((statement.then, context))
        if statement.otherwise is not None:
            stack.append((statement.otherwise, context))
    elif type(statement) is ir.Switch:
        inner = (context | BREAKS) & ~NO_BREAK
        stack.extend((clause.body, inner) for clause in statement.clauses)
    elif type(statement) is ir.Loop:
        stack.append((statement.body, (context | BREAKS | CONTINUES) & ~(NO_BREAK | NO_CONTINUE)))
        if statement.continuing is not None:
            stack.append((statement.continuing, NO_BREAK | NO_CONTINUE | NO_RETURN))


def _place(findings: Findings, jump: ir.Statement, context: int) -> None:
    if type(jump) is ir.Return:
        if context & NO_RETURN:
            findings.invalid(jump, "a continuing block cannot return; return from the loop's body")
    elif type(jump) is ir.Jump:
        if jump.keyword == "break":
            if context & NO_BREAK:
                findings.invalid(jump, "`break` cannot leave a continuing block; end the block with `break if`")
            elif not context & BREAKS:
                findings.invalid(jump, "`break` needs a loop or a switch around it")
        elif jump.keyword == "continue":
            if context & NO_CONTINUE:
                findings.invalid(jump, "`continue` cannot leave a continuing block; move it into the loop's body")
            elif not context & CONTINUES:
                findings.invalid(jump, "`continue` needs a loop around it")


def _sequence(block: ir.Block, found: dict[ir.Statement, int]) -> int:
    behavior = NEXT
    for statement in block.body:
        kind = type(statement)
        if kind in _COMPOUND:
            one = found[statement]
        elif kind is ir.Return:
            one = RETURN
        elif type(statement) is ir.Jump:
            one = _JUMPS[statement.keyword]
        else:
            continue
        behavior = behavior & ~NEXT | one
        if not one & NEXT:
            break
    return behavior


def _switch(switch: ir.Switch, found: dict[ir.Statement, int]) -> int:
    behavior = 0
    for clause in switch.clauses:
        behavior |= found[clause.body]
    if behavior & BREAK:
        behavior = behavior & ~BREAK | NEXT
    return behavior or NEXT


def _loop(findings: Findings, loop: ir.Loop, found: dict[ir.Statement, int]) -> int:
    body = found[loop.body]
    if body == RETURN and loop.condition is None:
        return RETURN
    continuing = NEXT if loop.continuing is None else found[loop.continuing]
    behavior = body | continuing
    if loop.condition is not None or loop.break_if is not None:
        behavior |= BREAK
    if behavior & BREAK:
        return (behavior | NEXT) & ~(BREAK | CONTINUE)
    behavior &= ~(CONTINUE | NEXT)
    if not behavior:
        head = findings.source.text[loop.start : loop.body.start].rstrip()
        findings.invalid_at(
            loop.start, loop.start + len(head), "this loop never ends; leave it with a `break` or a `return`"
        )
        return NEXT
    return behavior
