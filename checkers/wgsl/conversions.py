"""Feasible automatic conversions and their ranks (WGSL §6.1.2)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .types import Type


def conversion_rank(source: Type, target: Type) -> int | None:
    """The rank of the automatic conversion from `source` to `target`: 0 when they are the same, None when there is none."""
    raise NotImplementedError(source, target)


def concretize(type: Type) -> Type:
    """`type` without abstract scalars: AbstractInt becomes i32 and AbstractFloat f32, at any depth."""
    raise NotImplementedError(type)


def common_type(types: Iterable[Type]) -> Type | None:
    """The type among `types` (of AbstractInt, AbstractFloat and one concrete kind) that all convert to, or None."""
    raise NotImplementedError(types)
