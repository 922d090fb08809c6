"""What a shader stage cannot reach (WGSL §13.1, §14.3, §17): built-in functions, discard, address spaces."""

from __future__ import annotations

from .. import ir
from ..types import Texture
from .calls import Places
from .findings import Findings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def check(findings: Findings) -> None:
    """Refuse what an entry point reaches, through calls too, and its stage does not have."""
    module = findings.module
    reached = {stage: _reached(module, stage) for stage in ir.SHADER_STAGES}
    reached = {stage: functions for stage, functions in reached.items() if functions}
    if not reached:
        return
    places = Places(module)
    for call in module.of(ir.BuiltinCall):
        stages = call.overload.stages
        if not stages:
            continue
        for stage in reached.keys() - set(stages):
            what = f"this built-in function is for {' and '.join(stages)} shaders"
            _refuse(findings, reached[stage], places, call, stage, what, stage == "vertex" and len(stages) > 1)
    for jump in module.of(ir.Jump):
        if jump.keyword == "discard":
            for stage in reached.keys() - {"fragment"}:
                _refuse(
                    findings, reached[stage], places, jump, stage, "only fragment shaders have a fragment to discard"
                )
    _variables(findings, reached, places)


def _reached(module: ir.Module, stage: str) -> dict[ir.Function, ir.Function]:
    """The functions that entry points of `stage` reach, each with one entry point that reaches it."""
    found = {function: function for function in module.functions if function.stage == stage}
    stack = list(found)
    while stack:
        function = stack.pop()
        for callee in function.calls:
            if callee not in found:
                found[callee] = found[function]
                stack.append(callee)
    return found


def _refuse(
    findings: Findings,
    reached: dict[ir.Function, ir.Function],
    places: Places,
    use: ir.Expression | ir.Statement,
    stage: str,
    what: str,
    native: bool = False,
) -> None:
    """`native`: devices may offer it to native programs, and naga takes it."""
    function = places.function(use.start)
    entry = reached.get(function) if function is not None else None
    if entry is None:
        return
    end = use.name_end if isinstance(use, ir.BuiltinCall) else use.end
    message = f"{what}, and a {stage} entry point reaches it"
    if native:
        findings.nonstandard(use.start, end, f"browsers refuse this: {message}")
    else:
        findings.invalid_at(use.start, end, message, (entry, "this entry point"))


def _variables(findings: Findings, reached: dict[str, dict[ir.Function, ir.Function]], places: Places) -> None:
    workgroup: set[ir.Variable] = set()
    writable: set[ir.Variable] = set()
    for variable in findings.module.variables:
        if variable.space == "workgroup":
            workgroup.add(variable)
        elif variable.space == "storage":
            if variable.access != "read":
                writable.add(variable)
        elif isinstance(variable.type, Texture) and variable.type.kind == "storage" and variable.type.access != "read":
            writable.add(variable)
    graphics = [stage for stage in ("vertex", "fragment") if stage in reached]
    if not (workgroup and graphics) and not (writable and "vertex" in reached):
        return
    for reference in _first_uses(findings.module, workgroup | writable, places):
        if reference.variable in workgroup:
            for stage in graphics:
                what = "only compute shaders have workgroup memory"
                _refuse(findings, reached[stage], places, reference, stage, what)
        elif "vertex" in reached:
            what = "vertex shaders can only read storage"
            _refuse(findings, reached["vertex"], places, reference, "vertex", what, native=True)


def _first_uses(module: ir.Module, variables: set[ir.Variable], places: Places) -> Iterable[ir.VariableRef]:
    seen: set[tuple[ir.Variable, ir.Function | None]] = set()
    for reference in module.of(ir.VariableRef):
        if reference.variable in variables:
            key = (reference.variable, places.function(reference.start))
            if key not in seen:
                seen.add(key)
                yield reference
