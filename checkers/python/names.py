"""What a name stands for: scopes, imports, aliases.

A name resolves to a qualified dotted name as its importer would write it: `numpy.zeros`, `builtins.float`,
`codec.tables.Huffman.decode`, for a nested function `codec.outer.<locals>.inner`.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TypeGuard

from .scopes import BUILTINS, Binding, Scope, Scopes
from .tables import keyed

UNNAMED = "__main__"
_IMPORT = ("builtins.__import__",)
_IMPORTERS = (_IMPORT, ("importlib.import_module",))
# Where an item is what an attribute of another name is: the loaded modules, and the builtins.
_HOLDERS: dict[tuple[str, ...], str] = {
    ("sys.modules",): "",
    ("builtins",): "builtins.",
    ("numpy.sctypeDict",): "numpy.",
}
# Stands among the names of an expression for one that nobody knows.
_UNKNOWN = "?"
# Aliases of aliases are followed so far.
_LONGEST_ALIAS = 50
# Meanings of one name that are told apart.
_MOST_MEANINGS = 8
# Dotted names are read so far.
_LONGEST_CHAIN = 100
# A text that is put together of so many parts, or is longer, is none that is known.
_MOST_PARTS = 20
_LONGEST_TEXT = 200


def star_names(module: str) -> frozenset[str]:
    """The names that `from module import *` brings, of the modules that matter here; empty for another."""
    return frozenset(keyed("python_star_names").get(module, ()))


def _is_plain_field(piece: ast.expr) -> TypeGuard[ast.FormattedValue]:
    return isinstance(piece, ast.FormattedValue) and piece.conversion == -1 and piece.format_spec is None


def _argument(call: ast.Call, position: int, keyword: str) -> ast.expr | None:
    for given in call.keywords:
        if given.arg == keyword:
            return given.value
    return call.args[position] if position < len(call.args) else None


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
        self.package = blocks.package
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
            name = self._global(expression, scope, depth)
            if name is not None:
                return self._joined(self._of_name(name, self.module, depth + 1), parts)
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

    def text(self, expression: ast.expr | None, parts: int = _MOST_PARTS) -> str | None:
        """The string that an expression is: a literal, or one that literals are put together to; None of any other."""
        if isinstance(expression, ast.Constant):
            return expression.value if isinstance(expression.value, str) else None
        if parts <= 1:
            return None
        if isinstance(expression, ast.Name):
            return self._named_text(expression, parts - 1)
        pieces: list[ast.expr] = []
        if isinstance(expression, ast.BinOp) and isinstance(expression.op, ast.Add):
            pieces = [expression.left, expression.right]
        elif isinstance(expression, ast.JoinedStr):
            pieces = [piece.value if _is_plain_field(piece) else piece for piece in expression.values]
        texts = [self.text(piece, parts // 2) for piece in pieces[:_MOST_PARTS]]
        known = [text for text in texts if text is not None]
        whole = "".join(known) if len(known) == len(pieces) and pieces else None
        return None if whole is None or len(whole) > _LONGEST_TEXT else whole

    def _named_text(self, name: ast.Name, parts: int) -> str | None:
        """The string that a name stands for, where it is bound once."""
        holder = self.scope_of(name).holder(name.id)
        if holder is None:
            return {"__package__": self.package, "__name__": self.module.qualname}.get(name.id)
        bindings = holder.bindings[name.id]
        given = bindings[0] if len(bindings) == 1 and name.id not in holder.rebound else None
        return self.text(given, parts) if isinstance(given, ast.expr) else None

    def imported(self, call: ast.Call, scope: Scope | None = None, depth: int = 0) -> str | None:
        """The module that `__import__` or `importlib.import_module` is asked for; None of any other call."""
        name = self.text(_argument(call, 0, "name"))
        if not name or depth >= _LONGEST_ALIAS:
            return None
        if self._candidates(call.func, scope, depth + 1) not in _IMPORTERS:
            return None
        if name[0] != ".":
            return name
        rest = name.lstrip(".")
        package = self.text(_argument(call, 1, "package")) or ""
        for _ in range(len(name) - len(rest) - 1):
            package = package.rpartition(".")[0]
        return f"{package}.{rest}" if package and rest else package or None

    def _step(self, expression: ast.expr, scope: Scope | None, depth: int) -> tuple[ast.expr | None, str] | None:
        """An expression as an attribute of another, or as a module on its own; None when it is neither."""
        if isinstance(expression, ast.Attribute):
            return expression.value, expression.attr
        if isinstance(expression, ast.Subscript):
            return self._item(expression, scope, depth)
        if not isinstance(expression, ast.Call) or not (expression.args or expression.keywords):
            return None
        module = self.imported(expression, scope, depth)
        if module is not None:
            # `__import__` gives the top package, whatever is imported of it.
            top = self._candidates(expression.func, scope, depth + 1) == _IMPORT
            return None, module.partition(".")[0] if top else module
        if len(expression.args) > 1 and depth < _LONGEST_ALIAS:
            name = self.text(expression.args[1])
            if name and self._candidates(expression.func, scope, depth + 1) == ("builtins.getattr",):
                return expression.args[0], name
        return None

    def _item(self, item: ast.Subscript, scope: Scope | None, depth: int) -> tuple[ast.expr | None, str] | None:
        """`sys.modules["x"]`, `x.__dict__["y"]`, `vars(x)["y"]`."""
        key, value = self.text(item.slice), item.value
        if key is None or depth >= _LONGEST_ALIAS:
            return None
        if isinstance(value, ast.Attribute) and value.attr == "__dict__":
            return value.value, key
        if isinstance(value, ast.Call) and len(value.args) == 1:
            return (
                (value.args[0], key) if self._candidates(value.func, scope, depth + 1) == ("builtins.vars",) else None
            )
        if isinstance(value, ast.Attribute | ast.Name):
            before = _HOLDERS.get(self._candidates(value, scope, depth + 1))
            return None if before is None else (None, before + key)
        return None

    def _global(self, expression: ast.expr, scope: Scope | None, depth: int) -> str | None:
        """The name that `globals()["x"]` asks for."""
        if not isinstance(expression, ast.Subscript) or depth >= _LONGEST_ALIAS:
            return None
        value = expression.value
        if not isinstance(value, ast.Call) or value.args:
            return None
        asked = self._candidates(value.func, scope, depth + 1) == ("builtins.globals",)
        return self.text(expression.slice) if asked else None

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
        if name == "__builtins__":
            return ("builtins",)
        return (f"builtins.{name}",) if name in BUILTINS else ()
