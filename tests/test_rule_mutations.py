"""Every branch of a rule matters: each small change of a rule, or of the facts it asks, changes what a case gives.

The changes: a condition made true or false, an operand of `and` or `or` dropped, a comparison turned or moved by
one, a filter of a comprehension dropped, an element of a table dropped, an integer moved by one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
import wai_lint.checkers.wgsl.facts
import wai_lint.checkers.wgsl.memory_words
import wai_lint.checkers.wgsl.semantics_table
import wai_lint.rules.wgsl
import wai_lint.rules.wgsl.rewriting
from wai_lint.checkers.diagnostic import Diagnostic, Span
from wai_lint.checkers.source import Source
from wai_lint.checkers.wgsl.ir import Module
from wai_lint.checkers.wgsl.module import load
from wai_lint.rules.discovery import discover
from wai_lint.rules.family import Settings
from wai_lint.rules.rule import Invalid, Valid, unmarked

RULES = [rule for rule in discover("wgsl") if not rule.RULE.translator]
ASKED = [
    wai_lint.checkers.wgsl.facts,
    wai_lint.checkers.wgsl.memory_words,
    wai_lint.checkers.wgsl.semantics_table,
    wai_lint.rules.wgsl.rewriting,
]
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}

# Changes that change no result, by file: what lies behind them is there for speed or for a type checker.
EQUIVALENT: dict[str, frozenset[str]] = {
    # A module of both codes is a case of `test_rules`: its error is reported whatever rule is asked.
    "nonstandard_syntax": frozenset(("without if found.code == RULE.code",)),
    # No expression starts at offset 0, or where another ends.
    "float_expression": frozenset(("0: 1", "expression.start >= limit: expression.start > limit")),
    "signed_left_shift": frozenset(("shifts: True",)),
    "facts": frozenset(
        (
            "isinstance(declared, ir.StructMember): True",
            "self._names is None: True",
            "type in known: False",
        )
    ),
    "memory_words": frozenset(
        (
            "given not in seen: True",
            "declared in self._lets: False",
            "place not in self._places: True",
            "self._arguments is None: True",
        )
    ),
}

Case = tuple[ModuleType, Module, Valid | Invalid]


def replacements(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """The changed forms of a node, each with what was changed."""
    if isinstance(node, ast.If):
        for value in (True, False):
            yield f"{ast.unparse(node.test)}: {value}", ast.If(ast.Constant(value), node.body, node.orelse)
    elif isinstance(node, ast.IfExp):
        for value in (True, False):
            yield f"{ast.unparse(node.test)}: {value}", ast.IfExp(ast.Constant(value), node.body, node.orelse)
    elif isinstance(node, ast.BoolOp):
        for dropped in node.values:
            rest = [value for value in node.values if value is not dropped]
            yield f"without {ast.unparse(dropped)}", rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in TURNED:
        turned = ast.Compare(node.left, [TURNED[type(node.ops[0])]()], node.comparators)
        yield f"{ast.unparse(node)}: {ast.unparse(turned)}", turned
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield f"{ast.unparse(node)}: {ast.unparse(node.operand)}", node.operand
    elif isinstance(node, ast.comprehension) and node.ifs:
        yield f"without if {ast.unparse(node.ifs[0])}", ast.comprehension(node.target, node.iter, [], node.is_async)
    elif isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load):
        for dropped in node.elts:
            rest = [element for element in node.elts if element is not dropped]
            yield f"without {ast.unparse(dropped)}", ast.Tuple(rest, node.ctx)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield f"{node.value}: {node.value + 1}", ast.Constant(node.value + 1)


class Replace(ast.NodeTransformer):
    """Puts `new` in the place of the node `old`."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old = old
        self.new = new

    def visit(self, node: ast.AST) -> ast.AST:
        """`node`, changed where it is the old one."""
        return self.new if node is self.old else self.generic_visit(node)


def code_of(tree: ast.Module) -> list[ast.AST]:
    """The nodes of a module's code, without its cases, its identity, annotations and what only a type checker reads."""
    nodes: list[ast.AST] = []
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        nodes.append(node)
        for name, field in ast.iter_fields(node):
            if name not in ("annotation", "returns", "test_type"):
                stack.extend(part for part in (field if isinstance(field, list) else [field]) if _is_code(part))
    return nodes


