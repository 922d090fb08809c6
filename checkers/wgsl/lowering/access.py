"""Components, elements, columns and members, of values and through memory views (WGSL §8.5)."""

from __future__ import annotations

from .. import ir, syntax
from ..constants import ConstError, check_index, fold_index
from ..conversions import concretize
from ..types import Array, BindingArray, Matrix, Pointer, Reference, Struct, Type, Vector, is_integer, reference, vector
from .context import declared_here
from .operands import HANDLERS, convert, fold_failure, load, value
from .unresolved import suggestion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .context import Lowering

_INDEXED = (Array, Vector, Matrix, BindingArray)
# Each swizzle's component indices, and the size of vector it needs.
_SWIZZLES: dict[str, tuple[tuple[int, ...], int]] = {}


def lower_access(low: Lowering, node: syntax.Index | syntax.Member) -> ir.Expression | None:
    """A chain `base.a[i].b`: a value, or a reference where it goes through memory."""
    return _lower_chain(low, node, False)


def lower_target(low: Lowering, node: syntax.Expression) -> ir.Expression | None:
    """What is assigned to: as any expression, but several components of a vector in memory stay a reference."""
    if isinstance(node, syntax.Index | syntax.Member):
        return _lower_chain(low, node, True)
    return HANDLERS[type(node)](low, node)


def _lower_chain(low: Lowering, node: syntax.Index | syntax.Member, target: bool) -> ir.Expression | None:
    # Chains are left-deep and of any length, so there is no recursion down their left side.
    spine: list[syntax.Index | syntax.Member] = [node]
    base = node.base
    while type(base) is syntax.Index or type(base) is syntax.Member:
        spine.append(base)
        base = base.base
    made = HANDLERS[type(base)](low, base)
    while spine:
        node = spine.pop()
        if type(node) is syntax.Index:
            index = value(low, node.index)
            made = None if made is None or index is None else _index(low, node, made, index)
        elif made is not None and isinstance(node, syntax.Member):
            made = _member(low, node, made, target)
    return made


def indirection(low: Lowering, operand: ir.Expression, start: int, end: int) -> ir.Indirection:
    """A reference from a pointer, written (`*p`) or implied (`p.x`)."""
    view = operand.type
    assert type(view) is Pointer
    made = ir.Indirection()
    made.start = start
    made.end = end
    made.type = reference(view.space, view.store, view.access)
    made.stage = ir.RUNTIME
    made.value = None
    made.operand = operand
    low.made.append(made)
    return made


def _view(low: Lowering, base: ir.Expression) -> tuple[ir.Expression | None, Type, Reference | None]:
    """The base with pointers followed, the type it holds, and its view when it is memory."""
    type_ = base.type
    if type(type_) is Reference:
        if type(type_.store) is not Pointer:
            return base, type_.store, type_
        loaded = load(low, base)
        if loaded is None:
            return None, type_, None
        base, type_ = loaded, loaded.type
    if type(type_) is Pointer:
        base = indirection(low, base, base.start, base.end)
        return base, type_.store, reference(type_.space, type_.store, type_.access)
    return base, type_, None


def _index(low: Lowering, node: syntax.Index, base: ir.Expression, index: ir.Expression) -> ir.Expression | None:
    viewed, type_, view = _view(low, base)
    if viewed is None:
        return None
    if not isinstance(type_, _INDEXED):
        low.error(node.start, node.end, f"`[…]` indexes an array, a vector or a matrix, and this is of type `{type_}`")
        return None
    converted = _position(low, type_, index)
    if converted is None:
        return None
    index = converted
    if index.stage != ir.CONST and viewed.stage == ir.CONST:
        # What no const-expression selects from has no abstract type.
        converted = convert(low, viewed, concretize(type_))
        if converted is None:
            return None
        viewed = converted
    element = _element(viewed.type if view is None else type_)
    made = ir.Index()
    made.start = node.start
    made.end = node.end
    made.type = element if view is None else reference(view.space, element, view.access)
    made.stage = max(viewed.stage, index.stage)
    made.value = None
    made.base = viewed
    made.index = index
    if index.value is not None and viewed.value is not None:
        try:
            made.value = fold_index(type_, viewed.value, index.value)  # pyright: ignore[reportArgumentType]
        except ConstError as problem:
            if not fold_failure(low, node.start, node.end, problem):
                return None
    low.made.append(made)
    return made


