"""Vectors and matrices of constants: products, lengths, transpose, determinant (WGSL §8.7, §17.5).

Each function takes the scalar type and returns values that are rounded to it, or raises ConstError.
"""

from __future__ import annotations

import math

from .scalar_arithmetic import ConstError, round_float, settle
from .types import Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from .scalar_arithmetic import Number

    Components: TypeAlias = Sequence[Number]
    Columns: TypeAlias = Sequence[Components]


def dot(scalar: Scalar, left: Components, right: Components) -> Number:
    """The dot product; of concrete integers it wraps."""
    return settle(scalar, sum(a * b for a, b in zip(left, right, strict=True)))


def _dot(left: Components, right: Components) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))


def _rounded(scalar: Scalar, values: Components) -> tuple[float, ...]:
    return tuple(round_float(scalar, value) for value in values)


def cross(scalar: Scalar, left: Components, right: Components) -> tuple[float, ...]:
    """The cross product."""
    (a, b, c), (x, y, z) = left, right
    return _rounded(scalar, (b * z - c * y, c * x - a * z, a * y - b * x))


def length(scalar: Scalar, value: Number | Components) -> float:
    """The length of a vector, or the absolute value of a scalar."""
    components = (value,) if isinstance(value, int | float) else value
    return round_float(scalar, math.hypot(*components))


def distance(scalar: Scalar, left: Number | Components, right: Number | Components) -> float:
    """The length of the difference."""
    if isinstance(left, int | float) or isinstance(right, int | float):
        return round_float(scalar, abs(left - right))  # pyright: ignore[reportOperatorIssue]
    return length(scalar, _rounded(scalar, tuple(a - b for a, b in zip(left, right, strict=True))))


def normalize(scalar: Scalar, value: Components) -> tuple[float, ...]:
    """The unit vector in the same direction."""
    size = math.hypot(*value)
    if size == 0:
        raise ConstError("normalize takes a vector other than zero, which has no direction")
    return _rounded(scalar, tuple(component / size for component in value))


def face_forward(scalar: Scalar, value: Components, incident: Components, normal: Components) -> tuple[float, ...]:
    """`value`, or its negation where `incident` and `normal` point the same way."""
    away = round_float(scalar, _dot(incident, normal)) < 0
    return tuple(component if away else -component for component in value)


def reflect(scalar: Scalar, incident: Components, normal: Components) -> tuple[float, ...]:
    """The reflection of `incident` at a surface of that `normal`."""
    twice = 2 * _dot(normal, incident)
    return _rounded(scalar, tuple(a - twice * b for a, b in zip(incident, normal, strict=True)))


def refract(scalar: Scalar, incident: Components, normal: Components, ratio: float) -> tuple[float, ...]:
    """The refraction of `incident`; zero where it is reflected wholly."""
    along = _dot(normal, incident)
    rest = round_float(scalar, 1.0 - ratio * ratio * (1.0 - along * along))
    if rest < 0:
        return (0.0,) * len(incident)
    bend = ratio * along + math.sqrt(rest)
    return _rounded(scalar, tuple(ratio * a - bend * b for a, b in zip(incident, normal, strict=True)))


def transpose(scalar: Scalar, matrix: Columns) -> tuple[tuple[float, ...], ...]:
    """Columns made rows."""
    return tuple(zip(*matrix, strict=True))


def determinant(scalar: Scalar, matrix: Columns) -> float:
    """The determinant of a square matrix of size 2, 3 or 4."""
    return round_float(scalar, _determinant(matrix))


def _determinant(matrix: Columns) -> float:
    if len(matrix) == 1:
        return matrix[0][0]
    first, *rest = matrix
    total = 0.0
    for row, factor in enumerate(first):
        minor = [[*column[:row], *column[row + 1 :]] for column in rest]
        total += (-factor if row % 2 else factor) * _determinant(minor)
    return total


def matrix_times_vector(scalar: Scalar, matrix: Columns, vector: Components) -> tuple[float, ...]:
    """The column vector `matrix` × `vector`."""
    return _rounded(scalar, tuple(_dot(row, vector) for row in zip(*matrix, strict=True)))


def vector_times_matrix(scalar: Scalar, vector: Components, matrix: Columns) -> tuple[float, ...]:
    """The row vector `vector` × `matrix`."""
    return _rounded(scalar, tuple(_dot(vector, column) for column in matrix))


def matrix_times_matrix(scalar: Scalar, left: Columns, right: Columns) -> tuple[tuple[float, ...], ...]:
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
