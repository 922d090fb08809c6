"""A `continue` must not jump past a declaration that its continuing block uses (WGSL §9.4.8)."""

from __future__ import annotations

from .. import ir
from .findings import Findings


def check(findings: Findings) -> None:
    """Refuse a continuing block's use of what a `continue` of its loop bypasses."""
    late: dict[ir.Declared, tuple[ir.Block, ir.Jump]] = {}
    for loop in findings.module.of(ir.Loop):
        if loop.keyword != "loop" or loop.continuing is None:
            continue
        declarations = [statement.declared for statement in loop.body.body if type(statement) is ir.Declaration]
        if not declarations:
            continue
        first = _first_continue(loop.body)
        if first is not None:
            late.update((one, (loop.continuing, first)) for one in declarations if one.start > first.start)
    if not late:
        return
    for kind, field in ((ir.VariableRef, "variable"), (ir.ValueRef, "declaration")):
        for reference in findings.module.of(kind):
            declared = getattr(reference, field)
            block, jump = late.get(declared, (None, None))
            if block is not None and jump is not None and block.start <= reference.start:
                findings.invalid(
                    jump,
                    "this `continue` jumps past a declaration that the continuing block uses; declare it before",
                    (declared, "declared here"),
                    (reference, "used here"),
                )
                del late[declared]


def _first_continue(body: ir.Block) -> ir.Jump | None:
    first: ir.Jump | None = None
    stack: list[ir.Statement] = [body]
    while stack:
        statement = stack.pop()
        if type(statement) is ir.Block:
            stack.extend(statement.body)
        elif type(statement) is ir.If:
            stack.append(statement.then)
            if statement.otherwise is not None:
                stack.append(statement.otherwise)
        elif type(statement) is ir.Switch:
            stack.extend(clause.body for clause in statement.clauses)
        elif type(statement) is ir.Jump and statement.keyword == "continue":
            first = statement if first is None or statement.start < first.start else first
    return first
