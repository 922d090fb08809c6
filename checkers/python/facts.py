"""What the rules ask about a source: its nodes on the decode path, by class, each with its route, names and types."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

from .scopes import children

if TYPE_CHECKING:
    from ..source import Source
    from .inference import Types
    from .names import Names
    from .parsing import Parsed

Node = TypeVar("Node", bound=ast.AST)

# Keys of a path that are no function's or class's name: all of the file, and what runs when it is imported.
WHOLE = "*"
BODY = "<module>"

_MAIN = {ast.dump(ast.parse(text, mode="eval").body) for text in ("__name__", "'__main__'")}
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINITIONS = (*_FUNCTIONS, ast.ClassDef)


class Facts:
    """A parsed source beside what is known of it.

    `path` says what is on the decode path and by which route ("decode → unpack → scale"): by the qualified name in the
    module of a function or class body (`Decoder.unpack`, `decode.<locals>.scale`), `BODY` or `WHOLE`. A lambda and a
    comprehension belong to the block they stand in; decorators, defaults and annotations of a function to the block
    around it, where that is on the path, else to the function.
    """

    def __init__(
        self,
        source: Source,
        parsed: Parsed,
        names: Names,
        types: Types,
        options: Mapping[str, object],
        path: Mapping[str, str],
    ) -> None:
        self.source = source
        self.parsed = parsed
        self.names = names
        self.types = types
        self.options = options
        self.path = path
        self._nodes: dict[type[ast.AST], list[ast.AST]] = {}
        self._parents: dict[ast.AST, ast.AST] = {}
        self._routes: dict[ast.AST, str | None] = {}
        self._collect()

    def nodes(self, *kinds: type[Node]) -> list[Node]:
        """The nodes of these classes on the decode path, in the order of the text for each class."""
        return [node for kind in kinds for node in self._nodes.get(kind, ()) if isinstance(node, kind)]

    def parent(self, node: ast.AST) -> ast.AST | None:
        """The node a node is a part of; None for the module."""
        return self._parents.get(node)

    def route(self, node: ast.AST) -> str:
        """By which route a node is on the decode path; empty where it is not on one."""
        block: ast.AST | None = node
        while block is not None and block not in self._routes:
            block = self._parents.get(block)
        return self._routes[block] or "" if block is not None else ""

    def _collect(self) -> None:
        tree, path = self.parsed.tree, self.path
        whole = path.get(WHOLE)
        nodes, parents, routes, scopes = self._nodes, self._parents, self._routes, self.names.scopes
        prefix = len(self.names.module.qualname) + 1
        stack: list[tuple[ast.AST, str | None]] = [(tree, path.get(BODY, whole))]
        routes[tree] = stack[0][1]
        while stack:
            node, route = stack.pop()
            kind = node.__class__
            inner = children(node)
            other: dict[ast.AST, str | None] | None = None
            if kind in _DEFINITIONS:
                around = route
                route = routes[node] = path.get(scopes[node].qualname[prefix:], whole)
                if isinstance(node, _FUNCTIONS) and around is not route and around is not None:
                    # Decorators, defaults and annotations run with the definition, even if the function is not called.
                    other = dict.fromkeys(set(inner).difference(node.body), around)
            elif isinstance(node, ast.If) and whole is None and only_elsewhere(node.test):
                other = dict.fromkeys(node.body)
            if route is not None:
                if kind in nodes:
                    nodes[kind].append(node)
                else:
                    nodes[kind] = [node]
            if not inner:
                continue
            parents.update(dict.fromkeys(inner, node))
            inner.reverse()
            if other is None:
                stack.extend([(child, route) for child in inner])
            else:
                routes.update(other)
                stack.extend([(child, other.get(child, route)) for child in inner])


def only_elsewhere(test: ast.expr) -> bool:
    """Whether a condition holds only for type checkers, or for a module that is run as a script."""
    if isinstance(test, ast.Name):
        return test.id == "TYPE_CHECKING"
    if isinstance(test, ast.Attribute):
        return test.attr == "TYPE_CHECKING"
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], ast.Eq):
        return False
    return {ast.dump(side) for side in (test.left, test.comparators[0])} == _MAIN
