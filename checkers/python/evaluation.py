"""The type of an expression, from those of the variables at its point."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from . import dtypes, methods, numpy_results, results
from .annotations import declared
from .environment import Environment, Watch, merged, settled
from .names import Names
from .narrowing import narrowed
from .operators import binary, comparison, item_of, subscript, unary
from .results import Call
from .scopes import Scope
from .types import (
    BOOL,
    BYTES,
    COMPLEX_NUMBER,
    FLOAT,
    NEVER,
    NONE,
    STR,
    UNKNOWN,
    Array,
    Collection,
    DType,
    Instance,
    Reference,
    Scalar,
    Str,
    Tuple,
    Type,
    integer,
    join,
    join_all,
    members,
)

# Expressions and statements inside one another are read so far; a block with deeper ones has no types.
DEEPEST = 200
# A longer string is no dtype, format or name.
_LONGEST_TEXT = 200
_LOOKED_UP = ("builtins.getattr", "builtins.__import__", "builtins.vars", "importlib.import_module")
_COPIES = ("copy.copy", "copy.deepcopy", "typing.cast")


class TooDeepError(Exception):
    """Code nests more deeply than is read."""


class Evaluator:
    """Evaluates the expressions of one block at a time.

    `scope` is the block's, `environment` its variables at the point that is read; `outer` are the blocks around it that
    run at the same time, `joined` all that the variables of other blocks were ever given.
    """

    def __init__(self, names: Names, signatures: Mapping[str, Type]) -> None:
        self.names = names
        self.signatures = signatures
        self.classes: dict[str, ast.ClassDef] = {}
        self.returns: dict[str, Type] = {}
        self.promised: dict[str, Type] = {}
        self.attributes: dict[str, Type] = {}
        self.joined: dict[Scope, Environment] = {}
        self.found: dict[ast.expr, Type] = {}
        self.scope = names.module
        self.environment: Environment = {}
        self.outer: list[tuple[Scope, Environment]] = []
        self.watches: list[Watch] = []
        self.yielded: Type = NEVER
        self.awaited: set[str] = set()
        self.depth = 0
        self.comprehensions: dict[Scope, Environment] = {}
        self._looped = False
        self.walruses: set[str] = set()

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

    def declared(self, annotation: ast.expr, scope: Scope) -> Type:
        """What an annotation of `scope` declares."""
        return declared(annotation, lambda expression: self.names.qualified(expression, scope), self.classes)

    def give(self, name: str, type_: Type, *, promised: bool = False) -> None:
        """Give a variable of the block a value; of a declared one, nobody changes what is in it."""
        if name in self.scope.globals or name in self.scope.nonlocals:
            return
        if name in self.scope.rebound:
            type_ = UNKNOWN
        elif not promised:
            type_ = settled(type_, name in self.scope.escaping)
        self.environment[name] = type_
        all_ = self.joined.setdefault(self.scope, {})
        all_[name] = join(all_.get(name, NEVER), type_)
        for watch in self.watches:
            watch.note(name, type_)

    def variable(self, name: ast.expr) -> str | None:
        """The name of a variable of this block; None: the expression is none, or others may change it at any time."""
        if not isinstance(name, ast.Name) or self.names.scope_of(name).holder(name.id) is not self.scope:
            return None
        return None if name.id in self.scope.rebound else name.id

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
            return Str(value if len(value) <= _LONGEST_TEXT else None)
        return _CONSTANTS.get(value.__class__, UNKNOWN)

    def name(self, node: ast.Name) -> Type:
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

    def attribute(self, node: ast.Attribute) -> Type:
        return join_all([self._attribute_of(member, node.attr) for member in members(self.of(node.value))])

    def _attribute_of(self, value: Type, name: str) -> Type:
        if isinstance(value, Reference):
            full = self.names.passed_on(f"{value.name}.{name}")
            return value_of(full)
        if value == NONE or value is NEVER:
            return NEVER
        if isinstance(value, Array | Scalar | DType):
            return numpy_results.attribute(value, name)
        if isinstance(value, Instance) and value.name in self.classes:
            return self.attributes.get(f"{value.name}.{name}", UNKNOWN)
        return methods.attribute(value, name)

    def _call(self, node: ast.Call) -> Type:
        function = node.func
        receiver = self.of(function.value) if isinstance(function, ast.Attribute) else None
        called = self.attribute(function) if isinstance(function, ast.Attribute) else self.of(function)
        self.found[function] = called
        whole = not any(isinstance(argument, ast.Starred) for argument in node.args)
        arguments = [self.of(argument) for argument in node.args]
        keywords = {keyword.arg: self.of(keyword.value) for keyword in node.keywords if keyword.arg is not None}
        for keyword in node.keywords:
            if keyword.arg is None:
                whole = False
                self.of(keyword.value)
        call = Call(arguments, self.call_of, keywords, whole)
        if receiver is not None and isinstance(function, ast.Attribute):
            return join_all([self._method(member, function.attr, call, node) for member in members(receiver)])
        return self._called(called, call, node)

    def call_of(self, function: Type, arguments: list[Type]) -> Type:
        """What calling a value with arguments by position gives."""
        return self._called(function, Call(arguments, self.call_of), None)

    def _called(self, function: Type, call: Call, node: ast.Call | None) -> Type:
        return join_all(
            [
                self._by_name(member.name, call, node)
                if isinstance(member, Reference)
                else NEVER
                if member == NONE
                else UNKNOWN
                for member in members(function)
            ]
        )

    def _by_name(self, name: str, call: Call, node: ast.Call | None) -> Type:
        if name in _LOOKED_UP:
            found = self.names.qualified(node) if node is not None else None
            return value_of(found) if found else UNKNOWN
        if name.startswith("numpy."):
            return _numpy(name, call)
        if name in self.classes:
            return Instance(name)
        if name in self.signatures:
            return self.signatures[name]
        if name in self.returns:
            if self.returns[name] is UNKNOWN:
                self.awaited.add(name)
            return self.returns[name]
        if name == "typing.cast" and node is not None and len(node.args) == 2:
            return self.declared(node.args[0], self.scope)
        return call.first() if name in _COPIES and name != "typing.cast" else results.result(name, call)

    def _method(self, receiver: Type, name: str, call: Call, node: ast.Call) -> Type:
        if isinstance(receiver, Reference):
            return self._called(self._attribute_of(receiver, name), call, node)
        if isinstance(receiver, Array | Scalar):
            return numpy_results.method(receiver, name, call)
        if receiver == numpy_results.GENERATOR:
            return numpy_results.generator_method(name, call)
        if isinstance(receiver, Instance) and (receiver.name in self.classes):
            # A derived class may give something else by a method of the same name, but what it promises is the same.
            return self.promised.get(f"{receiver.name}.{name}", UNKNOWN)
        return methods.result(receiver, name, call)

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
        before, found = self.environment, NEVER
        for value in node.values:
            found = join(found, self.of(value))
            narrow = narrowed(value, isinstance(node.op, ast.And), self)
            self.environment = dict(self.environment) if narrow is None else narrow
        self._resume(before)
        return found

    def _choice(self, node: ast.IfExp) -> Type:
        self.of(node.test)
        before, found = self.environment, NEVER
        for branch, truth in ((node.body, True), (node.orelse, False)):
            self.environment = dict(before)
            narrow = narrowed(node.test, truth, self)
            self.environment = dict(before) if narrow is None else narrow
            found = join(found, self.of(branch))
            self._resume(before)
        return found

    def _resume(self, before: Environment) -> None:
        """Go on with what was known before a part that may not have run, and what variables it gave new values."""
        for name, type_ in self.environment.items():
            if name not in before or (name in self.walruses and before[name] is not type_):
                before[name] = join(before.get(name, NEVER), type_)
        self.environment = before

    def _walrus(self, node: ast.NamedExpr) -> Type:
        type_ = self.of(node.value)
        # It may not have run: what the variable held stays possible.
        self.walruses.add(node.target.id)
        if self.comprehensions:
            type_, self._looped = UNKNOWN, True
        self.give(node.target.id, join(self.environment.get(node.target.id, NEVER), type_))
        self.found[node.target] = type_
        return type_

    def _tuple(self, node: ast.Tuple) -> Type:
        items = [self.of(item) for item in node.elts]
        return _collected("builtins.tuple", node.elts, items) if _starred(node.elts) else Tuple(tuple(items))

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
        self.parts(node)
        return STR

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Type:
        looped, self._looped = self._looped, False
        found = self._turn(node)
        if self._looped:
            # A variable given in the comprehension is read in its next turn.
            found = self._turn(node)
        self._looped = looped
        return found

    def _turn(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Type:
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
                variables[part.id] = settled(item, part.id in self.names.scope_of(part).escaping)
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
        ast.Attribute: attribute,
        ast.Call: _call,
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
# Names that stand for a value and for no module, class or function.
VALUES: dict[str, Type] = {
    **dict.fromkeys(("math.pi", "math.e", "math.tau", "math.inf", "math.nan", "numpy.pi", "numpy.e"), FLOAT),
    **dict.fromkeys(("numpy.inf", "numpy.nan", "numpy.euler_gamma", "cmath.pi", "cmath.e"), FLOAT),
    "numpy.newaxis": NONE,
    "sys.maxsize": integer(2**31 - 1, 2**63 - 1),
    "sys.byteorder": STR,
}


def value_of(name: str) -> Type:
    """What a qualified name stands for: a value, or what it names itself."""
    return VALUES.get(name) or Reference(name)


def _starred(items: list[ast.expr]) -> bool:
    return any(isinstance(item, ast.Starred) for item in items)


def _collected(name: str, nodes: list[ast.expr], items: list[Type]) -> Type:
    types = [item_of(item) if isinstance(node, ast.Starred) else item for node, item in zip(nodes, items, strict=True)]
    return Collection(name, join_all(types))


def _numpy(name: str, call: Call) -> Type:
    if name == "numpy.dtype":
        return DType(dtypes.of_type(call.first()))
    return numpy_results.result(name[6:], call)


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
