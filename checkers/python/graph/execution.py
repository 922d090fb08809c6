"""Executes statements in the call graph, in no order: assignments, results, imports, definitions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from ..facts import only_elsewhere
from ..modules import Module
from ..scopes import pairs, parameters
from .classes import decorators
from .evaluation import Evaluation
from .library import MADE_OF_CLASSES
from .values import OPAQUE_ONLY, Arguments, Class, Function, Instance, Value, Values

_FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef


class Execution:
    """Executes the statements of one module. Whatever is nested is executed; what only a script or a type checker runs
    is not."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.values = evaluation
        self.flow = evaluation.flow
        self.module = evaluation.module

    def body(self, statements: Iterable[ast.stmt]) -> None:
        """Execute statements."""
        for statement in statements:
            visit = _VISITS.get(statement.__class__)
            if visit is not None:
                visit(self, statement)
            else:
                # An expression, an `assert`, a `del`.
                for child in ast.iter_child_nodes(statement):
                    if isinstance(child, ast.expr):
                        self.values.of(child)

    def function(self, function: Function) -> None:
        """Execute the body of a function, its parameters being what its annotations say too."""
        node = function.node
        scope = self.module.names.scopes[node]
        for parameter in parameters(node.args):
            self.flow.write(self.annotated(parameter.annotation), "name", scope, parameter.arg)
        self.values.functions.append(function)
        if isinstance(node, ast.Lambda):
            self.flow.write(self.values.of(node.body), "result", function)
        else:
            self.flow.write(self.annotated(node.returns), "result", function)
            self._receive(function)
            self.body(node.body)
        self.values.functions.pop()

    def _receive(self, function: Function) -> None:
        """A method is called on instances of its class, whoever calls it."""
        scope = self.module.names.scopes[function.node]
        arguments = function.node.args
        first = [*arguments.posonlyargs, *arguments.args][:1]
        cls = scope.parent.node if scope.parent is not None else None
        named = decorators(function)
        if first and isinstance(cls, ast.ClassDef) and "staticmethod" not in named:
            own = Class(self.module, cls)
            receiver = (
                own
                if "classmethod" in named or getattr(function.node, "name", "") in MADE_OF_CLASSES
                else Instance(own)
            )
            self.flow.write(frozenset((receiver,)), "name", scope, first[0].arg)

    def annotated(self, annotation: ast.expr | None) -> Values:
        """Instances of the classes that an annotation names, at any depth: a container stands for what it holds."""
        if annotation is None:
            return frozenset()
        found: set[Instance] = set()
        pending: list[ast.AST] = [annotation]
        while pending:
            node = pending.pop()
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                expression = _expression(node.value)
                pending += [] if expression is None or isinstance(expression, ast.Constant) else [expression]
            elif isinstance(node, ast.Name | ast.Attribute):
                values = self.flow.by_name(node, self.module)
                found |= {Instance(value) for value in values if isinstance(value, Class)}
            else:
                pending += ast.iter_child_nodes(node)
        return frozenset(found)

    def _assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            parts = pairs(target, node.value)
            for part, item in parts:
                self.values.store(part, self.values.of(item))
            if parts:
                continue
            unpacks = isinstance(target, ast.Tuple | ast.List)
            self.values.store(target, self.values.iterated(node.value) if unpacks else self.values.of(node.value))

    def _annotate(self, node: ast.AnnAssign) -> None:
        values = self.annotated(node.annotation) | self.values.of(node.value)
        self.values.store(node.target, values)

    def _augment(self, node: ast.AugAssign) -> None:
        values = self.values.of(node.value)
        if not isinstance(node.target, ast.Name):
            self.values.of(node.target)
        self.values.store(node.target, values)

    def _return(self, node: ast.Return) -> None:
        if self.values.functions:
            values = self.values.of(node.value) if node.value is not None else OPAQUE_ONLY
            self.flow.write(values, "result", self.values.functions[-1])

    def _for(self, node: ast.For | ast.AsyncFor) -> None:
        self.values.store(node.target, self.values.iterated(node.iter))
        self.body(node.body)
        self.body(node.orelse)

    def _while(self, node: ast.While) -> None:
        self.values.of(node.test)
        self.body(node.body)
        self.body(node.orelse)

    def _if(self, node: ast.If) -> None:
        while True:
            self.values.of(node.test)
            if not only_elsewhere(node.test):
                self.body(node.body)
            # A chain of `elif` is as long as a text makes it.
            if len(node.orelse) != 1 or not isinstance(node.orelse[0], ast.If):
                break
            node = node.orelse[0]
        self.body(node.orelse)

    def _with(self, node: ast.With | ast.AsyncWith) -> None:
        for item in node.items:
            values = self.values.of(item.context_expr)
            entered = set(values)
            for value in values:
                if isinstance(value, Instance):
                    for name in ("__enter__", "__aenter__"):
                        methods = self.values.calls.attribute(value, name)
                        entered |= self.values.calls.call_all(methods, Arguments())
            if item.optional_vars is not None:
                self.values.store(item.optional_vars, frozenset(entered))
        self.body(node.body)

    def _try(self, node: ast.Try | ast.TryStar) -> None:
        self.body(node.body)
        for handler in node.handlers:
            kinds = self.values.of(handler.type)
            if handler.name:
                caught = frozenset(Instance(kind) for kind in kinds if isinstance(kind, Class))
                self._store_name(handler.name, caught | OPAQUE_ONLY)
            self.body(handler.body)
        self.body(node.orelse)
        self.body(node.finalbody)

    def _attributes_matched(self, pattern: ast.pattern, subject: Values) -> Values:
        """What the attributes stand for that the patterns of classes in a pattern ask of the subject."""
        found: set[Value] = set()
        for part in ast.walk(pattern):
            if isinstance(part, ast.MatchClass):
                for value in subject | frozenset(found):
                    names = self._positional_names(value) if part.patterns else []
                    for name in (*part.kwd_attrs, *names):
                        found |= self.values.calls.attribute(value, name)
        return frozenset(found)

    def _positional_names(self, value: Value) -> list[str]:
        """The attributes that a pattern of a class asks for by position."""
        found: list[str] = []
        for cls in self.flow.classes.order(value.of) if isinstance(value, Instance) else []:
            for part in cls.node.body:
                target = part.targets[0] if isinstance(part, ast.Assign) else getattr(part, "target", None)
                if isinstance(part, ast.AnnAssign) and isinstance(target, ast.Name):
                    found.append(target.id)
                elif isinstance(part, ast.Assign) and isinstance(target, ast.Name) and target.id == "__match_args__":
                    items = part.value.elts if isinstance(part.value, ast.Tuple | ast.List) else []
                    found += [text for item in items if (text := self.module.names.text(item)) is not None]
        return found

    def _raise(self, node: ast.Raise) -> None:
        for value in self.values.all(node.exc, node.cause):
            if isinstance(value, Class):
                self.values.calls.construct(value, Arguments())

    def _store_name(self, name: str, values: Values) -> None:
        """Store into a name that no node of the tree stands for."""
        scope = self.module.scope
        if self.values.functions:
            scope = self.module.names.scopes[self.values.functions[-1].node]
        self.flow.write(values, "name", scope.holder(name) or scope, name)

    def _match(self, node: ast.Match) -> None:
        subject = self.values.of(node.subject)
        for case in node.cases:
            inside = self._attributes_matched(case.pattern, subject)
            for pattern in ast.walk(case.pattern):
                name = getattr(pattern, "rest", None) if isinstance(pattern, ast.MatchMapping) else None
                if isinstance(pattern, ast.MatchAs | ast.MatchStar):
                    name = pattern.name
                if name:
                    self._store_name(name, subject if subject is OPAQUE_ONLY else subject | inside)
            self.values.of(case.guard)
            self.body(case.body)

    def _define(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        function = Function(self.module, node)
        self.values.defaults(function)
        annotations = [node.returns, *(parameter.annotation for parameter in parameters(node.args))]
        # A name alone calls nothing.
        self.values.all(*(each for each in annotations if isinstance(each, ast.Call | ast.Subscript | ast.BinOp)))
        self._decorate(node.decorator_list, frozenset((function,)), node)
        if self.values.functions:
            self.function(function)

    def _decorate(self, decorators: list[ast.expr], values: Values, node: _FUNCTION | ast.ClassDef) -> None:
        """Hand a function or class to its decorators; its name stands for what comes of it too."""
        for decorator in reversed(decorators):
            results = self.values.calls.call_all(self.values.of(decorator), Arguments([values]))
            values |= results
        if decorators:
            scope = self.module.names.scopes[node].parent or self.module.scope
            self.flow.write(values, "name", scope, node.name)

    def _define_class(self, node: ast.ClassDef) -> None:
        cls = Class(self.module, node)
        self.values.all(*node.bases, *(keyword.value for keyword in node.keywords))
        self.values.calls.define(cls)
        for base in self.flow.classes.order(cls)[1:]:
            self.flow.write(frozenset((cls,)), "subclasses", base)
        functions, self.values.functions = self.values.functions, []
        self.body(node.body)
        self.values.functions = functions
        if functions:
            for nested in self.flow.classes.methods(cls).values():
                for function in nested:
                    self.function(function)
        self._decorate(node.decorator_list, frozenset((cls,)), node)

    def _import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.flow.import_module(alias.name)

    def _import_from(self, node: ast.ImportFrom) -> None:
        module = absolute(node, self.module)
        if not module:
            return
        self.flow.import_module(module)
        for alias in node.names:
            if alias.name != "*":
                self.flow.import_module(f"{module}.{alias.name}")


def absolute(node: ast.ImportFrom, module: Module) -> str:
    """The module that a `from` imports of; empty where it leads out of the project."""
    if not node.level:
        return node.module or ""
    parts = module.name.split(".")
    drop = node.level - module.package
    base = parts[: len(parts) - drop] if drop < len(parts) else []
    return ".".join([*base, *((node.module,) if node.module else ())]) if base else ""


def _expression(text: str) -> ast.expr | None:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


_VISITS: dict[type[ast.stmt], Callable[..., None]] = {
    ast.Assign: Execution._assign,
    ast.AnnAssign: Execution._annotate,
    ast.AugAssign: Execution._augment,
    ast.Return: Execution._return,
    ast.For: Execution._for,
    ast.AsyncFor: Execution._for,
    ast.While: Execution._while,
    ast.If: Execution._if,
    ast.With: Execution._with,
    ast.AsyncWith: Execution._with,
    ast.Try: Execution._try,
    ast.TryStar: Execution._try,
    ast.Match: Execution._match,
    ast.Raise: Execution._raise,
    ast.FunctionDef: Execution._define,
    ast.AsyncFunctionDef: Execution._define,
    ast.ClassDef: Execution._define_class,
    ast.Import: Execution._import,
    ast.ImportFrom: Execution._import_from,
}
