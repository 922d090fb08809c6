"""Alias analysis (WGSL §11.4.1): memory that is written must not be reached under two names in one call."""

from __future__ import annotations

from .. import ir
from ..types import Pointer
from .calls import Places, bottom_up
from .findings import Findings

TYPE_CHECKING = False
if TYPE_CHECKING:
    Root = ir.Variable | ir.Parameter

READ, WRITE = 1, 2
# Built-in functions that access memory through a pointer, by what they do to it.
_ACCESSES = {
    "atomicLoad": READ,
    "atomicStore": WRITE,
    "subgroupMatrixLoad": READ,
    "subgroupMatrixStore": WRITE,
    "workgroupUniformLoad": READ,
}
_UNTOUCHED = frozenset(("arrayLength", "bufferArrayView", "bufferLength", "bufferView"))


class _Effects:
    """What a function does to memory: module-scope variables as masks of bits, pointer parameters as sets."""

    __slots__ = ("calls", "read", "read_parameters", "written", "written_parameters")

    def __init__(self) -> None:
        self.calls: list[ir.Call] = []
        self.read = 0
        self.written = 0
        self.read_parameters: set[ir.Parameter] = set()
        self.written_parameters: set[ir.Parameter] = set()


def check(findings: Findings) -> None:
    """Refuse pointer arguments that alias what the called function writes."""
    if any(isinstance(parameter.type, Pointer) for parameter in findings.module.of(ir.Parameter)):
        _Analysis(findings).run()


class _Analysis:
    __slots__ = ("bits", "effects", "findings", "lets", "places")

    def __init__(self, findings: Findings) -> None:
        module = findings.module
        self.findings = findings
        self.places = Places(module)
        self.bits = {variable: 1 << index for index, variable in enumerate(module.variables)}
        self.effects = {function: _Effects() for function in module.functions}
        self.lets: dict[ir.Let, Root | None] = {}

    def run(self) -> None:
        module = self.findings.module
        for load in module.of(ir.Load):
            self._access(load.reference, READ)
        for assign in module.of(ir.Assign):
            self._access(assign.target, WRITE)
        for call in module.of(ir.BuiltinCall):
            if call.arguments and isinstance(call.arguments[0].type, Pointer) and call.name not in _UNTOUCHED:
                self._access(call.arguments[0], _ACCESSES.get(call.name, READ | WRITE))
        for call in module.of(ir.Call):
            caller = self.places.function(call.start)
            if caller is not None:
                self.effects[caller].calls.append(call)
        for function in bottom_up(module):
            effects = self.effects[function]
            for call in effects.calls:
                self._call(call, effects)

    def _access(self, view: ir.Expression, kind: int) -> None:
        function = self.places.function(view.start)
        if function is not None:
            self._add(self.effects[function], self._root(view), kind)

    def _add(self, effects: _Effects, root: Root | None, kind: int) -> None:
        if isinstance(root, ir.Parameter):
            if kind & READ:
                effects.read_parameters.add(root)
            if kind & WRITE:
                effects.written_parameters.add(root)
        elif root is not None:
            bit = self.bits.get(root, 0)
            if kind & READ:
                effects.read |= bit
            if kind & WRITE:
                effects.written |= bit

    def _root(self, view: ir.Expression) -> Root | None:
        """The root identifier of a pointer or reference (WGSL §11.4.1.1)."""
        through: list[ir.Let] = []
        root: Root | None = None
        while True:
            if isinstance(view, ir.VariableRef):
                root = view.variable
            elif isinstance(view, ir.Index | ir.MemberAccess | ir.Swizzle):
                view = view.base
                continue
            elif isinstance(view, ir.Indirection | ir.AddressOf):
                view = view.operand
                continue
            elif isinstance(view, ir.BuiltinCall) and view.arguments:
                view = view.arguments[0]
                continue
            elif isinstance(view, ir.ValueRef) and isinstance(view.declaration, ir.Parameter):
                root = view.declaration
            elif isinstance(view, ir.ValueRef) and isinstance(view.declaration, ir.Let):
                if view.declaration not in self.lets:
                    through.append(view.declaration)
                    view = view.declaration.initializer
                    continue
                root = self.lets[view.declaration]
            break
        for let in through:
            self.lets[let] = root
        return root

    def _call(self, call: ir.Call, caller: _Effects) -> None:
        callee = self.effects[call.function]
        read: dict[Root, ir.Expression] = {}
        written: dict[Root, ir.Expression] = {}
        for parameter, argument in zip(call.function.parameters, call.arguments, strict=True):
            if not isinstance(parameter.type, Pointer):
                continue
            root = self._root(argument)
            if root is None:
                continue
            bit = self.bits.get(root, 0) if isinstance(root, ir.Variable) else 0
            if parameter in callee.written_parameters:
                rival = written.get(root) or read.get(root)
                if rival is not None or bit & (callee.read | callee.written):
                    self._refuse(call, argument, root, rival)
                    continue
                written[root] = argument
                self._add(caller, root, WRITE)
            if parameter in callee.read_parameters:
                rival = written.get(root)
                if (rival is not None and rival is not argument) or bit & callee.written:
                    self._refuse(call, argument, root, rival)
                    continue
                read[root] = argument
                self._add(caller, root, READ)
        caller.read |= callee.read
        caller.written |= callee.written

    def _refuse(self, call: ir.Call, argument: ir.Expression, root: Root, rival: ir.Expression | None) -> None:
        if rival is not None:
            note: tuple[ir.Node, str] = (rival, "passed here already")
        else:
            note = (call.function, "this function uses the variable itself")
        self.findings.invalid(
            argument,
            "the called function would reach this memory under two names and write it",
            note,
            (root, "the memory"),
        )
