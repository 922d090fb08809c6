"""Overload resolution of operators (WGSL §8.6 to §8.9): no table, the sets are few and regular."""

from __future__ import annotations

from . import types
from .conversions import common_type, concretize, conversion_rank, with_element
from .overloads import Overload, OverloadError
from .types import BOOL, U32, Matrix, Scalar, Vector, memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .types import Type

_unary: dict[tuple[str, Type, bool], Overload] = memory()
_binary: dict[tuple[str, Type, Type, bool], Overload] = memory()


def resolve_unary(operator: str, operand: Type, const: bool = True) -> Overload:
    """The overload of `-`, `!` or `~`; raises OverloadError. `const`: as for `resolve_builtin`."""
    key = (operator, operand, const)
    found = _unary.get(key)
    if found is None:
        found = _unary[key] = _resolve_unary(operator, operand if const else concretize(operand))
    return found


def _resolve_unary(operator: str, operand: Type) -> Overload:
    scalar = types.scalar_of(operand)
    kinds, wanted = _UNARY[operator]
    if scalar is None or scalar.kind not in kinds or isinstance(operand, Matrix):
        hint = ""
        if operator == "-" and scalar is not None and scalar.kind == "uint":
            hint = ": an unsigned value has no negative, write 0 - x to wrap"
        raise OverloadError(f"unary {operator} takes {wanted}, not {operand}{hint}")
    return Overload(operator, (operand,), operand)


_UNARY = {
    "-": (("int", "float"), "a signed integer, a float or a vector of such"),
    "!": (("bool",), "a bool or a vector of bool"),
    "~": (("int", "uint"), "an integer or a vector of integers"),
}


def resolve_binary(operator: str, left: Type, right: Type, const: bool = True) -> Overload:
    """The overload of a binary operator, `&&` and `||` included; raises OverloadError.

    `parameters` are the types that both operands convert to. `const`: whether both are const-expressions; if not, no
    abstract type is left (`1 << n` is an i32).
    """
    key = (operator, left, right, const)
    found = _binary.get(key)
    if found is None:
        made = _BINARY[operator](operator, left, right, const)
        if made is None:
            raise OverloadError(_binary_mismatch(operator, left, right))
        found = _binary[key] = made
    return found


def _same(left: Type, right: Type, const: bool, kinds: tuple[str, ...]) -> Type | None:
    """The type both operands convert to when they are of one shape, no matrix, and of a scalar kind in `kinds`."""
    common = common_type((left, right))
    if common is None or not isinstance(common, Scalar | Vector):
        return None
    if not const:
        common = concretize(common)
    scalar = types.scalar_of(common)
    return common if scalar is not None and scalar.kind in kinds else None


def _arithmetic(operator: str, left: Type, right: Type, const: bool) -> Overload | None:
    common = _same(left, right, const, ("int", "uint", "float"))
    if common is not None:
        return Overload(operator, (common, common), common)
    element = common_type((types.scalar_of(left) or left, types.scalar_of(right) or right))
    if not isinstance(element, Scalar) or element.kind == "bool":
        return None
    if not const:
        element = concretize(element)
        assert isinstance(element, Scalar)
    left_matrix, right_matrix = isinstance(left, Matrix), isinstance(right, Matrix)
    if left_matrix or right_matrix:
        if element.kind != "float":
            return None
        result = _matrix_result(operator, left, right, element)
    elif isinstance(left, Vector) != isinstance(right, Vector):
        result = with_element(left if isinstance(left, Vector) else right, element)
    else:
        return None
    if result is None:
        return None
    return Overload(operator, (with_element(left, element), with_element(right, element)), result)


def _matrix_result(operator: str, left: Type, right: Type, element: Scalar) -> Type | None:
    """The result of an operator of which one operand at least is a matrix."""
    if isinstance(left, Matrix) and isinstance(right, Matrix):
        if operator == "*" and left.columns == right.rows:
            return types.matrix(right.columns, left.rows, element)
        same = left.columns == right.columns and left.rows == right.rows
        return with_element(left, element) if operator in "+-" and same else None
    if operator != "*":
        return None
    if isinstance(left, Scalar):
        return with_element(right, element)
    if isinstance(right, Scalar):
        return with_element(left, element)
    if isinstance(left, Matrix) and isinstance(right, Vector) and left.columns == right.size:
        return types.vector(left.rows, element)
    if isinstance(left, Vector) and isinstance(right, Matrix) and left.size == right.rows:
        return types.vector(right.columns, element)
    return None


def _bitwise(operator: str, left: Type, right: Type, const: bool) -> Overload | None:
    kinds = ("int", "uint") if operator == "^" else ("bool", "int", "uint")
    common = _same(left, right, const, kinds)
    return None if common is None else Overload(operator, (common, common), common)


def _comparison(operator: str, left: Type, right: Type, const: bool) -> Overload | None:
    kinds = ("bool", "int", "uint", "float") if operator in ("==", "!=") else ("int", "uint", "float")
    common = _same(left, right, const, kinds)
    return None if common is None else Overload(operator, (common, common), with_element(common, BOOL))


def _shift(operator: str, left: Type, right: Type, const: bool) -> Overload | None:
    if not types.is_integer(types.scalar_of(left)) or isinstance(left, Matrix):
        return None
    amount = with_element(left, U32)
    if conversion_rank(right, amount) is None:
        return None
    shifted = left if const else concretize(left)
    return Overload(operator, (shifted, amount), shifted)


def _logical(operator: str, left: Type, right: Type, const: bool) -> Overload | None:
    return Overload(operator, (BOOL, BOOL), BOOL) if left is BOOL and right is BOOL else None


_BINARY: dict[str, Callable[[str, Type, Type, bool], Overload | None]] = {
    **dict.fromkeys(("+", "-", "*", "/", "%"), _arithmetic),
    **dict.fromkeys(("&", "|", "^"), _bitwise),
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), _comparison),
    **dict.fromkeys(("<<", ">>"), _shift),
    **dict.fromkeys(("&&", "||"), _logical),
}


def _binary_mismatch(operator: str, left: Type, right: Type) -> str:
    """Why no overload fits, and what to do."""
    message = f"operator {operator} does not take {left} and {right}"
    one, other = types.scalar_of(left), types.scalar_of(right)
    if operator in ("&&", "||"):
        return f"{message}: both must be bool"
    if operator in ("<<", ">>"):
        if not types.is_integer(one):
            return f"{message}: only integers and vectors of integers are shifted"
        return f"{message}: the amount must be {with_element(left, U32)}"
    if one is None or other is None:
        return message
    if one is not other and common_type((one, other)) is None:
        return f"{message}: no automatic conversion joins {one} and {other}, convert one of them"
    if isinstance(left, Vector) and isinstance(right, Vector) and left.size != right.size:
        return f"{message}: the vectors differ in size"
    return message