def _position(low: Lowering, type_: Type, index: ir.Expression) -> ir.Expression | None:
    """The index as a concrete integer, in range where it is known."""
    kind = index.type
    if not is_integer(kind):
        low.error(index.start, index.end, f"an index must be an integer (`i32` or `u32`), and this is of type `{kind}`")
        return None
    converted = convert(low, index, concretize(kind))
    if converted is None:
        return None
    if converted.value is not None and not low.silent:
        problem = check_index(type_, converted.value)  # pyright: ignore[reportArgumentType]
        if problem is not None:
            low.error(index.start, index.end, problem)
            return None
    return converted


def _element(type_: Type) -> Type:
    if isinstance(type_, Matrix):
        return type_.column
    assert isinstance(type_, Array | Vector | BindingArray)
    return type_.element


def _member(low: Lowering, node: syntax.Member, base: ir.Expression, target: bool) -> ir.Expression | None:
    viewed, type_, view = _view(low, base)
    if viewed is None:
        return None
    if type(type_) is Vector:
        return _swizzle(low, node, viewed, type_, view, target)
    if type(type_) is not Struct:
        low.error(
            node.name_start,
            node.end,
            f"`.{node.name}` names a structure's member or a vector's components, and this is of type `{type_}`",
        )
        return None
    position = type_.index.get(node.name)
    if position is None:
        near = suggestion(low, node.name, type_.index)
        declared = low.structs.get(type_)
        notes = declared_here(declared) if declared is not None else ()
        low.error(node.name_start, _name_end(node), f"`{type_}` has no member `{node.name}`{near}", notes)
        return None
    member = type_.members[position].type
    made = ir.MemberAccess()
    made.start = node.start
    made.end = node.end
    made.type = member if view is None else reference(view.space, member, view.access)
    made.stage = viewed.stage
    made.value = viewed.value[position] if isinstance(viewed.value, tuple) else None
    made.base = viewed
    made.name = node.name
    made.position = position
    low.made.append(made)
    return made


def _name_end(node: syntax.Member) -> int:
    return node.name_start + len(node.name)


def _swizzle(
    low: Lowering, node: syntax.Member, base: ir.Expression, type_: Vector, view: Reference | None, target: bool
) -> ir.Expression | None:
    components = _letters(low, node, type_)
    if components is None:
        return None
    result: Type = type_.element
    if len(components) > 1:
        result = vector(len(components), type_.element)
        if view is not None and not (target and len(set(components)) == len(components)):
            loaded = load(low, base)
            if loaded is None:
                return None
            base = loaded
            view = None
    if view is not None:
        result = reference(view.space, result, view.access)
    made = ir.Swizzle()
    made.start = node.start
    made.end = node.end
    made.type = result
    made.stage = base.stage
    made.value = _components(base.value, components)
    made.base = base
    made.components = components
    low.made.append(made)
    return made


def _letters(low: Lowering, node: syntax.Member, type_: Vector) -> tuple[int, ...] | None:
    """The components that a swizzle names, each below the size of the vector."""
    name = node.name
    known = _SWIZZLES.get(name)
    if known is None:
        letters = "xyzw" if name[0] in "xyzw" else "rgba"
        indices = tuple([letters.find(letter) for letter in name])
        if len(name) > 4 or min(indices) < 0:
            low.error(
                node.name_start,
                _name_end(node),
                f"`{name}` is no swizzle: one to four of the letters `xyzw`, or of `rgba`, name a vector's components",
            )
            return None
        known = _SWIZZLES[name] = (indices, max(indices) + 1)
    components, needed = known
    if needed > type_.size:
        low.error(node.name_start, _name_end(node), f"`{name}` names a component that `{type_}` does not have")
        return None
    return components


def _components(whole: ir.Value | None, components: tuple[int, ...]) -> ir.Value | None:
    if not isinstance(whole, tuple):
        return None
    if len(components) == 1:
        return whole[components[0]]
    return tuple(whole[position] for position in components)