def _is_code(part: object) -> bool:
    if isinstance(part, ast.Assign):
        names = [target.id for target in part.targets if isinstance(target, ast.Name)]
        return not any(name in ("VALID", "INVALID", "RULE", "MESSAGE", "__slots__") for name in names)
    if isinstance(part, ast.If):
        return not (isinstance(part.test, ast.Name) and part.test.id == "TYPE_CHECKING")
    if isinstance(part, ast.FunctionDef):
        return part.name != "_listed"
    return isinstance(part, ast.AST) and not isinstance(part, ast.Assert)


def mutants(module: ModuleType) -> Iterator[tuple[str, ast.Module]]:
    """The changed trees of a module, each with what was changed."""
    text = Path(module.__file__ or "").read_text()
    for index, node in enumerate(code_of(ast.parse(text))):
        for choice, (what, _) in enumerate(replacements(node)):
            tree = ast.parse(text)
            old = code_of(tree)[index]
            new = list(replacements(old))[choice][1]
            Replace(old, new).visit(tree)
            yield what, ast.fix_missing_locations(tree)


def executed(module: ModuleType, tree: ast.Module) -> ModuleType:
    """A module like `module` that runs the code of `tree`."""
    changed = ModuleType(module.__name__)
    changed.__package__ = module.__package__
    changed.__file__ = module.__file__
    exec(compile(tree, module.__file__ or "", "exec"), changed.__dict__)
    return changed


def cases_of(rules: list[ModuleType]) -> list[Case]:
    """Every case of the rules, its module loaded."""
    return [
        (rule, load(Source.from_text(unmarked(case.source)[0])), case)
        for rule in rules
        for case in (*rule.VALID, *rule.INVALID)
    ]


def results(cases: list[Case], changed: ModuleType | None) -> Iterator[object]:
    """What each case gives, with a changed rule in its place, or an exception's name."""
    for rule, module, case in cases:
        running = changed if changed is not None and changed.__name__ == rule.__name__ else rule
        try:
            context = wai_lint.rules.wgsl.Context(module, Settings(case.profile))
            applies = not running.RULE.profiles or case.profile in running.RULE.profiles
            yield [said(found) for found in running.check(module, context)] if applies else []
        except Exception as problem:  # noqa: BLE001 - a change may break the rule in any way
            yield type(problem).__name__


def said(found: Diagnostic) -> object:
    """All that a finding says."""
    edits = [] if found.fix is None else [(place(edit.span), edit.text) for edit in found.fix.edits]
    notes = [(place(note.span), note.message) for note in found.notes]
    return place(found.span), found.message, notes, edits


def place(span: Span | None) -> tuple[int, int] | None:
    """The offsets of a span."""
    return None if span is None else (span.start.offset, span.end.offset)


def survivors(module: ModuleType, cases: list[Case], swap: pytest.MonkeyPatch) -> list[str]:
    """The changes of `module` that change nothing that the cases give."""
    expected = list(results(cases, None))
    alive = []
    for what, tree in mutants(module):
        try:
            changed = executed(module, tree)
        except Exception:  # noqa: BLE001 - it does not even load
            continue
        with swap.context() as patch:
            for user in (*RULES, *ASKED, wai_lint.rules.wgsl):
                for name, held in list(vars(user).items()):
                    if (
                        user is not module
                        and name in vars(changed)
                        and getattr(module, name, None) is held
                        and name[0] != "_"
                    ):
                        patch.setattr(user, name, vars(changed)[name])
            if all(map(lambda got, wanted: got == wanted, results(cases, changed), expected)):
                alive.append(what)
    return alive


@pytest.mark.parametrize("module", RULES + ASKED, ids=lambda module: module.__name__.rpartition(".")[2])
def test_each_change_of_a_rule_is_seen_by_a_case(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    cases = cases_of([module] if module in RULES else RULES)
    alive = survivors(module, cases, monkeypatch)
    assert sorted(set(alive) - EQUIVALENT.get(module.__name__.rpartition(".")[2], frozenset())) == []
