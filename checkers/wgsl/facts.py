"""What rules ask about a module beyond its IR: computed when first asked, kept beside the module.

Every question costs time linear in the module over all askings together, whatever the module.
"""

from __future__ import annotations

from . import ir
from .types import (
    ABSTRACT_FLOAT,
    F16,
    F32,
    F64,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    Opaque,
    Scalar,
    Struct,
    Texture,
    Vector,
    scalar_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .types import Type

    # A scalar and, where a declared structure's member brings it in, the innermost such member.
    Held = tuple[Scalar, ir.StructMember | None]

_FLOATS = (F32, F16, ABSTRACT_FLOAT)
_INTEGERS = (I32, U32)
_OTHER_WIDTHS = (I64, U64, F64, I16, U16, I8, U8)


class Facts:
    """The facts of one module."""

    __slots__ = ("_components", "_floats", "_names", "_other_widths", "module")

    def __init__(self, module: ir.Module) -> None:
        self.module = module
        self._components: dict[tuple[ir.Let, int], tuple[ir.Expression, int]] = {}
        self._floats: dict[Type | None, Held | None] = {}
        self._names: frozenset[str] | None = None
        self._other_widths: dict[Type | None, Held | None] = {}

    # Types.

    def float_held(self, type: Type | None) -> Held | None:
        """A float of at most 32 bits, or the abstract one, in `type` at any depth, and the member that brings it in."""
        try:
            return self._floats[type]
        except KeyError:
            return _held(type, _FLOATS, self._floats)

    def float_in(self, type: Type | None) -> Scalar | None:
        """A float of at most 32 bits, or the abstract one, in `type` at any depth; None if there is none."""
        held = self.float_held(type)
        return held and held[0]

    def other_width_in(self, type: Type) -> Scalar | None:
        """A scalar of 64, 16 or 8 bits in `type` at any depth, `f16` apart; None if there is none."""
        held = _held(type, _OTHER_WIDTHS, self._other_widths)
        return held and held[0]

    # Names.

    def declares(self, *names: str) -> bool:
        """Whether the module declares one of `names` anywhere: a fix cannot count on its predeclared meaning then."""
        if self._names is None:
            kinds = (
                ir.StructDeclaration,
                ir.Alias,
                ir.Constant,
                ir.Override,
                ir.Variable,
                ir.Let,
                ir.Parameter,
                ir.Function,
            )
            self._names = frozenset(declared.name for kind in kinds for declared in self.module.of(kind))
        return not self._names.isdisjoint(names)

    # Values.

    def constant(self, expression: ir.Expression, component: int) -> int | None:
        """The value of a component of an integer scalar or vector (0 of a scalar), None where it is not known.

        Known is a const-expression, and what `let`s, constructors, swizzles and integer conversions make of one.
        """
        source, index = self._origin(expression, component)
        value = _component(source, index)
        scalar = expression.type.element if isinstance(expression.type, Vector) else expression.type
        if value is None:
            return None
        if scalar is U32:
            return value & 0xFFFFFFFF
        return (value + 0x80000000 & 0xFFFFFFFF) - 0x80000000

    def masked(self, amount: ir.Expression) -> bool:
        """Whether every component of a shift amount is known and below 32, or `e & c` or `c & e` with `c` known to be.

        `let`s, vector constructors, swizzles and conversions between integers pass the mask on: none changes a value
        from 0 to 31.
        """
        return all(self._component_masked(amount, component) for component in range(component_count(amount.type)))

    def _component_masked(self, amount: ir.Expression, component: int) -> bool:
        known = self.constant(amount, component)
        if known is not None:
            return 0 <= known < 32
        source, _ = self._origin(amount, component)
        if not isinstance(source, ir.Binary) or source.operator != "&":
            return False
        return self._is_mask(source.left) or self._is_mask(source.right)

    def _is_mask(self, operand: ir.Expression) -> bool:
        known = [self.constant(operand, component) for component in range(component_count(operand.type))]
        return all(value is not None and 0 <= value < 32 for value in known)

    def _origin(self, expression: ir.Expression, component: int) -> tuple[ir.Expression, int]:
        """The expression, and the component of it, that a component of an integer expression is a copy of."""
        passed: list[tuple[ir.Let, int]] = []
        step: tuple[ir.Expression, int] | None = (expression, component)
        while step is not None:
            expression, component = step
            if isinstance(expression, ir.ValueRef) and isinstance(expression.declaration, ir.Let):
                key = (expression.declaration, component)
                passed.append(key)
                step = self._components.get(key, (expression.declaration.initializer, component))
            else:
                step = _copied(expression, component)
        for key in passed:
            self._components[key] = (expression, component)
        return expression, component


def component_count(type: Type) -> int:
    """The number of components of a scalar or vector type."""
    return type.size if isinstance(type, Vector) else 1


def _held(type: Type | None, wanted: tuple[Scalar, ...], known: dict[Type | None, Held | None]) -> Held | None:
    """The first of the `wanted` scalars in `type`; `known` remembers it by type. Types nest to a bounded depth."""
    if type in known:
        return known[type]
    found: Held | None = None
    if isinstance(type, Scalar):
        found = (type, None) if type in wanted else None
    elif isinstance(type, Struct):
        for member in type.members:
            held = _held(member.type, wanted, known)
            if held is not None:
                declared = member.declaration
                found = (held[0], held[1] or (declared if isinstance(declared, ir.StructMember) else None))
                break
    else:
        found = next(filter(None, (_held(part, wanted, known) for part in _parts(type))), None)
    known[type] = found
    return found


def _parts(type: Type | None) -> tuple[Type, ...]:
    """The types that a type other than a scalar or a structure is made of."""
    if isinstance(type, Texture):
        return (type.sampled,)
    if isinstance(type, Opaque):
        return type.arguments
    part = getattr(type, "element", None) or getattr(type, "store", None)
    return () if part is None else (part,)


def _component(expression: ir.Expression, component: int) -> int | None:
    """A component of an integer expression's value, None where it is no const-expression."""
    value = expression.value[component] if isinstance(expression.value, tuple) else expression.value
    assert value is None or isinstance(value, int)
    return value


def _copied(expression: ir.Expression, component: int) -> tuple[ir.Expression, int] | None:
    """The operand, and its component, whose bits a component of `expression` has; None where it is computed."""
    if isinstance(expression, ir.Swizzle):
        return expression.base, expression.components[component]
    if isinstance(expression, ir.Index):
        position = expression.index.value
        if isinstance(expression.base.type, Vector) and isinstance(position, int):
            return expression.base, position
    elif isinstance(expression, ir.Convert) or (
        isinstance(expression, ir.BuiltinCall) and expression.name == "bitcast"
    ):
        operand = expression.operand if isinstance(expression, ir.Convert) else expression.arguments[0]
        # Between integers, each component keeps its bits; from another type it need not.
        if scalar_of(operand.type) in _INTEGERS:
            return operand, component
    elif isinstance(expression, ir.Construct):
        if len(expression.arguments) == 1:
            return expression.arguments[0], 0
        for argument in expression.arguments:
            if component < component_count(argument.type):
                return argument, component
            component -= component_count(argument.type)
    return None
