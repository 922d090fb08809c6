"""Attributes and directives (WGSL §4, §12): names as names, other arguments as expressions."""

from __future__ import annotations

from .. import ir, syntax
from .operands import value
from .order import CONTEXTUAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .context import Lowering


def lower_attributes(low: Lowering, nodes: list[syntax.Attribute]) -> tuple[ir.Attribute, ...]:
    """Resolve attributes; one whose argument failed is left out."""
    if not nodes:
        return ()
    return tuple([made for node in nodes if (made := _lower(low, node)) is not None])


def _lower(low: Lowering, node: syntax.Attribute) -> ir.Attribute | None:
    names: list[str] = []
    arguments: list[ir.Expression] = []
    failed = False
    for argument in node.arguments:
        if node.name in CONTEXTUAL and type(argument) is syntax.Name and argument.templates is None:
            names.append(argument.name)
            continue
        made = value(low, argument)
        if made is None:
            failed = True
        else:
            arguments.append(made)
    if failed:
        return None
    made = ir.Attribute(node.start, node.end, node.name, tuple(names), tuple(arguments))
    low.made.append(made)
    return made


def attribute_value(attributes: tuple[ir.Attribute, ...], name: str) -> int | None:
    """The value of an attribute's one integer argument, where it is there and known."""
    for attribute in attributes:
        if attribute.name == name and attribute.arguments:
            known = attribute.arguments[0].value
            return known if isinstance(known, int) else None
    return None


def lower_directive(low: Lowering, node: syntax.Directive) -> None:
    """Add a directive to the module."""
    made = ir.Directive()
    made.start = node.start
    made.end = node.end
    made.keyword = node.keyword
    made.names = tuple([(name.name, name.start, name.name_end) for name in node.names])
    low.made.append(made)
    low.module.directives.append(made)
