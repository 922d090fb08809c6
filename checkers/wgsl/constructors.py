"""Value constructors and conversions (WGSL §17.1)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .types import Type


class Constructor:
    """A chosen constructor. `parameters` are what the arguments convert to, `result` is the type of the value.

    `kind`: `zero` (no arguments), `convert` (one scalar, vector or matrix of the same shape, the identity too), `splat` (a vector of
    one scalar), `components` (a vector of scalars and vectors), `columns` or `scalars` (a matrix), `elements` (an
    array), `members` (a structure).
    """

    __slots__ = ("kind", "parameters", "result")

    def __init__(self, kind: str, parameters: tuple[Type, ...], result: Type) -> None:
        self.kind = kind
        self.parameters = parameters
        self.result = result


def resolve_constructor(target: Type | str, arguments: tuple[Type, ...], const: bool = True) -> Constructor:
    """The constructor of `target` that takes `arguments`; raises OverloadError.

    `target` is a type, or the name of a generator without template arguments (`vec3`, `mat2x2`, `array`), whose element type
    the arguments decide. `const`: whether every argument is a const-expression; if not, no abstract type is left.
    """
    raise NotImplementedError(target, arguments, const)
