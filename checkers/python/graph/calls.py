"""What a call does in the call graph: what it reaches, what goes into the parameters, and what comes out."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from . import outside
from .classes import ENUMERATIONS, PROPERTIES, decorators, is_special
from .flow import Flow
from .library import MADE_OF_CLASSES, NEVER_IMPLIED, TEXTS
from .values import (
    OPAQUE,
    OPAQUE_ONLY,
    UNKNOWN,
    Arguments,
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
    external,
)

# Calls that the call graph makes itself are nested so deep.
_DEEPEST_CALL = 40


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
            return outside.call(self, value, arguments)
        return UNKNOWN

    def call_all(self, values: Iterable[Value], arguments: Arguments) -> Values:
        """What comes of calling one of `values`."""
        found: set[Value] = set()
        for value in values:
            results = self.call(value, arguments)
            self.flow.steps += 1 + len(results)
            found |= results
        return frozenset(found)

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
            outside.escape(self, arguments.all(), arguments.all())
        return frozenset(results)

    def define(self, cls: Class) -> None:
        """Run what a class statement calls of the classes that it inherits from."""
        classes = self.flow.classes
        found = classes.find(classes.order(cls)[1:], "__init_subclass__")
        for function in found[1] if found is not None else ():
            self.call(Bound(function, cls), Arguments())
        for metaclass in classes.metaclasses(cls):
            self.flow.write(frozenset((cls,)), "made")
            # A class is an instance of its metaclass, and made with it.
            for each in classes.order(metaclass):
                for name, functions in classes.methods(each).items():
                    receiver = metaclass if name in ("__new__", "__prepare__") else cls
                    for function in functions if is_special(name, "__") else ():
                        self.call(Bound(function, receiver), Arguments())
        if classes.inherits(cls, ENUMERATIONS):
            # Its members are made with it.
            self.construct(cls, Arguments([], {}, OPAQUE_ONLY))
            for name, functions in classes.methods(cls).items():
                for function in functions if is_special(name, "_") else ():
                    self.call(Bound(function, cls), Arguments([], {}, OPAQUE_ONLY))

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
                if is_special(name, "__") and name not in NEVER_IMPLIED:
                    for function in functions:
                        self.call(Bound(function, Instance(cls)), Arguments())

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
            found = self._of_super(value, name)
            if not found and flow.classes.inherits(value.of, ("builtins.type", "abc.ABCMeta")):
                return frozenset((external(f"builtins.type.{name}"),))
            return found or OPAQUE_ONLY
        return flow.read("attribute", value, name) | OPAQUE_ONLY

    def _of_super(self, value: Super, name: str) -> Values:
        """What follows in the order of a class, or of those derived from it, where it is an instance of one."""
        own = value.receiver.of if isinstance(value.receiver, Instance) else value.receiver
        derived = self.flow.read("derived", own) if isinstance(value.receiver, Instance) else UNKNOWN
        found: set[Value] = set()
        for cls in dict.fromkeys((own, *derived)):
            order = self.flow.classes.order(cls) if isinstance(cls, Class) else []
            after = order[order.index(value.of) + 1 :] if value.of in order else self.flow.classes.order(value.of)[1:]
            found |= self._methods(after, name, value.receiver)
        return frozenset(found)

    def _of_metaclass(self, metaclass: Class, name: str, cls: Class) -> Values:
        found = self.flow.classes.find(self.flow.classes.order(metaclass), name)
        results: set[Value] = set()
        for function in found[1] if found is not None else ():
            bound = Bound(function, cls)
            results |= self.call(bound, Arguments()) if decorators(function) & PROPERTIES else {bound}
        return frozenset(results)

    def _of_class(self, cls: Class, name: str) -> Values:
        order = self.flow.classes.order(cls)
        found = self._methods(order, name, cls) | self._variables(order, name)
        for metaclass in self.flow.classes.metaclasses(cls) if name[:2] != "__" else ():
            found |= self._of_metaclass(metaclass, name, cls)
        if self.flow.classes.inherits(cls, ENUMERATIONS) and OPAQUE in found:
            found |= {Instance(cls)}
        return found or (OPAQUE_ONLY if name.startswith("__") or self.flow.classes.is_foreign(cls) else UNKNOWN)

    def _of_instance(self, instance: Instance, name: str) -> Values:
        flow = self.flow
        found: set[Value] = set()
        derived = [value for value in flow.read("derived", instance.of) if isinstance(value, Class)]
        for cls in dict.fromkeys((instance.of, *derived)):
            order = flow.classes.order(cls)
            methods, variables = self._methods(order, name, Instance(cls)), self._variables(order, name)
            found |= methods | variables
            found |= self._renamed(order, name, instance)
            if not methods and flow.classes.is_foreign(cls):
                found.add(OPAQUE)
                if name not in TEXTS and not variables:
                    outside.give_away(self, cls)
        for getter in ("__getattribute__",) if found else ("__getattribute__", "__getattr__"):
            getters = flow.classes.find(flow.classes.order(instance.of), getter)
            for function in getters[1] if getters is not None else ():
                found |= self.call(Bound(function, instance), Arguments())
        return frozenset(found) or (OPAQUE_ONLY if name.startswith("__") else UNKNOWN)

    def _renamed(self, order: list[Class], name: str, instance: Instance) -> set[Value]:
        """The methods that classes have under another name: `again = first`."""
        scopes = [each.module.names.scopes[each.node] for each in order]
        given = [binding for scope in scopes for binding in scope.bindings.get(name, ())]
        if not any(isinstance(binding, ast.Name | ast.Lambda) for binding in given):
            return set()
        return {Bound(value, instance) for value in self._variables(order, name) if isinstance(value, Function)}

    def _variables(self, order: list[Class], name: str) -> Values:
        found: set[Value] = set()
        for each in order:
            found |= self.flow.read("attribute", each, name)
            scope = each.module.names.scopes[each.node]
            if name in scope.bindings:
                defined = name in self.flow.classes.methods(each)
                values = self.flow.bound_in(scope, name, each.module)
                found.update([value for value in values if not (defined and isinstance(value, Function))])
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
            outside.escape(self, values, values)
        else:
            flow.write(values, "attribute", value, name)
