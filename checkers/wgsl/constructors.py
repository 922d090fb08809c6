"""Value constructors and conversions (WGSL §17.1)."""

from __future__ import annotations

from . import types
from .conversions import common_type, concretize, conversion_rank, with_element
from .overloads import OverloadError
from .predeclared import MATRIX_GENERATORS, VECTOR_GENERATORS
from .types import ABSTRACT_FLOAT, ABSTRACT_INT, Array, Matrix, Scalar, Struct, Type, Vector, memory


class Constructor:
    """A chosen constructor. `parameters` are what the arguments convert to, `result` is the type of the value.

    `kind`: `zero` (no arguments), `convert` (one scalar, vector or matrix of the same shape, the identity too), `splat`
    (a vector of one scalar), `components` (a vector of scalars and vectors), `columns` or `scalars` (a matrix),
    `elements` (an array), `members` (a structure), `extension` (a value of an extension type, of one scalar).
    """

    __slots__ = ("kind", "parameters", "result")

    def __init__(self, kind: str, parameters: tuple[Type, ...], result: Type) -> None:
        self.kind = kind
        self.parameters = parameters
        self.result = result


_memo: dict[tuple[Type | str, tuple[Type, ...], bool], Constructor] = memory()


def resolve_constructor(target: Type | str, arguments: tuple[Type, ...], const: bool = True) -> Constructor:
    """The constructor of `target` that takes `arguments`; raises OverloadError.

    `target` is a type, or the name of a generator without template arguments (`vec3`, `mat2x2`, `array`), whose element
    type the arguments decide. `const`: whether every argument is a const-expression; if not, no abstract type is left.
    """
    key = (target, arguments, const)
    found = _memo.get(key)
    if found is None:
        found = _memo[key] = _resolve(target, arguments, const)
    return found


def _resolve(target: Type | str, arguments: tuple[Type, ...], const: bool) -> Constructor:
    if isinstance(target, str):
        target = _inferred(target, arguments, const)
    if isinstance(target, Array):
        return _array(target, arguments)
    if isinstance(target, Struct):
        return _structure(target, arguments)
    if not isinstance(target, Scalar | Vector | Matrix):
        return _extension(target, arguments)
    if not arguments:
        return Constructor("zero", (), target)
    if len(arguments) == 1 and _convertible(arguments[0], target):
        return Constructor("convert", arguments if const else (concretize(arguments[0]),), target)
    if isinstance(target, Vector):
        return _vector(target, arguments)
    if isinstance(target, Matrix):
        return _matrix(target, arguments)
    raise _no_constructor(target, arguments, f"{target} takes one scalar")


def _inferred(name: str, arguments: tuple[Type, ...], const: bool) -> Type:
    """The type that a generator without template arguments makes of `arguments`."""
    if name == "array":
        element = common_type(arguments)
        if element is None:
            why = "the elements have no common type" if arguments else "it needs elements or template arguments"
            raise OverloadError(f"array({_listed(arguments)}) is no array: {why}")
        return types.array(element if const else concretize(element), len(arguments))
    if name not in VECTOR_GENERATORS and name not in MATRIX_GENERATORS:
        raise OverloadError(f"{name} cannot infer its template arguments, write them")
    if name in MATRIX_GENERATORS and not arguments:
        raise OverloadError(f"{name}() cannot infer its component type, write {name}<f32>()")
    scalars = tuple(types.scalar_of(argument) for argument in arguments)
    element = common_type(scalar for scalar in scalars if scalar is not None) if arguments else ABSTRACT_INT
    if not isinstance(element, Scalar) or None in scalars:
        raise OverloadError(f"no {name} is made of ({_listed(arguments)}): the arguments have no common component type")
    if name in MATRIX_GENERATORS and element is ABSTRACT_INT:
        element = ABSTRACT_FLOAT
    if not const:
        element = concretize(element)
    assert isinstance(element, Scalar)
    if name in VECTOR_GENERATORS:
        return types.vector(VECTOR_GENERATORS[name], element)
    if element.kind != "float":
        raise OverloadError(f"the components of {name} must be floats, not {element}")
    return types.matrix(*MATRIX_GENERATORS[name], element)


