"""Evaluates expressions in the call graph: to the values that they may stand for, with the calls in them made."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from ..modules import Module
from ..names import BUILTINS
from ..scopes import Scope, parameters
from . import outside, special
from .calls import Calls
from .classes import ENUMERATIONS
from .flow import Flow
from .library import CALLING, GIVING, JUDGED, TAKING
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
    Super,
    Value,
    Values,
    external,
)

_OPERATORS = ("__iter__", "__next__", "__getitem__", "__anext__")


class Evaluation:
    """Evaluates the expressions of one module. `unresolved` are the calls of which nobody knows what they call."""

    def __init__(self, flow: Flow, module: Module) -> None:
        self.flow = flow
        self.module = module
        self.calls = Calls(flow)
        self.unresolved: list[ast.expr] = []
        # The functions whose bodies are being evaluated, innermost last.
        self.functions: list[Function] = []

    def of(self, node: ast.expr | None) -> Values:
        """What an expression may stand for."""
        if node is None:
            return UNKNOWN
        visit = _VISITS.get(node.__class__)
        return OPAQUE_ONLY if visit is None else visit(self, node)

    def all(self, *nodes: ast.expr | None) -> Values:
        """What any of several expressions may stand for."""
        return frozenset().union(*map(self.of, nodes))

    def iterated(self, node: ast.expr) -> Values:
        """What the items of an expression may stand for: a container stands for what it holds."""
        return self._by_syntax(self.of(node), _OPERATORS)

    def _by_syntax(self, values: Values, names: tuple[str, ...]) -> Values:
        """What methods that syntax calls make of values, and the values themselves."""
        found = set(values)
        for value in values:
            if isinstance(value, Class) and self.flow.classes.inherits(value, ENUMERATIONS):
                found.add(Instance(value))
            if isinstance(value, Instance | Class):
                for name in names:
                    for method in self.calls.attribute(value, name):
                        if isinstance(method, Bound):
                            self.flow.reach(self.flow.unit_of(method.function))
                            found |= self.flow.read("result", method.function)
        return frozenset(found)

    def named(self, node: ast.Name, scope: Scope) -> Values:
        """What a name that is read in a scope stands for."""
        holder = scope.holder(node.id)
        if holder is not None:
            return self.flow.bound_in(holder, node.id, self.module)
        found = self.flow.member(self.module, node.id) if self.module.scope.stars else UNKNOWN
        if found:
            return found
        known = node.id in BUILTINS or self.module.names.candidates(node)
        return frozenset(map(external, self.module.names.candidates(node))) if known else UNKNOWN

    def _constant(self, node: ast.Constant) -> Values:
        # What is None for now is assigned by somebody else.
        return UNKNOWN if node.value is None else OPAQUE_ONLY

    def _name(self, node: ast.Name) -> Values:
        return self.named(node, self.module.names.scope_of(node))

    def _attribute(self, node: ast.Attribute) -> Values:
        return frozenset(found for value in self.of(node.value) for found in self.calls.attribute(value, node.attr))

    def _call(self, node: ast.Call) -> Values:
        arguments = self._arguments(node)
        function = node.func
        if isinstance(function, ast.Name) and function.id == "super" and not node.args:
            return self._super(function)
        values = self.of(function)
        results = self.calls.call_all(values, arguments)
        named = special.call(self, node, values, arguments)
        if named is not None:
            return results | named
        unknown = any(map(self._is_unknown_code, values)) if values else self._may_be_ours(function)
        if unknown and function not in self.unresolved:
            self.unresolved.append(node)
        if isinstance(function, ast.Attribute) and (not values or any(isinstance(v, External) for v in values)):
            return results | self._method_of_other(function, arguments)
        if OPAQUE in values:
            # What holds an instance may give it when it is called.
            results |= frozenset(value for value in values if isinstance(value, Instance))
        return results

    def _method_of_other(self, function: ast.Attribute, arguments: Arguments) -> Values:
        """A method of something that is not the project's, a container as a rule: it takes its arguments in, and gives
        out what it holds, and what comes of calling what it is given."""
        given = frozenset(value for value in arguments.all() if not isinstance(value, External))
        if function.attr == "format":
            outside.write_texts(self.calls, given)
        made = outside.results(self.calls, given) if function.attr in CALLING else UNKNOWN
        if function.attr in TAKING and (given or made):
            self.store(function.value, given | made)
        if function.attr not in GIVING:
            return made
        return made | given | frozenset(value for value in self.of(function.value) if not isinstance(value, External))

    def _arguments(self, node: ast.Call) -> Arguments:
        found = Arguments()
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                found.rest |= self.iterated(argument.value)
            elif found.rest:
                # How many come before it, nobody knows.
                found.rest |= self.of(argument)
            else:
                found.positional.append(self.of(argument))
        for keyword in node.keywords:
            if keyword.arg is None:
                found.rest |= self.of(keyword.value)
            else:
                found.named[keyword.arg] = self.of(keyword.value)
        return found

    def _may_be_ours(self, function: ast.expr) -> bool:
        """Whether what a call of unknown value calls may be of the project: a method is when one is called so there, or
        when it is looked for in something of the project."""
        if not isinstance(function, ast.Attribute) or special.methods_named(self.flow, function.attr):
            return True
        return any(isinstance(value, Instance | Class | Imported) for value in self.of(function.value))

    @staticmethod
    def _is_unknown_code(value: Value) -> bool:
        """Whether a value is of a library that no list judges, or of a module of the project that is not there."""
        return isinstance(value, External) and value.name.partition(".")[0] not in JUDGED

    def _super(self, name: ast.Name) -> Values:
        scope: Scope | None = self.module.names.scope_of(name)
        while scope is not None and not (scope.kind == "function" and scope.parent and scope.parent.kind == "class"):
            scope = scope.parent
        if scope is None or scope.parent is None or not isinstance(scope.node, ast.FunctionDef | ast.AsyncFunctionDef):
            return OPAQUE_ONLY
        cls = scope.parent.node
        first = parameters(scope.node.args)[:1]
        if not isinstance(cls, ast.ClassDef) or not first:
            return OPAQUE_ONLY
        receivers = self.flow.read("name", scope, first[0].arg)
        own = Class(self.module, cls)
        return frozenset(Super(own, each) for each in receivers if isinstance(each, Instance | Class)) or OPAQUE_ONLY

    def store(self, target: ast.expr, values: Values) -> None:
        """Let what a target names stand for `values`."""
        if isinstance(target, ast.Name):
            scope = self.module.names.scope_of(target)
            holder = scope.holder(target.id)
            while holder is not None and holder.kind == "comprehension" and target.id not in holder.bindings:
                holder = holder.parent
            self.flow.write(values, "name", holder or scope, target.id)
        elif isinstance(target, ast.Attribute):
            for value in self.of(target.value):
                self.calls.assign(value, target.attr, values)
        elif isinstance(target, ast.Subscript):
            self.of(target.slice)
            if isinstance(target.value, ast.Attribute) and target.value.attr == "__dict__":
                outside.escape(self.calls, values, values)
            self._by_syntax(self.of(target.value), ("__setitem__",))
            self.store(target.value, values)
        elif isinstance(target, ast.Tuple | ast.List):
            for item in target.elts:
                self.store(item, values)
        elif isinstance(target, ast.Starred):
            self.store(target.value, values)

    def _subscript(self, node: ast.Subscript) -> Values:
        self.of(node.slice)
        values = self.of(node.value)
        return self._by_syntax(values, ("__getitem__", "__class_getitem__")) | special.item(self, node, values)

    def _display(self, node: ast.Tuple | ast.List | ast.Set) -> Values:
        return self.all(*node.elts) | OPAQUE_ONLY

    def _dict(self, node: ast.Dict) -> Values:
        return self.all(*node.keys, *node.values) | OPAQUE_ONLY

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Values:
        for generator in node.generators:
            self.store(generator.target, self.iterated(generator.iter))
            self.all(*generator.ifs)
        items = self.all(node.key, node.value) if isinstance(node, ast.DictComp) else self.of(node.elt)
        return items | OPAQUE_ONLY

    def _lambda(self, node: ast.Lambda) -> Values:
        function = Function(self.module, node)
        self.defaults(function)
        self.functions.append(function)
        self.flow.write(self.of(node.body), "result", function)
        self.functions.pop()
        return frozenset((function,))

    def defaults(self, function: Function) -> None:
        """Evaluate the defaults of a function into its parameters."""
        arguments = function.node.args
        scope = self.module.names.scopes[function.node]
        positional = [*arguments.posonlyargs, *arguments.args]
        for parameter, default in zip(reversed(positional), reversed(arguments.defaults), strict=False):
            self.flow.write(self.of(default), "name", scope, parameter.arg)
        for parameter, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=False):
            if default is not None:
                self.flow.write(self.of(default), "name", scope, parameter.arg)

    def _operation(self, node: ast.BinOp) -> Values:
        # A chain of operators is as long as a text makes it.
        operands: list[ast.expr] = []
        operation: ast.expr = node
        while isinstance(operation, ast.BinOp):
            operands.append(operation.right)
            operation = operation.left
        values = self.all(operation, *reversed(operands))
        results = set(values)
        for value in values:
            if isinstance(value, Instance):
                for function in self._operator_functions(value):
                    results |= self.flow.read("result", function)
        return frozenset(results) | OPAQUE_ONLY

    def _operator_functions(self, value: Instance) -> Iterator[Function]:
        for cls in self.flow.classes.order(value.of):
            for name, functions in self.flow.classes.methods(cls).items():
                if name.startswith("__") and name.endswith("__") and name != "__init__":
                    yield from functions

    def _parts(self, node: ast.expr) -> Values:
        """All of the expressions in one: its value is one of theirs."""
        return self.all(*(child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)))

    def _opaque_of_parts(self, node: ast.expr) -> Values:
        self._parts(node)
        return OPAQUE_ONLY

    def _conditional(self, node: ast.IfExp) -> Values:
        self.of(node.test)
        return self.all(node.body, node.orelse)

    def _formatted(self, node: ast.FormattedValue) -> Values:
        outside.write_texts(self.calls, self.of(node.value))
        self.of(node.format_spec)
        return OPAQUE_ONLY

    def _walrus(self, node: ast.NamedExpr) -> Values:
        values = self.of(node.value)
        self.store(node.target, values)
        return values

    def _yield(self, node: ast.Yield | ast.YieldFrom) -> Values:
        values = self.of(node.value) if isinstance(node, ast.Yield) else self.iterated(node.value)
        if self.functions:
            self.flow.write(values | OPAQUE_ONLY, "result", self.functions[-1])
        return UNKNOWN


_VISITS: dict[type[ast.AST], Callable[..., Values]] = {
    ast.Constant: Evaluation._constant,
    ast.Name: Evaluation._name,
    ast.Attribute: Evaluation._attribute,
    ast.Call: Evaluation._call,
    ast.Subscript: Evaluation._subscript,
    ast.Tuple: Evaluation._display,
    ast.List: Evaluation._display,
    ast.Set: Evaluation._display,
    ast.Dict: Evaluation._dict,
    ast.ListComp: Evaluation._comprehension,
    ast.SetComp: Evaluation._comprehension,
    ast.GeneratorExp: Evaluation._comprehension,
    ast.DictComp: Evaluation._comprehension,
    ast.Lambda: Evaluation._lambda,
    ast.BinOp: Evaluation._operation,
    ast.UnaryOp: Evaluation._opaque_of_parts,
    ast.Compare: Evaluation._opaque_of_parts,
    ast.JoinedStr: Evaluation._opaque_of_parts,
    ast.Slice: Evaluation._opaque_of_parts,
    ast.BoolOp: Evaluation._parts,
    ast.Await: Evaluation._parts,
    ast.Starred: Evaluation._parts,
    ast.IfExp: Evaluation._conditional,
    ast.FormattedValue: Evaluation._formatted,
    ast.NamedExpr: Evaluation._walrus,
    ast.Yield: Evaluation._yield,
    ast.YieldFrom: Evaluation._yield,
}
