"""Local type inference: what is proved of each expression's value, by following each block's statements.

Nothing is guessed: annotations are believed, and what is not proved is `UNKNOWN`.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING

from .calling import value_of
from .joining import join
from .scopes import BUILTINS, parameters
from .statements import Interpreter
from .types import NEVER, UNKNOWN, Array, Collection, Instance, Reference, Type

if TYPE_CHECKING:
    from .names import Names
    from .parsing import Parsed
    from .scopes import Scope

_TRANSPARENT = frozenset(
    ("functools.cache", "functools.lru_cache", "builtins.staticmethod", "builtins.classmethod", "typing.override")
    + ("typing.final", "abc.abstractmethod", "typing.no_type_check", "typing_extensions.override")
    + ("dataclasses.dataclass", "functools.total_ordering", "enum.unique")
)
Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class Types:
    """The types of a module's expressions, inferred when the first is asked for."""

    def __init__(self, tree: ast.Module, names: Names, signatures: Mapping[str, Type]) -> None:
        self._tree = tree
        self._names = names
        self._signatures = signatures
        self._inferred: _Inference | None = None

    @property
    def _inference(self) -> _Inference:
        if self._inferred is None:
            self._inferred = _Inference(self._tree, self._names, self._signatures)
            self._inferred.run()
        return self._inferred

    def of(self, expression: ast.expr) -> Type:
        """What is proved of an expression's value; `UNKNOWN` of one that never runs, or is not of the tree."""
        type_ = self._inference.types.get(expression, UNKNOWN)
        return UNKNOWN if type_ is NEVER else type_

    @property
    def returns(self) -> Mapping[str, Type]:
        """What the module's functions return, by qualified name; of a method, what holds for derived classes too."""
        inferred = self._inference
        return {**inferred.returns, **inferred.promised}


def infer(parsed: Parsed, names: Names, signatures: Mapping[str, Type]) -> Types:
    """The types of a source's expressions; `signatures` is what functions of other modules return, by their names."""
    return Types(parsed.tree, names, signatures)


