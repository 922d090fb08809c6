"""Statements (WGSL §9) other than control flow: blocks, declarations, assignments, calls, jumps."""

from __future__ import annotations

from .. import ir, syntax
from ..types import Reference, Type, is_integer
from . import binary
from .access import lower_target
from .attributes import lower_attributes
from .context import declared_here
from .declarations import lower_assertion, lower_variable
from .operands import HANDLERS, coerce, load, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .context import Lowering

    Handler = Callable[[Lowering, Any], ir.Statement | None]

# How each form of statement is lowered; None is a statement whose problem was reported.
STATEMENTS: dict[type, Handler] = {}


def lower_body(low: Lowering, nodes: list[syntax.Statement]) -> list[ir.Statement]:
    """Statements of the scope that is open; those that failed are left out."""
    body: list[ir.Statement] = []
    for node in nodes:
        made = STATEMENTS[type(node)](low, node)
        if made is not None:
            body.append(made)
    return body


def lower_block(low: Lowering, node: syntax.Block) -> ir.Block:
    """A compound statement: a scope of its own."""
    low.open_scope()
    made = block(low, node, lower_body(low, node.body))
    low.close_scope()
    return made


def block(low: Lowering, node: syntax.Block, body: list[ir.Statement]) -> ir.Block:
    """A `Block` of lowered statements, placed and attributed as `node`."""
    made = ir.Block()
    made.start = node.start
    made.end = node.end
    made.attributes = lower_attributes(low, node.attributes)
    made.body = body
    low.made.append(made)
    return made


def _declaration(low: Lowering, node: syntax.VariableDeclaration) -> ir.Declaration | None:
    declared = lower_variable(low, node)
    if declared is None:
        return None
    # The grammar has no override in a function.
    assert not isinstance(declared, ir.Override)
    made = ir.Declaration()
    made.start = node.start
    made.end = node.end
    made.declared = declared
    low.made.append(made)
    return made


def _assignment(low: Lowering, node: syntax.Assignment) -> ir.Statement | None:
    if node.target is None:
        return _phony(low, node)
    target = lower_target(low, node.target)
    assigned = value(low, node.value)
    if target is None or assigned is None:
        return None
    store = _written_type(low, target)
    if store is None:
        return None
    if node.operator != "=":
        assigned = _compound(low, node, target, assigned)
        if assigned is None:
            return None
    assigned = coerce(low, assigned, store, "the assigned value")
    if assigned is None:
        return None
    return _assign(low, node, node.operator, target, assigned)


def _assign(
    low: Lowering, node: syntax.Statement, operator: str, target: ir.Expression, assigned: ir.Expression
) -> ir.Assign:
    made = ir.Assign()
    made.start = node.start
    made.end = node.end
    made.operator = operator
    made.target = target
    made.value = assigned
    low.made.append(made)
    return made


def _compound(
    low: Lowering, node: syntax.Assignment, target: ir.Expression, assigned: ir.Expression
) -> ir.Expression | None:
    loaded = load(low, target)
    if loaded is None:
        return None
    operator = node.operator[:-1]
    return binary.operate(low, node.start, node.end, operator, node.operator_start, loaded, assigned, True)


def _written_type(low: Lowering, target: ir.Expression) -> Type | None:
    """The type that the memory `target` views can be given, or an error that says why it cannot be written."""
    view = target.type
    if type(view) is not Reference:
        message, notes = _not_memory(target)
        low.error(target.start, target.end, message, notes)
        return None
    if view.access == "read":
        variable = root_variable(target)
        notes = () if variable is None else declared_here(variable)
        low.error(target.start, target.end, f"this memory cannot be written: its access mode is `{view.access}`", notes)
        return None
    return view.store


def _not_memory(target: ir.Expression) -> tuple[str, tuple[tuple[int, int, str], ...]]:
    root = target
    while isinstance(root, ir.Index | ir.MemberAccess | ir.Swizzle):
        root = root.base
    if isinstance(root, ir.ValueRef):
        declared = root.declaration
        kind = {ir.Let: "a `let`", ir.Constant: "a `const`", ir.Override: "an `override`"}.get(
            type(declared), "a parameter"
        )
        return f"`{declared.name}` is {kind}, which cannot be assigned: a `var` can", declared_here(declared)
    return "only memory can be assigned, such as a `var` or a part of one, and this is a value", ()


