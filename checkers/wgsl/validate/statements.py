"""Statements (WGSL §9, §10): what may be assigned to, switch clauses, assertions."""

from __future__ import annotations

from .. import ir
from ..layout import is_constructible
from ..types import BOOL, I32, U32, Opaque, Pointer, Reference, Sampler, Scalar, Texture, Vector
from .findings import Findings

# WGSL §2.4 asks for 1023 at least; this is what Tint takes.
MAX_SELECTORS = 16383


def check(findings: Findings) -> None:
    """Check assignments, conditions, switches and const assertions."""
    module = findings.module
    for assign in module.of(ir.Assign):
        _assign(findings, assign)
    for phony in module.of(ir.Phony):
        _phony(findings, phony)
    for branch in module.of(ir.If):
        _condition(findings, branch.condition)
    for loop in module.of(ir.Loop):
        if loop.condition is not None:
            _condition(findings, loop.condition)
        if loop.break_if is not None:
            _condition(findings, loop.break_if)
    for switch in module.of(ir.Switch):
        _switch(findings, switch)
    for assertion in module.of(ir.ConstAssert):
        _assertion(findings, assertion)


def _assign(findings: Findings, assign: ir.Assign) -> None:
    target = assign.target
    view = target.type
    if not isinstance(view, Reference):
        findings.invalid(target, _immutable(target), *_declaration(target))
        return
    store = view.store
    if view.access == "read":
        findings.invalid(
            target, "this memory can only be read; declare the variable `read_write`", *_declaration(target)
        )
    elif not isinstance(store, Scalar | Vector | Opaque) and not is_constructible(store):
        findings.invalid(target, f"a value of type `{store}` cannot be assigned as a whole; assign its parts")
    elif assign.operator in ("++", "--") and not (isinstance(store, Scalar) and store.kind in ("int", "uint")):
        findings.invalid(target, f"`{assign.operator}` steps an integer, and this is of type `{store}`")


def _root(target: ir.Expression) -> ir.Expression:
    while isinstance(target, ir.Index | ir.MemberAccess | ir.Swizzle | ir.Load | ir.Indirection):
        if isinstance(target, ir.Load):
            target = target.reference
        else:
            target = target.operand if isinstance(target, ir.Indirection) else target.base
    return target


def _immutable(target: ir.Expression) -> str:
    root = _root(target)
    if isinstance(root, ir.ValueRef) and not isinstance(root.type, Pointer):
        return "this name stands for a value, which cannot change; declare a `var`"
    if isinstance(target, ir.Swizzle):
        return "several components cannot be assigned at once; assign them one by one"
    return "this is a value and no memory, so nothing can be assigned to it"


def _declaration(target: ir.Expression) -> tuple[tuple[ir.Node, str], ...]:
    root = _root(target)
    if isinstance(root, ir.ValueRef):
        return ((root.declaration, "declared here"),)
    return ((root.variable, "declared here"),) if isinstance(root, ir.VariableRef) else ()


def _phony(findings: Findings, phony: ir.Phony) -> None:
    type_ = phony.value.type
    if not isinstance(type_, Scalar | Vector | Pointer | Texture | Sampler | Opaque) and not is_constructible(type_):
        findings.invalid(phony.value, f"a value of type `{type_}` cannot be read as a whole")


def _condition(findings: Findings, condition: ir.Expression) -> None:
    if condition.type is not BOOL:
        findings.invalid(condition, f"a condition has to be a `bool`, and this is of type `{condition.type}`")


def _assertion(findings: Findings, assertion: ir.ConstAssert) -> None:
    condition = assertion.condition
    if condition.type is not BOOL:
        _condition(findings, condition)
    elif condition.stage != ir.CONST:
        findings.invalid(condition, "this has to be known when the module is created, so only consts can be in it")
    elif condition.value is False:
        findings.invalid(assertion, "the module asserts this, and it is false")


def _switch(findings: Findings, switch: ir.Switch) -> None:
    subject = switch.subject.type
    if not isinstance(subject, Scalar) or subject not in (I32, U32):
        findings.invalid(switch.subject, f"a switch selects by an `i32` or a `u32`, and this is of type `{subject}`")
        return
    head = switch.start, max(switch.subject.end, switch.start)
    default: ir.Node | None = None
    taken: dict[int, ir.Expression] = {}
    count = 0
    for clause in switch.clauses:
        count += len(clause.selectors)
        for selector in clause.selectors:
            if selector is None:
                if default is not None:
                    findings.invalid_at(
                        *_label(clause), "a switch has one default, and this is another", (default, "the default")
                    )
                default = clause
            else:
                _selector(findings, selector, subject, taken)
    if default is None:
        findings.invalid_at(*head, "a switch needs a default clause; add `default {}`")
    if count > MAX_SELECTORS:
        findings.invalid_at(*head, f"a switch has at most {MAX_SELECTORS} selectors, and this has {count}")


def _label(clause: ir.Clause) -> tuple[int, int]:
    return clause.start, max(clause.body.start, clause.start + 1)


def _selector(findings: Findings, selector: ir.Expression, subject: Scalar, taken: dict[int, ir.Expression]) -> None:
    if selector.type is not subject:
        findings.invalid(selector, f"the switch selects by a `{subject}`, and this is of type `{selector.type}`")
        return
    value = selector.value
    if selector.stage != ir.CONST or not isinstance(value, int):
        findings.invalid(selector, "a case has to be known when the module is created; use a const")
        return
    first = taken.setdefault(value, selector)
    if first is not selector:
        findings.invalid(selector, f"{value} has a case already; merge the two", (first, "its first case"))
