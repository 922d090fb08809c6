"""Every check of the verifier matters: each small change of one changes what a vector of the corpus gives.

A check is a condition that leads to a refusal. It is dropped or always fails, an operand of its `and` or `or` is
dropped, a comparison of it turned or moved by one, an integer moved by one. A table is loosened: a member of it may be
any value.
"""

from __future__ import annotations

import ast
import functools
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType

import pytest
import wai_lint.checkers.records
from wai_lint.tests.records_corpus.__main__ import CORPUS
from wai_lint.tests.records_corpus.signing import Record
from wai_lint.tests.records_corpus.vector import file_bytes
from wai_lint.tests.test_rule_mutations import Replace, replacements

# A shape that every value has, as long as it is nested twice at most.
ANYTHING = r"""
from .shapes import Shape

class Anything(Shape):
    pattern = r'(?:"(?:[^"\\]|\\.)*"|[^,"\[\]{}]+|\[[^\[\]]*\]|\{[^{}]*\})'

    def check(self, value, pointer=()):
        pass
"""
FOLDER = Path(wai_lint.checkers.records.__path__[0])
WEAKENED = "wai_lint.checkers.weakened_records"
# These say where and in what words, which files are read, or which text has which form; other tests hold them.
ELSEWHERE = ("__init__", "locating", "recognition", "grammar", "outcome", "forms")
TABLED = ("attestation", "key_log", "policy", "record", "report", "rollup", "statement")
# Changes that change no outcome, by file.
EQUIVALENT: dict[str, frozenset[str]] = {
    # By §4.2 a picture's tier is never below that of an entry for its role.
    "runs": frozenset(("_RANK[_PICTURE_TIER[role]] < _RANK[least]: False",)),
    # A pattern has refused what these walk, and they say where; `test_records_limits` has arrays of the most elements.
    "shapes": frozenset(
        (
            "len(value) > self._most: len(value) >= self._most",
            "not isinstance(value, dict): True",
            "self._member not in value: True",
        )
    ),
    "statement": frozenset(("value is not None: True",)),
}


def checks(tree: ast.Module) -> list[ast.AST]:
    """Each condition that leads to a refusal, and the nodes that it is made of."""
    nodes: list[ast.AST] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and any(isinstance(each, ast.Raise | ast.Yield) for each in node.body):
            nodes += [node, *ast.walk(node.test)]
        elif isinstance(node, ast.Return) and isinstance(node.value, ast.BoolOp | ast.Compare):
            nodes += ast.walk(node.value)
    return nodes


def modules() -> list[str]:
    """The modules of the verifier that refuse something."""
    names = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem not in ELSEWHERE)
    return [name for name in names if checks(ast.parse((FOLDER / f"{name}.py").read_text()))]


def weakened(name: str) -> Iterator[tuple[str, CodeType]]:
    """The code of a module of the verifier with one check changed, and what was changed."""
    path = FOLDER / f"{name}.py"
    text = path.read_text()
    for index, node in enumerate(checks(ast.parse(text))):
        for choice, (what, _) in enumerate(replacements(node)):
            tree = ast.parse(text)
            old = checks(tree)[index]
            Replace(old, list(replacements(old))[choice][1]).visit(tree)
            yield what, compile(ast.fix_missing_locations(tree), str(path), "exec")


def tables(tree: ast.Module) -> list[tuple[ast.Dict, int]]:
    """Each member of each table, as the literal it stands in and its place there."""
    literals = [node for node in ast.walk(tree) if isinstance(node, ast.Dict)]
    return [(node, at) for node in literals for at, name in enumerate(node.keys) if isinstance(name, ast.Constant)]


def loosened(name: str) -> Iterator[tuple[str, CodeType]]:
    """The code of a module of the verifier with one member of a table loosened, and which."""
    path = FOLDER / f"{name}.py"
    text = path.read_text()
    for index, (literal, at) in enumerate(tables(ast.parse(text))):
        tree = ast.parse(text)
        tables(tree)[index][0].values[at] = ast.Call(ast.Name("Anything", ast.Load()), [], [])
        after = max(place for place, each in enumerate(tree.body) if isinstance(each, ast.ImportFrom))
        tree.body[after + 1 : after + 1] = ast.parse(ANYTHING).body
        yield ast.unparse(literal.keys[at] or literal), compile(ast.fix_missing_locations(tree), str(path), "exec")


@functools.cache
def compiled(name: str) -> CodeType:
    """The code of a module of the verifier as it is."""
    path = FOLDER / f"{name}.py"
    return compile(path.read_bytes(), str(path), "exec")


class Weakened(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the modules of a second copy of the verifier, in which one module runs other code."""

    def __init__(self, changed: str, code: CodeType) -> None:
        self._codes = {changed: code}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != WEAKENED and not fullname.startswith(WEAKENED + "."):
            return None
        return importlib.util.spec_from_loader(fullname, self, is_package=fullname == WEAKENED)

    def exec_module(self, module: ModuleType) -> None:
        name = module.__name__.removeprefix(WEAKENED).removeprefix(".") or "__init__"
        exec(self._codes.get(name) or compiled(name), module.__dict__)


@functools.cache
def vectors() -> list[tuple[bytes, Record]]:
    """The corpus as bytes and outcomes."""
    return [(file_bytes(each), each["outcome"]) for each in json.loads(CORPUS.read_bytes())["vectors"]]


def caught(changed: str, code: CodeType, order: list[int]) -> bool:
    """Whether a vector gives another outcome under the change; the vector that does moves to the front of `order`."""
    finder = Weakened(changed, code)
    sys.meta_path.insert(0, finder)
    try:
        try:
            verify = importlib.import_module(f"{WEAKENED}.verifier").verify
        except Exception:  # noqa: BLE001 - it does not even load
            return True
        for place, index in enumerate(order):
            data, expected = vectors()[index]
            try:
                said = verify(data).to_json()
                said.pop("message", None)
            except Exception:  # noqa: BLE001 - a change may break the verifier in any way
                said = None
            if said != expected:
                order.insert(0, order.pop(place))
                return True
        return False
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if name == WEAKENED or name.startswith(WEAKENED + ".")]:
            del sys.modules[name]


@pytest.mark.parametrize("name", modules())
def test_each_change_of_the_verifier_is_caught_by_the_corpus(name: str) -> None:
    order = list(range(len(vectors())))
    alive = [what for what, code in weakened(name) if not caught(name, code, order)]
    assert sorted(set(alive) - EQUIVALENT.get(name, frozenset())) == []


@pytest.mark.parametrize("name", TABLED)
def test_each_member_of_a_table_that_may_be_anything_is_caught_by_the_corpus(name: str) -> None:
    order = list(range(len(vectors())))
    members = list(loosened(name))
    assert members
    assert [what for what, code in members if not caught(name, code, order)] == []


def test_the_verifier_unchanged_is_not_caught() -> None:
    assert not caught("verifier", compiled("verifier"), list(range(len(vectors()))))
