"""A compute pipeline of a module, and dispatches of it over buffers (WGSL §14.1)."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from time import monotonic

import numpy as np

from .. import ir
from ..layout import contains_array
from ..types import Struct

# Each says how its forms are compiled once it is imported.
from . import access, calls, control_flow, expressions, memory, statements
from .compiler import Compiler, Operations
from .frames import Frame, Run, Stopped
from .lanes import Block, Grid, Triple
from .placement import BUFFERS, minimum_size, packed_size
from .sanitizer import Finding, Sanitizer, Shadow
from .values import Refused, Value, Words, leaf_count, zero

__all__ = ["Finding", "Pipeline", "Refused"]

FORMS = (access, calls, control_flow, expressions, statements)

# Invocations that run at once: enough for NumPy, few enough for the processor's cache.
LANES = 1 << 15
# Rounds that the loops of one block may make together, and calls; those of long loops and functions count for more.
ROUNDS = 1 << 20
# Words that the variables of one block may take.
MOST_WORDS = 1 << 25
MOST_INVOCATIONS = 1 << 30
MOST_WORKGROUPS = 65_535
MOST_GROUP = 1 << 16


class Pipeline:
    """An entry point made ready. Raises `Refused` for what the interpreter does not run.

    `constants`: values of overrides, by name, or by the decimal digits of their `@id`. `lanes`: about how many
    invocations run at once. `rounds`: after how many rounds of its loops, and calls, a block of them stops.
    """

    def __init__(
        self,
        module: ir.Module,
        entry_point: str,
        constants: Mapping[str, int] | None = None,
        lanes: int = LANES,
        rounds: int = ROUNDS,
        operations: Operations | None = None,
    ) -> None:
        if not module.valid or not module.resolved:
            first = module.diagnostics[0]
            raise Refused(f"the module is no valid WGSL: {first.span}: {first.message}")
        self._rounds = rounds
        self._entry = _entry_point(module, entry_point)
        compiler = self._compiler = Compiler(constants or {}, operations or Operations())
        try:
            self._function = compiler.function(self._entry)
            self._size = _workgroup_size(compiler, self._entry)
            self._private = {
                variable: None if variable.initializer is None else compiler.expression(variable.initializer)
                for variable in compiler.variables
                if variable.space == "private"
            }
        except RecursionError:
            raise Refused("the module nests expressions or statements deeper than the interpreter goes") from None
        self._lanes = self._fitting(lanes)

    def _fitting(self, lanes: int) -> int:
        """How many of `lanes` invocations there is memory for."""
        words = 1 + self._compiler.private_words
        words += sum(leaf_count(variable.type) for variable in self._private if contains_array(variable.type))
        group = self._size[0] * self._size[1] * self._size[2]
        words *= group
        for variable in self._compiler.variables:
            if variable.space == "workgroup":
                words += packed_size(variable.type, self._compiler.packed.counts)
        if words > MOST_WORDS:
            raise Refused(f"the variables of a workgroup take {words} words, and {MOST_WORDS} are the most")
        return min(lanes, MOST_WORDS // words * group)

    def dispatch(
        self, workgroups: Triple, bindings: Mapping[tuple[int, int], Words], until: float = inf
    ) -> list[Finding]:
        """Run `workgroups` of them in x, y and z. `bindings`: arrays of `np.uint32` by group and binding, changed in
        place. Gives what no result may depend on and this dispatch did; where there is any, the contents mean nothing.

        Raises `Refused` for a binding that is missing, too small, or writable and bound twice, and where it has not
        ended at the time `until`, of `time.monotonic`.
        """
        grid = Grid(self._size, workgroups)
        if min(workgroups) < 0 or max(workgroups) > MOST_WORKGROUPS:
            raise Refused(f"a dispatch has 0 to {MOST_WORKGROUPS} workgroups in each direction, and this {workgroups}")
        if grid.groups * grid.group > MOST_INVOCATIONS:
            raise Refused(f"a dispatch of {workgroups} workgroups of {self._size} has more than 2^30 invocations")
        sanitizer = Sanitizer(grid)
        buffers = self._bind(bindings, sanitizer)
        try:
            for first, count in grid.spans(self._lanes):
                if monotonic() > until:
                    raise Refused("the dispatch takes more time than it is given", self._entry)
                self._run(Block(grid, first, count), buffers, Run(sanitizer, self._rounds, until))
        except Stopped:
            pass
        except RecursionError:
            raise Refused("the module nests expressions or statements deeper than the interpreter goes") from None
        return sanitizer.findings

    def _bind(
        self, bindings: Mapping[tuple[int, int], Words], sanitizer: Sanitizer
    ) -> dict[ir.Variable, memory.SharedWords]:
        bound: dict[ir.Variable, memory.SharedWords] = {}
        for variable in self._compiler.variables:
            if variable.space not in BUFFERS:
                continue
            words = bindings.get((variable.group or 0, variable.binding or 0))
            if words is None:
                raise Refused(f"no buffer is bound at binding {variable.binding} of group {variable.group}", variable)
            least = minimum_size(variable.type)
            if len(words) < least:
                raise Refused(f"{variable.name} needs a buffer of {least} words, and {len(words)} are bound", variable)
            shadow = None if variable.access == "read" else Shadow(sanitizer, variable.name, len(words))
            for other, held in bound.items():
                if held.words is words and "read_write" in (variable.access, other.access):
                    raise Refused(f"{variable.name} and {other.name} are one buffer, and one is writable", variable)
            bound[variable] = memory.SharedWords(words, shadow)
        return bound

    def _run(self, block: Block, buffers: Mapping[ir.Variable, memory.SharedWords], run: Run) -> None:
        frame = Frame(run, block, True, self._function.slots)
        run.memories.update(buffers)
        for variable in self._compiler.variables:
            if variable.space == "workgroup":
                held = self._workgroup_memory(variable, block, run.sanitizer)
                run.memories[variable] = held
                run.workgroup.append(held)
        for variable, initializer in self._private.items():
            value = zero(variable.type) if initializer is None else initializer(frame)
            run.memories[variable] = memory.initial(contains_array(variable.type), value, frame)
        for slot, parameter in zip(self._function.parameters, self._entry.parameters, strict=True):
            frame.slots[slot] = _input(block, parameter)
        self._function.body(frame)

    def _workgroup_memory(self, variable: ir.Variable, block: Block, sanitizer: Sanitizer) -> memory.SharedWords:
        size = packed_size(variable.type, self._compiler.packed.counts)
        words = np.zeros(size * block.count, np.uint32)
        base = None
        if block.count > 1:
            base = np.repeat(np.arange(block.count, dtype=np.uint32) * np.uint32(size), block.grid.group)
        return memory.SharedWords(words, Shadow(sanitizer, variable.name, size, block.count), base)


def _entry_point(module: ir.Module, name: str) -> ir.Function:
    for function in module.functions:
        if function.stage == "compute" and function.name == name:
            return function
    names = ", ".join(function.name for function in module.functions if function.stage == "compute")
    raise Refused(f"the module has no compute entry point {name}: it has {names or 'none'}")


def _workgroup_size(compiler: Compiler, entry: ir.Function) -> Triple:
    attribute = entry.attribute("workgroup_size")
    assert attribute is not None
    sizes = [compiler.known(argument) for argument in attribute.arguments]
    x, y, z = (*sizes, 1, 1)[:3]
    if min(x, y, z) < 1 or x * y * z > MOST_GROUP:
        raise Refused(f"a workgroup of {x} by {y} by {z} invocations is none of 1 to {MOST_GROUP}", entry)
    return x, y, z


def _input(block: Block, declared: ir.Declared) -> Value:
    """The value of a parameter of an entry point: a built-in value, or a structure of such."""
    builtin = declared.attribute("builtin")
    if builtin is not None:
        value = block.input(builtin.names[0])
        if value is None:
            raise Refused(f"the interpreter does not give the built-in value {builtin.names[0]}", declared)
        return value
    assert isinstance(declared.type, Struct)
    members = [member.declaration for member in declared.type.members]
    return tuple(_input(block, member) for member in members if isinstance(member, ir.Declared))
