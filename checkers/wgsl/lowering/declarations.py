"""Declarations of values, variables, types and assertions, at module scope and in functions (WGSL §6, §7, §10)."""

from __future__ import annotations

from .. import ir, syntax
from ..layout import DEEPEST, nesting_depth
from ..predeclared import ACCESS_MODES, ADDRESS_SPACES
from ..types import BOOL, BindingArray, Opaque, Sampler, Struct, StructMember, Texture, Type, reference
from .attributes import attribute_value, lower_attributes
from .operands import coerce, concrete, require_stage, value
from .type_expressions import mentioned_type
from .unresolved import suggestion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .context import Lowering

    Declared = ir.Constant | ir.Override | ir.Let | ir.Variable

# Types whose variables are resources in the handle address space (WGSL §14.3).
_HANDLES = frozenset((Texture, Sampler, BindingArray, Opaque))
_ARTICLE = {"const": "a const", "override": "an override", "let": "a let", "var": "a var"}


def lower_variable(low: Lowering, node: syntax.VariableDeclaration) -> Declared | None:
    """A `const`, `override`, `let` or `var`; its name is bound in the innermost scope, whether it succeeds or not."""
    made = _lower_variable(low, node)
    if made is None:
        low.poison(node.name, node.name_start)
        return None
    low.made.append(made)
    low.declare(node.name, made)
    return made


def _lower_variable(low: Lowering, node: syntax.VariableDeclaration) -> Declared | None:
    attributes = lower_attributes(low, node.attributes)
    written: Type | None = None
    failed = False
    if node.type is not None:
        written = mentioned_type(low, node.type)
        failed = written is None
    initializer: ir.Expression | None = None
    if node.initializer is not None:
        initializer = value(low, node.initializer)
        failed = failed or initializer is None
    if failed:
        return None
    keyword = node.keyword
    if initializer is not None:
        initializer = _fit(low, node, keyword, initializer, written)
        if initializer is None:
            return None
    type_ = written if written is not None else initializer.type if initializer is not None else None
    if type_ is None:
        end = node.name_start + len(node.name)
        low.error(
            node.name_start, end, f"{_ARTICLE[keyword]} needs a type or an initializer, and `{node.name}` has none"
        )
        return None
    if keyword == "var":
        return _memory(low, node, type_, initializer, attributes)
    kind = _KINDS[keyword]
    made = kind(node.start, node.end, node.name, node.name_start, type_, *_written(node), attributes)
    made.initializer = initializer  # pyright: ignore[reportAttributeAccessIssue]
    return made


_KINDS: dict[str, type[ir.Constant] | type[ir.Override] | type[ir.Let]] = {
    "const": ir.Constant,
    "override": ir.Override,
    "let": ir.Let,
}


def _written(node: syntax.VariableDeclaration) -> tuple[int, int]:
    return (0, 0) if node.type is None else (node.type.start, node.type.end)


def _fit(
    low: Lowering, node: syntax.VariableDeclaration, keyword: str, initializer: ir.Expression, written: Type | None
) -> ir.Expression | None:
    place = "the initializer of " + _ARTICLE[keyword]
    if keyword == "const":
        stage = ir.CONST
    elif keyword == "override" or low.function is None:
        stage = ir.OVERRIDE
        place = place if keyword == "override" else "the initializer of a module-scope var"
    else:
        stage = ir.RUNTIME
    if not require_stage(low, initializer, stage, place):
        return None
    if written is not None:
        return coerce(low, initializer, written, place)
    return initializer if keyword == "const" else concrete(low, initializer)


def _memory(
    low: Lowering,
    node: syntax.VariableDeclaration,
    type_: Type,
    initializer: ir.Expression | None,
    attributes: tuple[ir.Attribute, ...],
) -> ir.Variable | None:
    view = _view(low, node, type_)
    if view is None:
        return None
    made = ir.Variable(node.start, node.end, node.name, node.name_start, type_, *_written(node), attributes)
    made.space, made.access = view
    made.reference = reference(made.space, type_, made.access)
    made.initializer = initializer
    made.group = attribute_value(attributes, "group")
    made.binding = attribute_value(attributes, "binding")
    return made


