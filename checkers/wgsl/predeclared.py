"""What WGSL predeclares: types and type generators, enumerants, built-in values, extensions (WGSL §4, §6, §13)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .ir import Expression
    from .types import Type


class TypeProblem(Exception):
    """Template arguments that make no type; the message says what was expected."""


class BuiltinValue:
    """A built-in value (WGSL §13.3.1.1). `uses` are its (stage, direction) pairs: `("vertex", "out")`.

    `extension` is what must be enabled for it, or "".
    """

    __slots__ = ("extension", "name", "type", "uses")

    def __init__(self, name: str, type: Type, uses: tuple[tuple[str, str], ...], extension: str) -> None:
        self.name = name
        self.type = type
        self.uses = uses
        self.extension = extension


# Names that are types by themselves: `u32`, `vec3f`, `sampler`, `texture_depth_2d` …
TYPES: dict[str, Type] = {}
# Names that take template arguments: `vec3`, `mat2x2`, `array`, `atomic`, `ptr`, `texture_2d` …
GENERATORS: frozenset[str] = frozenset()
# Address spaces, access modes, texel formats.
ADDRESS_SPACES: frozenset[str] = frozenset()
ACCESS_MODES: frozenset[str] = frozenset()
TEXEL_FORMATS: dict[str, str] = {}
# What `@builtin(…)` names.
BUILTIN_VALUES: dict[str, BuiltinValue] = {}
# What `enable` and `requires` name.
ENABLE_EXTENSIONS: frozenset[str] = frozenset()
LANGUAGE_EXTENSIONS: frozenset[str] = frozenset()


def is_type_name(name: str) -> bool:
    """Whether `name` is a predeclared type or type generator."""
    return name in TYPES or name in GENERATORS


def is_enumerant(name: str) -> bool:
    """Whether `name` is a predeclared enumerant: an address space, an access mode or a texel format."""
    return name in ADDRESS_SPACES or name in ACCESS_MODES or name in TEXEL_FORMATS


def instantiate(name: str, arguments: tuple[Type | int | str | Expression, ...]) -> Type:
    """The type that `name<arguments>` denotes; raises TypeProblem.

    An argument is a type, the value of an integer const-expression, the name of an enumerant, or the expression itself
    where an override-expression counts the elements of an array.
    """
    raise NotImplementedError(name, arguments)