class _Inference(Interpreter):
    """Follows the module's body, then those of its functions, and once more what called a function not followed yet."""

    def __init__(self, tree: ast.Module, names: Names, signatures: Mapping[str, Type]) -> None:
        super().__init__(names, signatures)
        self.types: dict[ast.expr, Type] = {}
        self._tree = tree
        self._queue: list[Function] = []
        self._known: set[Function] = set()
        self._waiting: dict[str, list[ast.AST]] = {}
        self._declare()

    def run(self) -> None:
        """Infer the types of everything."""
        self._follow(self._tree)
        for function in self._queue:
            self._follow(function)
        again = [
            block for name, blocks in self._waiting.items() if self.returns[name] is not UNKNOWN for block in blocks
        ]
        if self._tree in again:
            again = [self._tree, *self._queue]
        for block in dict.fromkeys(again):
            self._follow(block)

    def later(self, node: ast.AST) -> None:
        """A function was made: its body is followed after the blocks around it."""
        if isinstance(node, Function) and node not in self._known:
            self._known.add(node)
            self._queue.append(node)

    def _declare(self) -> None:
        """Find the classes and functions, and what they promise."""
        scopes = self.names.scopes.items()
        for node, scope in scopes:
            if isinstance(node, ast.ClassDef):
                self.classes[scope.qualname] = node
                plain = all(map(self._is_transparent, node.decorator_list)) and not node.keywords
                self.opaque.update([scope.qualname] * (not plain or "__new__" in scope.bindings))
        for node, scope in scopes:
            if isinstance(node, ast.ClassDef):
                self._declare_attributes(node, scope)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and scope.parent is not None:
                self._declare_function(node, scope, scope.parent)

    def _declare_attributes(self, node: ast.ClassDef, scope: Scope) -> None:
        """Believe the annotations of attributes, in the class's body and in `__init__`."""
        for statement in node.body:
            inner = isinstance(statement, ast.FunctionDef) and statement.name == "__init__"
            for part in ast.walk(statement) if inner else (statement,):
                if isinstance(part, ast.AnnAssign):
                    name = part.target.attr if isinstance(part.target, ast.Attribute) and inner else None
                    name = part.target.id if isinstance(part.target, ast.Name) and not inner else name
                    self.attributes[f"{scope.qualname}.{name}"] = self.declared(part.annotation, scope)

    def _declare_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, scope: Scope, outer: Scope) -> None:
        plain = all(self._is_transparent(decorator) for decorator in node.decorator_list)
        property_ = [self.names.qualified(decorator) for decorator in node.decorator_list] in _PROPERTIES
        promise = UNKNOWN
        if node.returns is not None and isinstance(node, ast.FunctionDef):
            promise = self.declared(node.returns, outer)
        if outer.kind == "class":
            if property_:
                self.attributes[scope.qualname] = promise
            elif plain:
                self.promised[scope.qualname] = promise
        # One name may be given to several functions, of which only the last is called by it.
        again = len(outer.bindings.get(node.name, ())) > 1
        self.returns[scope.qualname] = promise if plain and not again else UNKNOWN
        self.opaque.update([scope.qualname] * (not plain or again))

    def _is_transparent(self, decorator: ast.expr) -> bool:
        function = decorator.func if isinstance(decorator, ast.Call) else decorator
        return self.names.qualified(function) in _TRANSPARENT

    def _follow(self, block: ast.AST) -> None:
        """Follow a block from its start; one that nests too deeply for it has no types."""
        scope = self.names.scopes[block]
        self.start(scope)
        if isinstance(block, Function):
            self._give_parameters(block, scope)
        elif block is self._tree:
            # Until the module binds it, a builtin's name is the builtin's.
            for name in BUILTINS & scope.bindings.keys():
                self.give(name, value_of(f"builtins.{name}"))
        if not self.block(_body(block)):
            self.joined[scope] = dict.fromkeys(scope.bindings, UNKNOWN)
            return
        self.types.update(self.found)
        for name in self.awaited:
            self._waiting.setdefault(name, []).append(block)
        if isinstance(block, ast.FunctionDef) and scope.qualname not in self.opaque:
            inferred = self.result()
            if self.returns[scope.qualname] is UNKNOWN or _is_finer(inferred, self.returns[scope.qualname]):
                self.returns[scope.qualname] = inferred

    def _give_parameters(self, function: Function, scope: Scope) -> None:
        outer = scope.parent
        arguments = function.args
        defaults = dict(
            zip(reversed([*arguments.posonlyargs, *arguments.args]), reversed(arguments.defaults), strict=False)
        )
        defaults |= {a: d for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d is not None}
        for index, argument in enumerate(parameters(arguments)):
            type_ = UNKNOWN
            if argument.annotation is not None and outer is not None:
                type_ = self.declared(argument.annotation, outer)
            elif index == 0 and outer is not None and outer.kind == "class" and isinstance(function, ast.FunctionDef):
                type_ = self._receiver(function, outer)
            if argument is arguments.vararg:
                type_ = Collection("builtins.tuple", type_)
            elif argument is arguments.kwarg:
                type_ = Collection("builtins.dict", UNKNOWN, type_)
            elif argument in defaults:
                type_ = join(type_, self.types.get(defaults[argument], UNKNOWN))
            self.give(argument.arg, type_, promised=True)

    def _receiver(self, function: ast.FunctionDef, outer: Scope) -> Type:
        names = {self.names.qualified(decorator) for decorator in function.decorator_list}
        if "builtins.classmethod" in names or function.name in _OF_CLASSES:
            return Reference(outer.qualname)
        # What the class's body itself calls or hands on is a plain function, too.
        plain = function.name in outer.escaping or "builtins.staticmethod" in names
        return UNKNOWN if plain else Instance(outer.qualname)


_OF_CLASSES = frozenset(("__new__", "__init_subclass__", "__class_getitem__"))
_PROPERTIES = (["builtins.property"], ["functools.cached_property"])


def _body(block: ast.AST) -> list[ast.stmt]:
    """The statements of a block; of a lambda, the return of its expression."""
    if isinstance(block, ast.Lambda):
        return [ast.copy_location(ast.Return(block.body), block.body)]
    return block.body if isinstance(block, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef) else []


def _is_finer(inferred: Type, promised: Type) -> bool:
    """Whether what was inferred is worth more than what an annotation says."""
    return inferred is not UNKNOWN and (isinstance(inferred, Array) or join(inferred, promised) == promised)