def _view(low: Lowering, node: syntax.VariableDeclaration, type_: Type) -> tuple[str, str] | None:
    names: list[str] = []
    for position, written in enumerate(node.templates or ()):
        known = ACCESS_MODES if position else ADDRESS_SPACES
        wanted = "an access mode" if position else "an address space"
        if type(written) is not syntax.Name or position > 1:
            low.error(written.start, written.end, "`var<…>` takes an address space and, for storage, an access mode")
            return None
        if written.name not in known or written.templates is not None or written.name in low.names:
            near = suggestion(low, written.name, known)
            low.error(written.start, written.end, f"`{written.name}` is not {wanted}{near}")
            return None
        names.append(written.name)
    if not names:
        if low.function is not None:
            return "function", "read_write"
        if type(type_) in _HANDLES:
            return "handle", "read"
        end = node.name_start + len(node.name)
        low.error(
            node.name_start,
            end,
            f"a module-scope var of type `{type_}` needs an address space: `var<private>`, `var<storage>` …",
        )
        return None
    space = names[0]
    if len(names) == 2:
        return space, names[1]
    return space, ADDRESS_SPACES[space]


def lower_alias(low: Lowering, node: syntax.Alias) -> None:
    """`alias name = type`."""
    type_ = mentioned_type(low, node.type)
    if type_ is None:
        low.poison(node.name, node.name_start)
        return
    made = ir.Alias(node.start, node.end, node.name, node.name_start, type_, node.type.start, node.type.end)
    low.made.append(made)
    low.module.aliases.append(made)
    low.declare(node.name, made)


def lower_struct(low: Lowering, node: syntax.Struct) -> None:
    """A structure; its type holds the values of its members' `@size` and `@align`."""
    seen: dict[str, syntax.StructMember] = {}
    members = [made for member in node.members if (made := _member(low, node, member, seen)) is not None]
    struct = Struct(node.name, tuple([_typed_member(made) for made in members]))
    too_deep = nesting_depth(struct) > DEEPEST
    if too_deep:
        end = node.name_start + len(node.name)
        low.error(node.name_start, end, f"the type is nested deeper than {DEEPEST} levels, make it flatter")
    if too_deep or len(members) != len(node.members):
        low.poison(node.name, node.name_start)
        return
    declared = ir.StructDeclaration(node.start, node.end, node.name, node.name_start, struct)
    declared.members = tuple(members)
    low.structs[struct] = declared
    low.made.append(declared)
    low.module.structs.append(declared)
    low.declare(node.name, declared)


def _member(
    low: Lowering, struct: syntax.Struct, node: syntax.StructMember, seen: dict[str, syntax.StructMember]
) -> ir.StructMember | None:
    attributes = lower_attributes(low, node.attributes)
    type_ = mentioned_type(low, node.type)
    first = seen.setdefault(node.name, node)
    if first is not node:
        end = node.name_start + len(node.name)
        note = (first.name_start, first.name_start + len(first.name), "first declared here")
        low.error(node.name_start, end, f"`{struct.name}` has two members named `{node.name}`", (note,))
    if type_ is None or first is not node:
        return None
    place = (node.type.start, node.type.end)
    made = ir.StructMember(node.start, node.end, node.name, node.name_start, type_, *place, attributes)
    low.made.append(made)
    return made


def _typed_member(made: ir.StructMember) -> StructMember:
    size, align = attribute_value(made.attributes, "size"), attribute_value(made.attributes, "align")
    return StructMember(made.name, made.type, size, align, made)


def lower_assertion(low: Lowering, node: syntax.ConstAssert) -> ir.ConstAssert | None:
    """`const_assert`: its condition must be a const-expression, and true (WGSL §10.1)."""
    condition = value(low, node.condition)
    if condition is None or not require_stage(low, condition, ir.CONST, "a const_assert's condition"):
        return None
    condition = coerce(low, condition, BOOL, "a const_assert's condition")
    if condition is None:
        return None
    if condition.value is False:
        low.error(node.start, node.end, "this const_assert fails: its condition is false")
        return None
    made = ir.ConstAssert()
    made.start = node.start
    made.end = node.end
    made.condition = condition
    low.made.append(made)
    return made
