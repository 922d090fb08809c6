"""What a call does in the call graph: what it reaches, what goes into the parameters, and what comes out."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field

from .classes import PROPERTIES, decorators
from .flow import Flow
from .library import FRESH, HOLDING, HOLDING_MODULES, MADE_OF_CLASSES, NEVER_IMPLIED, TEXTS, WRITING
from .values import (
    CALLABLE,
    COMPUTED,
    GETATTR,
    OPAQUE,
    OPAQUE_ONLY,
    UNKNOWN,
    Bound,
    Class,
    External,
    Function,
    Imported,
    Instance,
    Partial,
    Super,
    Value,
    Values,
)

# Calls that the call graph makes itself are nested so deep.
_DEEPEST_CALL = 40


@dataclass(slots=True)
class Arguments:
    """The values of a call's arguments: by position, by keyword, and those of `*` and `**`."""

    positional: list[Values] = field(default_factory=list)
    named: dict[str, Values] = field(default_factory=dict)
    rest: Values = UNKNOWN

    def all(self) -> Values:
        """All of them."""
        return frozenset().union(*self.positional, *self.named.values(), self.rest)


class Calls:
    """Calls values, and looks up their attributes."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self._depth = 0

    def call(self, value: Value, arguments: Arguments) -> Values:
        """What comes of calling a value; one that calls itself by being called comes to nothing."""
        if self._depth >= _DEEPEST_CALL:
            return UNKNOWN
        self._depth += 1
        try:
            return self._call(value, arguments)
        finally:
            self._depth -= 1

    def _call(self, value: Value, arguments: Arguments) -> Values:
        if isinstance(value, Function):
            return self._enter(value, arguments)
        if isinstance(value, Bound):
            # On an instance, a method knows that it is called on one of its own class, or of one derived from it.
            receiver: Values = frozenset((value.receiver,)) if isinstance(value.receiver, Class) else UNKNOWN
            with_it = Arguments([receiver, *arguments.positional], arguments.named, arguments.rest)
            return self._enter(value.function, with_it)
        if isinstance(value, Class):
            return self.construct(value, arguments)
        if isinstance(value, Partial):
            shifted = [UNKNOWN] * value.given + arguments.positional
            return self.call(value.function, Arguments(shifted, arguments.named, arguments.rest))
        if isinstance(value, Instance):
            return self.call_all(self.attribute(value, "__call__"), arguments)
        if isinstance(value, External):
            return self._call_external(value, arguments)
        return UNKNOWN

    def call_all(self, values: Iterable[Value], arguments: Arguments) -> Values:
        """What comes of calling one of `values`."""
        return frozenset(result for value in values for result in self.call(value, arguments))

    def _enter(self, function: Function, arguments: Arguments) -> Values:
        flow = self.flow
        scope = function.module.names.scopes[function.node]
        parameters = function.node.args
        positional = [*parameters.posonlyargs, *parameters.args]
        for parameter, values in zip(positional, arguments.positional, strict=False):
            flow.write(values, "name", scope, parameter.arg)
        if parameters.vararg is not None:
            for values in arguments.positional[len(positional) :]:
                flow.write(values, "name", scope, parameters.vararg.arg)
        known = {parameter.arg for parameter in (*positional, *parameters.kwonlyargs)}
        for name, values in arguments.named.items():
            if name in known:
                flow.write(values, "name", scope, name)
            elif parameters.kwarg is not None:
                flow.write(values, "name", scope, parameters.kwarg.arg)
        if arguments.rest:
            left = [*positional[len(arguments.positional) :], *parameters.kwonlyargs]
            left += [rest for rest in (parameters.vararg, parameters.kwarg) if rest is not None]
            for parameter in left:
                flow.write(arguments.rest, "name", scope, parameter.arg)
        flow.reach(flow.unit_of(function))
        return flow.read("result", function)

    def construct(self, cls: Class, arguments: Arguments) -> Values:
        """An instance of a class, made with these arguments."""
        self.live(cls)
        classes = self.flow.classes
        order = classes.order(cls)
        instance: Values = frozenset((Instance(cls),))
        results = set(instance)
        initialised = False
        for name, receiver in (("__new__", Class(cls.module, cls.node)), ("__init__", Instance(cls))):
            found = classes.find(order, name)
            for function in found[1] if found is not None else ():
                results |= self.call(Bound(function, receiver), arguments)
                initialised = initialised or name == "__init__"
        if not initialised:
            self._fill_fields(cls, arguments)
        found = classes.find(order, "__post_init__")
        for function in found[1] if found is not None else ():
            self.call(Bound(function, Instance(cls)), Arguments())
        if classes.is_foreign(cls):
            self.escape(arguments.all(), arguments.all())
        return frozenset(results)

    def define(self, cls: Class) -> None:
        """Run what a class statement calls of the classes that it inherits from."""
        found = self.flow.classes.find(self.flow.classes.order(cls)[1:], "__init_subclass__")
        for function in found[1] if found is not None else ():
            self.call(Bound(function, cls), Arguments())

    def _fill_fields(self, cls: Class, arguments: Arguments) -> None:
        """Assign arguments to the annotated fields of a class, as a data class or named tuple does."""
        fields = [
            statement.target.id
            for each in reversed(self.flow.classes.order(cls))
            for statement in each.node.body
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)
        ]
        for name, values in [*zip(fields, arguments.positional, strict=False), *arguments.named.items()]:
            self.flow.write(values, "attribute", cls, name)

    def live(self, cls: Class) -> None:
        """Note that there are instances of a class: syntax may call their methods of two underscores."""
        flow = self.flow
        if cls in flow.live:
            return
        flow.live.add(cls)
        for each in flow.classes.order(cls):
            flow.write(frozenset((cls,)), "derived", each)
            for name, functions in flow.classes.methods(each).items():
                if name.startswith("__") and name.endswith("__") and name not in NEVER_IMPLIED:
                    for function in functions:
                        self.call(Bound(function, Instance(cls)), Arguments())

    def escape(self, values: Values, given: Values) -> None:
        """Code outside of the project gets values: it may call them, with one another."""
        given |= OPAQUE_ONLY
        for value in values:
            if isinstance(value, CALLABLE | Partial):
                # What it was given once, it need not be given again.
                known = self.flow.escaped.setdefault(value, set())
                new = given - known - {value}
                if new:
                    known |= new
                    self.call(value, Arguments([], {}, new))

    def _call_external(self, value: External, arguments: Arguments) -> Values:
        name, positional = value.name, arguments.positional
        if name in FRESH:
            return OPAQUE_ONLY
        if name in COMPUTED or name == GETATTR:
            return UNKNOWN
        if name in WRITING:
            self.write_texts(arguments.all())
            return OPAQUE_ONLY
        if name == "functools.partial" and positional:
            return self._partial(positional, arguments)
        if name == "builtins.type" and len(positional) == 1:
            return frozenset(value.of for value in positional[0] if isinstance(value, Instance)) or OPAQUE_ONLY
        if name in ("builtins.property", "builtins.staticmethod", "builtins.classmethod"):
            return arguments.all()
        everything = arguments.all()
        self.escape(everything, everything)
        holds = name in HOLDING or name.partition(".")[0] in HOLDING_MODULES
        return everything | OPAQUE_ONLY if holds else OPAQUE_ONLY

    def _partial(self, positional: list[Values], arguments: Arguments) -> Values:
        found: set[Value] = {OPAQUE}
        for value in positional[0]:
            if isinstance(value, Function | Class | Bound):
                found.add(Partial(value, len(positional) - 1))
                # What is given now is given again with every call.
                self.call(value, Arguments(positional[1:], arguments.named, arguments.rest))
        return frozenset(found)

    def write_texts(self, values: Values) -> None:
        """Make texts of values."""
        for value in values:
            if isinstance(value, Instance):
                for name in TEXTS:
                    found = self.flow.classes.find(self.flow.classes.order(value.of), name)
                    for function in found[1] if found is not None else ():
                        self.call(Bound(function, value), Arguments())

    def attribute(self, value: Value, name: str) -> Values:
        """What an attribute of a value stands for."""
        key = (value, name)
        found = self.flow.memory.get(key)
        if found is None:
            found = self._attribute(value, name)
            self.flow.memory[key] = found
        return found

    def _attribute(self, value: Value, name: str) -> Values:
        flow = self.flow
        if isinstance(value, Imported):
            return flow.member(value.module, name)
        if isinstance(value, External):
            full = f"{value.name}.{name}"
            module = flow.modules.load(full) if value.name and flow.modules.find(full) else None
            return frozenset((Imported(module) if module is not None else value.attribute(name),))
        if isinstance(value, Class):
            return self._of_class(value, name)
        if isinstance(value, Instance):
            return self._of_instance(value, name)
        if isinstance(value, Super):
            own = value.receiver.of if isinstance(value.receiver, Instance) else value.receiver
            order = flow.classes.order(own)
            after = order[order.index(value.of) + 1 :] if value.of in order else flow.classes.order(value.of)[1:]
            return self._methods(after, name, value.receiver) or OPAQUE_ONLY
        return flow.read("attribute", value, name) | OPAQUE_ONLY

    def _of_class(self, cls: Class, name: str) -> Values:
        order = self.flow.classes.order(cls)
        found = self._methods(order, name, cls) | self._variables(order, name)
        return found or (OPAQUE_ONLY if name.startswith("__") or self.flow.classes.is_foreign(cls) else UNKNOWN)

    def _of_instance(self, instance: Instance, name: str) -> Values:
        flow = self.flow
        found: set[Value] = set()
        derived = [value for value in flow.read("derived", instance.of) if isinstance(value, Class)]
        for cls in dict.fromkeys((instance.of, *derived)):
            order = flow.classes.order(cls)
            methods = self._methods(order, name, Instance(cls))
            found |= methods | self._variables(order, name)
            if not methods and flow.classes.is_foreign(cls):
                found.add(OPAQUE)
                if name not in TEXTS and not self._variables(order, name):
                    self._give_away(cls, order)
        if not found:
            getter = flow.classes.find(flow.classes.order(instance.of), "__getattr__")
            for function in getter[1] if getter is not None else ():
                found |= self.call(Bound(function, instance), Arguments())
        return frozenset(found) or (OPAQUE_ONLY if name.startswith("__") else UNKNOWN)

    def _give_away(self, cls: Class, order: list[Class]) -> None:
        """A method that a foreign base defines may call every other of the instance."""
        if cls in self.flow.given_away:
            return
        self.flow.given_away.add(cls)
        for each in order:
            for functions in self.flow.classes.methods(each).values():
                for function in functions:
                    self.call(Bound(function, Instance(cls)), Arguments())

    def _variables(self, order: list[Class], name: str) -> Values:
        found: set[Value] = set()
        for each in order:
            found |= self.flow.read("attribute", each, name)
            scope = each.module.names.scopes[each.node]
            if name in scope.bindings:
                values = self.flow.bound_in(scope, name, each.module)
                found.update([value for value in values if not isinstance(value, Function)])
        return frozenset(found)

    def _methods(self, order: list[Class], name: str, receiver: Instance | Class) -> Values:
        """The methods of a name as they are taken from a receiver; a property is called at once."""
        found = self.flow.classes.find(order, name)
        results: set[Value] = set()
        for function in found[1] if found is not None else ():
            named = decorators(function)
            of = receiver.of if isinstance(receiver, Instance) else receiver
            if "staticmethod" in named:
                results.add(function)
            elif "classmethod" in named or name in MADE_OF_CLASSES:
                results.add(Bound(function, of))
            elif isinstance(receiver, Class):
                results.add(function)
            elif named & PROPERTIES:
                if not named & {"setter", "deleter"}:
                    results |= self.call(Bound(function, receiver), Arguments()) | OPAQUE_ONLY
            else:
                results.add(Bound(function, receiver))
        return frozenset(results)

    def assign(self, value: Value, name: str, values: Values) -> None:
        """Assign to an attribute of a value."""
        flow = self.flow
        if isinstance(value, Imported):
            flow.write(values, "name", value.module.scope, name)
        elif isinstance(value, Instance):
            found = flow.classes.find(flow.classes.order(value.of), name)
            for function in found[1] if found is not None else ():
                if "setter" in decorators(function):
                    self.call(Bound(function, value), Arguments([values]))
            flow.write(values, "attribute", value.of, name)
        elif isinstance(value, External):
            self.escape(values, values)
        else:
            flow.write(values, "attribute", value, name)
