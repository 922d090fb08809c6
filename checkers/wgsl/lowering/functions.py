"""Functions (WGSL §11): headers first, so that bodies may call them in any order."""

from __future__ import annotations

from .. import ir, syntax
from .attributes import lower_attributes
from .context import Poison
from .statements import block, lower_body
from .type_expressions import mentioned_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .context import Lowering


def declare_function(low: Lowering, node: syntax.Function) -> ir.Function:
    """Bind a function's name; its types come with `lower_header`."""
    made = ir.Function(node.start, node.end, node.name, node.name_start, None)  # pyright: ignore[reportArgumentType]
    made.parameters = ()
    made.result_attributes = ()
    made.stage = ""
    made.calls = []
    made.reached = False
    low.declare(node.name, made)
    return made


def lower_header(low: Lowering, node: syntax.Function, made: ir.Function) -> bool:
    """Parameters, result and attributes. Gives whether they all have a type; if not, calls of it stay silent."""
    complete = True
    made.attributes = lower_attributes(low, node.attributes)
    made.stage = next((found.name for found in made.attributes if found.name in ir.SHADER_STAGES), "")
    parameters: list[ir.Parameter] = []
    for parameter in node.parameters:
        attributes = lower_attributes(low, parameter.attributes)
        type_ = mentioned_type(low, parameter.type)
        complete = complete and type_ is not None
        declared = ir.Parameter(
            parameter.start,
            parameter.end,
            parameter.name,
            parameter.name_start,
            type_,  # pyright: ignore[reportArgumentType]
            parameter.type.start,
            parameter.type.end,
            attributes,
        )
        if type_ is not None:
            low.made.append(declared)
        parameters.append(declared)
    made.parameters = tuple(parameters)
    made.result_attributes = lower_attributes(low, node.return_attributes)
    if node.return_type is not None:
        result = mentioned_type(low, node.return_type)
        complete = complete and result is not None
        made.type = result  # pyright: ignore[reportAttributeAccessIssue]
        made.type_start = node.return_type.start
        made.type_end = node.return_type.end
    if not complete and low.names.get(node.name) is made:
        low.names[node.name] = Poison(made.name_start, made.name_end)
    return complete


def lower_function(low: Lowering, node: syntax.Function, made: ir.Function) -> None:
    """The body: parameters and body are one scope (WGSL §5)."""
    low.function = made
    low.calls = {}
    low.unknown_result = made.type is None and node.return_type is not None
    low.open_scope()
    for parameter in made.parameters:
        if parameter.type is None:
            low.poison(parameter.name, parameter.name_start)
        else:
            low.declare(parameter.name, parameter)
    made.body = block(low, node.body, lower_body(low, node.body.body))
    low.close_scope()
    made.calls = list(low.calls)
    low.function = None
    low.made.append(made)
    low.module.functions.append(made)


def mark_reached(functions: list[ir.Function]) -> None:
    """Set `reached` of each function that an entry point reaches by calls."""
    stack = [function for function in functions if function.stage]
    while stack:
        function = stack.pop()
        if not function.reached:
            function.reached = True
            stack.extend(function.calls)
