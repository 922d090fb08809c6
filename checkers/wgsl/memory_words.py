"""Which memory words a pointer may point to: the variable and the member path under it.

Indices are assumed to meet, so an index is a step like any other. A pointer has one root: a variable, or a
parameter, which stands for the arguments of every call of its function (WGSL §6.5.5, §11.4.1).
"""

from __future__ import annotations

from . import ir
from .types import Pointer, Reference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .types import Type

    Root = ir.Variable | ir.Parameter
    # A member of a structure, or INDEX.
    Step = tuple[Type, int] | None
    Path = tuple[Step, ...]
    Place = tuple[Root, Path]

INDEX = None
# Past this many places a pointer counts as pointing anywhere: it keeps the cost linear.
LIMIT = 64


class Anywhere:
    """Any word of a type in an address space: under a pointer parameter that no call gives a value, or too many do.

    `member` is the innermost member of a structure that holds the word, None where that may be any, or none.
    """

    __slots__ = ("member", "space", "type")

    def __init__(self, space: str, type: Type, member: Step) -> None:
        self.space = space
        self.type = type
        self.member = member


class MemoryWords:
    """The words that the pointers of one module may point to."""

    __slots__ = ("_anywhere", "_arguments", "_lets", "_places", "module")

    def __init__(self, module: ir.Module) -> None:
        self.module = module
        self._anywhere: dict[tuple[str, Type, Step], Anywhere] = {}
        self._arguments: dict[ir.Parameter, list[ir.Expression]] | None = None
        self._lets: dict[ir.Let, Place] = {}
        self._places: dict[Place, frozenset[Place] | None] = {}

    def anywhere(self, pointer: Pointer, member: Step = None) -> Anywhere:
        """Any word that a pointer of this type may point to, in `member` if that is known."""
        key = (pointer.space, pointer.store, member)
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
        return self._places[place] or self.anywhere(pointer.type, innermost(place[1]))

    def _place(self, expression: ir.Expression) -> Place:
        """The root and path of an expression of pointer or reference type."""
        steps: list[Step] = []
        passed: list[tuple[ir.Let, int]] = []
        known: Path = ()
        while True:
            if isinstance(expression, ir.AddressOf | ir.Indirection):
                expression = expression.operand
            elif isinstance(expression, ir.MemberAccess | ir.Index):
                steps.append(_step(expression))
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


def innermost(path: Path) -> Step:
    """The last member on a path, None where it has none. Two paths to one word that have one have the same."""
    return next((step for step in reversed(path) if step is not INDEX), None)


def _step(access: ir.MemberAccess | ir.Index) -> Step:
    """What an access of a reference adds to its path."""
    if isinstance(access, ir.Index):
        return INDEX
    assert isinstance(access.base.type, Reference)
    return access.base.type.store, access.position
