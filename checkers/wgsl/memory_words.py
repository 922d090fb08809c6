"""Which memory words a pointer may point to: the variable and the member path under it.

Indices are assumed to meet, so an index is a step like any other. A pointer has one root: a variable, or a
parameter, which stands for the arguments of every call of its function (WGSL §6.5.5, §11.4.1).
"""

from __future__ import annotations

from . import ir
from .types import Pointer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .types import Type

    Root = ir.Variable | ir.Parameter
    Path = tuple[int, ...]
    Place = tuple[Root, Path]

INDEX = -1
# Past this many places a pointer counts as pointing anywhere: it keeps the cost linear.
LIMIT = 64


class Anywhere:
    """Any word of a type in an address space: of a pointer parameter that no call gives a value, or too many do."""

    __slots__ = ("space", "type")

    def __init__(self, space: str, type: Type) -> None:
        self.space = space
        self.type = type


class MemoryWords:
    """The words that the pointers of one module may point to."""

    __slots__ = ("_anywhere", "_arguments", "_lets", "_places", "module")

    def __init__(self, module: ir.Module) -> None:
        self.module = module
        self._anywhere: dict[tuple[str, Type], Anywhere] = {}
        self._arguments: dict[ir.Parameter, list[ir.Expression]] | None = None
        self._lets: dict[ir.Let, Place] = {}
        self._places: dict[Place, frozenset[Place] | None] = {}

    def anywhere(self, pointer: Pointer) -> Anywhere:
        """Any word that a pointer of this type may point to."""
        key = (pointer.space, pointer.store)
        found = self._anywhere.get(key)
        if found is None:
            found = self._anywhere[key] = Anywhere(*key)
        return found

    def pointed(self, pointer: ir.Expression) -> frozenset[Place] | Anywhere:
        """The words that an expression of pointer type may point to."""
        assert isinstance(pointer.type, Pointer)
        place = self._place(pointer)
        if place not in self._places:
            self._places[place] = self._expand(place)
        return self._places[place] or self.anywhere(pointer.type)

    def _place(self, expression: ir.Expression) -> Place:
        """The root and path of an expression of pointer or reference type."""
        steps: list[int] = []
        passed: list[tuple[ir.Let, int]] = []
        known: Path = ()
        while True:
            if isinstance(expression, ir.AddressOf | ir.Indirection):
                expression = expression.operand
            elif isinstance(expression, ir.MemberAccess | ir.Index):
                steps.append(expression.position if isinstance(expression, ir.MemberAccess) else INDEX)
                expression = expression.base
            elif isinstance(expression, ir.VariableRef):
                root: Root = expression.variable
                break
            else:
                assert isinstance(expression, ir.ValueRef)
                declared = expression.declaration
                if not isinstance(declared, ir.Let):
                    assert isinstance(declared, ir.Parameter)
                    root = declared
                    break
                if declared in self._lets:
                    root, known = self._lets[declared]
                    break
                passed.append((declared, len(steps)))
                expression = declared.initializer
        for let, outer in passed:
            self._lets[let] = (root, known + tuple(reversed(steps[outer:])))
        return root, known + tuple(reversed(steps))

    def _expand(self, place: Place) -> frozenset[Place] | None:
        """The places under variables that `place` stands for; None if they are not known or too many."""
        seen = {place}
        stack = [place]
        found: set[Place] = set()
        while stack:
            root, path = stack.pop()
            if isinstance(root, ir.Variable):
                found.add((root, path))
                continue
            arguments = self._given(root)
            if not arguments:
                return None
            for argument in arguments:
                outer = self._place(argument)
                given = (outer[0], outer[1] + path)
                if given not in seen:
                    seen.add(given)
                    stack.append(given)
            if len(seen) > LIMIT:
                return None
        return frozenset(found)

    def _given(self, parameter: ir.Parameter) -> list[ir.Expression]:
        """The arguments that calls give a parameter."""
        if self._arguments is None:
            self._arguments = {}
            for call in self.module.of(ir.Call):
                for declared, argument in zip(call.function.parameters, call.arguments, strict=False):
                    self._arguments.setdefault(declared, []).append(argument)
        return self._arguments.get(parameter, [])
