"""Function declarations (WGSL §11.1, §11.4): parameters, results, attributes that ask something of the function."""

from __future__ import annotations

from .. import ir
from ..layout import is_constructible
from ..types import BindingArray, Opaque, Pointer, Sampler, Scalar, Texture, Type, Vector
from .findings import Findings

MAX_PARAMETERS = 255
_IO_ATTRIBUTES = frozenset(("builtin", "location", "interpolate", "invariant", "color"))


def check(findings: Findings) -> None:
    """Check the head of every function."""
    for function in findings.module.functions:
        if len(function.parameters) > MAX_PARAMETERS:
            count = len(function.parameters)
            findings.invalid_name(function, f"a function has at most {MAX_PARAMETERS} parameters, and this has {count}")
        for parameter in function.parameters:
            _parameter(findings, parameter)
        result = function.type
        if result is not None and not _is_passed(result):
            findings.invalid_at(
                function.type_start, function.type_end, f"a function cannot return a value of type `{result}`"
            )
        _attributes(findings, function)


def _is_passed(type: Type) -> bool:
    return isinstance(type, Scalar | Vector | Opaque) or is_constructible(type)


def _parameter(findings: Findings, parameter: ir.Parameter) -> None:
    type_ = parameter.type
    if not _is_passed(type_) and not isinstance(type_, Pointer | Texture | Sampler | BindingArray):
        findings.invalid_at(
            parameter.type_start, parameter.type_end, f"a parameter cannot be of type `{type_}`; pass a pointer to it"
        )


def _attributes(findings: Findings, function: ir.Function) -> None:
    stages = [attribute for attribute in function.attributes if attribute.name in ir.SHADER_STAGES]
    if len(stages) > 1:
        findings.invalid(stages[1], "a function is an entry point of one stage", (stages[0], "its first stage"))
    for attribute in function.attributes:
        if attribute.name in ("workgroup_size", "subgroup_size"):
            if function.stage not in ("", "compute") or not _is_entry_point(function):
                findings.invalid(attribute, "only compute entry points have a workgroup; remove it")
        elif attribute.name == "must_use" and function.type is None:
            findings.invalid(attribute, "this function returns nothing that could be used; remove it")
    if _is_entry_point(function):
        return
    for attribute in function.result_attributes:
        _misplaced(findings, attribute)
    for parameter in function.parameters:
        for attribute in parameter.attributes:
            _misplaced(findings, attribute)


def _misplaced(findings: Findings, attribute: ir.Attribute) -> None:
    if attribute.name in _IO_ATTRIBUTES:
        findings.invalid(attribute, "only entry points have inputs and outputs, and this function is none; remove it")


def _is_entry_point(function: ir.Function) -> bool:
    # naga's extensions add stages that `stage` does not name.
    if function.stage:
        return True
    return any(attribute.name in ("mesh", "task", "ray_generation", "miss") for attribute in function.attributes)
