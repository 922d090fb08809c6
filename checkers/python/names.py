"""What a name stands for: scopes, imports, aliases.

A name resolves to a qualified dotted name as its importer would write it: `numpy.zeros`, `builtins.float`,
`codec.tables.Huffman.decode`, for a nested function `codec.outer.<locals>.inner`.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from .scopes import BUILTINS, Binding, Scope, Scopes
from .tables import keyed

UNNAMED = "__main__"
_IMPORT = ("builtins.__import__",)
_IMPORTERS = (_IMPORT, ("importlib.import_module",))
# Stands among the names of an expression for one that nobody knows.
_UNKNOWN = "?"
# Aliases of aliases are followed so far.
_LONGEST_ALIAS = 50
# Meanings of one name that are told apart.
_MOST_MEANINGS = 8
# Dotted names are read so far.
_LONGEST_CHAIN = 100


def star_names(module: str) -> frozenset[str]:
    """The names that `from module import *` brings, of the modules that matter here; empty for another."""
    return frozenset(keyed("python_star_names").get(module, ()))


def literal_text(expression: ast.expr) -> str | None:
    """The value of a string literal; None for any other expression."""
    value = expression.value if isinstance(expression, ast.Constant) else None
    return value if isinstance(value, str) else None


class Names:
    """The scopes of a module and what its names stand for.

    `module` is the module's own dotted name, `package` whether it is an `__init__`; `exports` are the names that a star
    import of another module brings, `aliases` what a qualified name stands for where a module passes it on.
    """

    def __init__(
        self,
        tree: ast.Module,
        module: str = UNNAMED,
        *,
        package: bool = False,
        exports: Mapping[str, frozenset[str]] | None = None,
        aliases: Mapping[str, str] | None = None,
    ) -> None:
        self.tree = tree
        self.exports = exports or {}
        self.aliases = aliases or {}
        blocks = Scopes(tree, module, package)
        self.module = blocks.module
        # The scope that a function, class, lambda or comprehension makes.
        self.scopes = blocks.of
        self._used_in = blocks.used_in
        self.absolute = blocks.absolute
        self._found: dict[tuple[int, str], tuple[str, ...]] = {}

    def scope_of(self, name: ast.Name) -> Scope:
        """The scope a name is used in; for one that is not of the tree, the module."""
        return self._used_in.get(name, self.module)

    def qualified(self, expression: ast.expr, scope: Scope | None = None) -> str | None:
        """The one dotted name that `expression` stands for; None: more than one, or none that is known.

        `scope` is where an expression that is not of the tree is to be read.
        """
        found = self._candidates(expression, scope, 0)
        return found[0] if len(found) == 1 and found[0][0] != _UNKNOWN else None

    def candidates(self, expression: ast.expr, scope: Scope | None = None) -> tuple[str, ...]:
        """Every dotted name that `expression` may stand for, as far as is known."""
        return tuple(name for name in self._candidates(expression, scope, 0) if name[0] != _UNKNOWN)

    def _candidates(self, expression: ast.expr, scope: Scope | None, depth: int) -> tuple[str, ...]:
        parts: list[str] = []
        while not isinstance(expression, ast.Name):
            if isinstance(expression, ast.NamedExpr):
                expression = expression.value
                continue
            step = self._step(expression, scope, depth)
            if step is None or len(parts) > _LONGEST_CHAIN:
                return ()
            inner, part = step
            if inner is None:
                return self._joined((part,), parts)
            parts.append(part)
            expression = inner
        base = self._of_name(expression.id, scope or self.scope_of(expression), depth)
        return self._joined(base, parts)

    def _joined(self, bases: tuple[str, ...], parts: list[str]) -> tuple[str, ...]:
        if parts:
            tail = "." + ".".join(reversed(parts))
            bases = tuple(base + tail for base in bases)
        return tuple(map(self.passed_on, bases)) if self.aliases else bases

    def passed_on(self, name: str) -> str:
        """`name`, with the longest of its beginnings that another module passes on replaced by what it stands for."""
        for _ in range(_LONGEST_ALIAS):
            head = name
            while head and head not in self.aliases:
                head = head.rpartition(".")[0]
            if not head:
                return name
            name = self.aliases[head] + name[len(head) :]
        return name

    def _step(self, expression: ast.expr, scope: Scope | None, depth: int) -> tuple[ast.expr | None, str] | None:
        """An expression as an attribute of another, or as a module on its own; None when it is neither."""
        if isinstance(expression, ast.Attribute):
            return expression.value, expression.attr
        if isinstance(expression, ast.Subscript):
            return self._item(expression, scope, depth)
        if not isinstance(expression, ast.Call) or not expression.args:
            return None
        first = expression.args[0]
        function = self._candidates(expression.func, scope, depth + 1) if depth < _LONGEST_ALIAS else ()
        if function in _IMPORTERS and (name := literal_text(first)) and name[0] != ".":
            # `__import__` gives the top package, whatever is imported of it.
            return None, name.partition(".")[0] if function == _IMPORT else name
        if function == ("builtins.getattr",) and len(expression.args) > 1:
            name = literal_text(expression.args[1])
            return (first, name) if name else None
        return None

    def _item(self, item: ast.Subscript, scope: Scope | None, depth: int) -> tuple[ast.expr | None, str] | None:
        """`sys.modules["x"]`, `x.__dict__["y"]`, `vars(x)["y"]`."""
        key, value = literal_text(item.slice), item.value
        if key is None or depth >= _LONGEST_ALIAS:
            return None
        if isinstance(value, ast.Attribute) and value.attr == "__dict__":
            return value.value, key
        if isinstance(value, ast.Call) and len(value.args) == 1:
            return (
                (value.args[0], key) if self._candidates(value.func, scope, depth + 1) == ("builtins.vars",) else None
            )
        if isinstance(value, ast.Attribute | ast.Name):
            return (None, key) if self._candidates(value, scope, depth + 1) == ("sys.modules",) else None
        return None

    def _of_name(self, name: str, scope: Scope, depth: int) -> tuple[str, ...]:
        holder = scope.holder(name)
        if holder is None:
            return self._unbound(name)
        key = (id(holder), name)
        if key not in self._found:
            # A name that stands for itself stands for nothing.
            self._found[key] = ()
            if depth < _LONGEST_ALIAS:
                self._found[key] = self._of_bindings(holder.bindings[name], holder, depth)
        return self._found[key]

    def _of_bindings(self, bindings: list[Binding], holder: Scope, depth: int) -> tuple[str, ...]:
        found: dict[str, None] = {}
        known = True
        for binding in bindings:
            if isinstance(binding, str):
                found[binding] = None
            elif isinstance(binding, ast.expr):
                if isinstance(binding, ast.Constant) and binding.value is None:
                    continue
                names = self._candidates(binding, None, depth + 1)
                known = known and bool(names)
                found.update(dict.fromkeys(names))
            else:
                known = False
        several = tuple(found)[:_MOST_MEANINGS]
        return several if (known and len(several) == len(found)) or not found else (*several, _UNKNOWN)

    def _unbound(self, name: str) -> tuple[str, ...]:
        stars = self.module.stars
        for module in reversed(stars):
            if name in (self.exports.get(module) or star_names(module)):
                return (f"{module}.{name}",)
        return (f"builtins.{name}",) if name in BUILTINS else ()
