"""Matches the patterns of the built-in function table with types, and builds types from them."""

from __future__ import annotations

from . import types
from .conversions import common_type, conversion_rank, result_structure
from .layout import is_constructible
from .types import ABSTRACT_FLOAT, ABSTRACT_INT, BOOL, F16, F32, F64, I16, I32, I64, U16, U32, U64, Scalar, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .builtin_table import Pattern, Signature

# The order in which a variable takes the types of its class that its arguments convert to: by rank of conversion,
# but an abstract type stays abstract if it can (§6.1.3).
_PREFERENCE = (ABSTRACT_FLOAT, I32, U32, F32, F16, I64, U64, F64, I16, U16)
# The variable that stands for any type in the table.
_ANY_TYPE = "E"
# A class of types that is not a set of scalars.
_CONSTRUCTIBLE = ("constructible",)


class Matching:
    """The variables of a signature while arguments are matched: types, and names or numbers."""

    __slots__ = ("fixed", "signature", "types", "values")

    def __init__(self, signature: Signature) -> None:
        self.signature = signature
        self.types: dict[str, Type] = {}
        self.values: dict[str, Any] = {}
        self.fixed: frozenset[str] = frozenset()

    def match(self, pattern: Pattern, type: object) -> bool:
        """Whether a template argument or an argument of `type` may stand at `pattern`; binds its variables."""
        kind = pattern[0]
        if kind == "variable":
            return self._variable(pattern[1], type)
        if kind == "name" or kind == "number":
            return type == pattern[1]
        if not isinstance(type, Type):
            return False
        if kind == "exact":
            return conversion_rank(type, pattern[1]) is not None
        return _MATCHERS[kind](self, pattern, type)

    def _variable(self, name: str, type: object) -> bool:
        allowed = self.signature.names.get(name)
        if allowed == _CONSTRUCTIBLE:
            if not isinstance(type, Type) or not is_constructible(type):
                return False
        elif allowed is not None or not isinstance(type, Type):
            return name not in self.signature.classes and name != _ANY_TYPE and self.value(name, type)
        bound = self.types.get(name)
        if bound is None:
            self.types[name] = type
            return name not in self.signature.classes or isinstance(type, Scalar)
        if name in self.fixed:
            return conversion_rank(type, bound) is not None
        common = common_type((bound, type))
        if common is None:
            return False
        self.types[name] = common
        return True

    def value(self, wanted: object, given: object) -> bool:
        """Whether a size, space or access mode fits: it is `wanted`, or what the variable `wanted` has or may take."""
        if not isinstance(wanted, str) or len(wanted) != 1:
            return wanted == given
        allowed = self.signature.names.get(wanted)
        if allowed is not None and given not in allowed:
            return False
        return self.values.setdefault(wanted, given) == given

    def settle(self, const: bool) -> bool:
        """Takes for each variable the preferred type of its class; false where none fits."""
        for name, allowed in self.signature.classes.items():
            bound = self.types.get(name)
            if bound is None:
                continue
            if bound in allowed and (const or bound not in (ABSTRACT_INT, ABSTRACT_FLOAT)):
                continue
            for candidate in _PREFERENCE if const else _PREFERENCE[1:]:
                if candidate in allowed and conversion_rank(bound, candidate) is not None:
                    self.types[name] = candidate
                    break
            else:
                return False
        return True

    def build(self, pattern: Pattern) -> Type:
        """The type that `pattern` stands for once its variables are settled."""
        kind = pattern[0]
        if kind == "exact":
            return pattern[1]
        if kind == "variable":
            return self.types[pattern[1]]
        return _BUILDERS[kind](self, pattern)

    def size(self, size: str | int) -> int:
        """The number that a size of a pattern is."""
        return self.values[size] if isinstance(size, str) else size


def _match_vector(matching: Matching, pattern: Pattern, type: Type) -> bool:
    _, size, element = pattern
    return isinstance(type, types.Vector) and matching.value(size, type.size) and matching.match(element, type.element)