def _convertible(source: Type, target: Type) -> bool:
    """Whether one argument of type `source` makes `target` by converting each component."""
    if isinstance(target, Vector):
        return isinstance(source, Vector) and source.size == target.size
    if isinstance(target, Matrix):
        return isinstance(source, Matrix) and (source.columns, source.rows) == (target.columns, target.rows)
    return isinstance(source, Scalar)


def _vector(target: Vector, arguments: tuple[Type, ...]) -> Constructor:
    parameters = tuple(
        with_element(argument, target.element) for argument in arguments if isinstance(argument, Scalar | Vector)
    )
    if len(parameters) == len(arguments) and all(map(_fits, arguments, parameters)):
        total = sum(argument.size if isinstance(argument, Vector) else 1 for argument in arguments)
        if total == target.size:
            return Constructor("components", parameters, target)
        if total == len(arguments) == 1:
            return Constructor("splat", parameters, target)
        raise _no_constructor(target, arguments, f"it has {target.size} components, not {total}")
    raise _no_constructor(target, arguments, f"its components must be {target.element}, convert the others")


def _matrix(target: Matrix, arguments: tuple[Type, ...]) -> Constructor:
    for kind, part, count in (
        ("columns", target.column, target.columns),
        ("scalars", target.element, target.columns * target.rows),
    ):
        parameters = (part,) * count
        if len(arguments) == count and all(map(_fits, arguments, parameters)):
            return Constructor(kind, parameters, target)
    count = target.columns * target.rows
    raise _no_constructor(
        target,
        arguments,
        f"it takes {target.columns} columns of {target.column} or {count} scalars of {target.element}",
    )


def _array(target: Array, arguments: tuple[Type, ...]) -> Constructor:
    if not isinstance(target.count, int):
        size = "runtime-sized" if target.count is None else "sized by an override-expression"
        raise OverloadError(f"{target} has no constructor: it is {size}")
    if not arguments:
        return Constructor("zero", (), target)
    if len(arguments) != target.count:
        raise OverloadError(f"{target} takes {target.count} elements, not {len(arguments)}")
    for position, argument in enumerate(arguments):
        if not _fits(argument, target.element):
            raise OverloadError(f"element {position} of {target} must be {target.element}, not {argument}")
    return Constructor("elements", (target.element,) * len(arguments), target)


def _structure(target: Struct, arguments: tuple[Type, ...]) -> Constructor:
    if not arguments:
        return Constructor("zero", (), target)
    parameters = tuple(member.type for member in target.members)
    if len(arguments) != len(parameters):
        raise OverloadError(f"{target} takes {len(parameters)} members, not {len(arguments)}")
    for member, argument in zip(target.members, arguments, strict=True):
        if not _fits(argument, member.type):
            raise OverloadError(f"member {member.name} of {target} must be {member.type}, not {argument}")
    return Constructor("members", parameters, target)


def _extension(target: Type, arguments: tuple[Type, ...]) -> Constructor:
    """Matrices of extensions are made of nothing or of one scalar."""
    element = target.arguments[0] if isinstance(target, types.Opaque) and target.arguments else None
    if isinstance(element, Scalar) and "mat" in target.name:
        # A matrix of 8-bit integers takes a 32-bit one.
        wide = {types.I8: types.I32, types.U8: types.U32}.get(element, element)
        if not arguments:
            return Constructor("zero", (), target)
        if len(arguments) == 1 and _fits(arguments[0], wide):
            return Constructor("extension", (wide,), target)
    raise OverloadError(f"{target} has no constructor")


def _fits(argument: Type, parameter: Type) -> bool:
    return conversion_rank(argument, parameter) is not None


def _listed(arguments: tuple[Type, ...]) -> str:
    return ", ".join(map(str, arguments))


def _no_constructor(target: Type, arguments: tuple[Type, ...], why: str) -> OverloadError:
    return OverloadError(f"no {target} is made of ({_listed(arguments)}): {why}")
