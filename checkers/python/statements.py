"""Follows the statements of a block: what its variables may hold at each point, loops to a fixed point."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from .calling import value_of
from .environment import Environment, Watch, merged, widened
from .evaluation import DEEPEST, Evaluator, TooDeepError, together, unpacked
from .joining import join
from .names import Names
from .narrowing import narrowed
from .operators import binary, item_of
from .scopes import Scope
from .types import NEVER, NONE, UNKNOWN, Array, Collection, Reference, Type

# Turns of a loop that are followed before its variables are given up, and loops inside one another that are.
_TURNS = 4
_DEEPEST_LOOP = 3


class _Loop:
    """The ways out of a loop's turn."""

    __slots__ = ("breaks", "continues")

    def __init__(self) -> None:
        self.breaks: list[Environment | None] = []
        self.continues: list[Environment | None] = []


class Interpreter(Evaluator):
    """Follows blocks one at a time. `opaque` are the functions that are not what their definition says."""

    def __init__(self, names: Names, signatures: Mapping[str, Type]) -> None:
        super().__init__(names, signatures)
        self.opaque: set[str] = set()
        self._alive = True
        self._loops: list[_Loop] = []
        self._returned: Type = NEVER

    def start(self, scope: Scope) -> None:
        """Begin another block."""
        self.scope = scope
        self.environment = {}
        self.found = {}
        self.joined[scope] = {}
        self.outer, self.watches, self.awaited = [], [], set()
        self.yielded = self._returned = NEVER
        self.depth = 0
        self.comprehensions = {}
        self.walruses = set()
        self._alive, self._loops = True, []

    def block(self, body: Sequence[ast.stmt]) -> bool:
        """Follow the statements of the block; False: they nest too deeply, and nothing is known."""
        try:
            self._body(body)
        except TooDeepError:
            return False
        return True

    def result(self) -> Type:
        """What the block returned."""
        if self.yielded is not NEVER:
            return Collection("builtins.generator", self.yielded)
        return join(self._returned, NONE) if self._alive else self._returned

    @property
    def _now(self) -> Environment | None:
        return self.environment if self._alive else None

    def _go_on(self, environment: Environment | None) -> None:
        self._alive = environment is not None
        self.environment = environment if environment is not None else {}

    def _body(self, body: Sequence[ast.stmt]) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise TooDeepError
        for statement in body:
            if not self._alive:
                break
            rule = self._STATEMENTS.get(statement.__class__)
            if rule is not None:
                rule(self, statement)
        self.depth -= 1

    def _assign_to(self, target: ast.expr, type_: Type) -> None:
        for part, value in unpacked(target, type_):
            if isinstance(part, ast.Name):
                self.give(part.id, value)
                self.found[part] = value
            else:
                self.parts(part)

    def _assign(self, node: ast.Assign) -> None:
        type_ = self.of(node.value)
        for target in node.targets:
            self._assign_to(target, type_)

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
        self._returned = join(self._returned, self.of(node.value) if node.value is not None else NONE)
        self._alive = False

    def _raise(self, node: ast.Raise) -> None:
        for part in (node.exc, node.cause):
            if part is not None:
                self.of(part)
        self._alive = False

    def _assert(self, node: ast.Assert) -> None:
        self.of(node.test)
        if node.msg is not None:
            self.of(node.msg)
        self._assume(node.test, True)

    def _assume(self, test: ast.expr, truth: bool) -> None:
        narrow = narrowed(test, truth, self)
        if narrow is not None:
            self.environment = narrow

    def _if(self, node: ast.If) -> None:
        ends: list[Environment | None] = []
        while True:
            self.of(node.test)
            before = dict(self.environment)
            self._assume(node.test, True)
            self._body(node.body)
            ends.append(self._now)
            self._go_on(before)
            self._assume(node.test, False)
            if len(node.orelse) != 1 or not isinstance(node.orelse[0], ast.If):
                break
            node = node.orelse[0]
        self._body(node.orelse)
        self._go_on(together([*ends, self._now]))

    def _for(self, node: ast.For | ast.AsyncFor) -> None:
        iterable = self.of(node.iter)
        item = UNKNOWN if isinstance(node, ast.AsyncFor) else item_of(iterable)

        def turn() -> Environment | None:
            done = dict(self.environment)
            self._assign_to(node.target, item)
            self._body(node.body)
            return done

        self._loop(node, turn)

    def _while(self, node: ast.While) -> None:
        def turn() -> Environment | None:
            self.of(node.test)
            before = dict(self.environment)
            self._assume(node.test, False)
            done = None if isinstance(node.test, ast.Constant) and node.test.value else self.environment
            self.environment = before
            self._assume(node.test, True)
            self._body(node.body)
            return done

        self._loop(node, turn)

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While, turn: Callable[[], Environment | None]) -> None:
        """Follow turns until the variables at the loop's head hold for every one; `turn` gives those after the last."""
        head = dict(self.environment)
        left = _TURNS if len(self._loops) < _DEEPEST_LOOP else 0
        while True:
            if not left:
                head.update(dict.fromkeys(_given_in(node), UNKNOWN))
            loop = _Loop()
            self._loops.append(loop)
            self._go_on(dict(head))
            done = turn()
            self._loops.pop()
            after = widened(head, together([self._now, *loop.continues]))
            if after == head or not left:
                break
            head, left = after, left - 1
        self._go_on(done)
        if self._alive:
            self._body(node.orelse)
        self._go_on(together([self._now, *loop.breaks]))

    def _leave(self, node: ast.Break | ast.Continue) -> None:
        if self._loops:
            loop = self._loops[-1]
            (loop.breaks if isinstance(node, ast.Break) else loop.continues).append(self._now)
        self._alive = False

    def _with(self, node: ast.With | ast.AsyncWith) -> None:
        for item in node.items:
            self.of(item.context_expr)
            if item.optional_vars is not None:
                self._assign_to(item.optional_vars, UNKNOWN)
        # A context manager may end an exception that the body raised anywhere.
        stopped = self._watched(node.body)
        self._go_on(merged(self._now, stopped))

    def _watched(self, body: Sequence[ast.stmt]) -> Environment:
        """Follow statements; what is known where they stop at any of them."""
        before, watch = dict(self.environment), Watch()
        self.watches.append(watch)
        self._body(body)
        self.watches.pop()
        return merged(before, watch.given) or before

    def _try(self, node: ast.Try | ast.TryStar) -> None:
        before, watch = dict(self.environment), Watch()
        self.watches.append(watch)
        stopped = self._watched(node.body)
        if self._alive:
            self._body(node.orelse)
        ends = [self._now]
        for handler in node.handlers:
            self._go_on(dict(stopped))
            if handler.type is not None:
                self.of(handler.type)
            if handler.name:
                self.give(handler.name, UNKNOWN)
            self._body(handler.body)
            ends.append(self._now)
        self.watches.pop()
        end = together(ends)
        if node.finalbody:
            self._go_on(end)
            if self._alive:
                self._body(node.finalbody)
                end = self._now
            # The last to be followed is what is kept: it holds for an exception from anywhere, too.
            self._go_on(merged(before, watch.given))
            self._body(node.finalbody)
        self._go_on(end)

    def _match(self, node: ast.Match) -> None:
        self.of(node.subject)
        before = dict(self.environment)
        ends: list[Environment | None] = [dict(before)]
        for case in node.cases:
            self._go_on(dict(before))
            for part in ast.walk(case.pattern):
                name = part.rest if isinstance(part, ast.MatchMapping) else getattr(part, "name", None)
                if isinstance(name, str):
                    self.give(name, UNKNOWN)
                elif isinstance(part, ast.MatchValue):
                    self.of(part.value)
            if case.guard is not None:
                self.of(case.guard)
            self._body(case.body)
            ends.append(self._now)
        self._go_on(together(ends))

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
        self._body(node.body)
        self.scope, self.environment, self.watches, self._alive = scope, environment, watches, True
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

    _STATEMENTS: Mapping[type[ast.AST], Callable[..., None]] = {
        ast.Assign: _assign,
        ast.AnnAssign: _annotated,
        ast.AugAssign: _augmented,
        ast.Expr: _expression,
        ast.Return: _return,
        ast.Raise: _raise,
        ast.Assert: _assert,
        ast.If: _if,
        ast.For: _for,
        ast.AsyncFor: _for,
        ast.While: _while,
        ast.Break: _leave,
        ast.Continue: _leave,
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
    """What an augmented assignment leaves: of an array, the array itself with its dtype."""
    return before if isinstance(before, Array) and before.dtype else binary(operator, before, value)


def _given_in(loop: ast.AST) -> set[str]:
    """The names that a loop gives values, in whatever block."""
    found: set[str] = set()
    for node in ast.walk(loop):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.alias):
            found.add(node.asname or node.name.partition(".")[0])
        elif isinstance(node, ast.MatchMapping):
            found.add(node.rest or "")
        elif isinstance(name := getattr(node, "name", None), str):
            found.add(name)
    return found
