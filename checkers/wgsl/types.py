"""The types of WGSL (§6), interned: two types are the same exactly when they are one object.

`str(type)` is the type as WGSL writes it (abstract types as the specification names them).
"""

from __future__ import annotations

import _thread

from ..diagnostic import clip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    T = TypeVar("T", bound="Type")


class Type:
    """A type. Structures compare by identity of their declaration; all other types are interned by the functions
    below."""

    __slots__ = ("name",)
    name: str

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


_LONGEST_PART = 200


def _within(part: object) -> str:
    """The name of a part of a type, shortened when long: types of types would otherwise grow with every step."""
    return clip(str(part), _LONGEST_PART)


class Scalar(Type):
    """`bool`, a number type, an abstract number, or a translator's 64-bit extension.

    `kind` is one of `bool`, `int` (signed), `uint`, `float`; `width` in bits, 0 when abstract.
    """

    __slots__ = ("abstract", "kind", "width")

    def __init__(self, name: str, kind: str, width: int) -> None:
        self.name = name
        self.kind = kind
        self.width = width
        self.abstract = name.startswith("Abstract")


class Vector(Type):
    """`vecN<T>`, `size` 2 to 4."""

    __slots__ = ("element", "size")

    def __init__(self, size: int, element: Scalar) -> None:
        self.name = f"vec{size}<{element}>"
        self.size = size
        self.element = element


class Matrix(Type):
    """`matCxR<T>`: `columns` columns of `rows` rows; `column` is the type of one."""

    __slots__ = ("column", "columns", "element", "rows")

    def __init__(self, columns: int, rows: int, column: Vector) -> None:
        self.name = f"mat{columns}x{rows}<{column.element}>"
        self.columns = columns
        self.rows = rows
        self.column = column
        self.element = column.element


class _Counted(Type):
    """Elements, `count` of them: an int; None when runtime-sized; an `ir.Expression` that is an override-expression."""

    __slots__ = ("count", "element")
    word = ""

    def __init__(self, element: Type, count: object, count_name: str) -> None:
        inside = _within(element)
        self.name = f"{self.word}<{inside}, {_within(count_name)}>" if count is not None else f"{self.word}<{inside}>"
        self.element = element
        self.count = count


class Array(_Counted):
    """`array<T, N>`."""

    __slots__ = ()
    word = "array"


class BindingArray(_Counted):
    """`binding_array<T, N>`, of an extension: resources indexed in a shader."""

    __slots__ = ()
    word = "binding_array"


class Atomic(Type):
    """`atomic<T>`; T is an integer scalar (or `vec2<u32>`, by an extension)."""

    __slots__ = ("element",)

    def __init__(self, element: Type) -> None:
        self.name = f"atomic<{element}>"
        self.element = element


class _View(Type):
    """A view of memory that holds `store`. `space`: function, private, workgroup, uniform, storage, handle, immediate
    or an extension's; `access`: read, write, read_write."""

    __slots__ = ("access", "space", "store")
    word = ""

    def __init__(self, space: str, store: Type, access: str) -> None:
        self.name = f"{self.word}<{space}, {_within(store)}, {access}>"
        self.space = space
        self.store = store
        self.access = access


class Pointer(_View):
    """`ptr<space, store, access>`."""

    __slots__ = ()
    word = "ptr"


class Reference(_View):
    """A memory view of type `ref<space, store, access>` (WGSL §6.5.3): what names of variables denote."""

    __slots__ = ()
    word = "ref"


class StructMember:
    """A member of a structure type. `size` and `align` are the attributes' values, None where not written.

    `declaration` is the `ir.StructMember` it comes from; None in built-in result structures.
    """

    __slots__ = ("align", "declaration", "name", "size", "type")

    def __init__(
        self, name: str, type: Type, size: int | None = None, align: int | None = None, declaration: object = None
    ) -> None:
        self.name = name
        self.type = type
        self.size = size
        self.align = align
        self.declaration = declaration


class Struct(Type):
    """A structure type, declared or built in (`__frexp_result_f32`)."""

    __slots__ = ("index", "members")

    def __init__(self, name: str, members: tuple[StructMember, ...]) -> None:
        self.name = name
        self.members = members
        self.index = {member.name: position for position, member in enumerate(members)}


class Texture(Type):
    """A texture type.

    `dimension`: 1d, 2d, 2d_array, 3d, cube, cube_array. `kind`: sampled, multisampled, depth, depth_multisampled,
    storage, external, texel_buffer (an extension, of dimension 1d). `sampled` is the scalar a read gives (f32, i32,
    u32). `format` and `access` of storage textures.
    """

    __slots__ = ("access", "dimension", "format", "kind", "sampled")

    def __init__(self, name: str, kind: str, dimension: str, sampled: Scalar, format: str, access: str) -> None:
        self.name = name
        self.kind = kind
        self.dimension = dimension
        self.sampled = sampled
        self.format = format
        self.access = access


