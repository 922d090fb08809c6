"""A whole module: declarations in dependency order, then functions."""

from __future__ import annotations

import sys

from .. import ir, syntax
from . import control_flow, expressions
from .attributes import lower_directive
from .context import Lowering
from .declarations import lower_alias, lower_assertion, lower_struct, lower_variable
from .functions import declare_function, lower_function, lower_header, mark_reached
from .order import dependency_order

# The parser bounds brackets by `MOST_NESTING` (160); one takes at most ten frames here. Frames of calls between Python
# functions are on the heap, so a higher limit cannot overflow the stack of the process.
FRAMES = 4000
# Their forms are in the tables of `operands` and `statements` once they are imported.
FORMS = (control_flow, expressions)


def lower(module: ir.Module, unit: syntax.TranslationUnit) -> None:
    """Fill `module` from the tree of its source; problems are added to its diagnostics."""
    if sys.getrecursionlimit() < FRAMES:
        sys.setrecursionlimit(FRAMES)
    low = Lowering(module)
    for directive in unit.directives:
        lower_directive(low, directive)
    functions = [(node, declare_function(low, node)) for node in unit.declarations if type(node) is syntax.Function]
    for node in dependency_order(low, unit.declarations):
        _lower_declaration(low, node)
    for node, made in functions:
        lower_header(low, node, made)
    for node, made in functions:
        lower_function(low, node, made)
    mark_reached(module.functions)
    module.nodes = _by_class(low.made)
    for declared in (module.structs, module.aliases, module.constants, module.overrides, module.variables):
        declared.sort(key=_start)


def _lower_declaration(low: Lowering, node: syntax.Declaration) -> None:
    if isinstance(node, syntax.Struct):
        lower_struct(low, node)
    elif isinstance(node, syntax.Alias):
        lower_alias(low, node)
    elif isinstance(node, syntax.ConstAssert):
        lower_assertion(low, node)
    elif isinstance(node, syntax.VariableDeclaration):
        declared = lower_variable(low, node)
        module = low.module
        if isinstance(declared, ir.Variable):
            module.variables.append(declared)
        elif isinstance(declared, ir.Constant):
            module.constants.append(declared)
        elif isinstance(declared, ir.Override):
            module.overrides.append(declared)


def _start(node: ir.Node) -> int:
    return node.start


def _by_class(made: list[ir.Node]) -> dict[type, list[object]]:
    nodes: dict[type, list[object]] = {}
    for node in made:
        kind = type(node)
        known = nodes.get(kind)
        if known is None:
            nodes[kind] = [node]
        else:
            known.append(node)
    return nodes
