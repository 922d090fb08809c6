"""Functions of a module made into closures: each expression a function of a frame that gives its value, each statement
one that changes the frame. `expressions`, `access`, `calls`, `statements` and `control_flow` say how, form by form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .. import ir
from ..types import Array, Type
from . import arithmetic
from .frames import Frame, Run
from .lanes import Block, Grid
from .memory import Place
from .placement import BUFFERS, Placement
from .sanitizer import Sanitizer
from .values import Refused, Value, constant
from .whole_vectors import WHOLE

Evaluate = Callable[[Frame], Value]
Locate = Callable[[Frame], Place]
Execute = Callable[[Frame], None]

# How each form is compiled; the modules that say so add themselves.
EXPRESSIONS: dict[type, Callable[[Compiler, Any], Evaluate]] = {}
PLACES: dict[type, Callable[[Compiler, Any], Locate]] = {}
STATEMENTS: dict[type, Callable[[Compiler, Any], Execute]] = {}


@dataclass(frozen=True, slots=True)
class Operations:
    """What integer operators and built-in functions do to lanes: `arithmetic`'s and `whole_vectors`' tables."""

    binary: Mapping[str, arithmetic.Operation] = field(default_factory=lambda: arithmetic.BINARY)
    unary: Mapping[str, arithmetic.Operation] = field(default_factory=lambda: arithmetic.UNARY)
    component_wise: Mapping[str, arithmetic.Operation] = field(default_factory=lambda: arithmetic.COMPONENT_WISE)
    whole: Mapping[str, Callable[..., Any]] = field(default_factory=lambda: WHOLE)
    convert: Callable[..., Any] = arithmetic.convert


class Compiled:
    """A function: its body, the number of slots of a frame of it, and the slots of its parameters."""

    __slots__ = ("body", "parameters", "slots")

    def __init__(self, parameters: tuple[int, ...]) -> None:
        self.parameters = parameters
        self.slots = 0
        self.body: Execute = _empty


def _empty(frame: Frame) -> None:
    """The body of a function that is being compiled."""


class Compiler:
    """Compiles the functions of a module as they are asked for. `constants` are the values given to overrides, by name
    or, of those with an `@id`, by its decimal digits.

    `effects` counts the expressions so far for which it matters in which lanes they run. `variables` are the
    module-scope ones met, `private_words` the words that one invocation needs for what holds arrays.
    """

    def __init__(self, constants: Mapping[str, int], operations: Operations) -> None:
        self.operations = operations
        self.variables: dict[ir.Variable, None] = {}
        self.private_words = 0
        self.effects = 0
        counts: dict[ir.Expression, int] = {}
        self.buffers = Placement(True, counts)
        self.packed = Placement(False, counts)
        self._counts = counts
        self._constants = constants
        self._functions: dict[ir.Function, Compiled] = {}
        self._overrides: dict[ir.Override, Value] = {}
        self._slots: dict[ir.Node, int] = {}
        self._held: dict[ir.Expression, int] = {}

    def placement(self, space: str) -> Placement:
        """Where scalars lie in an address space."""
        return self.buffers if space in BUFFERS else self.packed

    def count_array(self, type: Type) -> None:
        """Evaluate the override-expression that counts an array type, if one does."""
        if isinstance(type, Array) and isinstance(type.count, ir.Expression) and type.count not in self._counts:
            count = self.known(type.count)
            if count <= 0:
                raise Refused(f"an array has {count} elements, and it needs one at least", type.count)
            self._counts[type.count] = count

    def known(self, node: ir.Expression) -> int:
        """The value of an integer expression that is known when a pipeline is made."""
        grid = Grid((1, 1, 1), (1, 1, 1))
        return int(self.expression(node)(Frame(Run(Sanitizer(grid), 0), Block(grid, 0, 1), True, 0))[0])

    def override(self, declared: ir.Override) -> Value:
        """The value of an override: the one given, or its initializer's."""
        found = self._overrides.get(declared)
        if found is None:
            found = self._overrides[declared] = self._overridden(declared)
        return found

    def _overridden(self, declared: ir.Override) -> Value:
        number = declared.attribute("id")
        name = declared.name if number is None else str(number.arguments[0].value)
        if name in self._constants:
            return constant(declared.type, self._constants[name])
        if declared.initializer is None:
            raise Refused(f"no value is given to the override {declared.name}", declared)
        return constant(declared.type, self.known(declared.initializer))

    def function(self, function: ir.Function) -> Compiled:
        """A function, compiled once."""
        found = self._functions.get(function)
        if found is None:
            outer = self._slots, self.effects
            self._slots = {}
            found = Compiled(tuple(self.slot(parameter) for parameter in function.parameters))
            self._functions[function] = found
            found.body = self.statement(function.body)
            found.slots = len(self._slots)
            self._slots, self.effects = outer
        return found

    def slot(self, node: ir.Node) -> int:
        """The slot of a declaration, or of a place that is held, of the function that is being compiled."""
        return self._slots.setdefault(node, len(self._slots))

    def hold(self, reference: ir.Expression) -> int:
        """The slot in which the place of a reference is kept until `release`, so that it is evaluated once."""
        slot = self._held[reference] = self.slot(reference)
        return slot

    def release(self, reference: ir.Expression) -> None:
        """End what `hold` began."""
        del self._held[reference]

    def expression(self, node: ir.Expression) -> Evaluate:
        """What evaluates an expression."""
        if node.value is not None:
            value = constant(node.type, node.value)
            return lambda frame: value
        form = EXPRESSIONS.get(type(node))
        if form is None:
            raise Refused("the interpreter does not run this expression", node)
        return _placed(form, self, node)

    def place(self, node: ir.Expression) -> Locate:
        """What finds the memory that a reference or a pointer views."""
        held = self._held.get(node)
        if held is not None:
            return lambda frame: frame.slots[held]
        form = PLACES.get(type(node))
        if form is None:
            raise Refused("the interpreter does not follow this memory view", node)
        return _placed(form, self, node)

    def statement(self, node: ir.Statement) -> Execute:
        """What executes a statement."""
        return _placed(STATEMENTS[type(node)], self, node)


def _placed(form: Callable[[Compiler, Any], Any], compiler: Compiler, node: ir.Node) -> Any:
    """What `form` makes of a node; a refusal without a place gets the node's."""
    try:
        return form(compiler, node)
    except Refused as refusal:
        if refusal.end == 0:
            refusal.start, refusal.end = node.start, node.end
        raise
