"""Call phrases (WGSL §8.10, §17): calls of declared and built-in functions; constructors are in `construct`."""

from __future__ import annotations

from .. import ir, syntax
from ..constants import ConstError, check_partial, fold_builtin
from ..overloads import Overload, OverloadError, is_builtin_function, resolve_builtin
from ..predeclared import GENERATORS, TYPES
from ..types import Opaque, Pointer, Type
from .construct import lower_construct
from .context import declared_here
from .operands import coerce, convert, fold_failure, value
from .type_expressions import mention, template_arguments
from .unresolved import report_unresolved, report_wrong_kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .context import Lowering


def lower_call(low: Lowering, node: syntax.Call) -> ir.Expression | None:
    """A call phrase; what its name denotes decides which kind."""
    callee = node.callee
    name = callee.name
    entity = low.names.get(name)
    if entity is None:
        if name in TYPES or name in GENERATORS:
            return lower_construct(low, node)
        if is_builtin_function(name):
            return _lower_builtin(low, node)
        report_unresolved(low, callee, "a function")
    elif type(entity) is ir.Function:
        return _lower_function(low, node, entity)
    elif type(entity) is ir.Alias or type(entity) is ir.StructDeclaration:
        return lower_construct(low, node)
    else:
        report_wrong_kind(low, callee, entity, "a function")
    for argument in node.arguments:
        value(low, argument)
    return None


def lower_arguments(low: Lowering, nodes: list[syntax.Expression]) -> list[ir.Expression] | None:
    """The arguments as values; None when one failed, after all were looked at."""
    arguments: list[ir.Expression] = []
    failed = False
    for node in nodes:
        made = value(low, node)
        if made is None:
            failed = True
        else:
            arguments.append(made)
    return None if failed else arguments


def _lower_function(low: Lowering, node: syntax.Call, function: ir.Function) -> ir.Call | None:
    callee = node.callee
    if callee.templates is not None:
        low.error(callee.start, callee.end, f"`{callee.name}` takes no template arguments", declared_here(function))
    if low.function is None:
        low.error(
            node.start,
            node.end,
            f"`{callee.name}` is called at run time, and values at module scope are known before",
            declared_here(function),
        )
        return None
    low.calls[function] = None
    arguments = lower_arguments(low, node.arguments)
    if arguments is None:
        return None
    parameters = function.parameters
    if len(arguments) != len(parameters):
        wanted = f"{len(parameters)} argument{'' if len(parameters) == 1 else 's'}"
        low.error(
            node.start, node.end, f"`{callee.name}` takes {wanted}, and {len(arguments)} came", declared_here(function)
        )
        return None
    converted = [_pass(low, argument, parameter) for argument, parameter in zip(arguments, parameters, strict=True)]
    passed = tuple([argument for argument in converted if argument is not None])
    if len(passed) != len(parameters):
        return None
    made = ir.Call()
    made.start = node.start
    made.end = node.end
    made.type = function.type
    made.stage = ir.RUNTIME
    made.value = None
    made.function = function
    made.arguments = passed
    low.made.append(made)
    return made


def _pass(low: Lowering, argument: ir.Expression, parameter: ir.Parameter) -> ir.Expression | None:
    if argument.type is parameter.type or _narrows(argument.type, parameter.type):
        return argument
    return coerce(low, argument, parameter.type, f"the argument for `{parameter.name}`")


def _narrows(argument: Type, parameter: Type) -> bool:
    """Whether a pointer to a buffer is passed where one to a smaller or runtime-sized buffer is asked for (§6.1.2)."""
    if not isinstance(argument, Pointer) or not isinstance(parameter, Pointer):
        return False
    given, wanted = argument.store, parameter.store
    if not isinstance(given, Opaque) or not isinstance(wanted, Opaque):
        return False
    if (given.generator, argument.space, argument.access) != ("buffer", parameter.space, parameter.access):
        return False
    sizes = (*given.template, *wanted.template)
    if wanted.generator != "buffer" or not given.template or not all(isinstance(size, int) for size in sizes):
        return False
    return not wanted.template or wanted.template[0] < given.template[0]  # pyright: ignore[reportOperatorIssue]


def _lower_builtin(low: Lowering, node: syntax.Call) -> ir.BuiltinCall | None:
    callee = node.callee
    template: tuple[Type | int | str, ...] = ()
    if callee.templates is not None:
        found = template_arguments(low, callee.templates)
        if found is None:
            lower_arguments(low, node.arguments)
            return None
        template = found  # pyright: ignore[reportAssignmentType]
        for written, argument in zip(callee.templates, template, strict=True):
            if isinstance(argument, Type):
                mention(low, written, argument)
    arguments = lower_arguments(low, node.arguments)
    if arguments is None:
        return None
    stage = max([argument.stage for argument in arguments], default=ir.CONST)
    types = tuple([argument.type for argument in arguments])
    try:
        overload = resolve_builtin(callee.name, template, types, stage == ir.CONST)
    except OverloadError as problem:
        low.error(node.start, node.end, str(problem))
        return None
    return _call_builtin(low, node, overload, template, arguments, stage)


def _call_builtin(
    low: Lowering,
    node: syntax.Call,
    overload: Overload,
    template: tuple[Type | int | str, ...],
    arguments: list[ir.Expression],
    stage: int,
) -> ir.BuiltinCall | None:
    converted = convert_all(low, arguments, overload.parameters)
    if converted is None:
        return None
    known = None
    if not overload.evaluable:
        stage = ir.RUNTIME
    if stage == ir.CONST:
        values = tuple([argument.value for argument in converted])
        if None not in values:
            try:
                known = fold_builtin(overload, values)  # pyright: ignore[reportArgumentType]
            except ConstError as problem:
                if not fold_failure(low, node.start, node.end, problem):
                    return None
    elif not low.silent and arguments:
        problem = check_partial(overload, tuple([argument.value for argument in converted]))
        if problem is not None:
            low.misuse(node.start, node.end, problem)
    made = ir.BuiltinCall()
    made.start = node.start
    made.end = node.end
    made.type = overload.result  # pyright: ignore[reportAttributeAccessIssue]
    made.stage = stage
    made.value = known
    made.name = node.callee.name
    made.name_end = node.callee.name_end
    made.template = template
    made.arguments = converted
    made.overload = overload
    low.made.append(made)
    return made


def convert_all(
    low: Lowering, arguments: list[ir.Expression], parameters: tuple[Type, ...]
) -> tuple[ir.Expression, ...] | None:
    """Each argument as its parameter's type; None when a conversion failed."""
    converted: list[ir.Expression] = []
    for argument, parameter in zip(arguments, parameters, strict=True):
        if argument.type is not parameter:
            made = convert(low, argument, parameter)
            if made is None:
                return None
            argument = made
        converted.append(argument)
    return tuple(converted)
