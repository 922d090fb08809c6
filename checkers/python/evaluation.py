"""The type of an expression, from those of the variables at its point."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from .calling import Caller, value_of
from .environment import Environment, merged, settled
from .joining import bounded, join, join_all, tuple_of
from .narrowing import narrowed
from .operators import binary, comparison, item_of, subscript, unary, written
from .types import (
    BOOL,
    BYTES,
    COMPLEX_NUMBER,
    FLOAT,
    NEVER,
    NONE,
    STR,
    UNKNOWN,
    Collection,
    Reference,
    Tuple,
    Type,
    integer,
    members,
    one_of,
)

# Expressions and statements inside one another are read so far; a block with deeper ones has no types.
DEEPEST = 200


class TooDeepError(Exception):
    """Code nests more deeply, or has more branches with more variables, than is read."""


class Evaluator(Caller):
    """Evaluates the expressions of one block at a time."""

    def of(self, node: ast.expr) -> Type:
        """The type of an expression, kept for whoever asks. Raises `TooDeepError`."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise TooDeepError
        rule = self._RULES.get(node.__class__)
        type_ = rule(self, node) if rule is not None else self.parts(node)
        self.depth -= 1
        self.found[node] = type_
        return type_

    def parts(self, node: ast.expr) -> Type:
        """An expression whose own type is not known: its parts are read all the same."""
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.expr):
                self.of(part)
        return UNKNOWN

    def _constant(self, node: ast.Constant) -> Type:
        value = node.value
        if value is None:
            return NONE
        if isinstance(value, bool):
            return BOOL
        if isinstance(value, int):
            return integer(value, value)
        if isinstance(value, str):
            return one_of((value,))
        return _CONSTANTS.get(value.__class__, UNKNOWN)

    def name(self, node: ast.Name) -> Type:
        """The type of a variable at this point."""
        scope = self.names.scope_of(node)
        holder = scope.holder(node.id)
        if holder is None:
            name = self.names.qualified(node)
            return value_of(name) if name else UNKNOWN
        if node.id in holder.rebound:
            return UNKNOWN
        if holder is self.scope:
            return self.environment.get(node.id, NEVER)
        if holder in self.comprehensions:
            return self.comprehensions[holder].get(node.id, UNKNOWN)
        for outer, environment in self.outer:
            if outer is holder:
                return environment.get(node.id, NEVER)
        return self.joined.get(holder, {}).get(node.id, UNKNOWN)

    def _binary(self, node: ast.BinOp) -> Type:
        # Sums of many terms nest in their left operands alone.
        chain = [node]
        while isinstance(chain[-1].left, ast.BinOp):
            chain.append(chain[-1].left)
        type_ = self.of(chain[-1].left)
        for operation in reversed(chain):
            type_ = binary(operation.op.__class__, type_, self.of(operation.right))
            self.found[operation] = type_
        return type_

    def _unary(self, node: ast.UnaryOp) -> Type:
        return unary(node.op.__class__, self.of(node.operand))

    def _compare(self, node: ast.Compare) -> Type:
        left, found = self.of(node.left), NEVER
        for operator, operand in zip(node.ops, node.comparators, strict=True):
            right = self.of(operand)
            found = join(found, comparison(operator.__class__, left, right))
            left = right
        return found

    def _any_of(self, node: ast.BoolOp) -> Type:
        found, held = NEVER, {}
        for value in node.values:
            found = join(found, self.of(value))
            self._hold(narrowed(value, isinstance(node.op, ast.And), self), held)
        self._release(held)
        return found

    def _choice(self, node: ast.IfExp) -> Type:
        self.of(node.test)
        found = NEVER
        for branch, truth in ((node.body, True), (node.orelse, False)):
            held: Environment = {}
            self._hold(narrowed(node.test, truth, self), held)
            found = join(found, self.of(branch))
            self._release(held)
        return found

    def _hold(self, narrow: Environment, held: Environment) -> None:
        """Know more of variables for a while; `held` gets what was known."""
        for name, type_ in narrow.items():
            held.setdefault(name, self.environment[name])
            self.environment[name] = type_

    def _release(self, held: Environment) -> None:
        """Know again what was known, of a variable that was given a value meanwhile this one too."""
        for name, type_ in held.items():
            self.environment[name] = join(type_, self.environment[name]) if name in self.walruses else type_

    def _walrus(self, node: ast.NamedExpr) -> Type:
        type_ = self.of(node.value)
        # It may not have run: what the variable held stays possible.
        self.walruses.add(node.target.id)
        self.give(node.target.id, join(self.environment.get(node.target.id, NEVER), type_))
        self.found[node.target] = type_
        return type_

    def _tuple(self, node: ast.Tuple) -> Type:
        items = [self.of(item) for item in node.elts]
        return _collected("builtins.tuple", node.elts, items) if _starred(node.elts) else tuple_of(items)

    def _list(self, node: ast.List) -> Type:
        return _collected("builtins.list", node.elts, [self.of(item) for item in node.elts])

    def _set(self, node: ast.Set) -> Type:
        return _collected("builtins.set", node.elts, [self.of(item) for item in node.elts])

    def _dict(self, node: ast.Dict) -> Type:
        keys = [self.of(key) if key is not None else UNKNOWN for key in node.keys]
        values = [self.of(value) for value in node.values]
        values = [UNKNOWN if key is None else value for key, value in zip(node.keys, values, strict=True)]
        return Collection("builtins.dict", join_all(keys), join_all(values))

    def item(self, node: ast.Subscript) -> Type:
        value, index = self.of(node.value), self.of(node.slice)
        if any(isinstance(member, Reference) for member in members(value)):
            name = self.names.qualified(node)
            return value_of(name) if name else UNKNOWN
        return subscript(value, index, isinstance(node.slice, ast.Slice))

    def _starred(self, node: ast.Starred) -> Type:
        return self.of(node.value)

    def _formatted(self, node: ast.JoinedStr) -> Type:
        found: Type = one_of(("",))
        for part in node.values:
            value = self.of(part.value if isinstance(part, ast.FormattedValue) else part)
            plain = not isinstance(part, ast.FormattedValue) or (part.conversion == -1 and part.format_spec is None)
            if isinstance(part, ast.FormattedValue) and part.format_spec is not None:
                self.of(part.format_spec)
            found = binary(ast.Add, found, written(value) if plain else STR)
        return found

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Type:
        scope = self.names.scopes[node]
        variables = self.comprehensions[scope] = {}
        for generator in node.generators:
            item = item_of(self.of(generator.iter)) if not generator.is_async else UNKNOWN
            self._unpack(generator.target, item, variables)
            for condition in generator.ifs:
                self.of(condition)
        if isinstance(node, ast.DictComp):
            found = Collection("builtins.dict", self.of(node.key), self.of(node.value))
        else:
            found = Collection(_COLLECTIONS[node.__class__], self.of(node.elt))
        self.joined[scope] = self.comprehensions.pop(scope)
        return found

    def _unpack(self, target: ast.expr, type_: Type, variables: Environment) -> None:
        for part, item in unpacked(target, type_):
            if isinstance(part, ast.Name):
                variables[part.id] = settled(bounded(item), part.id in self.names.scope_of(part).escaping)
                self.found[part] = item
            else:
                self.parts(part)

    def _yield(self, node: ast.Yield) -> Type:
        self.yielded = join(self.yielded, self.of(node.value) if node.value is not None else NONE)
        return UNKNOWN

    def _yield_from(self, node: ast.YieldFrom) -> Type:
        self.yielded = join(self.yielded, item_of(self.of(node.value)))
        return UNKNOWN

    def _lambda(self, node: ast.Lambda) -> Type:
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.of(default)
        self.later(node)
        return UNKNOWN

    def later(self, node: ast.AST) -> None:
        """A function was made, whose body runs some other time."""

    _RULES: Mapping[type[ast.AST], Callable[..., Type]] = {
        ast.Constant: _constant,
        ast.Name: name,
        ast.Attribute: Caller.attribute,
        ast.Call: Caller.call,
        ast.BinOp: _binary,
        ast.UnaryOp: _unary,
        ast.Compare: _compare,
        ast.BoolOp: _any_of,
        ast.IfExp: _choice,
        ast.NamedExpr: _walrus,
        ast.Tuple: _tuple,
        ast.List: _list,
        ast.Set: _set,
        ast.Dict: _dict,
        ast.Subscript: item,
        ast.Starred: _starred,
        ast.JoinedStr: _formatted,
        ast.ListComp: _comprehension,
        ast.SetComp: _comprehension,
        ast.GeneratorExp: _comprehension,
        ast.DictComp: _comprehension,
        ast.Yield: _yield,
        ast.YieldFrom: _yield_from,
        ast.Lambda: _lambda,
    }