def _match_matrix(matching: Matching, pattern: Pattern, type: Type) -> bool:
    _, columns, rows, element = pattern
    if not isinstance(type, types.Matrix) or not matching.value(columns, type.columns):
        return False
    return matching.value(rows, type.rows) and matching.match(element, type.element)


def _match_array(matching: Matching, pattern: Pattern, type: Type) -> bool:
    _, element, count = pattern
    if not isinstance(type, types.Array) or (type.count is None) != (count is None):
        return False
    return matching.value(count, type.count) and matching.match(element, type.element)


def _match_binding_array(matching: Matching, pattern: Pattern, type: Type) -> bool:
    return isinstance(type, types.BindingArray) and matching.match(pattern[1], type.element)


def _match_atomic(matching: Matching, pattern: Pattern, type: Type) -> bool:
    return isinstance(type, types.Atomic) and matching.match(pattern[1], type.element)


def _match_pointer(matching: Matching, pattern: Pattern, type: Type) -> bool:
    _, space, store, access = pattern
    if not isinstance(type, types.Pointer) or not matching.value(space, type.space):
        return False
    return matching.value(access, type.access) and matching.match(store, type.store)


def _match_texture(matching: Matching, pattern: Pattern, type: Type) -> bool:
    _, kind, dimension, sampled, access = pattern
    if not isinstance(type, types.Texture) or type.kind != kind or type.dimension != dimension:
        return False
    return (not access or matching.value(access, type.access)) and matching.match(sampled, type.sampled)


def _match_opaque(matching: Matching, pattern: Pattern, type: Type) -> bool:
    _, generator, items = pattern
    if not isinstance(type, types.Opaque) or type.generator != generator or len(type.template) != len(items):
        return False
    return all(matching.match(item, given) for item, given in zip(items, type.template, strict=True))


def _build_opaque(matching: Matching, pattern: Pattern) -> Type:
    _, generator, items = pattern
    template = tuple(
        item[1] if item[0] != "variable" else matching.types.get(item[1]) or matching.values[item[1]] for item in items
    )
    return types.opaque(generator, template)


def _build_pointer(matching: Matching, pattern: Pattern) -> Type:
    _, space, store, access = pattern
    space, access = matching.values.get(space, space), matching.values.get(access, access)
    return types.pointer(space, matching.build(store), access)


def _build_result(matching: Matching, pattern: Pattern) -> Type:
    """The predeclared structures that frexp, modf and atomicCompareExchangeWeak give (§17.5, §17.8)."""
    _, name, item = pattern
    type = matching.build(item)
    shape = f"vec{type.size}_" if isinstance(type, types.Vector) else ""
    scalar = types.scalar_of(type)
    assert scalar is not None
    assert isinstance(name, str)
    full = f"{name}_{shape}{'abstract' if scalar.abstract else scalar}"
    if name == "__modf_result":
        return result_structure(full, (("fract", type), ("whole", type)))
    if name == "__atomic_compare_exchange_result":
        return result_structure(full, (("old_value", type), ("exchanged", BOOL)))
    exponent = ABSTRACT_INT if scalar.abstract else I32
    power = types.vector(type.size, exponent) if isinstance(type, types.Vector) else exponent
    return result_structure(full, (("fract", type), ("exp", power)))


_MATCHERS = {
    "vector": _match_vector,
    "matrix": _match_matrix,
    "array": _match_array,
    "binding_array": _match_binding_array,
    "atomic": _match_atomic,
    "pointer": _match_pointer,
    "texture": _match_texture,
    "opaque": _match_opaque,
}
_BUILDERS = {
    "vector": lambda matching, pattern: types.vector(matching.size(pattern[1]), matching.build(pattern[2])),
    "matrix": lambda matching, pattern: types.matrix(
        matching.size(pattern[1]), matching.size(pattern[2]), matching.build(pattern[3])
    ),
    "array": lambda matching, pattern: types.array(matching.build(pattern[1]), matching.size(pattern[2])),
    "opaque": _build_opaque,
    "pointer": _build_pointer,
    "result": _build_result,
}
