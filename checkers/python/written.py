"""The strings that an expression may be, wherever in the file they are written or put together."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from typing import TYPE_CHECKING, NamedTuple

from .conditions import possible
from .definitions import ITEM, At, Attribute, Step, definitions
from .origins import origins
from .types import Str, members, texts

if TYPE_CHECKING:
    from .facts import Facts

# Texts of one expression that are told apart, expressions that are looked at for one, and the longest text.
_MOST_TEXTS = 100
_MOST_LOOKS = 300
_LONGEST_TEXT = 4096
_DEEPEST = 20
# Where a value is put into a format, and what is taken for it there.
_PLACE = re.compile(r"%[-#0 +]*\d*[dis]")
_FIELD = re.compile(r"\{[^{}]*\}")
_PUT_IN = "4"
_CHANGING: dict[str, Callable[[str], str]] = {
    "lower": str.lower,
    "upper": str.upper,
    "strip": str.strip,
    "encode": str,
    "decode": str,
    "casefold": str.casefold,
}


class Written(NamedTuple):
    """A string that an expression may be, and the literals that it is made of."""

    text: str
    sources: tuple[ast.expr, ...] = ()


def written(facts: Facts, expression: ast.expr) -> tuple[Written, ...]:
    """The strings that an expression may be; with a 4 for what is put into one and not known (`f"<{count}f"`)."""
    known = _known(facts)
    if expression not in known:
        known[expression] = tuple(_Reader(facts).read(expression, ()))
    return known[expression]


@lru_cache(maxsize=1)
def _known(facts: Facts) -> dict[ast.expr, tuple[Written, ...]]:
    """What has been found for the expressions of a source."""
    return {}


class _Reader:
    """Reads one expression, and those that it comes from."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._open: set[ast.expr] = set()
        self._looks = 0

    def read(self, node: ast.expr, steps: tuple[Step, ...]) -> list[Written]:
        """The strings that a part of a value may be."""
        self._looks += 1
        if node in self._open or self._looks > _MOST_LOOKS or len(self._open) > _DEEPEST:
            return []
        self._open.add(node)
        found = self._read(node, steps)
        self._open.discard(node)
        kept = {each.text: each for each in reversed(found) if len(each.text) <= _LONGEST_TEXT}
        return list(kept.values())[::-1][:_MOST_TEXTS]

    def _read(self, node: ast.expr, steps: tuple[Step, ...]) -> list[Written]:
        if isinstance(node, ast.Constant):
            return _of_constant(node, steps)
        if not steps:
            proved = self._proved(node)
            if proved:
                return proved
            rule = _RULES.get(type(node))
            found = rule(self, node) if rule is not None else []
            if found:
                return found
        elif len(steps) == 1 and isinstance(node, ast.Call):
            return self._word(node, steps[0])
        found = [
            each
            for origin, rest in origins(self._facts, node, *steps)
            if origin is not node or rest != steps
            for each in self.read(origin, rest)
        ]
        if isinstance(node, ast.Name) and not steps and definitions(self._facts).is_given_once(node):
            found = [each for each in found if possible(self._facts, node, each.text)]
        if steps or (found and _is_precise(node)):
            return found
        return [*(Written(text) for m in members(self._facts.types.of(node)) for text in texts(m)), *found]

    def _proved(self, node: ast.expr) -> list[Written]:
        """The strings of which a value is proved to be one."""
        types = members(self._facts.types.of(node))
        if _is_precise(node) or not all(isinstance(member, Str) and texts(member) for member in types):
            return []
        return [Written(text) for member in types for text in texts(member)]

    def _joined(self, node: ast.JoinedStr) -> list[Written]:
        pieces = [part.value if isinstance(part, ast.FormattedValue) else part for part in node.values]
        return _together([self._put_in(piece) for piece in pieces])

    def _put_in(self, node: ast.expr) -> list[Written]:
        return self.read(node, ()) or [Written(_PUT_IN)]

    def _operation(self, node: ast.BinOp) -> list[Written]:
        left = self.read(node.left, ())
        if isinstance(node.op, ast.Mod):
            values = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
            return self._filled(left, _PLACE, values)
        right = self.read(node.right, ())
        if isinstance(node.op, ast.Add) and (left or right):
            return _together([left or [Written("")], right or [Written("")]])
        return (left or right) if isinstance(node.op, ast.Mult) else []

    def _filled(self, formats: list[Written], places: re.Pattern[str], values: Sequence[ast.expr]) -> list[Written]:
        """Formats with what is put into them, place by place."""
        given = [self._put_in(value) for value in values]
        found: list[Written] = []
        for form in formats:
            literals = places.split(form.text)
            pieces: list[list[Written]] = [[Written(literals[0], form.sources)]]
            for index, literal in enumerate(literals[1:]):
                pieces += [given[index] if index < len(given) else [Written(_PUT_IN)], [Written(literal)]]
            found += _together(pieces)
        return found

    def _call(self, node: ast.Call) -> list[Written]:
        function = node.func
        if not isinstance(function, ast.Attribute):
            return []
        if function.attr == "format":
            return self._filled(self.read(function.value, ()), _FIELD, [] if node.keywords else node.args)
        if function.attr == "join" and len(node.args) == 1:
            return self._list(function.value, node.args[0])
        if function.attr == "replace" and len(node.args) >= 2:
            parts = [self.read(each, ()) for each in (function.value, *node.args[:2])]
            return [
                Written(text.text.replace(old.text, new.text), _sources((text, new)))
                for text, old, new in islice(product(*parts), _MOST_TEXTS)
                if len(text.text) * len(new.text) <= _LONGEST_TEXT
            ]
        change = _CHANGING.get(function.attr)
        if change is None:
            return []
        return [Written(change(each.text), each.sources) for each in self.read(function.value, ())]

    def _word(self, node: ast.Call, step: Step) -> list[Written]:
        """A word of a text that is split (`"u1 f4".split()[1]`)."""
        if not isinstance(node.func, ast.Attribute) or node.func.attr != "split" or isinstance(step, Attribute):
            return []
        separators = self.read(node.args[0], ()) if node.args else [Written("")]
        found: list[Written] = []
        for text, sources in self.read(node.func.value, ()):
            words = [word for separator in separators[:1] for word in text.split(separator.text or None)]
            at = step.key if isinstance(step, At) and isinstance(step.key, int) else None
            found += [Written(word, sources) for word in (words if at is None else words[at : at + 1 or None])]
        return found

    def _list(self, separator: ast.expr, items: ast.expr) -> list[Written]:
        """A joined list: all that may be in it, since nobody knows how often each is."""
        found = self.read(items, (ITEM,))
        for between in self.read(separator, ()) if found else ():
            return [Written(between.text.join(each.text for each in found), _sources(found))]
        return []