_CONSTANTS: dict[type[object], Type] = {float: FLOAT, complex: COMPLEX_NUMBER, bytes: BYTES}
_COLLECTIONS: dict[type[ast.AST], str] = {
    ast.ListComp: "builtins.list",
    ast.SetComp: "builtins.set",
    ast.GeneratorExp: "builtins.generator",
}


def _starred(items: list[ast.expr]) -> bool:
    return any(isinstance(item, ast.Starred) for item in items)


def _collected(name: str, nodes: list[ast.expr], items: list[Type]) -> Type:
    types = [item_of(item) if isinstance(node, ast.Starred) else item for node, item in zip(nodes, items, strict=True)]
    return Collection(name, join_all(types))


def unpacked(target: ast.expr, type_: Type) -> list[tuple[ast.expr, Type]]:
    """The targets of an assignment, those of an unpacking each by itself, with what each is given."""
    found: list[tuple[ast.expr, Type]] = []
    pending = [(target, type_)]
    while pending:
        part, value = pending.pop()
        if isinstance(part, ast.Starred):
            pending.append((part.value, Collection("builtins.list", UNKNOWN if value is UNKNOWN else value)))
        elif isinstance(part, ast.Tuple | ast.List):
            pairs = isinstance(value, Tuple) and len(value.items) == len(part.elts) and not _starred(part.elts)
            items = value.items if isinstance(value, Tuple) and pairs else [item_of(value)] * len(part.elts)
            pending += zip(part.elts, items, strict=True)
        else:
            found.append((part, value))
    return found


def together(environments: list[Environment | None]) -> Environment | None:
    """What is known where several ways meet."""
    found: Environment | None = None
    for environment in environments:
        found = merged(found, environment)
    return found
