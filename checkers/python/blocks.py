"""Follows a block: the ways through it, what its variables may hold on each, loops to a fixed point."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from .environment import Environment, widened
from .evaluation import DEEPEST, Evaluator, TooDeepError, together, unpacked
from .joining import bounded, join
from .names import Names
from .narrowing import narrowed
from .operators import item_of
from .scope import Scope
from .types import NEVER, NONE, UNKNOWN, Collection, Type

# Turns of a loop that are followed before its variables are given up, and loops inside one another that are.
_TURNS = 4
_DEEPEST_LOOP = 3
# Variables carried into the bodies of a module's statements, all together: the most that a library's file has is 26000.
_MOST_WORK = 1_000_000
# What a body costs by itself.
_BODY = 10


class _Loop:
    """The ways out of a loop's turn."""

    __slots__ = ("breaks", "continues")

    def __init__(self) -> None:
        self.breaks: list[Environment | None] = []
        self.continues: list[Environment | None] = []


class Block(Evaluator):
    """Follows blocks one at a time, each from its start: its loops, and by `statements` what else is in it.

    `opaque` are the functions and classes that are not what their definition says.
    """

    statements: Mapping[type[ast.AST], Callable[..., None]] = {}

    def __init__(self, names: Names, signatures: Mapping[str, Type]) -> None:
        super().__init__(names, signatures)
        self.opaque: set[str] = set()
        self.alive = True
        self._loops: list[_Loop] = []
        self._work = 0
        self.returned: Type = NEVER

    def start(self, scope: Scope) -> None:
        """Begin another block."""
        self.scope = scope
        self.environment = {}
        self.found = {}
        self.joined[scope] = {}
        self.outer, self.watches, self.awaited = [], [], set()
        self.yielded = self.returned = NEVER
        self.depth = 0
        self.comprehensions = {}
        self.walruses = set()
        self.alive, self._loops = True, []

    def block(self, body: Sequence[ast.stmt]) -> bool:
        """Follow the statements of the block; False: they nest too deeply, and nothing is known."""
        try:
            self.follow(body)
        except TooDeepError:
            return False
        return True

    def result(self) -> Type:
        """What the block returned."""
        if self.yielded is not NEVER:
            return Collection("builtins.generator", bounded(self.yielded))
        return bounded(join(self.returned, NONE) if self.alive else self.returned)

    @property
    def now(self) -> Environment | None:
        """The variables at this point; None where nothing gets there."""
        return self.environment if self.alive else None

    def go_on(self, environment: Environment | None) -> None:
        """Read on from a point with these variables; None: nothing gets there."""
        self.alive = environment is not None
        self.environment = environment if environment is not None else {}

    def follow(self, body: Sequence[ast.stmt]) -> None:
        """Follow statements up to the one that nothing gets beyond. Raises `TooDeepError`."""
        self.depth += 1
        # Each body has variables of its own, which are those around it at first.
        self._work += _BODY + len(self.environment)
        if self.depth > DEEPEST or self._work > _MOST_WORK:
            raise TooDeepError
        for statement in body:
            if not self.alive:
                break
            rule = self.statements.get(statement.__class__)
            if rule is not None:
                rule(self, statement)
        self.depth -= 1

    def assign(self, target: ast.expr, type_: Type) -> None:
        """Give the variables of a target what they get of a value."""
        for part, value in unpacked(target, type_):
            if isinstance(part, ast.Name):
                self.give(part.id, value)
                self.found[part] = value
            else:
                self.parts(part)

    def assume(self, test: ast.expr, truth: bool) -> None:
        """Read on where a condition was found to be so."""
        self.environment.update(narrowed(test, truth, self))

    def for_(self, node: ast.For | ast.AsyncFor) -> None:
        """A loop over the items of a value."""
        iterable = self.of(node.iter)
        item = UNKNOWN if isinstance(node, ast.AsyncFor) else item_of(iterable)

        def turn() -> Environment | None:
            done = dict(self.environment)
            self.assign(node.target, item)
            self.follow(node.body)
            return done

        self._loop(node, turn)

    def while_(self, node: ast.While) -> None:
        """A loop as long as a condition holds."""

        def turn() -> Environment | None:
            self.of(node.test)
            before = dict(self.environment)
            self.assume(node.test, False)
            done = None if isinstance(node.test, ast.Constant) and node.test.value else self.environment
            self.environment = before
            self.assume(node.test, True)
            self.follow(node.body)
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
            self.go_on(dict(head))
            done = turn()
            self._loops.pop()
            after = widened(head, together([self.now, *loop.continues]))
            if after == head or not left:
                break
            head, left = after, left - 1
        self.go_on(done)
        if self.alive:
            self.follow(node.orelse)
        self.go_on(together([self.now, *loop.breaks]))

    def leave(self, node: ast.Break | ast.Continue) -> None:
        """A way out of a loop's turn."""
        if self._loops:
            loop = self._loops[-1]
            (loop.breaks if isinstance(node, ast.Break) else loop.continues).append(self.now)
        self.alive = False


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
