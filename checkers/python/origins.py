"""Where a value comes from: back through a file's variables, containers, attributes, parameters and returned values.

No order of execution is known: what a name, an attribute or a container ever holds, it may hold anywhere. Of a
parameter, these are its default and what the calls on the decode path give it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .definitions import ITEM, VALUE, At, Attribute, Part, Step, definitions, meets, returned, step_to
from .passing import Function, Site, argument_of, default_of, passed_at, positional
from .types import FLOAT, Array, Bool, DType, Int, Reference, Scalar, Type, members

if TYPE_CHECKING:
    from .facts import Facts

# Parts that a search looks at, and that it finds; steps into a value.
_MOST_PARTS = 500
_MOST_FOUND = 200
_DEEPEST = 8
_DICTIONARIES = frozenset(("builtins.dict", "collections.OrderedDict"))
_SAME_ITEMS = _DICTIONARIES | frozenset(
    ("builtins.frozenset", "builtins.iter", "builtins.list", "builtins.reversed", "builtins.set", "builtins.sorted")
    + ("builtins.tuple", "collections.deque", "itertools.cycle", "types.MappingProxyType")
)
_PAIRS = (ast.List, ast.Tuple, ast.ListComp, ast.GeneratorExp)
_TAKING = frozenset(("get", "pop", "setdefault"))
_ENUMS = frozenset(f"enum.{name}" for name in ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"))


def origins(facts: Facts, expression: ast.expr, *steps: Step) -> list[Part]:
    """The parts of expressions that a part of an expression's value may be, as far as is known.

    One that leads no further is itself among them.
    """
    plain = isinstance(expression, ast.Constant) or _is_plain(facts.types.of(expression))
    return [] if plain and not steps else _Search(facts).run((expression, steps))


def _is_plain(type_: Type) -> bool:
    """Whether a value is proved to be neither a string nor something that holds others."""
    return all(
        isinstance(member, Int | Bool | Array | Scalar | DType)
        or member == FLOAT
        or (isinstance(member, Reference) and member.name.startswith(("numpy.", "builtins.")))
        for member in members(type_)
    )


class _Search:
    """One search: what is still to be looked at, and what was."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._known = definitions(facts)
        self._pending: list[Part] = []

    def run(self, part: Part) -> list[Part]:
        """The origins of a part."""
        found: list[Part] = []
        seen: set[Part] = set()
        self._pending.append(part)
        while self._pending and len(seen) < _MOST_PARTS and len(found) < _MOST_FOUND and self._known.left:
            self._known.left -= 1
            current = self._pending.pop()
            if current in seen or len(current[1]) > _DEEPEST:
                continue
            seen.add(current)
            before = len(self._pending)
            self._pending += reversed(list(self._step(*current)))
            if len(self._pending) == before:
                found.append(current)
        return found

    def _step(self, node: ast.expr, steps: tuple[Step, ...]) -> Iterator[Part]:
        if isinstance(node, ast.Name):
            yield from self._of_name(node, steps)
        elif isinstance(node, ast.Attribute):
            yield from self._of_attribute(node, steps)
        elif isinstance(node, ast.Subscript):
            yield from self._of_item(node, steps)
        elif isinstance(node, ast.Call):
            yield from self._of_call(node, steps)
        elif isinstance(node, ast.IfExp):
            yield from ((node.body, steps), (node.orelse, steps))
        elif isinstance(node, ast.BoolOp):
            yield from ((value, steps) for value in node.values)
        elif isinstance(node, ast.NamedExpr | ast.Starred | ast.Await):
            yield node.value, steps
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.BitOr) and steps:
            yield from ((node.left, steps), (node.right, steps))
        elif steps and not isinstance(steps[0], Attribute):
            yield from self._inside(node, steps)

    def _of_name(self, name: ast.Name, steps: tuple[Step, ...]) -> Iterator[Part]:
        key = self._known.key(name)
        for value, first in self._known.given.get(key, ()):
            yield value, (*first, *steps)
        if steps and not isinstance(steps[0], Attribute):
            puts = self._known.put.get(key, ())
            yield from ((value, steps[1:]) for at, value in puts if meets(at, steps[0]))
        function = self._known.parameters.get(key)
        if function is not None:
            yield from self._of_parameter(function, name.id, steps)

    def _of_parameter(self, function: Function, name: str, steps: tuple[Step, ...]) -> Iterator[Part]:
        arguments = function.args
        default = default_of(function, name)
        if default is not None:
            yield default, steps
        for site in self._known.sites(function):
            if arguments.vararg is not None and arguments.vararg.arg == name:
                yield from _of_rest(site, len(positional(function)), steps)
            elif arguments.kwarg is not None and arguments.kwarg.arg == name:
                names = {*positional(function), *(argument.arg for argument in arguments.kwonlyargs)}
                yield from _of_named_rest(site, names, steps)
            else:
                yield from ((given, steps) for given in passed_at(site, function, name))

    def _of_attribute(self, node: ast.Attribute, steps: tuple[Step, ...]) -> Iterator[Part]:
        if self._is_enum_value(node):
            yield from self._of_enum(node, steps)
            return
        classes = self._known.classes_of(node.value)
        if classes:
            yield from self._of_classes(classes, node.attr, steps)
        else:
            yield node.value, (Attribute(node.attr), *steps)

    def _is_enum_value(self, node: ast.Attribute) -> bool:
        return node.attr == "value" and any(map(self._is_enum, self._known.classes_of(self._holder(node.value))))

    def _holder(self, node: ast.expr) -> ast.expr:
        """The enumeration that a member is looked up in, where a node is such a look-up."""
        named = isinstance(node, ast.Attribute) and self._known.classes_of(node.value)
        return node.value if isinstance(node, ast.Attribute) and named else node

    def _is_enum(self, name: str) -> bool:
        return not _ENUMS.isdisjoint(self._known.bases(self._known.classes[name]))

    def _of_enum(self, node: ast.Attribute, steps: tuple[Step, ...]) -> Iterator[Part]:
        """The value of a member that is named, or of any."""
        holder = self._holder(node.value)
        if isinstance(node.value, ast.Attribute) and holder is not node.value:
            yield from self._of_classes(self._known.classes_of(holder), node.value.attr, steps)
            return
        scopes = [self._facts.names.scopes[self._known.classes[each]] for each in self._known.classes_of(holder)]
        for (scope, _), parts in self._known.given.items():
            if scope in scopes:
                yield from ((value, (*first, *steps)) for value, first in parts)

    def _of_classes(self, classes: tuple[str, ...], name: str, steps: tuple[Step, ...]) -> Iterator[Part]:
        for value, first in self._known.of_attribute(classes, name):
            yield value, (*first, *steps)
        if steps and not isinstance(steps[0], Attribute):
            yield from ((value, steps[1:]) for value in self._known.put_in(classes, name, steps[0]))
        for each in classes:
            fields = [
                part.target.id
                for part in self._known.classes[each].body
                if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
            ]
            if name in fields and f"{each}.__init__" not in self._known.functions:
                yield from ((given, steps) for given in self._made_with(each, fields, name))

    def _made_with(self, class_: str, fields: list[str], name: str) -> Iterator[ast.expr]:
        """What the calls of a class without `__init__` give a field."""
        for call in self._facts.nodes(ast.Call):
            if class_ in self._facts.names.candidates(call.func):
                yield from argument_of(call.args, call.keywords, fields.index(name), name)

    def _of_item(self, node: ast.Subscript, steps: tuple[Step, ...]) -> Iterator[Part]:
        if isinstance(node.slice, ast.Slice):
            first = (VALUE, *steps[1:]) if steps and isinstance(steps[0], At) else steps
            yield node.value, first
            return
        yield node.value, (step_to(node.slice), *steps)

    def _of_call(self, call: ast.Call, steps: tuple[Step, ...]) -> Iterator[Part]:
        name = self._facts.names.qualified(call.func) or ""
        for function, _ in self._known.called(call.func):
            if name not in self._known.classes:
                yield from ((value, steps) for value in returned(function))
        if isinstance(call.func, ast.Attribute) and call.func.attr in _TAKING and call.args and not name:
            yield call.func.value, (step_to(call.args[0]), *steps)
            yield from ((default, steps) for default in call.args[1:2])
            return
        if not steps:
            return
        first = steps[0]
        if name == "builtins.dict" and call.keywords and isinstance(first, At):
            yield from ((each, steps[1:]) for each in argument_of([], call.keywords, -1, str(first.key)))
        elif name in _DICTIONARIES and call.args and self._is_of_pairs(call.args[0]):
            yield call.args[0], (ITEM, At(0 if first == ITEM else 1), *steps[1:])
        elif name == "itertools.chain":
            yield from ((argument, steps) for argument in call.args)
        elif name in _SAME_ITEMS and call.args:
            yield call.args[0], steps
        elif name == "builtins.enumerate" and call.args and len(steps) > 1 and steps[1] == At(1):
            yield call.args[0], (ITEM, *steps[2:])
        elif name == "builtins.zip" and len(steps) > 1 and isinstance(steps[1], At):
            at = steps[1].key
            if isinstance(at, int) and 0 <= at < len(call.args):
                yield call.args[at], (ITEM, *steps[2:])
        elif isinstance(first, Attribute):
            if name in self._known.classes:
                yield from self._of_classes((name,), first.name, steps[1:])
            elif isinstance(call.func, ast.Name) and first.name in (fields := self._fields(call.func)):
                given = argument_of(call.args, call.keywords, fields.index(first.name), first.name)
                yield from ((each, steps[1:]) for each in given)
        elif isinstance(call.func, ast.Attribute):
            yield from self._of_view(call.func, steps)

    def _fields(self, name: ast.Name) -> list[str]:
        """The fields of a class that `namedtuple` makes; none of any other value."""
        for made, _ in self._known.given.get(self._known.key(name), ()):
            if isinstance(made, ast.Call) and self._facts.names.qualified(made.func) == "collections.namedtuple":
                listed = list(argument_of(made.args, made.keywords, 1, "field_names"))[:1]
                names = [item for each in listed for item in (each.elts if isinstance(each, _PAIRS[:2]) else [each])]
                return [
                    word for each in names for word in (self._facts.names.text(each) or "").replace(",", " ").split()
                ]
        return []

    def _is_of_pairs(self, content: ast.expr) -> bool:
        """Whether a dictionary is made of pairs that are written out or zipped."""
        zipped = isinstance(content, ast.Call) and self._facts.names.qualified(content.func) == "builtins.zip"
        return zipped or isinstance(content, _PAIRS)

    def _of_view(self, function: ast.Attribute, steps: tuple[Step, ...]) -> Iterator[Part]:
        """A view of a dictionary."""
        if function.attr in ("values", "copy"):
            yield function.value, (VALUE, *steps[1:]) if function.attr == "values" else steps
        elif function.attr == "keys":
            yield function.value, (ITEM, *steps[1:])
        elif function.attr == "items" and len(steps) > 1 and isinstance(steps[1], At):
            yield function.value, (VALUE if steps[1].key == 1 else ITEM, *steps[2:])

    def _inside(self, node: ast.expr, steps: tuple[Step, ...]) -> Iterator[Part]:
        """The items of a display or comprehension."""
        step, rest = steps[0], steps[1:]
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            starred = any(isinstance(item, ast.Starred) for item in node.elts)
            at = step.key if isinstance(step, At) and isinstance(step.key, int) and not starred else None
            chosen = node.elts if at is None else node.elts[at : at + 1 or None]
            yield from ((item.value, steps) if isinstance(item, ast.Starred) else (item, rest) for item in chosen)
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if key is None:
                    yield value, steps
                elif step == ITEM:
                    yield key, rest
                elif not (isinstance(step, At) and isinstance(key, ast.Constant) and key.value != step.key):
                    yield value, rest
        elif isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp):
            yield node.elt, rest
        elif isinstance(node, ast.DictComp):
            yield node.key if step == ITEM else node.value, rest


def _of_rest(site: Site, count: int, steps: tuple[Step, ...]) -> Iterator[Part]:
    """What a call gives `*args` after so many parameters."""
    given = site.arguments[max(count - site.bound, 0) :]
    if len(steps) > 0:
        at = steps[0].key if isinstance(steps[0], At) else None
        chosen = given[at : at + 1] if isinstance(at, int) and at >= 0 else given
        yield from ((item.value, steps) if isinstance(item, ast.Starred) else (item, steps[1:]) for item in chosen)


def _of_named_rest(site: Site, names: set[str], steps: tuple[Step, ...]) -> Iterator[Part]:
    """What a call gives `**kwargs` beside these parameters."""
    first = steps[0] if steps else ""
    wanted = first.key if isinstance(first, At) else None
    for keyword in site.keywords:
        if keyword.arg is None:
            yield keyword.value, steps
        elif steps and keyword.arg not in names and wanted in (None, keyword.arg):
            yield keyword.value, steps[1:]
