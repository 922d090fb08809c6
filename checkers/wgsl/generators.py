"""Type generators: what template arguments each takes and the type it makes of them (WGSL §6)."""

from __future__ import annotations

from . import types
from .layout import DEEPEST, is_plain, nesting_depth
from .predeclared import (
    ACCESS_MODES,
    ADDRESS_SPACES,
    GENERATORS,
    MATRIX_GENERATORS,
    TEXEL_FORMATS,
    TEXTURE_GENERATORS,
    TYPES,
    VECTOR_GENERATORS,
)
from .types import F16, F32, F64, I32, I64, U32, U64, Scalar, Type, memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .ir import Expression

    Argument = Type | int | str | Expression
    Generator = Callable[[str, tuple[Argument, ...]], Type]

_memo: dict[tuple[object, ...], Type] = memory()


class TypeProblem(Exception):
    """Template arguments that make no type; the message says what was expected."""


def instantiate(name: str, arguments: tuple[Argument, ...]) -> Type:
    """The type that `name<arguments>` denotes; raises TypeProblem.

    An argument is a type, the value of an integer const-expression, the name of an enumerant, or the expression itself
    where an override-expression counts the elements of an array.
    """
    if not arguments and name in TYPES:
        return TYPES[name]
    # An enumerant argument is a str and a count an int: neither equals the other or a type.
    key = (name, *arguments)
    found = _memo.get(key)
    if found is None:
        found = _memo[key] = _instantiate(name, arguments)
    return found


def _instantiate(name: str, arguments: tuple[Argument, ...]) -> Type:
    if name not in GENERATORS:
        if name in TYPES:
            raise TypeProblem(f"{name} takes no template arguments")
        raise TypeProblem(f"{name} is not a type")
    make, least, most, wanted = _FORMS[name]
    if not least <= len(arguments) <= most:
        given = f"not {len(arguments)}" if arguments else "and none are given"
        raise TypeProblem(f"{name} takes the template arguments {name}<{wanted}>, {given}")
    return make(name, arguments)


def _type(name: str, argument: Argument, what: str) -> Type:
    if not isinstance(argument, Type):
        raise TypeProblem(f"{name} needs {what}, not {describe(argument)}")
    return argument


def describe(argument: Argument) -> str:
    """A template argument as a message names it."""
    if isinstance(argument, int):
        return f"the number {argument}"
    if isinstance(argument, Type | str):
        return str(argument)
    return "an expression"


def _scalar(name: str, argument: Argument, allowed: tuple[Scalar, ...], shown: str) -> Scalar:
    """`argument` as one of the `allowed` scalars, which the message lists as `shown`."""
    if not isinstance(argument, Scalar) or argument not in allowed:
        raise TypeProblem(f"the component of {name} must be {shown}, not {describe(argument)}")
    return argument


def _vector(name: str, arguments: tuple[Argument, ...]) -> Type:
    element = arguments[0]
    if not isinstance(element, Scalar):
        raise TypeProblem(f"the component of {name} must be a scalar type, not {describe(element)}")
    return types.vector(VECTOR_GENERATORS[name], element)


def _matrix(name: str, arguments: tuple[Argument, ...]) -> Type:
    element = _scalar(name, arguments[0], (F32, F16, F64), "f32 or f16")
    return types.matrix(*MATRIX_GENERATORS[name], element)


def _count(name: str, argument: Argument) -> tuple[object, str]:
    """An element count and how to write it: an int of at least 1, or an override-expression."""
    if isinstance(argument, (Type | str, bool)):
        raise TypeProblem(f"the element count of {name} must be an integer expression, not {describe(argument)}")
    if isinstance(argument, int):
        if argument < 1:
            raise TypeProblem(f"the element count of {name} must be at least 1, not {argument}")
        return argument, str(argument)
    declaration = getattr(argument, "declaration", None)
    return argument, getattr(declaration, "name", "an override-expression")


def _array(name: str, arguments: tuple[Argument, ...]) -> Type:
    element = _type(name, arguments[0], "an element type")
    if not is_plain(element):
        raise TypeProblem(f"the elements of an array must be of a plain type, not {element}")
    if isinstance(element, types.Array) and element.count is None:
        raise TypeProblem(f"the elements of an array must have a fixed size, and {element} is runtime-sized")
    if nesting_depth(element) >= DEEPEST:
        raise TypeProblem(f"the type is nested deeper than {DEEPEST} levels, make it flatter")
    if len(arguments) == 1:
        return types.array(element, None)
    return types.array(element, *_count(name, arguments[1]))


def _binding_array(name: str, arguments: tuple[Argument, ...]) -> Type:
    element = _type(name, arguments[0], "a resource type")
    if len(arguments) == 1:
        return types.binding_array(element, None)
    return types.binding_array(element, *_count(name, arguments[1]))


