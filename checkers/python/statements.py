"""What each statement does to the variables of its block."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from .blocks import Block
from .calling import value_of
from .environment import Environment, Watch, merged
from .evaluation import together
from .joining import join
from .operators import binary
from .types import NONE, UNKNOWN, Array, Reference, Type


class Interpreter(Block):
    """Follows every statement."""

    def _assign(self, node: ast.Assign) -> None:
        type_ = self.of(node.value)
        for target in node.targets:
            self.assign(target, type_)

    def _annotated(self, node: ast.AnnAssign) -> None:
        type_ = self.declared(node.annotation, self.scope)
        value = self.of(node.value) if node.value is not None else None
        if isinstance(node.target, ast.Name):
            if value is not None:
                # The annotation is believed, but the value itself may say more.
                known = value if type_ is UNKNOWN or join(value, type_) == type_ else type_
                self.give(node.target.id, known, promised=type_ is not UNKNOWN and known is type_)
        else:
            self.parts(node.target)

    def _augmented(self, node: ast.AugAssign) -> None:
        target, value = node.target, self.of(node.value)
        if isinstance(target, ast.Name):
            before = self.name(target)
            self.found[target] = before
            self.give(target.id, _in_place(node.op.__class__, before, value))
        else:
            self.found[target] = self.attribute(target) if isinstance(target, ast.Attribute) else self.item(target)

    def _expression(self, node: ast.Expr) -> None:
        self.of(node.value)

    def _return(self, node: ast.Return) -> None:
        self.returned = join(self.returned, self.of(node.value) if node.value is not None else NONE)
        self.alive = False

    def _raise(self, node: ast.Raise) -> None:
        for part in (node.exc, node.cause):
            if part is not None:
                self.of(part)
        self.alive = False

    def _assert(self, node: ast.Assert) -> None:
        self.of(node.test)
        if node.msg is not None:
            self.of(node.msg)
        self.assume(node.test, True)

    def _if(self, node: ast.If) -> None:
        ends: list[Environment | None] = []
        while True:
            self.of(node.test)
            before = dict(self.environment)
            self.assume(node.test, True)
            self.follow(node.body)
            ends.append(self.now)
            self.go_on(before)
            self.assume(node.test, False)
            if len(node.orelse) != 1 or not isinstance(node.orelse[0], ast.If):
                break
            node = node.orelse[0]
        self.follow(node.orelse)
        self.go_on(together([*ends, self.now]))

    def _with(self, node: ast.With | ast.AsyncWith) -> None:
        for item in node.items:
            self.of(item.context_expr)
            if item.optional_vars is not None:
                self.assign(item.optional_vars, UNKNOWN)
        # A context manager may end an exception that the body raised anywhere.
        stopped = self._watched(node.body)
        self.go_on(merged(self.now, stopped))

    def _watched(self, body: Sequence[ast.stmt]) -> Environment:
        """Follow statements; what is known where they stop at any of them."""
        before, watch = dict(self.environment), Watch()
        self.watches.append(watch)
        self.follow(body)
        self.watches.pop()
        return merged(before, watch.given) or before

    def _try(self, node: ast.Try | ast.TryStar) -> None:
        before, watch = dict(self.environment), Watch()
        self.watches.append(watch)
        stopped = self._watched(node.body)
        if self.alive:
            self.follow(node.orelse)
        ends = [self.now]
        for handler in node.handlers:
            self.go_on(dict(stopped))
            if handler.type is not None:
                self.of(handler.type)
            if handler.name:
                self.give(handler.name, UNKNOWN)
            self.follow(handler.body)
            ends.append(self.now)
        self.watches.pop()
        end = together(ends)
        if node.finalbody:
            self.go_on(end)
            if self.alive:
                self.follow(node.finalbody)
                end = self.now
            # The last to be followed is what is kept: it holds for an exception from anywhere, too.
            self.go_on(merged(before, watch.given))
            self.follow(node.finalbody)
        self.go_on(end)

    def _match(self, node: ast.Match) -> None:
        self.of(node.subject)
        before = dict(self.environment)
        ends: list[Environment | None] = [dict(before)]
        for case in node.cases:
            self.go_on(dict(before))
            for part in ast.walk(case.pattern):
                name = part.rest if isinstance(part, ast.MatchMapping) else getattr(part, "name", None)
                if isinstance(name, str):
                    self.give(name, UNKNOWN)
                elif isinstance(part, ast.MatchValue):
                    self.of(part.value)
            if case.guard is not None:
                self.of(case.guard)
            self.follow(case.body)
            ends.append(self.now)
        self.go_on(together(ends))

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for part in (*node.decorator_list, *node.args.defaults, *node.args.kw_defaults):
            if part is not None:
                self.of(part)
        name = self.names.scopes[node].qualname
        known = isinstance(node, ast.FunctionDef) and name not in self.opaque
        self.give(node.name, Reference(name) if known else UNKNOWN)
        self.later(node)

    def _class(self, node: ast.ClassDef) -> None:
        for part in (*node.decorator_list, *node.bases, *(keyword.value for keyword in node.keywords)):
            self.of(part)
        scope, environment = self.scope, self.environment
        self.outer.insert(0, (scope, environment))
        self.scope, self.environment = self.names.scopes[node], {}
        self.joined[self.scope] = {}
        watches, self.watches = self.watches, []
        self.follow(node.body)
        self.scope, self.environment, self.watches, self.alive = scope, environment, watches, True
        self.outer.pop(0)
        name = self.names.scopes[node].qualname
        self.give(node.name, UNKNOWN if name in self.opaque else Reference(name))

    def _import(self, node: ast.Import) -> None:
        for alias in node.names:
            name = alias.name if alias.asname else alias.name.partition(".")[0]
            self.give(alias.asname or name, Reference(self.names.passed_on(name)))

    def _import_from(self, node: ast.ImportFrom) -> None:
        module = self.names.absolute(node)
        for alias in node.names:
            if alias.name != "*":
                name = self.names.passed_on(f"{module.rstrip('.')}.{alias.name}")
                self.give(alias.asname or alias.name, value_of(name))

    def _delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.environment.pop(target.id, None)
            else:
                self.parts(target)

    statements: Mapping[type[ast.AST], Callable[..., None]] = {
        ast.Assign: _assign,
        ast.AnnAssign: _annotated,
        ast.AugAssign: _augmented,
        ast.Expr: _expression,
        ast.Return: _return,
        ast.Raise: _raise,
        ast.Assert: _assert,
        ast.If: _if,
        ast.For: Block.for_,
        ast.AsyncFor: Block.for_,
        ast.While: Block.while_,
        ast.Break: Block.leave,
        ast.Continue: Block.leave,
        ast.With: _with,
        ast.AsyncWith: _with,
        ast.Try: _try,
        ast.TryStar: _try,
        ast.Match: _match,
        ast.FunctionDef: _function,
        ast.AsyncFunctionDef: _function,
        ast.ClassDef: _class,
        ast.Import: _import,
        ast.ImportFrom: _import_from,
        ast.Delete: _delete,
    }


def _in_place(operator: type[ast.operator], before: Type, value: Type) -> Type:
    """What an augmented assignment leaves: of an array, the array itself with its dtype, of a scalar another."""
    after = binary(operator, before, value)
    return join(before, after) if isinstance(before, Array) and before.dtype else after
