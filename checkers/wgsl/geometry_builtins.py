"""Vectors and matrices of constants: products, lengths, transpose, determinant (WGSL §8.7, §17.5).

Each function takes the scalar type and computes in it step by step, as its definition in the specification does: a step
that overflows raises ConstError.
"""

from __future__ import annotations

import math
from functools import reduce

from .scalar_arithmetic import ConstError, add, divide, multiply, round_float, subtract
from .types import Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from .scalar_arithmetic import Number

    Components: TypeAlias = Sequence[Number]
    Columns: TypeAlias = Sequence[Components]


def _sum(scalar: Scalar, terms: Components) -> Number:
    return reduce(lambda total, term: add(scalar, total, term), terms)


def _scaled(scalar: Scalar, factor: Number, vector: Components) -> tuple[Number, ...]:
    return tuple(multiply(scalar, factor, component) for component in vector)


def _difference(scalar: Scalar, left: Components, right: Components) -> tuple[Number, ...]:
    return tuple(subtract(scalar, a, b) for a, b in zip(left, right, strict=True))


def dot(scalar: Scalar, left: Components, right: Components) -> Number:
    """The dot product; of concrete integers it wraps."""
    return _sum(scalar, tuple(multiply(scalar, a, b) for a, b in zip(left, right, strict=True)))


def cross(scalar: Scalar, left: Components, right: Components) -> tuple[Number, ...]:
    """The cross product."""
    (a, b, c), (x, y, z) = left, right
    minors = ((b, z, c, y), (c, x, a, z), (a, y, b, x))
    return tuple(subtract(scalar, multiply(scalar, p, q), multiply(scalar, r, s)) for p, q, r, s in minors)


def length(scalar: Scalar, value: Number | Components) -> float:
    """The length of a vector, or the absolute value of a scalar."""
    if isinstance(value, int | float):
        return abs(value)
    return round_float(scalar, math.sqrt(dot(scalar, value, value)))


def distance(scalar: Scalar, left: Number | Components, right: Number | Components) -> float:
    """The length of the difference."""
    if isinstance(left, int | float) or isinstance(right, int | float):
        return abs(subtract(scalar, left, right))  # pyright: ignore[reportArgumentType]
    return length(scalar, _difference(scalar, left, right))


def normalize(scalar: Scalar, value: Components) -> tuple[Number, ...]:
    """The unit vector in the same direction."""
    size = length(scalar, value)
    if size == 0:
        raise ConstError("normalize takes a vector that has a length other than zero")
    return tuple(divide(scalar, component, size) for component in value)


def face_forward(scalar: Scalar, value: Components, incident: Components, normal: Components) -> tuple[Number, ...]:
    """`value`, or its negation where `incident` and `normal` point the same way."""
    away = dot(scalar, incident, normal) < 0
    return tuple(component if away else -component for component in value)


def reflect(scalar: Scalar, incident: Components, normal: Components) -> tuple[Number, ...]:
    """The reflection of `incident` at a surface of that `normal`."""
    twice = multiply(scalar, 2.0, dot(scalar, normal, incident))
    return _difference(scalar, incident, _scaled(scalar, twice, normal))


def refract(scalar: Scalar, incident: Components, normal: Components, ratio: float) -> tuple[Number, ...]:
    """The refraction of `incident`; zero where it is reflected wholly."""
    along = dot(scalar, normal, incident)
    squared = multiply(scalar, ratio, ratio)
    across = subtract(scalar, 1.0, multiply(scalar, along, along))
    rest = subtract(scalar, 1.0, multiply(scalar, squared, across))
    if rest < 0:
        return (0.0,) * len(incident)
    bend = add(scalar, multiply(scalar, ratio, along), round_float(scalar, math.sqrt(rest)))
    return _difference(scalar, _scaled(scalar, ratio, incident), _scaled(scalar, bend, normal))


def transpose(scalar: Scalar, matrix: Columns) -> tuple[tuple[Number, ...], ...]:
    """Columns made rows."""
    return tuple(zip(*matrix, strict=True))


def determinant(scalar: Scalar, matrix: Columns) -> Number:
    """The determinant of a square matrix of size 2, 3 or 4, by its minors."""
    if len(matrix) == 1:
        return matrix[0][0]
    first, *rest = matrix
    terms: list[Number] = []
    for row, factor in enumerate(first):
        minor = determinant(scalar, [[*column[:row], *column[row + 1 :]] for column in rest])
        terms.append(multiply(scalar, -factor if row % 2 else factor, minor))
    return _sum(scalar, terms)


def matrix_times_vector(scalar: Scalar, matrix: Columns, vector: Components) -> tuple[Number, ...]:
    """The column vector `matrix` × `vector`."""
    return tuple(dot(scalar, row, vector) for row in zip(*matrix, strict=True))


def vector_times_matrix(scalar: Scalar, vector: Components, matrix: Columns) -> tuple[Number, ...]:
    """The row vector `vector` × `matrix`."""
    return tuple(dot(scalar, vector, column) for column in matrix)


def matrix_times_matrix(scalar: Scalar, left: Columns, right: Columns) -> tuple[tuple[Number, ...], ...]:
    """The matrix product."""
    return tuple(matrix_times_vector(scalar, left, column) for column in right)


WHOLE = {
    "cross": cross,
    "determinant": determinant,
    "distance": distance,
    "dot": dot,
    "faceForward": face_forward,
    "length": length,
    "normalize": normalize,
    "reflect": reflect,
    "refract": refract,
    "transpose": transpose,
}
