"""The resource interface of a shader (WGSL §13.3.2): no two of its variables share a binding."""

from __future__ import annotations

from .. import ir
from .calls import Places, bottom_up
from .findings import Findings

TYPE_CHECKING = False
if TYPE_CHECKING:
    Key = tuple[int, int] | str


def check(findings: Findings) -> None:
    """Refuse an entry point that reaches two variables of one binding, or two immediate variables."""
    rivals: dict[Key, list[ir.Variable]] = {}
    for variable in findings.module.variables:
        if variable.group is not None and variable.binding is not None:
            rivals.setdefault((variable.group, variable.binding), []).append(variable)
        elif variable.space == "immediate":
            rivals.setdefault("immediate", []).append(variable)
    groups = [variables for variables in rivals.values() if len(variables) > 1]
    if groups:
        _collisions(findings, groups)


def _collisions(findings: Findings, groups: list[list[ir.Variable]]) -> None:
    # A field of bits per binding, one bit per variable and a guard bit above them: taking 1 from every field that
    # has a guard clears the lowest bit set in each, so what stays set is a second variable of one binding.
    bits: dict[ir.Variable, int] = {}
    ones = guards = 0
    width = 0
    for variables in groups:
        ones |= 1 << width
        for variable in variables:
            bits[variable] = 1 << width
            width += 1
        guards |= 1 << width
        width += 1
    used: dict[ir.Function, int] = {}
    places = Places(findings.module)
    for reference in findings.module.of(ir.VariableRef):
        bit = bits.get(reference.variable)
        function = places.function(reference.start) if bit is not None else None
        if bit is not None and function is not None:
            used[function] = used.get(function, 0) | bit
    for function in bottom_up(findings.module):
        mask = used.get(function, 0)
        for callee in function.calls:
            mask |= used[callee]
        used[function] = mask
        if function.stage and mask & ((mask | guards) - ones) & ~guards:
            _report(findings, function, mask, groups, bits)


def _report(
    findings: Findings,
    function: ir.Function,
    mask: int,
    groups: list[list[ir.Variable]],
    bits: dict[ir.Variable, int],
) -> None:
    for variables in groups:
        reached = [variable for variable in variables if mask & bits[variable]]
        if len(reached) > 1:
            if reached[0].space == "immediate":
                what = "this entry point reaches two immediate variables, and there is room for one"
            else:
                what = "this entry point reaches two variables of one binding; give one another"
            findings.invalid_name(function, what, (reached[0], "the first"), (reached[1], "the second"))
            return
