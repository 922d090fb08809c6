"""Types as they are written (WGSL §6.9): names, template arguments, aliases and structures."""

from __future__ import annotations

from .. import ir, syntax
from ..predeclared import GENERATORS, TYPES, is_enumerant
from ..types import ABSTRACT_INT, I32, U32, Type, is_integer
from .context import Poison, declared_here
from .operands import convert, require_stage, value
from .unresolved import report_unresolved, report_wrong_kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..generators import Argument
    from .context import Lowering


def lower_type(low: Lowering, node: syntax.Expression) -> Type | None:
    """The type that `node` denotes; None after its problem was reported."""
    # The grammar has nothing else where it has types; a template argument comes here when it is a name.
    assert isinstance(node, syntax.Name)
    entity = low.names.get(node.name)
    if entity is None:
        if node.templates is None:
            known = TYPES.get(node.name)
            if known is not None:
                return known
        return _predeclared(low, node)
    if type(entity) is ir.Alias or type(entity) is ir.StructDeclaration:
        if node.templates is not None:
            low.error(node.start, node.end, f"`{node.name}` takes no template arguments", declared_here(entity))
            return None
        return entity.type
    report_wrong_kind(low, node, entity, "a type")
    return None


def mentioned_type(low: Lowering, node: syntax.Expression) -> Type | None:
    """As `lower_type`, of an outermost written type: it is recorded as a `TypeMention`."""
    found = lower_type(low, node)
    if found is not None:
        mention(low, node, found)
    return found


def mention(low: Lowering, node: syntax.Node, type_: Type) -> None:
    """Record that a type is written at `node`."""
    made = ir.TypeMention()
    made.start = node.start
    made.end = node.end
    made.type = type_
    low.made.append(made)


def _predeclared(low: Lowering, node: syntax.Name) -> Type | None:
    name = node.name
    if name not in GENERATORS:
        if name in TYPES:
            low.error(node.start, node.end, f"`{name}` takes no template arguments")
        else:
            report_unresolved(low, node, "a type")
        return None
    if node.templates is None:
        low.error(node.start, node.end, f"`{name}` needs template arguments here, such as `{_example(name)}`")
        return None
    arguments = template_arguments(low, node.templates)
    if arguments is None:
        return None
    # Many modules write no generator's name, so what reads their arguments loads with the first.
    from ..generators import TypeProblem, instantiate

    try:
        return instantiate(name, arguments)
    except TypeProblem as problem:
        low.error(node.start, node.end, str(problem))
        return None


def _example(name: str) -> str:
    if name == "array":
        return "array<u32, 4>"
    if name == "ptr":
        return "ptr<function, u32>"
    return f"{name}<rgba8unorm, write>" if name.startswith("texture_storage") else f"{name}<u32>"


def template_arguments(low: Lowering, nodes: list[syntax.Expression]) -> tuple[Argument, ...] | None:
    """Types, integers, enumerants and override-expressions between `<` and `>`; None after a problem was reported."""
    silent = low.silent
    low.silent = 0
    arguments = [_argument(low, node) for node in nodes]
    low.silent = silent
    if None in arguments:
        return None
    return tuple(arguments)  # pyright: ignore[reportReturnType]


def _argument(low: Lowering, node: syntax.Expression) -> Argument | None:
    if type(node) is syntax.Name:
        name = node.name
        entity = low.names.get(name)
        if entity is None:
            if node.templates is None and is_enumerant(name):
                return name
            return lower_type(low, node)
        kind = type(entity)
        if kind is ir.Alias or kind is ir.StructDeclaration:
            return lower_type(low, node)
        if kind is Poison:
            return None
    return _count(low, node)


def _count(low: Lowering, node: syntax.Expression) -> int | ir.Expression | None:
    made = value(low, node)
    if made is None:
        return None
    kind = made.type
    if not is_integer(kind):
        low.error(node.start, node.end, f"this template argument must be an integer, and it is of type `{kind}`")
        return None
    if not require_stage(low, made, ir.OVERRIDE, "a template argument"):
        return None
    known = made.value
    if kind is ABSTRACT_INT:
        made = convert(low, made, U32 if isinstance(known, int) and known >= 1 << 31 else I32)
        if made is None:
            return None
    if type(made) is ir.ValueRef and type(made.declaration) is ir.Override:
        return low.counts.setdefault(made.declaration, made)
    if made.stage == ir.OVERRIDE:
        return made
    return known if isinstance(known, int) else None