def root_variable(target: ir.Expression) -> ir.Variable | None:
    """The variable that a reference views, where no pointer stands between."""
    while isinstance(target, ir.Index | ir.MemberAccess | ir.Swizzle):
        target = target.base
    return target.variable if isinstance(target, ir.VariableRef) else None


def _phony(low: Lowering, node: syntax.Assignment) -> ir.Phony | None:
    dropped = value(low, node.value)
    if dropped is None:
        return None
    made = ir.Phony()
    made.start = node.start
    made.end = node.end
    made.value = dropped
    low.made.append(made)
    return made


def _increment(low: Lowering, node: syntax.Increment) -> ir.Statement | None:
    target = lower_target(low, node.target)
    if target is None:
        return None
    store = _written_type(low, target)
    if store is None:
        return None
    if not is_integer(store):
        low.error(node.start, node.end, f"`{node.operator}` needs an integer, and this is of type `{store}`")
        return None
    loaded = load(low, target)
    if loaded is None:
        return None
    one = ir.Literal()
    one.start = node.end - 2
    one.end = node.end
    one.type = store
    one.stage = ir.CONST
    one.value = 1
    one.text = "1"
    low.made.append(one)
    made = binary.operate(low, node.start, node.end, node.operator[0], node.end - 2, loaded, one, True)
    return None if made is None else _assign(low, node, node.operator, target, made)


def _call_statement(low: Lowering, node: syntax.CallStatement) -> ir.CallStatement | None:
    call = HANDLERS[syntax.Call](low, node.call)
    if call is None:
        return None
    if isinstance(call, ir.Call):
        if call.function.attribute("must_use") is not None:
            note = declared_here(call.function)
            low.error(call.start, call.end, f"the result of `{call.function.name}` must be used", note)
            return None
    elif isinstance(call, ir.BuiltinCall):
        if call.type is not None and call.overload.must_use:
            low.error(call.start, call.end, f"the result of `{call.name}` must be used: it has no other effect")
            return None
    else:
        low.error(call.start, call.end, "a statement calls a function, and this makes a value that nothing uses")
        return None
    made = ir.CallStatement()
    made.start = node.start
    made.end = node.end
    made.call = call
    low.made.append(made)
    return made


def _jump(low: Lowering, node: syntax.Jump) -> ir.Jump:
    made = ir.Jump()
    made.start = node.start
    made.end = node.end
    made.keyword = node.keyword
    low.made.append(made)
    return made


def _return(low: Lowering, node: syntax.Return) -> ir.Return | None:
    returned = None
    if node.value is not None:
        returned = value(low, node.value)
        if returned is None:
            return None
    function = low.function
    assert function is not None
    if not low.unknown_result:
        wanted = function.type
        if wanted is None and returned is not None:
            low.error(returned.start, returned.end, f"`{function.name}` returns no value", declared_here(function))
            return None
        if wanted is not None and returned is None:
            low.error(
                node.start,
                node.end,
                f"`{function.name}` returns a `{wanted}`, and none is given",
                declared_here(function),
            )
            return None
        if wanted is not None and returned is not None:
            returned = coerce(low, returned, wanted, "the returned value")
            if returned is None:
                return None
    made = ir.Return()
    made.start = node.start
    made.end = node.end
    made.value = returned
    low.made.append(made)
    return made


STATEMENTS[syntax.Block] = lower_block
STATEMENTS[syntax.VariableDeclaration] = _declaration
STATEMENTS[syntax.Assignment] = _assignment
STATEMENTS[syntax.Increment] = _increment
STATEMENTS[syntax.CallStatement] = _call_statement
STATEMENTS[syntax.Jump] = _jump
STATEMENTS[syntax.Return] = _return
STATEMENTS[syntax.ConstAssert] = lower_assertion
