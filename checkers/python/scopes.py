"""The blocks of a module and the names they bind (The Python Language Reference, *Naming and binding*)."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from .scope import BUILTINS, Binding, Scope

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
# Statements with statements of the same block inside.
_BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.ExceptHandler, ast.Match)
_BLOCKS += (ast.TryStar, ast.match_case)
# Functions that read a container and keep no hold of it.
_READERS = frozenset(
    (
        "all",
        "any",
        "bytes",
        "bytearray",
        "dict",
        "enumerate",
        "frozenset",
        "len",
        "list",
        "max",
        "min",
        "print",
        "range",
    )
    + ("repr", "reversed", "set", "sorted", "str", "sum", "tuple", "zip")
)


# Fields that hold no node, or one that every node of its class shares.
_LEAVES = frozenset(
    ("attr", "conversion", "ctx", "id", "is_async", "kind", "level", "module", "op", "ops", "simple", "type_comment")
)
_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {}


def children(node: ast.AST) -> list[ast.AST]:
    """The parts of a node that have a place, in the order of its fields."""
    fields = _FIELDS.get(node.__class__)
    if fields is None:
        fields = tuple(field for field in node._fields if field not in _LEAVES)
        _FIELDS[node.__class__] = fields
    found = []
    for field in fields:
        value = getattr(node, field, None)
        if isinstance(value, list):
            found += [item for item in value if isinstance(item, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def parameters(arguments: ast.arguments) -> list[ast.arg]:
    """All parameters of a function, in order of position, `*args` and `**kwargs` last."""
    rest = [argument for argument in (arguments.vararg, arguments.kwarg) if argument is not None]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *rest]


def pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """The targets of an unpacking beside the items of a display; empty where they do not pair."""
    if not isinstance(target, ast.Tuple | ast.List) or not isinstance(value, ast.Tuple | ast.List):
        return []
    if len(target.elts) != len(value.elts) or any(isinstance(e, ast.Starred) for e in (*target.elts, *value.elts)):
        return []
    return list(zip(target.elts, value.elts, strict=True))


class Scopes:
    """The scopes of a module, found in one walk.

    `module` is its own, `of` that of each node that makes one, `used_in` that in which each name of the tree stands;
    `name` is the module's dotted name, `package` whether it is an `__init__`.
    """

    def __init__(self, tree: ast.Module, name: str, package: bool) -> None:
        self.module = Scope("module", tree, None, name)
        self.of: dict[ast.AST, Scope] = {tree: self.module}
        self.used_in: dict[ast.Name, Scope] = {}
        self.package = name if package else name.rpartition(".")[0]
        self._pending: list[tuple[ast.AST, Scope]] = []
        self._walk(tree)
        self._pass_out()

    def _walk(self, tree: ast.Module) -> None:
        pending = self._pending
        pending.append((tree, self.module))
        visits = self._VISITS
        while pending:
            node, scope = pending.pop()
            visit = visits.get(node.__class__)
            if visit is not None:
                visit(self, node, scope)
            else:
                self._children(node, scope)

    def _children(self, node: ast.AST, scope: Scope) -> None:
        self._pending.extend([(child, scope) for child in children(node)])

    def _push(self, nodes: Iterable[ast.AST | None], scope: Scope) -> None:
        self._pending.extend([(node, scope) for node in nodes if node is not None])

    def _bind(self, scope: Scope, name: str, binding: Binding) -> None:
        target = scope.module if name in scope.globals else scope
        target.bindings.setdefault(name, []).append(binding)

    def _read(self, node: ast.AST | None, scope: Scope) -> None:
        """Visit an operand that is only read: a name there does not escape."""
        if isinstance(node, ast.Name):
            self.used_in[node] = scope
        elif node is not None:
            self._pending.append((node, scope))

    def _name(self, node: ast.Name, scope: Scope) -> None:
        self.used_in[node] = scope
        if node.ctx.__class__ is ast.Load:
            scope.escaping.add(node.id)
        else:
            self._bind(scope, node.id, None)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, scope: Scope) -> None:
        if isinstance(node, ast.Lambda):
            inner = Scope("function", node, scope, scope.inner("<lambda>"))
            self._pending.append((node.body, inner))
        else:
            self._bind(scope, node.name, scope.inner(node.name))
            inner = Scope("function", node, scope, scope.inner(node.name))
            # A block declares its global names anywhere, so they are known before it binds any.
            self._declare(node, inner)
            self._push([*node.decorator_list, node.returns], scope)
            self._push(list(node.body), inner)
        self.of[node] = inner
        self._type_parameters(node, inner)
        arguments = node.args
        self._push([*arguments.defaults, *(d for d in arguments.kw_defaults if d is not None)], scope)
        for argument in parameters(arguments):
            inner.bindings.setdefault(argument.arg, []).append(None)
            if argument.annotation is not None:
                self._pending.append((argument.annotation, scope))

    def _type_parameters(self, node: ast.AST, inner: Scope) -> None:
        for parameter in getattr(node, "type_params", []):
            inner.bindings.setdefault(parameter.name, []).append(None)
            self._children(parameter, inner)

    def _declare(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, inner: Scope) -> None:
        pending: list[ast.AST] = list(node.body)
        while pending:
            statement = pending.pop()
            if isinstance(statement, ast.Global):
                inner.globals.update(statement.names)
            elif isinstance(statement, ast.Nonlocal):
                inner.nonlocals.update(statement.names)
            elif isinstance(statement, _BLOCKS):
                for field in ("body", "orelse", "finalbody", "handlers", "cases"):
                    pending.extend(getattr(statement, field, ()))

    def _class(self, node: ast.ClassDef, scope: Scope) -> None:
        self._bind(scope, node.name, scope.inner(node.name))
        inner = Scope("class", node, scope, scope.inner(node.name))
        self.of[node] = inner
        self._declare(node, inner)
        self._type_parameters(node, inner)
        self._push([*node.decorator_list, *node.bases, *node.keywords], scope)
        self._push(list(node.body), inner)

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, scope: Scope) -> None:
        inner = Scope("comprehension", node, scope, scope.qualname)
        self.of[node] = inner
        for index, generator in enumerate(node.generators):
            self._read(generator.iter, inner if index else scope)
            self._push([generator.target, *generator.ifs], inner)
        self._push([node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt], inner)

    def _import(self, node: ast.Import, scope: Scope) -> None:
        for alias in node.names:
            if alias.asname:
                self._bind(scope, alias.asname, alias.name)
            else:
                top = alias.name.partition(".")[0]
                self._bind(scope, top, top)

    def _import_from(self, node: ast.ImportFrom, scope: Scope) -> None:
        module = self.absolute(node)
        for alias in node.names:
            if alias.name == "*":
                self.module.stars.append(module)
            else:
                name = f"{module}{alias.name}" if module.endswith(".") else f"{module}.{alias.name}"
                self._bind(scope, alias.asname or alias.name, name)

    def absolute(self, node: ast.ImportFrom) -> str:
        """The module an import is from; a relative one keeps its dots where this module's own package is not known."""
        if not node.level:
            return node.module or ""
        package = self.package
        for _ in range(node.level - 1):
            package = package.rpartition(".")[0]
        if not package:
            return "." * node.level + (node.module or "")
        return f"{package}.{node.module}" if node.module else package

    def _assign(self, node: ast.Assign, scope: Scope) -> None:
        for target in node.targets:
            self._assign_to(target, node.value, scope)
        self._pending.append((node.value, scope))

    def _assign_to(self, target: ast.expr, value: ast.expr, scope: Scope) -> None:
        if isinstance(target, ast.Name):
            self.used_in[target] = scope
            self._bind(scope, target.id, value)
            return
        parts = pairs(target, value)
        if not parts:
            self._pending.append((target, scope))
        for part, item in parts:
            if isinstance(part, ast.Name):
                self.used_in[part] = scope
                self._bind(scope, part.id, item)
            else:
                self._pending.append((part, scope))

    def _annotated(self, node: ast.AnnAssign, scope: Scope) -> None:
        self._pending.append((node.annotation, scope))
        if node.value is not None:
            self._assign_to(node.target, node.value, scope)
            self._pending.append((node.value, scope))
        elif isinstance(node.target, ast.Name):
            self.used_in[node.target] = scope
            scope.bindings.setdefault(node.target.id, [])
        else:
            self._pending.append((node.target, scope))

    def _augmented(self, node: ast.AugAssign, scope: Scope) -> None:
        self._pending.append((node.target, scope))
        self._read(node.value, scope)

    def _walrus(self, node: ast.NamedExpr, scope: Scope) -> None:
        holder = scope
        while holder.kind == "comprehension" and holder.parent is not None:
            holder = holder.parent
        if scope is not holder:
            # The next turn of the comprehension reads it.
            holder.rebound.add(node.target.id)
        self.used_in[node.target] = scope
        self._bind(holder, node.target.id, node.value)
        self._pending.append((node.value, scope))

    def _handler(self, node: ast.ExceptHandler, scope: Scope) -> None:
        if isinstance(node.type, ast.Name) and node.type.id == "NameError":
            # What is bound where a builtin is missing is that builtin elsewhere.
            targets = [target for part in node.body if isinstance(part, ast.Assign) for target in part.targets]
            for name in (target.id for target in targets if isinstance(target, ast.Name) and target.id in BUILTINS):
                self._bind(scope, name, f"builtins.{name}")
        self._named_pattern(node, scope)

    def _named_pattern(self, node: ast.AST, scope: Scope) -> None:
        name = getattr(node, "rest", None) if isinstance(node, ast.MatchMapping) else getattr(node, "name", None)
        if name:
            self._bind(scope, name, None)
        self._children(node, scope)

    def _subscript(self, node: ast.Subscript, scope: Scope) -> None:
        if node.ctx.__class__ is ast.Load:
            self._read(node.value, scope)
        else:
            self._pending.append((node.value, scope))
            if isinstance(node.value, ast.Name):
                scope.escaping.add(node.value.id)
        self._pending.append((node.slice, scope))

    def _operands(self, node: ast.AST, scope: Scope) -> None:
        for field in node._fields:
            value = getattr(node, field)
            for operand in value if isinstance(value, list) else (value,):
                if isinstance(operand, ast.expr):
                    self._read(operand, scope)

    def _for(self, node: ast.For | ast.AsyncFor, scope: Scope) -> None:
        self._pending.append((node.target, scope))
        self._read(node.iter, scope)
        self._push([*node.body, *node.orelse], scope)

    def _call(self, node: ast.Call, scope: Scope) -> None:
        if isinstance(node.func, ast.Name):
            self.used_in[node.func] = scope
            if scope.kind == "class":
                scope.escaping.add(node.func.id)
            if node.func.id in _READERS:
                for argument in node.args:
                    self._read(argument, scope)
                self._push([keyword.value for keyword in node.keywords], scope)
                return
        else:
            self._pending.append((node.func, scope))
        self._push([*node.args, *(keyword.value for keyword in node.keywords)], scope)

    def _pass_out(self) -> None:
        for scope in self.of.values():
            for name in scope.globals | scope.nonlocals:
                holder = scope.holder(name)
                if holder is not None:
                    holder.rebound.add(name)
        for scope in reversed(list(self.of.values())):
            if scope.parent is not None:
                scope.parent.escaping.update(name for name in scope.escaping if name not in scope.bindings)

    _VISITS = {
        ast.Name: _name,
        ast.FunctionDef: _function,
        ast.AsyncFunctionDef: _function,
        ast.Lambda: _function,
        ast.ClassDef: _class,
        **dict.fromkeys(_COMPREHENSIONS, _comprehension),
        ast.Import: _import,
        ast.ImportFrom: _import_from,
        ast.Assign: _assign,
        ast.AnnAssign: _annotated,
        ast.AugAssign: _augmented,
        ast.NamedExpr: _walrus,
        ast.ExceptHandler: _handler,
        ast.MatchAs: _named_pattern,
        ast.MatchStar: _named_pattern,
        ast.MatchMapping: _named_pattern,
        ast.Subscript: _subscript,
        ast.BinOp: _operands,
        ast.UnaryOp: _operands,
        ast.Compare: _operands,
        ast.For: _for,
        ast.AsyncFor: _for,
        ast.Call: _call,
    }
