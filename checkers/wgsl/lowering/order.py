"""The order in which module-scope declarations can be lowered (WGSL §5: they may use each other in any order)."""

from __future__ import annotations

from .. import syntax

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .context import Lowering

    Named = syntax.VariableDeclaration | syntax.Alias | syntax.Struct


def dependency_order(low: Lowering, declarations: list[syntax.Declaration]) -> list[syntax.Declaration]:
    """Declarations other than functions, each after those it refers to, else in source order.

    A cycle is reported once, with a note for each step of it; the reference that closes it stays unresolved.
    """
    values: list[Named | syntax.ConstAssert] = [node for node in declarations if not isinstance(node, syntax.Function)]
    named: dict[str, Named] = {}
    for node in values:
        if not isinstance(node, syntax.ConstAssert):
            named.setdefault(node.name, node)
    ordered: list[syntax.Declaration] = []
    done: set[syntax.Node] = set()
    for root in values:
        if root not in done:
            _visit(low, root, named, done, ordered)
    return ordered


def _visit(
    low: Lowering,
    root: Named | syntax.ConstAssert,
    named: dict[str, Named],
    done: set[syntax.Node],
    ordered: list[syntax.Declaration],
) -> None:
    # What is being visited: each node, what is left of its references, and the reference that led to it.
    stack: list[tuple[Named | syntax.ConstAssert, Iterator[syntax.Name], syntax.Name | None]] = []
    stack.append((root, iter(references(root)), None))
    depths: dict[syntax.Node, int] = {root: 0}
    while stack:
        node, names, _ = stack[-1]
        for name in names:
            target = named.get(name.name)
            if target is None or target in done:
                continue
            depth = depths.get(target)
            if depth is None:
                depths[target] = len(stack)
                stack.append((target, iter(references(target)), name))
                break
            if target.name not in low.pending:
                low.pending.add(target.name)
                steps = [step for _, _, step in stack[depth + 1 : depth + 1 + _MOST_STEPS] if step is not None]
                _report_cycle(low, target, [*steps, name])
        else:
            stack.pop()
            del depths[node]
            done.add(node)
            ordered.append(node)


# How many steps of a cycle are shown, besides the one that closes it.
_MOST_STEPS = 6


def _report_cycle(low: Lowering, target: Named, steps: list[syntax.Name]) -> None:
    notes = tuple([(step.start, step.name_end, f"which needs `{step.name}` here") for step in steps])
    low.error(
        target.name_start,
        target.name_start + len(target.name),
        f"the declaration of `{target.name}` depends on itself, so it has no meaning",
        notes,
    )


def references(node: syntax.Node) -> list[syntax.Name]:
    """The identifiers a module-scope declaration refers to, in source order."""
    found: list[syntax.Name] = []
    stack: list[syntax.Node] = _parts(node)
    stack.reverse()
    while stack:
        part = stack.pop()
        if type(part) is syntax.Name:
            found.append(part)
            if part.templates:
                stack.extend(reversed(part.templates))
        elif type(part) is syntax.Call:
            stack.extend(reversed(part.arguments))
            stack.append(part.callee)
        elif type(part) is syntax.Binary:
            stack.append(part.right)
            stack.append(part.left)
        elif type(part) is syntax.Unary:
            stack.append(part.operand)
        elif type(part) is syntax.Index:
            stack.append(part.index)
            stack.append(part.base)
        elif type(part) is syntax.Member:
            stack.append(part.base)
    return found


# Attributes whose arguments are names of their own, not references.
CONTEXTUAL = frozenset(("builtin", "diagnostic", "early_depth_test", "interpolate"))


def _attribute_parts(attributes: list[syntax.Attribute]) -> list[syntax.Node]:
    return [part for attribute in attributes if attribute.name not in CONTEXTUAL for part in attribute.arguments]


def _parts(node: syntax.Node) -> list[syntax.Node]:
    if isinstance(node, syntax.VariableDeclaration):
        parts = _attribute_parts(node.attributes)
        if node.type is not None:
            parts.append(node.type)
        if node.initializer is not None:
            parts.append(node.initializer)
        return parts
    if isinstance(node, syntax.Alias):
        return [node.type]
    if isinstance(node, syntax.Struct):
        return [part for member in node.members for part in (*_attribute_parts(member.attributes), member.type)]
    if isinstance(node, syntax.ConstAssert):
        return [node.condition]
    return []
