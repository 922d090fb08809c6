"""Overload resolution of built-in functions (WGSL §6.1.3, §17), over the table `grammars/wgsl_builtins.txt`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .types import Type


class OverloadError(Exception):
    """No overload fits; the message says which argument types came and what would fit."""


class Overload:
    """A chosen overload of a built-in function or an operator.

    `parameters` are the types that the arguments convert to; `result` is None when it gives no value. `evaluable`: may
    be part of a const-expression. `stages`: the only shader stages that may call it; empty when all may.
    `extension`: what `enable` or `requires` names for it, "" when none. `template`: the template arguments.
    """

    __slots__ = ("evaluable", "extension", "must_use", "name", "parameters", "result", "stages", "template")

    def __init__(
        self,
        name: str,
        parameters: tuple[Type, ...],
        result: Type | None,
        evaluable: bool = True,
        must_use: bool = True,
        stages: tuple[str, ...] = (),
        extension: str = "",
        template: tuple[Type | int, ...] = (),
    ) -> None:
        self.name = name
        self.parameters = parameters
        self.result = result
        self.evaluable = evaluable
        self.must_use = must_use
        self.stages = stages
        self.extension = extension
        self.template = template


def is_builtin_function(name: str) -> bool:
    """Whether `name` is predeclared as a function."""
    raise NotImplementedError(name)


def resolve_builtin(
    name: str, template: tuple[Type | int, ...], arguments: tuple[Type, ...], const: bool = True
) -> Overload:
    """The overload of the built-in `name` that `arguments` choose; raises OverloadError.

    References are loaded before; pointers come as they are. `const` says whether every argument is a const-expression:
    if not, the chosen overload has no abstract parameter or result.
    """
    raise NotImplementedError(name, template, arguments, const)