_RULES: dict[type[ast.expr], Callable[..., list[Written]]] = {
    ast.JoinedStr: _Reader._joined,
    ast.BinOp: _Reader._operation,
    ast.Call: _Reader._call,
}


def _is_precise(node: ast.expr) -> bool:
    """Whether a key leads to one item, of which more is known than the type of them all."""
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant | ast.UnaryOp)


def _of_constant(node: ast.Constant, steps: tuple[Step, ...]) -> list[Written]:
    """A literal, or its characters."""
    value = node.value.decode("latin-1") if isinstance(node.value, bytes) else node.value
    if not isinstance(value, str):
        return []
    step = steps[0] if steps else None
    if step is None or len(steps) > 1:
        return [] if steps else [Written(value, (node,))]
    if isinstance(step, At) and isinstance(step.key, int):
        return [Written(character, (node,)) for character in value[step.key :][:1]]
    return [Written(character, (node,)) for character in dict.fromkeys(value)] if isinstance(step, str) else []


def _together(pieces: list[list[Written]]) -> list[Written]:
    """Every string that is one of each of these, in their order."""
    return list(islice(_products(pieces), _MOST_TEXTS))


def _products(pieces: list[list[Written]]) -> Iterator[Written]:
    for chosen in product(*pieces):
        if sum(len(each.text) for each in chosen) <= _LONGEST_TEXT:
            yield Written("".join(each.text for each in chosen), _sources(chosen))


def _sources(parts: Sequence[Written]) -> tuple[ast.expr, ...]:
    """The literals that several texts are made of, each once."""
    return tuple(islice(dict.fromkeys(source for each in parts for source in each.sources), _MOST_TEXTS))
