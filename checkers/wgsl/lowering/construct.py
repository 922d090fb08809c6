"""Value constructors and written conversions (WGSL §17.1)."""

from __future__ import annotations

from .. import ir, syntax
from ..constants import ConstError, fold_construct
from ..constructors import Constructor, resolve_constructor
from ..overloads import OverloadError
from ..predeclared import GENERATORS
from ..types import Matrix, Scalar, Type, Vector, memory
from .operands import conversion, convert, fold_failure, value
from .type_expressions import lower_type, mention

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .context import Lowering

# The constructors found so far, of types that outlive a module.
_CONSTRUCTORS: dict[tuple[Type | str, tuple[Type, ...], bool], Constructor] = memory()
_LASTING = frozenset((Scalar, Vector, Matrix, str))


def lower_construct(low: Lowering, node: syntax.Call) -> ir.Expression | None:
    """A call of a type: `vec3<f32>(…)`, `vec3(…)`, `u32(…)`, `Structure(…)`."""
    callee = node.callee
    target: Type | str | None
    if callee.templates is None and callee.name in GENERATORS and callee.name not in low.names:
        target = callee.name
    else:
        target = lower_type(low, callee)
        if target is not None:
            mention(low, callee, target)
    arguments: list[ir.Expression] = []
    for argument in node.arguments:
        made = value(low, argument)
        if made is None:
            target = None
        else:
            arguments.append(made)
    if target is None:
        return None
    stage = ir.CONST
    for argument in arguments:
        if argument.stage > stage:
            stage = argument.stage
    types = tuple([argument.type for argument in arguments])
    constructor = _resolve(low, node, target, types, stage == ir.CONST)
    if constructor is None:
        return None
    return _construct(low, node, constructor, arguments, types, stage)


def _resolve(
    low: Lowering, node: syntax.Call, target: Type | str, types: tuple[Type, ...], const: bool
) -> Constructor | None:
    key = (target, types, const)
    found = _CONSTRUCTORS.get(key)
    if found is not None:
        return found
    try:
        found = resolve_constructor(target, types, const)
    except OverloadError as problem:
        low.error(node.start, node.end, str(problem))
        return None
    if type(target) in _LASTING and target != "array":
        _CONSTRUCTORS[key] = found
    return found


def _construct(
    low: Lowering,
    node: syntax.Call,
    constructor: Constructor,
    arguments: list[ir.Expression],
    types: tuple[Type, ...],
    stage: int,
) -> ir.Expression | None:
    converted: list[ir.Expression] = []
    known = stage == ir.CONST
    for argument, parameter in zip(arguments, constructor.parameters, strict=True):
        if argument.type is not parameter:
            made = convert(low, argument, parameter)
            if made is None:
                return None
            argument = made
        if argument.value is None:
            known = False
        converted.append(argument)
    folded = None
    if known:
        try:
            folded = fold_construct(constructor, types, tuple([argument.value for argument in converted]))  # pyright: ignore[reportArgumentType]
        except ConstError as problem:
            if not fold_failure(low, node.start, node.end, problem):
                return None
    if constructor.kind == "convert":
        return conversion(low, converted[0], constructor.result, folded, node.start, node.end, False)
    made = ir.Construct()
    made.start = node.start
    made.end = node.end
    made.type = constructor.result
    made.stage = stage
    made.value = folded
    made.arguments = tuple(converted)
    low.made.append(made)
    return made