def _atomic(name: str, arguments: tuple[Argument, ...]) -> Type:
    element = arguments[0]
    if element not in (I32, U32, I64, U64, F32, types.vector(2, U32)):
        raise TypeProblem(f"an atomic holds i32 or u32, not {describe(element)}")
    assert isinstance(element, Type)
    return types.atomic(element)


def _pointer(name: str, arguments: tuple[Argument, ...]) -> Type:
    space = arguments[0]
    if not isinstance(space, str) or space not in ADDRESS_SPACES:
        raise TypeProblem(f"the first template argument of ptr must be an address space, not {describe(space)}")
    store = _type(name, arguments[1], "a store type")
    if isinstance(store, types.Pointer | types.Reference):
        raise TypeProblem(f"a ptr cannot point to {store}, which is not storable")
    access: Argument = ADDRESS_SPACES[space]
    if len(arguments) == 3:
        access = arguments[2]
        if not isinstance(access, str) or access not in ACCESS_MODES:
            raise TypeProblem(f"the third template argument of ptr must be an access mode, not {describe(access)}")
        if space != "storage":
            raise TypeProblem(f"only pointers into storage are written with an access mode, not ones into {space}")
        if access not in ("read", "read_write"):
            raise TypeProblem(f"a pointer into storage is read or read_write, not {access}")
    return types.pointer(space, store, access)


def _sampled(name: str, arguments: tuple[Argument, ...]) -> Type:
    sampled = _scalar(name, arguments[0], (F32, I32, U32), "f32, i32 or u32")
    return types.texture(f"{name}<{sampled}>", *TEXTURE_GENERATORS[name], sampled)


def _storage(name: str, arguments: tuple[Argument, ...]) -> Type:
    format, access = arguments
    if not isinstance(format, str) or format not in TEXEL_FORMATS:
        raise TypeProblem(f"the first template argument of {name} must be a texel format, not {describe(format)}")
    if not isinstance(access, str) or access not in ACCESS_MODES:
        raise TypeProblem(f"the second template argument of {name} must be an access mode, not {describe(access)}")
    kind, dimension = TEXTURE_GENERATORS[name]
    if kind == "texel_buffer" and access not in ("read", "read_write"):
        raise TypeProblem(f"a texel_buffer is read or read_write, not {access}")
    return types.texture(f"{name}<{format}, {access}>", kind, dimension, TEXEL_FORMATS[format], format, access)


def _opaque(name: str, arguments: tuple[Argument, ...]) -> Type:
    return types.opaque(name, arguments)


def _buffer(name: str, arguments: tuple[Argument, ...]) -> Type:
    size = arguments[0]
    if isinstance(size, Type | str | bool):
        raise TypeProblem(f"the size of buffer must be an integer expression, not {describe(size)}")
    if isinstance(size, int) and (size < 1 or size % 2):
        raise TypeProblem(f"the size of buffer must be positive and a multiple of its alignment, not {size}")
    return types.opaque(name, arguments)


def _subgroup_matrix(name: str, arguments: tuple[Argument, ...]) -> Type:
    allowed = (F32, F16, I32, U32, types.I8, types.U8)
    _scalar(name, arguments[0], allowed, "f32, f16, i32, u32, i8 or u8")
    for size in arguments[1:]:
        if not isinstance(size, int) or isinstance(size, bool) or size < 1:
            raise TypeProblem(f"the sizes of {name} must be positive integers, not {describe(size)}")
    return types.opaque(name, arguments)


_FORMS: dict[str, tuple[Generator, int, int, str]] = {
    "array": (_array, 1, 2, "element type, count"),
    "binding_array": (_binding_array, 1, 2, "resource type, count"),
    "atomic": (_atomic, 1, 1, "i32 or u32"),
    "ptr": (_pointer, 2, 3, "address space, store type, access mode"),
    "buffer": (_buffer, 1, 1, "size"),
    "acceleration_structure": (_opaque, 1, 1, "vertex_return"),
    "ray_query": (_opaque, 1, 1, "vertex_return"),
    "input_attachment": (_opaque, 1, 1, "component type"),
    "coop_mat8x8": (_opaque, 2, 2, "component type, role"),
    "coop_mat16x16": (_opaque, 2, 2, "component type, role"),
}
for _name in ("subgroup_matrix_left", "subgroup_matrix_right", "subgroup_matrix_result"):
    _FORMS[_name] = (_subgroup_matrix, 3, 3, "component type, columns, rows")
for _name in VECTOR_GENERATORS:
    _FORMS[_name] = (_vector, 1, 1, "component type")
for _name in MATRIX_GENERATORS:
    _FORMS[_name] = (_matrix, 1, 1, "component type")
for _name, (_kind, _) in TEXTURE_GENERATORS.items():
    if _kind in ("storage", "texel_buffer"):
        _FORMS[_name] = (_storage, 2, 2, "texel format, access mode")
    else:
        _FORMS[_name] = (_sampled, 1, 1, "component type")