class Sampler(Type):
    """`sampler` or `sampler_comparison`."""

    __slots__ = ("comparison",)

    def __init__(self, comparison: bool) -> None:
        self.name = "sampler_comparison" if comparison else "sampler"
        self.comparison = comparison


class Opaque(Type):
    """A type known by name alone, from an extension (`acceleration_structure`, `subgroup_matrix_left<f32, 8, 8>` …).

    `arguments` are the types among its template arguments; `generator` is the name without them and `template` is all
    of them.
    """

    __slots__ = ("arguments", "generator", "template")

    def __init__(self, generator: str, template: tuple[object, ...], name: str) -> None:
        self.name = name
        self.generator = generator
        self.template = template
        self.arguments = tuple(argument for argument in template if isinstance(argument, Type))


BOOL = Scalar("bool", "bool", 1)
I32 = Scalar("i32", "int", 32)
U32 = Scalar("u32", "uint", 32)
F32 = Scalar("f32", "float", 32)
F16 = Scalar("f16", "float", 16)
I64 = Scalar("i64", "int", 64)
U64 = Scalar("u64", "uint", 64)
F64 = Scalar("f64", "float", 64)
I16 = Scalar("i16", "int", 16)
U16 = Scalar("u16", "uint", 16)
I8 = Scalar("i8", "int", 8)
U8 = Scalar("u8", "uint", 8)
ABSTRACT_INT = Scalar("AbstractInt", "int", 0)
ABSTRACT_FLOAT = Scalar("AbstractFloat", "float", 0)
SAMPLER = Sampler(False)
SAMPLER_COMPARISON = Sampler(True)

_interned: dict[tuple[object, ...], Type] = {}
_memories: list[dict[Any, Any]] = []
# More than a run over thousands of real modules comes to.
_MOST_REMEMBERED = 50_000


def memory() -> dict[Any, Any]:
    """An empty dict for what is worked out about types; `forget` empties it again."""
    _memories.append({})
    return _memories[-1]


def forget() -> None:
    """Let go of the types of earlier modules, and of what was worked out about them, once that is much.

    Those that tables hold stay, and so does everything while other threads may be at modules of theirs.
    """
    if len(_interned) + sum(map(len, _memories)) <= _MOST_REMEMBERED or _thread._count():
        return
    for known in _memories:
        known.clear()
    for key, type in list(_interned.items()):
        if isinstance(type, _Counted | _View) or (isinstance(type, Opaque) and type.template):
            del _interned[key]


def _intern(make: type[T], *arguments: object) -> T:
    """The one type that `make` makes of `arguments`."""
    key = (make, *arguments)
    found = _interned.get(key)
    if found is None:
        found = _interned[key] = make(*arguments)
    return found  # pyright: ignore[reportReturnType]


def vector(size: int, element: Scalar) -> Vector:
    """The type `vec<size><element>`."""
    return _intern(Vector, size, element)


def matrix(columns: int, rows: int, element: Scalar) -> Matrix:
    """The type `mat<columns>x<rows><element>`."""
    return _intern(Matrix, columns, rows, vector(rows, element))


def array(element: Type, count: object, count_name: str = "") -> Array:
    """The type `array<element, count>`, runtime-sized when `count` is None.

    `count` may be an override-expression, written `count_name`: then two types are the same when the same expression
    object counts both.
    """
    return _intern(Array, element, count, count_name or str(count))


def binding_array(element: Type, count: object, count_name: str = "") -> BindingArray:
    """The type `binding_array<element, count>`."""
    return _intern(BindingArray, element, count, count_name or str(count))


def atomic(element: Type) -> Atomic:
    """The type `atomic<element>`."""
    return _intern(Atomic, element)


def pointer(space: str, store: Type, access: str) -> Pointer:
    """The type `ptr<space, store, access>`."""
    return _intern(Pointer, space, store, access)


def reference(space: str, store: Type, access: str) -> Reference:
    """The type `ref<space, store, access>`."""
    return _intern(Reference, space, store, access)


def texture(name: str, kind: str, dimension: str, sampled: Scalar, format: str = "", access: str = "") -> Texture:
    """The texture type that WGSL writes as `name`."""
    return _intern(Texture, name, kind, dimension, sampled, format, access)


def opaque(generator: str, template: tuple[object, ...] = ()) -> Opaque:
    """The extension type `generator<template>`."""
    name = f"{generator}<{', '.join(map(_within, template))}>" if template else generator
    return _intern(Opaque, generator, template, name)


def is_integer(type: Type | None) -> bool:
    """Whether it is an integer scalar, of any width or abstract."""
    return isinstance(type, Scalar) and type.kind in ("int", "uint")


def scalar_of(type: Type | None) -> Scalar | None:
    """The scalar of a scalar, vector or matrix type; None of any other."""
    if isinstance(type, Scalar):
        return type
    if isinstance(type, Vector | Matrix):
        return type.element
    return None
