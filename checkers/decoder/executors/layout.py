"""How the bindings of a module are declared: what a device's pipeline layout must say of each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ...source import Source
from ...wgsl import ir, module
from ...wgsl.validate.calls import Places
from .executor import Dispatch, ExecutionError, Program

UNIFORM = "uniform"
READ_ONLY_STORAGE = "read-only-storage"
STORAGE = "storage"
# The least that WebGPU grants in each dimension of a dispatch.
MOST_WORKGROUPS = 65_535


@lru_cache(maxsize=256)
def binding_kinds(text: str, entry_point: str) -> dict[int, str]:
    """The bindings of group 0 that a module declares, and the kind of each, as WebGPU names buffer binding types.

    Entry points may share a number: it has the kind of the variable that this one uses. Raises `ExecutionError` for a
    module that WGSL refuses.
    """
    loaded = module.load(Source.from_text(text, "kernel"))
    if not loaded.valid:
        first = loaded.diagnostics[0]
        raise ExecutionError(f"the module is no valid WGSL: {first.span}: {first.message}")
    return kinds_of(loaded, entry_point)


def kinds_of(loaded: ir.Module, entry_point: str) -> dict[int, str]:
    """`binding_kinds` of a valid module."""
    declared = [variable for variable in loaded.variables if variable.group == 0 and variable.binding is not None]
    used = _used(loaded, entry_point)
    # The last to be said of a number holds.
    declared.sort(key=lambda variable: variable in used)
    return {variable.binding: _kind(variable) for variable in declared if variable.binding is not None}


def _kind(variable: ir.Variable) -> str:
    if variable.space == "uniform":
        return UNIFORM
    return READ_ONLY_STORAGE if variable.access == "read" else STORAGE


def _used(loaded: ir.Module, entry_point: str) -> set[ir.Variable]:
    """The variables that an entry point names, and the functions that it reaches."""
    reached: set[ir.Function] = set()
    stack = [function for function in loaded.functions if function.stage and function.name == entry_point]
    while stack:
        function = stack.pop()
        if function not in reached:
            reached.add(function)
            stack += function.calls
    places = Places(loaded)
    return {
        reference.variable
        for reference in loaded.of(ir.VariableRef)
        if isinstance(reference.variable, ir.Variable) and places.function(reference.start) in reached
    }


def layout_of(dispatch: Dispatch, number: int) -> tuple[tuple[int, str], ...]:
    """The bound bindings of a program's dispatch of that number with their kinds, in ascending order.

    Raises `ExecutionError`.
    """
    try:
        kinds = binding_kinds(dispatch.module, dispatch.entry_point)
    except ExecutionError as error:
        raise ExecutionError(error.message, number) from error
    check_declared(dispatch, number, kinds)
    return tuple(sorted((binding, kinds[binding]) for binding, _ in dispatch.bindings))


def check_declared(dispatch: Dispatch, number: int, kinds: Mapping[int, str]) -> None:
    """Refuse a binding that the module does not declare. Raises `ExecutionError`."""
    for binding, _ in dispatch.bindings:
        if binding not in kinds:
            said = f"binding {binding} is bound, and the module of {dispatch.entry_point} declares none"
            raise ExecutionError(said, number)


def check(program: Program) -> None:
    """Refuse what no device takes: an empty buffer, an index past the buffers, too many workgroups.

    Raises `ExecutionError`.
    """
    count = len(program.buffers)
    for number, words in enumerate(program.buffers):
        if words.size == 0:
            raise ExecutionError(f"buffer {number} is empty, and a buffer has at least one word")
    for dispatch in program.dispatches:
        if max(dispatch.workgroups) > MOST_WORKGROUPS:
            raise ExecutionError(f"{dispatch.workgroups} workgroups are more than {MOST_WORKGROUPS} in a dimension")
    bound = [index for dispatch in program.dispatches for _, index in dispatch.bindings]
    for index in (*bound, *program.reads, *program.uniforms):
        if not 0 <= index < count:
            raise ExecutionError(f"buffer {index} is named, and the program has {count}")
